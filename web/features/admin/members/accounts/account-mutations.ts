import { callFunction } from "../../../../backend/connection/edge-functions.ts";
import { explainLastAdmin } from "../roles/last-admin.ts";

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
