import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { mustChangePassword } from "../../session/session-store.ts";
import { hasPlatformAuthenticator } from "../../session/sign-in/passkeys.ts";
import { offersPasskeys, readAuthSettings } from "../../session/sign-in/sign-in-methods.ts";

/** The steps after a sign-in that are shown once, and what the device remembers about them. */

const passkeyOfferKey = "scoreline-passkey-offer";
const aMinute = 60_000;
const phoneStepKey = (userId: string) => `scoreline-phone-step/${userId}`;

/** Whether to offer a passkey after a sign-in by password. False if anything about it fails. */
export async function shouldOfferPasskey(): Promise<boolean> {
  try {
    if (localStorage.getItem(passkeyOfferKey) !== null || !(await hasPlatformAuthenticator())) return false;
    const session = await backend().session();
    return !mustChangePassword(session?.user ?? null) && offersPasskeys(await readAuthSettings());
  } catch {
    return false;
  }
}

export function rememberPasskeyOffer(): void {
  localStorage.setItem(passkeyOfferKey, "shown");
}

/** Whether to ask for a phone number after a sign-in with a provider. False if anything about it fails. */
export async function shouldAskForPhone(): Promise<boolean> {
  try {
    const session = await backend().session();
    const user = session?.user;
    if (!user || user.phone || localStorage.getItem(phoneStepKey(user.id)) !== null) return false;
    const { rest } = backend();
    const [profile] = await dataOf(rest.from("profiles").select("phone_number").eq("id", user.id).limit(1));
    return profile !== undefined && !profile.phone_number;
  } catch {
    return false;
  }
}

export function rememberPhoneStep(userId: string): void {
  localStorage.setItem(phoneStepKey(userId), "answered");
}

/** Whether the signed-in account has just been made, by the server's times. False if anything about it fails. */
export async function isFirstSignIn(): Promise<boolean> {
  try {
    const user = (await backend().session())?.user;
    if (!user?.last_sign_in_at) return false;
    return Date.parse(user.last_sign_in_at) - Date.parse(user.created_at) < aMinute;
  } catch {
    return false;
  }
}

/** Adds a phone number to the signed-in account. True if a code was sent to it. Throws the auth service's error. */
export async function addPhone(phone: string): Promise<boolean> {
  const { data, error } = await (await backend().auth()).updateUser({ phone });
  if (error) throw error;
  return data.user.phone !== phone.replace(/^\+/, "");
}
