import * as words from "#words/session";
import { signInMessage } from "../../backend/accounts/account-errors.ts";
import { backend } from "../../backend/connection/client.ts";
import { codeOf } from "../../backend/connection/error-kinds.ts";

/** Each throws the error of the browser or of the auth service. */

/** Signs in with any passkey of this site that the device has. */
export async function signInWithPasskey(): Promise<void> {
  const { error } = await (await backend().auth()).signInWithPasskey();
  if (error) throw error;
}

/** Creates a passkey on this device or on a phone nearby. */
export async function addPasskey(): Promise<void> {
  const { error } = await (await backend().auth()).registerPasskey();
  if (error) throw error;
}

/** Whether this device can verify its user by fingerprint, face or PIN. */
export async function hasPlatformAuthenticator(): Promise<boolean> {
  if (typeof PublicKeyCredential === "undefined") return false;
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);
}

const byCode: Readonly<Record<string, string>> = {
  webauthn_verification_failed: words.passkeyDoesNotWork,
  webauthn_challenge_expired: words.thatTookTooLong,
  webauthn_challenge_not_found: words.thatTookTooLong,
  webauthn_credential_exists: words.passkeyIsAlreadyAdded,
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: words.deviceAlreadyHasAPasskey,
  too_many_passkeys: words.youHaveTenPasskeys,
  insufficient_aal: words.confirmYourSecondFactor,
};

/** The message for an error of a passkey. */
export function passkeyMessage(error: unknown): string {
  const known = byCode[codeOf(error)];
  if (known) return known;
  // The codes of the browser's own errors, for example when the dialog was cancelled.
  if (codeOf(error).startsWith("ERROR_")) return words.noPasskeyWasUsed;
  return signInMessage(error);
}
