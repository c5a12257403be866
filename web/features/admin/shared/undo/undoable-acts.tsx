import { useQuery, useQueryClient } from "@tanstack/react-query";
import * as words from "#words/admin";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { useAct } from "../../../../backend/queries/use-act.ts";
import type { UndoRow } from "../../../../backend/types/admin-rows.ts";
import { kickOff } from "../../../../football/time/kick-off.ts";
import { openUndos, undo } from "./undo.ts";

/** What each act did. */
const sentences = {
  clear_all_points: words.allPointsWereCleared,
  clear_player_points: words.pointsOfAMemberWereReset,
  "delete-user": words.anAccountWasDeleted,
  draw_divisions: words.divisionsWereDrawn,
  end_divisions: words.divisionsWereEnded,
  draw_cup: words.cupWasDrawn,
  end_cup: words.cupWasEnded,
  start_last_standing: words.gameWasStarted,
  end_last_standing: words.gameWasEnded,
  pay_prize: words.prizeWasPaid,
  move_in: words.aPoolWasMovedIn,
  archive_past_table: words.aPastTableWasArchived,
  merge_members: words.accountsWereMerged,
  "news.delete": words.newsWasDeleted,
} as const;
export type UndoableAct = keyof typeof sentences;

/** The acts of these kinds that can still be undone, each with its button, where they were done. Nothing without one. */
export function UndoableActs({ acts }: { acts: readonly UndoableAct[] }) {
  const open = useQuery(openUndos).data ?? [];
  const shown = open.filter((row): row is UndoRow & { action: UndoableAct } =>
    acts.some((act) => act === row.action),
  );
  if (shown.length === 0) return null;
  return (
    <section className="notice undoable-acts" aria-label={words.canStillBeUndone}>
      <ul>
        {shown.map((row) => (
          <Act key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Act({ row }: { row: UndoRow & { action: UndoableAct } }) {
  const queries = useQueryClient();
  const undoing = useAct({ act: () => undo(queries, row.id) });
  const act = sentences[row.action];
  return (
    <li>
      <span>
        <span>{act}</span>
        <small>{kickOff(row.done_at, serverNow())}</small>
      </span>
      <button
        type="button"
        className="btn secondary small"
        aria-label={words.undoThisOf({ act })}
        disabled={undoing.isPending}
        onClick={() => undoing.mutate()}
      >
        {words.undo}
      </button>
    </li>
  );
}
