import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { throwSentence } from "../../shared/acts/throw-refusal.ts";

/** What a start and an end change. */
export const staleAfterGame = [subject.lastStanding, subject.clubPages] as const;

export interface NewGame {
  league: string;
  name: string;
  round: string;
  needsCode: boolean;
}

/** Starts a game. Resolves to the id for the undo. */
export const startGame = ({ league, name, round, needsCode }: NewGame, requestKey: string) =>
  dataOf(
    backend().rest.rpc("start_last_standing", {
      _league: league,
      _name: name,
      _round: round,
      _needs_code: needsCode,
      _request_key: requestKey,
    }),
  ).catch(throwSentence);

/** Ends the game that runs. Resolves to the id for the undo. */
export const endGame = () => dataOf(backend().rest.rpc("end_last_standing"));

/** Makes codes for the game that runs. Resolves to the codes. */
export const makeCodes = (howMany: number, requestKey: string) =>
  dataOf(
    backend().rest.rpc("make_last_standing_codes", { _how_many: howMany, _request_key: requestKey }),
  ).catch(throwSentence);
