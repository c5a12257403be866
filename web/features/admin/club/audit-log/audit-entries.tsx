import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-club";
import { backend } from "../../../../backend/connection/client.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { useAct } from "../../../../backend/queries/use-act.ts";
import type { AuditRow } from "../../../../backend/types/admin-rows.ts";
import { kickOff } from "../../../../football/time/kick-off.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { openUndos, undo } from "../../shared/undo/undo.ts";
import { playerOf, undoIdOf } from "./audit-entry.ts";
import { sentenceOf } from "./audit-sentences.ts";

interface Props {
  rows: readonly AuditRow[];
  /** Of the people in the rows, by id. */
  names: ReadonlyMap<string, string>;
  /** Leaves out the stored entries. */
  brief?: boolean;
}

/** What admins did, in sentences, each with its undo while there is one and with the stored entry behind a disclosure. */
export function AuditEntries({ rows, names, brief = false }: Props) {
  return (
    <ul className="record-list">
      {rows.map((row) => (
        <Entry key={row.id} row={row} names={names} brief={brief} />
      ))}
    </ul>
  );
}

function Entry({ row, names, brief }: Required<Omit<Props, "rows">> & { row: AuditRow }) {
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
      {!brief && <StoredEntry row={row} />}
    </li>
  );
}

function StoredEntry({ row }: { row: AuditRow }) {
  return (
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
  move_in: {
    thing: "import",
    effect: words.whatUndoingAMoveDoes,
  },
  archive_past_table: {
    thing: "import",
    effect: words.whatUndoingAPastTableDoes,
  },
  claim_points: {
    thing: "merge",
    effect: words.closedAccountOpensAgain,
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

function authorOf({ action, admin_user_id: id }: AuditRow, names: ReadonlyMap<string, string>): string {
  if (id !== null) return words.byName({ name: names.get(id) ?? words.aDeletedAdmin });
  return action.startsWith("live_scores.") ? words.byTheLiveScoreProvider : words.byTheServersOperator;
}
