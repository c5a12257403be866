import type { Environment } from "../_http/environment.ts";
import { apiFootball } from "./api-football.ts";
import { footballData } from "./football-data.ts";
import type { Provider } from "./provider.ts";

/** The providers by their names in the database, each with the base address of its API. */
const PROVIDERS = {
  football_data: { open: footballData, url: "https://api.football-data.org" },
  api_football: { open: apiFootball, url: "https://v3.football.api-sports.io" },
};

export type ProviderName = keyof typeof PROVIDERS;

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as ProviderName[];

/**
 * FOOTBALL_DATA_URL and API_FOOTBALL_URL, the name in capitals with `_URL`, replace the base addresses. `patience`:
 * milliseconds per request.
 */
export function openProvider(name: ProviderName, key: string, env: Environment, patience = 10_000): Provider {
  const { open, url } = PROVIDERS[name];
  return open(env[`${name.toUpperCase()}_URL`] ?? url, key, patience);
}

export function isProviderName(name: unknown): name is ProviderName {
  return PROVIDER_NAMES.some((known) => known === name);
}
