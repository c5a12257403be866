import { codeOf } from "../../../../backend/connection/error-kinds.ts";
import { messageFor } from "../../../../backend/connection/error-messages.ts";
import { AdminError } from "../../shared/acts/use-admin-mutation.ts";

/** Gives the refusal to take the role of the last admin, or the account (SL007), its own message. */
export function explainLastAdmin<Answer>(call: Promise<Answer>): Promise<Answer> {
  return call.catch((error: unknown) => {
    if (codeOf(error) === "SL007") throw new AdminError(messageFor(error));
    throw error;
  });
}
