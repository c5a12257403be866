import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import * as words from "#words/admin-content";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { NewsRow } from "../../../../backend/types/rows.ts";
import { longDate } from "../../../../football/time/kick-off.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { latestUndo } from "../../shared/undo/undo.ts";
import { UndoableActs } from "../../shared/undo/undoable-acts.tsx";
import { NewsForm } from "./news-form.tsx";
import { deleteNews } from "./news-mutations.ts";
import { allNews } from "./news-queries.ts";
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
        <h2 id="news">{words.news}</h2>
        <button type="button" className="btn small" onClick={() => setOpen({ kind: "form", news: null })}>
          <Plus size={18} aria-hidden="true" />
          <span>{words.addNews}</span>
        </button>
      </div>
      <UndoableActs acts={["news.delete"]} />
      <QueryView
        query={news}
        failed={words.failedToFetchNews}
        loading={{ count: 4, height: 72, label: words.loadingNews }}
        empty={{ title: words.noNewsYet, text: words.whereNewsAppears }}
      >
        {({ pages }) => (
          <ul className="record-list">
            {pages.flat().map((item) => (
              <li key={item.id}>
                <div>
                  <b>{item.title}</b>
                  <span>
                    {`${longDate(item.created_at)}, ${item.is_active ? words.onHome : words.hidden}`}
                  </span>
                </div>
                <div className="row-actions">
                  <button
                    type="button"
                    className="btn secondary small"
                    aria-label={words.editTitle({ title: item.title })}
                    onClick={() => setOpen({ kind: "form", news: item })}
                  >
                    {words.edit}
                  </button>
                  <button
                    type="button"
                    className="btn secondary small"
                    aria-label={words.deleteTitle({ title: item.title })}
                    onClick={() => setOpen({ kind: "delete", news: item })}
                  >
                    {words.deleteLabel}
                  </button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <LoadMoreButton query={news} className="btn secondary load-more">
        {words.olderNews}
      </LoadMoreButton>
      {open?.kind === "form" && <NewsForm news={open.news} onClose={() => setOpen(null)} />}
      {open?.kind === "delete" && <DeleteNews news={open.news} onClose={() => setOpen(null)} />}
    </section>
  );
}

function DeleteNews({ news, onClose }: { news: NewsRow; onClose: () => void }) {
  const remove = useAdminMutation(
    () => deleteNews(news),
    { success: words.newsDeletedSuccessfully, failure: words.failedToDeleteNews },
    { stale: [subject.news], onDone: onClose, undoId: () => latestUndo("news.delete") },
  );
  return (
    <ConfirmDialog
      open
      title={words.deleteTitleQuestion({ title: news.title })}
      keep={words.keepNews}
      confirm={words.deleteNews}
      pending={remove.isPending}
      error={remove.problem}
      onKeep={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>{words.whatDeletingNewsDoes}</p>
    </ConfirmDialog>
  );
}
