import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { throwSentence } from "../../shared/acts/throw-refusal.ts";
import type { argumentsOf } from "./moving-in-queries.ts";

/** What a move changes. */
export const staleAfterMove = [subject.dashboard, subject.leaderboard, subject.progress] as const;

/** Moves a list in. Resolves to the id for the undo. */
export const moveIn = (list: { _label: string } & ReturnType<typeof argumentsOf>, requestKey: string) =>
  dataOf(backend().rest.rpc("move_in", { ...list, _request_key: requestKey })).catch(throwSentence);
