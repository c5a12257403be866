/** The API of each provider, by its name in the database. */
import { apiFootballApi } from "./api-football.ts";
import { footballDataApi } from "./football-data.ts";
import type { ProviderApi } from "./provider-server.ts";

export const PROVIDER_APIS = {
  football_data: footballDataApi,
  api_football: apiFootballApi,
} satisfies Record<string, ProviderApi>;

export type ProviderName = keyof typeof PROVIDER_APIS;

export const PROVIDER_NAMES = Object.keys(PROVIDER_APIS) as ProviderName[];

/** The variables that replace the base address of every provider. */
export function providerAddresses(url: string): Record<string, string> {
  return Object.fromEntries(PROVIDER_NAMES.map((name) => [`${name.toUpperCase()}_URL`, url]));
}
