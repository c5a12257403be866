import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-club";
import * as footballWords from "#words/football";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf, RequestError } from "../../../../backend/connection/response.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { allRows } from "../../../../backend/queries/all-rows.ts";
import { type Order, pageOf } from "../../../../backend/queries/paging.ts";
import { useAct } from "../../../../backend/queries/use-act.ts";
import type { AuditRow } from "../../../../backend/types/admin-rows.ts";
import { kickOff } from "../../../../football/time/kick-off.ts";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { toast } from "../../../../ui/overlays/toast.ts";
import { Pager } from "../../../../ui/pager.tsx";
import { download } from "../../../../ui/text/download.ts";
import { openUndos, undo } from "../../shared/mutations/undo.ts";
import { playerOf, undoIdOf } from "./audit-entry.ts";
import { sentenceOf } from "./audit-sentences.ts";

export { AuditPanel as Component };

const pageSize = 25;
const newestFirst: Order<AuditRow> = [["id", "desc"]];

const entries = (wanted: string, page: number) =>
  queryOptions({
    queryKey: ["audit", wanted, page],
    queryFn: async () => {
      const { data, error, count, status } = await filtered(wanted)
        .order("id", { ascending: false })
        .range(page * pageSize, (page + 1) * pageSize - 1);
      if (error) throw new RequestError(error.message, error.code, status);
      return { rows: data, total: count ?? data.length, names: await namesOf(data) };
    },
    placeholderData: keepPreviousData,
  });

/** What admins did, in sentences, with the stored entry behind a disclosure. Nobody can edit the log. */
function AuditPanel() {
  const [wanted, setWanted] = useState("");
  const [page, setPage] = useState(0);
  const list = useQuery(entries(wanted.trim(), page));
  return (
    <section aria-labelledby="audit">
      <div className="section-head">
        <h2 id="audit">{words.auditLog}</h2>
        <ExportButton wanted={wanted.trim()} />
      </div>
      <div className="toolbar">
        <SearchField
          label={words.filterByActionOrName}
          value={wanted}
          onChange={(next) => {
            setWanted(next);
            setPage(0);
          }}
        />
      </div>
      <QueryView
        query={list}
        failed={words.failedToLoadAuditLog}
        loading={{ count: 8, height: 44, label: words.loadingTheAuditLog }}
        empty={{ title: words.noEntriesFound, text: words.noLogEntriesMatch }}
      >
        {(data) => (
          <>
            <ul className="record-list">
              {data.rows.map((row) => (
                <Entry key={row.id} row={row} names={data.names} />
              ))}
            </ul>
            <Pager page={page} pageSize={pageSize} total={data.total} onPage={setPage} />
          </>
        )}
      </QueryView>
    </section>
  );
}

function Entry({ row, names }: { row: AuditRow; names: ReadonlyMap<string, string> }) {
  const player = playerOf(row);
  const undoId = undoIdOf(row, useQuery(openUndos).data ?? []);
  return (
    <li>
      <div>
        <p className="audit-sentence">
          {sentenceOf(
            row,
            player === null ? words.aPlayer : (names.get(player) ?? words.aDeletedPlayer),
            backend().config.time_zone,
          )}
        </p>
        <span>{`${kickOff(row.created_at, serverNow())}, ${authorOf(row, names)}`}</span>
      </div>
      {undoId !== null && <UndoButton id={undoId} action={row.action} />}
      <details>
        <summary>{words.storedEntry}</summary>
        <dl className="before-after">
          <Value name={words.action} value={row.action} />
          <Value
            name={words.record}
            value={`${row.table_name}${row.record_id === null ? "" : ` ${row.record_id}`}`}
          />
          <Value name={words.before} value={jsonOf(row.old_values)} />
          <Value name={words.after} value={jsonOf(row.new_values)} />
        </dl>
      </details>
    </li>
  );
}

/** What an undo undoes: its questions name it. */
type UndoThing = "import" | "merge" | "deletion" | "clearing" | "other";

/** What an undo from the log does, by action. */
const undoEffects: Readonly<Record<string, { thing: UndoThing; effect: string }>> = {
  import_matches: {
    thing: "import",
    effect: words.whatUndoingAnImportDoes,
  },
  merge_matches: {
    thing: "merge",
    effect: words.whatUndoingAMergeDoes,
  },
  merge_members: {
    thing: "merge",
    effect: words.closedAccountOpensAgain,
  },
  "delete-user": {
    thing: "deletion",
    effect: words.closedAccountOpensAgain,
  },
  clear_all_points: {
    thing: "clearing",
    effect: words.whatUndoingAClearingDoes,
  },
  clear_player_points: {
    thing: "clearing",
    effect: words.whatUndoingAClearingDoes,
  },
};

/** Undoes an action of the log, after a question. */
function UndoButton({ id, action }: { id: string; action: string }) {
  const { thing, effect } = undoEffects[action] ?? {
    thing: action.startsWith("delete") || action.endsWith(".delete") ? "deletion" : "other",
    effect: words.whatUndoingDoes,
  };
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const undoing = useAct({ act: () => undo(queries, id), onSettled: () => setAsking(false) });
  return (
    <>
      <button type="button" className="btn secondary small" onClick={() => setAsking(true)}>
        {words.undo}
      </button>
      <ConfirmDialog
        open={asking}
        title={words.undoThisThing({ thing })}
        keep={words.keepThing({ thing })}
        confirm={undoing.isPending ? words.undoing : words.undoThing({ thing })}
        pending={undoing.isPending}
        onKeep={() => setAsking(false)}
        onConfirm={() => undoing.mutate()}
      >
        <p>{words.onlyIfNothingChanged({ effect })}</p>
      </ConfirmDialog>
    </>
  );
}

function Value({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </>
  );
}

function jsonOf(values: AuditRow["new_values"]): string {
  return values === null ? "–" : JSON.stringify(values, null, 1);
}

/** The names of these rows' admins and players, by id. Deleted accounts are missing. */
async function namesOf(rows: readonly AuditRow[]): Promise<ReadonlyMap<string, string>> {
  const people = rows.flatMap((row) => [row.admin_user_id, playerOf(row)]);
  const ids = [...new Set(people.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const profiles = await dataOf(backend().rest.from("profiles").select("id, full_name").in("id", ids));
  return new Map(profiles.map(({ id, full_name }) => [id, full_name ?? footballWords.player]));
}

function authorOf({ action, admin_user_id: id }: AuditRow, names: ReadonlyMap<string, string>): string {
  if (id !== null) return words.byName({ name: names.get(id) ?? words.aDeletedAdmin });
  return action.startsWith("live_scores.") ? words.byTheLiveScoreProvider : words.byTheServersOperator;
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

function allEntries(wanted: string): Promise<AuditRow[]> {
  return allRows((size, after) => dataOf(pageOf(filtered(wanted), newestFirst, size, after)));
}

function filtered(wanted: string) {
  const query = backend().rest.from("admin_audit_log").select("*", { count: "exact" });
  if (wanted === "") return query;
  const pattern = `%${wanted.replace(/[\\%_]/g, "\\$&").replaceAll("*", "_")}%`;
  const quoted = `"${pattern.replace(/["\\]/g, "\\$&")}"`;
  return query.or(`action.ilike.${quoted},subject.ilike.${quoted}`);
}
