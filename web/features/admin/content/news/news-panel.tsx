import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { NewsRow } from "../../../../backend/types/rows.ts";
import { longDate } from "../../../../football/time/kick-off.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { NewsForm } from "./news-form.tsx";
import { allNews, deleteNews } from "./news-queries.ts";
import "./news.css";
import { LoadMoreButton } from "../../../../ui/loading/load-more-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";

export { NewsPanel as Component };

type Open = { kind: "form"; news: NewsRow | null } | { kind: "delete"; news: NewsRow } | null;

function NewsPanel() {
  const news = useInfiniteQuery(allNews);
  const [open, setOpen] = useState<Open>(null);
  return (
    <section aria-labelledby="news">
      <div className="section-head">
        <h2 id="news">News</h2>
        <button type="button" className="btn small" onClick={() => setOpen({ kind: "form", news: null })}>
          <Plus size={18} aria-hidden="true" />
          Add news
        </button>
      </div>
      <QueryView
        query={news}
        failed="Failed to fetch news"
        loading={{ count: 4, height: 72, label: "Loading news" }}
        empty={{ title: "No news yet", text: "News you publish appears on Home." }}
      >
        {({ pages }) => (
          <ul className="record-list">
            {pages.flat().map((item) => (
              <li key={item.id}>
                <div>
                  <b>{item.title}</b>
                  <span>
                    {longDate(item.created_at)}, {item.is_active ? "on Home" : "hidden"}
                  </span>
                </div>
                <div className="row-actions">
                  <button
                    type="button"
                    className="btn secondary small"
                    aria-label={`Edit ${item.title}`}
                    onClick={() => setOpen({ kind: "form", news: item })}
                  >
                    Edit
                  </button>
                  <button
                    type="button"
                    className="btn secondary small"
                    aria-label={`Delete ${item.title}`}
                    onClick={() => setOpen({ kind: "delete", news: item })}
                  >
                    Delete
                  </button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <LoadMoreButton query={news} className="btn secondary load-more">
        Older news
      </LoadMoreButton>
      {open?.kind === "form" && <NewsForm news={open.news} onClose={() => setOpen(null)} />}
      {open?.kind === "delete" && <DeleteNews news={open.news} onClose={() => setOpen(null)} />}
    </section>
  );
}

function DeleteNews({ news, onClose }: { news: NewsRow; onClose: () => void }) {
  const remove = useAdminMutation(
    () => deleteNews(news),
    { success: "News deleted successfully", failure: "Failed to delete news" },
    { stale: [subject.news], onDone: onClose },
  );
  return (
    <ConfirmDialog
      open
      title={`Delete “${news.title}”?`}
      keep="Keep news"
      confirm="Delete news"
      pending={remove.isPending}
      error={remove.problem}
      onKeep={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>
        It is removed from Home at once, and this cannot be undone. To only hide it, edit it and untick
        Active.
      </p>
    </ConfirmDialog>
  );
}
