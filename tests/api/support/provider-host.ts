/** A host whose live-score provider is a server of the test's own. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FunctionsHttpError } from "@supabase/supabase-js";
import { apiFootballDialect } from "../../providers/api-football.ts";
import { footballDataDialect } from "../../providers/football-data.ts";
import { type ProviderServer, startProvider } from "../../providers/provider-server.ts";
import { type Api, type Host, startHost } from "./host.ts";

export type ProviderName = "football_data" | "api_football";
const DIALECTS = { football_data: footballDataDialect, api_football: apiFootballDialect } as const;

export interface FeedHost {
  host: Host;
  provider: ProviderServer;
  /** Both. */
  stop(): Promise<void>;
}

/** `sql` runs after the project's migrations, to set the feed's rhythm for the test. */
export async function startFeedHost(name: ProviderName, sql: string): Promise<FeedHost> {
  const provider = await startProvider(DIALECTS[name]);
  const host = await startHost({ migrations: { rhythm: sql } });
  pointAt(host, provider);
  return {
    host,
    provider,
    stop: async () => {
      await host.stop();
      await provider.stop();
    },
  };
}

/** Functions read this file when they are first called. */
export function pointAt(host: Host, provider: ProviderServer): void {
  const lines = [`FOOTBALL_DATA_URL=${provider.url}`, `API_FOOTBALL_URL=${provider.url}`];
  writeFileSync(join(host.dataDir, "supabase", "functions", ".env"), lines.join("\n"));
}

/** Calls a function; status and body also when it refuses. */
export async function call(
  api: Api,
  name: string,
  body: object = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const { data, error } = await api.functions.invoke<Record<string, unknown>>(name, { body });
  if (error instanceof FunctionsHttpError) {
    const response = error.context as Response;
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  if (error) throw error;
  return { status: 200, body: data ?? {} };
}
