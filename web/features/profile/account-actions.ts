import { backend } from "../../backend/connection/client.ts";
import { callFunction } from "../../backend/connection/edge-functions.ts";
import { dataOf, ensureSuccess, RequestError } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { ownWrite } from "../../backend/requests/marks.ts";
import { sanitise } from "../../ui/text/sanitise.ts";

/** Each throws the server's error. */

/** Milliseconds to wait for the refresh of the session, which auth-js repeats for half a minute. */
const refreshTimeout = 3_000;

/**
 * Changes the player's name. The database also updates the user's metadata, so the session is refreshed to contain it. If that
 * fails, the name is saved all the same, and the session has it after its next refresh.
 */
export async function rename(userId: string, fullName: string): Promise<void> {
  await ensureSuccess(
    ownWrite(
      subject.profile,
      backend()
        .rest.from("profiles")
        .update({ full_name: sanitise(fullName) })
        .eq("id", userId),
    ),
  );
  const refreshed = backend()
    .auth()
    .then((auth) => auth.refreshSession())
    .catch(() => undefined);
  await Promise.race([refreshed, new Promise((late) => setTimeout(late, refreshTimeout))]);
}

/** Resolves to `confirm` if links were sent to the old and the new address, and to `changed` if no confirmation is needed. */
export async function changeEmail(email: string): Promise<"changed" | "confirm"> {
  const { data, error } = await (await backend().auth()).updateUser(
    { email },
    { emailRedirectTo: `${window.location.origin}/profile` },
  );
  if (error) throw error;
  return data.user.email === email ? "changed" : "confirm";
}

/** Resolves to `confirm` if a code was sent to the new number, and to `changed` if no confirmation is needed. */
export async function changePhone(phone: string): Promise<"changed" | "confirm"> {
  const { data, error } = await (await backend().auth()).updateUser({ phone });
  // A refusal by the hook send_sms has no code of its own.
  if (error?.status === 422 && error.code === "unknown") throw new RequestError("", "sms_send_failed", 422);
  if (error) throw error;
  return data.user.phone === phone.replace(/^\+/, "") ? "changed" : "confirm";
}

export async function confirmPhone(phone: string, token: string): Promise<void> {
  const { error } = await (await backend().auth()).verifyOtp({ phone, token, type: "phone_change" });
  if (error) throw error;
}

export async function resendPhoneCode(phone: string): Promise<void> {
  const { error } = await (await backend().auth()).resend({ type: "phone_change", phone });
  if (error) throw error;
}

export async function requestNonce(): Promise<void> {
  const { error } = await (await backend().auth()).reauthenticate();
  if (error) throw error;
}

export async function signOutOthers(): Promise<void> {
  const { error } = await (await backend().auth()).signOut({ scope: "others" });
  if (error) throw error;
}

/** All data that the club stores about the player, as indented JSON. */
export async function myData(): Promise<string> {
  return JSON.stringify(await dataOf(backend().rest.rpc("my_data")), null, 2);
}

/** Permanently deletes the signed-in account. The server checks the password. */
export async function deleteAccount(userId: string, password: string): Promise<void> {
  await callFunction("delete-user", { userId, password });
}
