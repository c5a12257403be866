import type { GoTrueClient, Provider } from "@supabase/auth-js";
import * as words from "#words/session";
import { signInMessage } from "../../backend/accounts/account-errors.ts";
import { backend } from "../../backend/connection/client.ts";
import { codeOf } from "../../backend/connection/error-kinds.ts";
import { RequestError } from "../../backend/connection/response.ts";
import { paths } from "../../paths.ts";

/** Where this tab keeps the code verifier while the player is at the provider. */
const storageKey = "scoreline-provider";

async function providerClient(): Promise<GoTrueClient> {
  const { createProviderClient } = await import("../../backend/connection/auth-client.ts");
  return createProviderClient(backend().config, storageKey);
}

/** Leaves the page for the provider's. Throws the auth service's error. */
export async function goToProvider(provider: string): Promise<void> {
  const { error } = await (await providerClient()).signInWithOAuth({
    provider: provider as Provider,
    options: { redirectTo: `${window.location.origin}${paths.signIn}` },
  });
  if (error) throw error;
}

/** In the address to which a linking returns. Tells its errors from those of an email link. */
export const linkingParameter = "linking";

/** Leaves the page for the provider's, to link an identity to the signed-in account. Throws the auth service's error. */
export async function linkProvider(provider: string): Promise<void> {
  const session = await backend().session();
  const client = await providerClient();
  const { access_token = "", refresh_token = "" } = session ?? {};
  const stored = await client.setSession({ access_token, refresh_token });
  const redirectTo = `${window.location.origin}${paths.profile}?${linkingParameter}=${provider}`;
  const { error } = stored.error
    ? stored
    : await client.linkIdentity({ provider: provider as Provider, options: { redirectTo } });
  if (error) {
    forgetProviderSignIn();
    throw error;
  }
}

/** Signs in with the code that the provider's redirect brought. Throws the auth service's error. */
export async function finishProviderSignIn(code: string): Promise<void> {
  try {
    const { data, error } = await (await providerClient()).exchangeCodeForSession(code);
    if (error) throw error;
    const stored = await (await backend().auth()).setSession(data.session);
    if (stored.error) throw stored.error;
  } finally {
    forgetProviderSignIn();
  }
}

/** Removes the code verifier and the session that this tab kept while the player was at the provider. */
export function forgetProviderSignIn(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(storageKey)) sessionStorage.removeItem(key);
  }
}

/** What a provider's redirect brought: a code, an error, or nothing. */
export interface ProviderAnswer {
  code: string | null;
  error: string | null;
}

/** Reads the redirect's values from the page's address. */
export function providerAnswer(values: URLSearchParams): ProviderAnswer {
  const failed = values.has("error") || values.has("error_code");
  return { code: values.get("code"), error: failed ? answerMessage(values) : null };
}

const byCode: Readonly<Record<string, string>> = {
  provider_email_needs_verification: words.clickTheConfirmationLink,
  signup_disabled: words.clubAcceptsNoAccounts,
  user_banned: words.accountIsBlocked,
};
const again = words.signInDidNotWork;

/** Never shows the text of the address, which anybody can write, unless it is one of the messages that the page knows. */
function answerMessage(values: URLSearchParams): string {
  const code = values.get("error_code") ?? "";
  if (byCode[code]) return byCode[code];
  if (values.get("error") === "access_denied" && !code) return words.signInWasCancelled;
  const description = values.get("error_description") ?? "";
  return /already (registered|exists)/i.test(description)
    ? signInMessage(new RequestError(description, code, 400))
    : again;
}

/** The message for an error of an exchange. */
export function exchangeMessage(error: unknown): string {
  const isOld = ["flow_state_not_found", "flow_state_expired", "bad_code_verifier"].includes(codeOf(error));
  return isOld ? again : signInMessage(error);
}
