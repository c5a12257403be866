/** What must be true of a club that starts after its power was cut. */
import { lstatSync, statSync } from "node:fs";
import { join } from "node:path";
import type { LaunchedHost } from "../../../tools/host/spawn-host.ts";
import { daysFromNow } from "../../club-time.ts";
import { FACT_MS } from "../../limits.ts";
import type { Club } from "../club.ts";
import { until } from "../processes.ts";

export interface Known {
  /** Names of teams whose insert was acknowledged. */
  teams: string[];
  /** The keys that clients may use; null if the club has not served. */
  keys: Club["keys"] | null;
}

const RESERVE_BYTES = 48 * 2 ** 20;

/** Throws an Error unless everything that was acknowledged is there, and the club works: it adds a match and a team. */
export async function expectClub(club: Club, host: LaunchedHost, known: Known, label: string): Promise<void> {
  if (lstatSync(club.cluster).isSymbolicLink()) throw new Error("the database is not in the data folder");
  await club.verify();
  const { keys } = club;
  if (known.keys && JSON.stringify(known.keys) !== JSON.stringify(keys))
    throw new Error("the keys are others");
  known.keys = keys;
  const found = await club.query(async (client) => {
    const { rows } = await client.query<{ name: string }>("select name from public.teams");
    return new Set(rows.map(({ name }) => name));
  });
  const lost = known.teams.filter((name) => !found.has(name));
  if (lost.length > 0) throw new Error(`${lost.length} acknowledged writes are lost: ${lost.slice(0, 3)}`);
  await expectSettings(club);
  const match = {
    home_team_name: `${label} Home`,
    away_team_name: `${label} Away`,
    match_date: daysFromNow(3),
    match_time: "15:00",
    league: "Friendly Club",
  };
  const response = await fetch(`${host.url}/rest/v1/matches`, {
    method: "POST",
    headers: { apikey: keys.secret_key, "content-type": "application/json" },
    body: JSON.stringify(match),
  });
  if (response.status !== 201)
    throw new Error(`a match is answered ${response.status} ${await response.text()}`);
  known.teams.push(match.home_team_name, match.away_team_name);
  const reserve = () => statSync(join(club.dataDir, "disk-reserve"), { throwIfNoEntry: false })?.size;
  await until("the reserve of the disk", FACT_MS, () => reserve() === RESERVE_BYTES);
}

/** The server reads the settings of the host. */
async function expectSettings(club: Club): Promise<void> {
  const value = await club.query(async (client) => {
    const { rows } = await client.query<{ value: string }>(
      "select current_setting('shared_buffers') as value",
    );
    return rows[0]?.value;
  });
  if (value !== "64MB") throw new Error(`PostgreSQL runs with its own settings: shared_buffers is ${value}`);
}
