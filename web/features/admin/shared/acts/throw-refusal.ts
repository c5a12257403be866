import { refusalIn } from "../../../../backend/sentences/refusals.ts";
import { AdminError } from "./use-admin-mutation.ts";

/** Throws a refusal of the database as an AdminError in the words of the page, and other errors as they are. */
export function throwRefusal(error: unknown): never {
  return throwWith(error, (reason) => reason);
}

/** The same, with the reason as a sentence. */
export function throwSentence(error: unknown): never {
  return throwWith(error, (reason) => `${reason}.`);
}

/** The same, with the message that `say` makes of the reason. */
export function throwWith(error: unknown, say: (reason: string) => string): never {
  const reason = refusalIn(error);
  throw reason === null ? error : new AdminError(say(reason));
}
