import type { Config } from "./config.ts";

export interface Addresses {
  /** The application's address. Redirects and text messages name it. Without a trailing slash. */
  siteUrl: string;
  /** The API's own address. Links of emails and the issuer of tokens begin with it. Without a trailing slash. */
  apiUrl: string;
}

interface Given {
  /** SITE_URL of the environment. */
  siteUrl?: string | undefined;
  /** API_EXTERNAL_URL of the environment. */
  apiUrl?: string | undefined;
  /** The URL at which the host itself listens. */
  ownUrl: string;
  /** True if the host serves the application's page too, so that both have one address. */
  servesPage: boolean;
}

/**
 * The addresses of the application and of the API. The environment precedes config.toml. The names are those of GoTrue
 * and the CLI. Source: supabase/cli, internal/start/start.go.
 */
export function addressesOf({ auth, api }: Pick<Config, "auth" | "api">, given: Given): Addresses {
  const shared = given.servesPage ? given.siteUrl : undefined;
  const apiUrl = given.apiUrl ?? api.external_url ?? shared ?? given.ownUrl;
  const siteUrl = given.siteUrl ?? auth.site_url ?? apiUrl;
  return { siteUrl: withoutSlash(siteUrl), apiUrl: withoutSlash(apiUrl) };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
