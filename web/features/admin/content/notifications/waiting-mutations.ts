import { backend } from "../../../../backend/connection/client.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import { throwRefusal } from "../../shared/acts/throw-refusal.ts";

/** Sends the messages now. Throws AdminError with the text of the database if that is refused, like the next one. */
export const tellWinners = (period: number) =>
  dataOf(backend().rest.rpc("tell_winners", { _period_id: period })).catch(throwRefusal);

export const holdWinners = (period: number, isHeld: boolean) =>
  ensureSuccess(backend().rest.rpc("hold_winners", { _period_id: period, _held: isHeld })).catch(
    throwRefusal,
  );

/** Sends the messages about every day that waits. Throws AdminError like `tellWinners`. */
export const tellResults = () => dataOf(backend().rest.rpc("tell_results")).catch(throwRefusal);
