import { backend } from "../../../../backend/connection/client.ts";
import { callFunction } from "../../../../backend/connection/edge-functions.ts";
import { codeOf } from "../../../../backend/connection/error-kinds.ts";
import { messageFor } from "../../../../backend/connection/error-messages.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";
import { AdminError } from "../../shared/mutations/use-admin-mutation.ts";

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
