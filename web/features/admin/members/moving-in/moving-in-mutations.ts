import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { throwSentence } from "../../shared/acts/throw-refusal.ts";
import { type argumentsOf, type PastTable, pastLines } from "./moving-in-queries.ts";

/** What a move changes. */
export const staleAfterMove = [subject.dashboard, subject.leaderboard, subject.progress] as const;

/** What an archived table changes. */
export const staleAfterPastTable = [subject.dashboard, subject.archives] as const;

/** Archives the final table of a past season. Resolves to the id for the undo. */
export const archivePastTable = (table: PastTable, requestKey: string) =>
  dataOf(
    backend().rest.rpc("archive_past_table", {
      _name: table.name,
      _description: table.description,
      _league: table.league,
      _start_date: table.start,
      _end_date: table.end,
      _lines: pastLines(table),
      _request_key: requestKey,
    }),
  ).catch(throwSentence);

/** Moves a list in. Resolves to the id for the undo. */
export const moveIn = (list: { _label: string } & ReturnType<typeof argumentsOf>, requestKey: string) =>
  dataOf(backend().rest.rpc("move_in", { ...list, _request_key: requestKey })).catch(throwSentence);
