import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { throwSentence } from "../../shared/acts/throw-refusal.ts";
import type { CupChoices } from "./cup-queries.ts";

/** What a draw and its end change. */
export const staleAfterCup = [subject.cup, subject.clubPages] as const;

/** Draws a cup, and ends the one that runs. Resolves to the id for the undo. */
export const drawCup = ({ name, league, most, firstRound }: CupChoices, requestKey: string) =>
  dataOf(
    backend().rest.rpc("draw_cup", {
      _league: league,
      _name: name,
      ...(most === null ? {} : { _most: most }),
      ...(firstRound === null ? {} : { _first_round: firstRound }),
      _request_key: requestKey,
    }),
  ).catch(throwSentence);

/** Ends the cup that runs. Resolves to the id for the undo. */
export const endCup = () => dataOf(backend().rest.rpc("end_cup"));
