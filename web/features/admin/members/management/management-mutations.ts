import * as words from "#words/admin-members";
import { signInMessage } from "../../../../backend/accounts/account-errors.ts";
import { backend } from "../../../../backend/connection/client.ts";
import { callFunction } from "../../../../backend/connection/edge-functions.ts";
import { codeOf, isTransient } from "../../../../backend/connection/error-kinds.ts";
import { messageFor } from "../../../../backend/connection/error-messages.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import type { AdminPlayerRow, ClearingRow } from "../../../../backend/types/admin-rows.ts";
import { sanitise } from "../../../../ui/text/sanitise.ts";
import { AdminError } from "../../shared/mutations/use-admin-mutation.ts";
import { pinRefusal } from "../../shared/season/pin-refusal.ts";

export function deletePrediction(id: string): Promise<void> {
  return ensureSuccess(backend().rest.rpc("delete_user_prediction", { _prediction_id: id }));
}

export function clearPredictions(userId: string): Promise<number> {
  return dataOf(backend().rest.rpc("clear_user_predictions", { _user_id: userId }));
}

export function resetPoints(userId: string): Promise<number> {
  return dataOf(backend().rest.rpc("clear_player_points", { _user_id: userId }));
}

/** Deletes the account. Refused for the last admin (SL007). */
export function deleteUser(userId: string): Promise<unknown> {
  return explainLastAdmin(callFunction("delete-user", { userId }));
}

/** Replaces the password of a player who is not an admin. Resolves to the new one. */
export async function setTemporaryPassword(userId: string): Promise<string> {
  const made = await callFunction("set-temporary-password", { userId });
  const password: unknown = typeof made === "object" && made ? Reflect.get(made, "password") : null;
  // not a text: for developers
  if (typeof password !== "string") throw new Error("set-temporary-password answered no password");
  return password;
}

/** Grants or revokes the admin role. Refused for the last admin (SL007). */
export async function setAdmin(player: AdminPlayerRow, isAdmin: boolean): Promise<void> {
  await explainLastAdmin(
    dataOf(backend().rest.rpc("set_admin_role", { _user_id: player.user_id, _is_admin: isAdmin })),
  );
}

function explainLastAdmin<Answer>(call: Promise<Answer>): Promise<Answer> {
  return call.catch((error: unknown) => {
    if (codeOf(error) === "SL007") throw new AdminError(messageFor(error));
    throw error;
  });
}

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
