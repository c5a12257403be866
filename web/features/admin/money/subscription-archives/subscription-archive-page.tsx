import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Download, Plus } from "lucide-react";
import { useState } from "react";
import * as words from "#words/admin-money";
import * as footballWords from "#words/football";
import { messageFor } from "../../../../backend/connection/error-messages.ts";
import type {
  ArchivedSubscriptionRow,
  SubscriptionArchiveRow,
} from "../../../../backend/types/admin-rows.ts";
import { CompetitionBadge } from "../../../../football/components/competition-badge.tsx";
import { competitionWithId } from "../../../../football/rules/competitions.ts";
import { clubDate } from "../../../../football/time/club-day.ts";
import { paths } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { useParams } from "../../../../routing/routes.tsx";
import { Page } from "../../../../session/page.tsx";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { useSearch } from "../../../../ui/forms/use-search.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { toast } from "../../../../ui/overlays/toast.ts";
import { Pager } from "../../../../ui/pager.tsx";
import { download, fileName } from "../../../../ui/text/download.ts";
import "../../admin.css";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { statusWords } from "./status-words.ts";
import {
  archivedSubscriptions,
  subscriptionArchive,
  subscriptionsPage,
  wholeArchive,
} from "./subscription-archive-queries.ts";

export { SubscriptionArchivePage as Component };

/** One subscription archive: its subscriptions, a form to add one by hand, and a CSV download. */
function SubscriptionArchivePage() {
  const { id = "" } = useParams();
  const found = useQuery(subscriptionArchive(id));
  return (
    <Page name={found.data?.name}>
      <p className="subscription-archives-link">
        <Link to={paths.subscriptionArchives}>
          <ArrowLeft size={18} aria-hidden="true" />
          <span>{words.subscriptionArchives}</span>
        </Link>
      </p>
      <QueryView
        query={found}
        failed={words.failedToLoadArchives}
        loading={{ count: 6, height: 56, label: words.loadingTheArchive }}
        empty={{ title: words.archiveNotFound, text: words.itMayHaveBeenDeleted }}
      >
        {(data) => <ArchiveContent archive={data} />}
      </QueryView>
    </Page>
  );
}

function ArchiveContent({ archive }: { archive: SubscriptionArchiveRow }) {
  const search = useSearch();
  const { searched, page, setPage } = search;
  const [adding, setAdding] = useState(false);
  const list = useQuery(archivedSubscriptions(archive.id, searched, page));
  return (
    <>
      <div className="page-title">
        <div>
          <h1>{archive.name}</h1>
          <p>
            {`${words.period({ start: clubDate(archive.start_date), end: clubDate(archive.end_date) })}${archive.description ? `. ${archive.description}` : ""}`}
          </p>
        </div>
        <DownloadArchive archive={archive} />
      </div>
      <div className="toolbar">
        <SearchField label={words.findAPlayer} search={search} list={list} />
        <button type="button" className="btn small" onClick={() => setAdding(true)}>
          <Plus size={18} aria-hidden="true" />
          <span>{words.addByPhoneNumber}</span>
        </button>
      </div>
      <QueryView
        query={list}
        failed={words.failedToLoadArchives}
        loading={{ count: 6, height: 48, label: words.loadingSubscriptions }}
        empty={{
          title: searched ? words.noPlayersFound : words.thisArchiveIsEmpty,
          text: searched ? words.noPlayerMatches({ searched }) : words.noSubscriptionStarted,
        }}
      >
        {(data) => (
          <div className="table-frame">
            <DataTable columns={columns} rows={data.rows} keyOf={(row) => row.id} />
            <Pager page={page} pageSize={subscriptionsPage} total={data.total} list={list} onPage={setPage} />
          </div>
        )}
      </QueryView>
      {adding && <EntryDialog archive={archive} onClose={() => setAdding(false)} />}
    </>
  );
}

const columns: readonly Column<ArchivedSubscriptionRow>[] = [
  { title: footballWords.player, cell: (row) => row.full_name },
  { title: words.phone, wide: true, cell: (row) => row.phone_number ?? "–" },
  {
    title: words.plan,
    cell: ({ subscription_type: type }) => <CompetitionBadge name={competitionWithId(type)?.name ?? type} />,
  },
  {
    title: words.status,
    cell: (row) => {
      const status = statusWords[row.subscription_status] ?? row.subscription_status;
      return row.was_admin_assigned ? words.statusGiven({ status }) : status;
    },
  },
  { title: words.started, wide: true, cell: (row) => clubDate(row.started_at) },
  { title: words.expires, wide: true, cell: (row) => clubDate(row.expires_at) },
];

function DownloadArchive({ archive }: { archive: SubscriptionArchiveRow }) {
  const save = async () => {
    try {
      const [rows, { csvOf }] = await Promise.all([
        wholeArchive(archive.id),
        import("../../../../ui/text/csv.ts"),
      ]);
      const head = [
        footballWords.player,
        words.phone,
        words.plan,
        words.status,
        words.started,
        words.expires,
        words.givenByAnOrganiser,
      ];
      const lines = rows.map((row) => [
        row.full_name,
        row.phone_number,
        row.subscription_type,
        statusWords[row.subscription_status] ?? row.subscription_status,
        row.started_at,
        row.expires_at,
        row.was_admin_assigned ? words.yes : words.no,
      ]);
      download(`${fileName(archive.name)}.csv`, "text/csv;charset=utf-8", csvOf(head, lines));
    } catch (error) {
      toast.error(messageFor(error, "admin"));
    }
  };
  return (
    <button type="button" className="btn secondary" onClick={() => void save()}>
      <Download size={18} aria-hidden="true" />
      <span>{words.downloadCsv}</span>
    </button>
  );
}
