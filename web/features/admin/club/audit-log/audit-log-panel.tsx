import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin-club";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { useSearch } from "../../../../ui/forms/use-search.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { toast } from "../../../../ui/overlays/toast.ts";
import { Pager } from "../../../../ui/pager.tsx";
import { download } from "../../../../ui/text/download.ts";
import { AuditEntries } from "./audit-entries.tsx";
import { allEntries, auditPageSize, entries } from "./audit-queries.ts";

export { AuditPanel as Component };

/** What admins did. Nobody can edit the log. */
function AuditPanel() {
  const search = useSearch();
  const { searched, page, setPage } = search;
  const list = useQuery(entries(searched, page));
  return (
    <section aria-labelledby="audit">
      <div className="section-head">
        <h2 id="audit">{words.auditLog}</h2>
        <ExportButton wanted={searched} />
      </div>
      <div className="toolbar">
        <SearchField label={words.filterByActionOrName} search={search} list={list} />
      </div>
      <QueryView
        query={list}
        failed={words.failedToLoadAuditLog}
        loading={{ count: 8, height: 44, label: words.loadingTheAuditLog }}
        empty={{ title: words.noEntriesFound, text: words.noLogEntriesMatch }}
      >
        {(data) => (
          <>
            <AuditEntries {...data} />
            <Pager page={page} pageSize={auditPageSize} total={data.total} list={list} onPage={setPage} />
          </>
        )}
      </QueryView>
    </section>
  );
}

function ExportButton({ wanted }: { wanted: string }) {
  const save = async () => {
    try {
      const [rows, { csvOf }] = await Promise.all([allEntries(wanted), import("../../../../ui/text/csv.ts")]);
      const head = [
        words.when,
        words.admin,
        words.action,
        words.table,
        words.record,
        words.subject,
        words.before,
        words.after,
      ];
      const lines = rows.map((row) => [
        row.created_at,
        row.admin_user_id,
        row.action,
        row.table_name,
        row.record_id,
        row.subject,
        row.old_values === null ? null : JSON.stringify(row.old_values),
        row.new_values === null ? null : JSON.stringify(row.new_values),
      ]);
      download("scoreline-audit.csv", "text/csv;charset=utf-8", csvOf(head, lines));
    } catch {
      toast.error(words.failedToExportData);
    }
  };
  return (
    <button type="button" className="btn secondary small" onClick={() => void save()}>
      {words.exportAsCsv}
    </button>
  );
}
