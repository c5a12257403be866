import * as words from "#words/admin-club";
import { signInMessage } from "../../../../backend/accounts/account-errors.ts";
import { backend } from "../../../../backend/connection/client.ts";
import { codeOf, isTransient } from "../../../../backend/connection/error-kinds.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import type { ClearingRow } from "../../../../backend/types/admin-rows.ts";
import { sanitise } from "../../../../ui/text/sanitise.ts";
import { AdminError } from "../../shared/acts/use-admin-mutation.ts";
import { pinRefusal } from "./pin-refusal.ts";

export function recalculate(): Promise<number> {
  return dataOf(backend().rest.rpc("recalculate_all_points"));
}

export function createSnapshot(
  { name, description }: { name: string; description: string },
  requestKey: string,
) {
  return dataOf(
    backend().rest.rpc("create_predictions_snapshot", {
      name: sanitise(name),
      description: description.trim() || null,
      _request_key: requestKey,
    }),
  );
}

/** Recalculates, takes a snapshot and clears the points in one transaction. Throws AdminError if the PIN is refused. */
export async function clearAllPoints(pin: string): Promise<ClearingRow> {
  const [result] = await dataOf(
    backend().rest.rpc("clear_all_points", { pin, snapshot_name: null, description: null }),
  ).catch((error: unknown) => {
    // Other database errors come from the recalculation or the snapshot, and roll everything back.
    if (/^(2|P0|4[05]|5)/.test(codeOf(error)) && codeOf(error) !== "42501")
      throw new AdminError(words.snapshotCreationFailed);
    throw error;
  });
  // not a text: for developers
  if (!result) throw new Error("clear_all_points answered nothing");
  const refusal = pinRefusal(result);
  if (refusal) throw refusal;
  return result;
}

/** Sets the PIN. Signs in with the password first, because the database requires a sign-in within the last five minutes. */
export async function setPin({ password, pin }: { password: string; pin: string }): Promise<void> {
  const { rest } = backend();
  const auth = await backend().auth();
  const user = (await auth.getUser()).data.user;
  const { error } = await auth.signInWithPassword(
    user?.email ? { email: user.email, password } : { phone: user?.phone ?? "", password },
  );
  if (error?.code === "invalid_credentials") throw new AdminError(words.thePasswordIsNotCorrect);
  // A refusal has a message for users; network and server failures have not.
  if (error) throw isTransient(error) ? error : new AdminError(signInMessage(error));
  await ensureSuccess(rest.rpc("set_clear_points_pin", { pin }));
}
