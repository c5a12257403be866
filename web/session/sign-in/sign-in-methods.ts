import { queryOptions } from "@tanstack/react-query";
import * as words from "#words/session";
import { backend } from "../../backend/connection/client.ts";
import { RequestError } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { onDevice } from "../../backend/queries/query-meta.ts";
import { serviceFetch } from "../../backend/requests/service-fetch.ts";
import { inReadingOrder } from "../../ui/text/reading-order.ts";

/** What the auth service says about itself. Older services lack some of it. */
export interface AuthSettings {
  external?: Record<string, boolean>;
  phone_autoconfirm?: boolean;
  sms_provider?: string;
  passkeys_enabled?: boolean;
  /** Only this project's host says so. */
  manual_linking_enabled?: boolean;
}

/** Reads the settings of the auth service. Throws its error. */
export async function readAuthSettings(): Promise<AuthSettings> {
  const { config } = backend();
  const answer = await serviceFetch(`${config.url}/auth/v1/settings`, {
    headers: { apikey: config.publishable_key },
  });
  if (!answer.ok) throw new RequestError("", "", answer.status);
  return answer.json();
}

/** The same for screens. A club changes its settings rarely, and never while a page is open. */
export const authSettings = queryOptions({
  queryKey: [subject.settings, "sign-in methods"],
  meta: onDevice,
  queryFn: readAuthSettings,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** Whether this browser and this club can use passkeys. */
export function offersPasskeys(settings: AuthSettings | undefined): boolean {
  return settings?.passkeys_enabled === true && typeof PublicKeyCredential !== "undefined";
}

export interface ProviderChoice {
  id: string;
  /** Its name on the button. */
  name: string;
}

/** The enabled external providers, by name. */
export function providersOf(settings: AuthSettings | undefined): ProviderChoice[] {
  return Object.entries(settings?.external ?? {})
    .filter(([id, enabled]) => enabled && !notProviders.includes(id))
    .map(([id]) => ({ id, name: names[id] ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}` }))
    .sort((one, other) => inReadingOrder(one.name, other.name));
}

/** The providers that a signed-in player may link. Other hosts do not say whether they allow it, so they are asked. */
export function linkableProviders(settings: AuthSettings | undefined): ProviderChoice[] {
  return settings?.manual_linking_enabled === false ? [] : providersOf(settings);
}

const notProviders = ["anonymous_users", "email", "phone"];
const names: Readonly<Record<string, string>> = {
  azure: words.microsoft,
  gitlab: words.gitlab,
  linkedin_oidc: words.linkedin,
  slack_oidc: words.slack,
};
