import type { Environment } from "../_http/environment.ts";
import { apiFootball } from "./api-football.ts";
import { footballData } from "./football-data.ts";
import type { Provider, ProviderName } from "./provider.ts";

/** FOOTBALL_DATA_URL and API_FOOTBALL_URL replace the base addresses. `patience`: milliseconds per request. */
export function openProvider(name: ProviderName, key: string, env: Environment, patience = 10_000): Provider {
  switch (name) {
    case "football_data":
      return footballData(env.FOOTBALL_DATA_URL ?? "https://api.football-data.org", key, patience);
    case "api_football":
      return apiFootball(env.API_FOOTBALL_URL ?? "https://v3.football.api-sports.io", key, patience);
  }
}

export function isProviderName(name: unknown): name is ProviderName {
  return name === "football_data" || name === "api_football";
}
