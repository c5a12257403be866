/** A club whose live-score provider is a local server without limits. */

import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addSql } from "../../engines/add-sql.ts";
import { footballDataApi } from "../../providers/football-data.ts";
import { type ProviderServer, startProvider } from "../../providers/provider-server.ts";
import { type Club, openClub } from "./club.ts";

/** Stops the scheduled polls, so that only the test polls. */
const NO_SCHEDULED_POLLS = `update private.live_score_provider set min_poll_gap = '0', minute_limit = 1000;
  update private.jobs set next_run_at = 'infinity' where name = 'Sync live scores';`;

export interface ProviderClub extends Club {
  provider: ProviderServer;
}

export async function openProviderClub(): Promise<ProviderClub> {
  const provider = await startProvider(footballDataApi);
  provider.quota = { minute: null, minuteEndsIn: 60, day: null };
  const served = join(mkdtempSync(join(tmpdir(), "scoreline-served-")), "supabase");
  cpSync("supabase", served, { recursive: true });
  writeFileSync(join(served, "functions", ".env"), `FOOTBALL_DATA_URL=${provider.url}`);
  addSql(served, 29990101000000, "no_scheduled_polls", NO_SCHEDULED_POLLS);
  const club = await openClub({ env: { SUPABASE_DIR: served } });
  return {
    ...club,
    provider,
    async stop() {
      await club.stop();
      await provider.stop();
      rmSync(served, { recursive: true, force: true });
    },
  };
}
