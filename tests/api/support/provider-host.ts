/** A host whose live-score provider is a local server. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROVIDER_APIS, type ProviderName, providerAddresses } from "../../providers/provider-apis.ts";
import { type ProviderServer, startProvider } from "../../providers/provider-server.ts";
import { type Host, startHost } from "./host.ts";

export interface ProviderHost {
  host: Host;
  provider: ProviderServer;
  /** Stops the host and the provider. */
  stop(): Promise<void>;
}

/** No scheduled polls, and no minimum time between two polls. */
export const POLLS_AT_ONCE = `update private.live_score_provider set min_poll_gap = '0', minute_limit = 1000, minute_left = 1000;
  update private.jobs set next_run_at = 'infinity' where name = 'Sync live scores';`;

/** `sql` runs after the project's migrations, to set the polling intervals. */
export async function startProviderHost(name: ProviderName, sql: string): Promise<ProviderHost> {
  const provider = await startProvider(PROVIDER_APIS[name]);
  const host = await startHost({ migrations: { polling: sql } });
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

/** Functions read this file at their first call. */
export function pointAt(host: Host, provider: ProviderServer): void {
  const lines = Object.entries(providerAddresses(provider.url)).map(([name, value]) => `${name}=${value}`);
  writeFileSync(join(host.dataDir, "supabase", "functions", ".env"), lines.join("\n"));
}
