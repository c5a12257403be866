/** The API of each provider, by its name in the database. */
import { apiFootballDialect } from "./api-football.ts";
import { footballDataDialect } from "./football-data.ts";
import type { Dialect } from "./provider-server.ts";

export const DIALECTS = {
  football_data: footballDataDialect,
  api_football: apiFootballDialect,
} satisfies Record<string, Dialect>;

export type ProviderName = keyof typeof DIALECTS;

export const PROVIDER_NAMES = Object.keys(DIALECTS) as ProviderName[];

/** The variables that replace the base address of every provider. */
export function providerAddresses(url: string): Record<string, string> {
  return Object.fromEntries(PROVIDER_NAMES.map((name) => [`${name.toUpperCase()}_URL`, url]));
}
