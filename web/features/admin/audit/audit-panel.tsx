import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { backend } from "../../../backend/connection/client.ts";
import { messageFor } from "../../../backend/connection/error-messages.ts";
import { dataOf, RequestError } from "../../../backend/connection/response.ts";
import { serverNow } from "../../../backend/connection/server-clock.ts";
import type { AuditRow } from "../../../backend/types/admin-rows.ts";
import { kickOff } from "../../../football/time/kick-off.ts";
import { SearchField } from "../../../ui/forms/search-field.tsx";
import { EmptyState } from "../../../ui/loading/empty-state.tsx";
import { Failure } from "../../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../../ui/loading/skeleton.tsx";
import { toast } from "../../../ui/overlays/toast.ts";
import { Pager } from "../../../ui/pager.tsx";
import { download } from "../../../ui/text/download.ts";

const pageSize = 25;
const exportPage = 1_000;

const entries = (action: string, page: number) =>
  queryOptions({
    queryKey: ["audit", action, page],
    queryFn: async () => {
      const { data, error, count, status } = await filtered(action)
        .order("id", { ascending: false })
        .range(page * pageSize, (page + 1) * pageSize - 1);
      if (error) throw new RequestError(error.message, error.code, status);
      return { rows: data, total: count ?? data.length, names: await namesOf(data) };
    },
    placeholderData: keepPreviousData,
  });

/** Every change by an admin with the values before and after it. Nobody can edit the log. */
export function AuditPanel() {
  const [action, setAction] = useState("");
  const [page, setPage] = useState(0);
  const list = useQuery(entries(action.trim(), page));
  return (
    <section aria-labelledby="audit">
      <div className="section-head">
        <h2 id="audit">Audit log</h2>
        <ExportButton action={action.trim()} />
      </div>
      <div className="toolbar">
        <SearchField
          label="Filter by action, for example matches.update"
          value={action}
          onChange={(next) => {
            setAction(next);
            setPage(0);
          }}
        />
      </div>
      {list.isPending && <SkeletonRows count={8} height={44} label="Loading the audit log" />}
      {list.isError && (
        <Failure
          title="Failed to load the audit log"
          reason={messageFor(list.error, "admin")}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data?.total === 0 && (
        <EmptyState title="No entries found">No log entries match your filters.</EmptyState>
      )}
      {list.data && list.data.total > 0 && (
        <>
          <ul className="record-list">
            {list.data.rows.map((row) => (
              <li key={row.id}>
                <details>
                  <summary>
                    <b>{row.action}</b>{" "}
                    <span>
                      {kickOff(row.created_at, serverNow())}, {authorOf(row, list.data.names)}
                      {row.record_id && `, ${row.record_id}`}
                    </span>
                  </summary>
                  <dl className="before-after">
                    <dt>Before</dt>
                    <dd>
                      <code>{row.old_values === null ? "–" : JSON.stringify(row.old_values, null, 1)}</code>
                    </dd>
                    <dt>After</dt>
                    <dd>
                      <code>{row.new_values === null ? "–" : JSON.stringify(row.new_values, null, 1)}</code>
                    </dd>
                  </dl>
                </details>
              </li>
            ))}
          </ul>
          {list.data.total > pageSize && (
            <Pager page={page} pageSize={pageSize} total={list.data.total} onPage={setPage} />
          )}
        </>
      )}
    </section>
  );
}

/** The names of these rows' admins, by id. Deleted accounts are missing. */
async function namesOf(rows: readonly AuditRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.map(({ admin_user_id }) => admin_user_id).filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const profiles = await dataOf(backend().rest.from("profiles").select("id, full_name").in("id", ids));
  return new Map(profiles.map(({ id, full_name }) => [id, full_name ?? id]));
}

function authorOf({ admin_user_id: id }: AuditRow, names: ReadonlyMap<string, string>): string {
  return id === null ? "with the secret key" : `by ${names.get(id) ?? id}`;
}

function ExportButton({ action }: { action: string }) {
  const save = async () => {
    try {
      const [rows, { csvOf }] = await Promise.all([allEntries(action), import("../../../ui/text/csv.ts")]);
      const head = ["When", "Admin", "Action", "Table", "Record", "Before", "After"];
      const lines = rows.map((row) => [
        row.created_at,
        row.admin_user_id,
        row.action,
        row.table_name,
        row.record_id,
        row.old_values === null ? null : JSON.stringify(row.old_values),
        row.new_values === null ? null : JSON.stringify(row.new_values),
      ]);
      download("scoreline-audit.csv", "text/csv;charset=utf-8", csvOf(head, lines));
    } catch {
      toast.error("Failed to export data");
    }
  };
  return (
    <button type="button" className="btn secondary small" onClick={() => void save()}>
      Export as CSV
    </button>
  );
}

async function allEntries(action: string): Promise<AuditRow[]> {
  const rows: AuditRow[] = [];
  for (;;) {
    const page = await dataOf(
      filtered(action)
        .order("id", { ascending: false })
        .range(rows.length, rows.length + exportPage - 1),
    );
    rows.push(...page);
    if (page.length < exportPage) return rows;
  }
}

function filtered(action: string) {
  const query = backend().rest.from("admin_audit_log").select("*", { count: "exact" });
  return action
    ? query.ilike("action", `%${action.replace(/[\\%_]/g, "\\$&").replaceAll("*", "_")}%`)
    : query;
}
