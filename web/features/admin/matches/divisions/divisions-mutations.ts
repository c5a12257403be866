import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { throwSentence } from "../../shared/acts/throw-refusal.ts";
import type { DrawChoices } from "./divisions-queries.ts";

/** Draws divisions, and ends those that run. Resolves to the id for the undo. */
export const drawDivisions = ({ league, order, atMost, matchdays }: DrawChoices, requestKey: string) =>
  dataOf(
    backend().rest.rpc("draw_divisions", {
      _league: league,
      _order: order,
      _at_most: atMost,
      _matchdays: matchdays,
      _request_key: requestKey,
    }),
  ).catch(throwSentence);

/** Ends the divisions that run. Resolves to the id for the undo. */
export const endDivisions = () => dataOf(backend().rest.rpc("end_divisions"));
