/** Makes a backup once a day in a second place, removes old ones, and says how the last one went. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../database/database.ts";
import { PROGRAM } from "../program.ts";
import type { ScheduleState } from "./backup-state.ts";
import { timeInName } from "./backups-on-disk.ts";
import type { BackupPlace } from "./places.ts";
import { type BackupSource, makeBackup } from "./rows/make-backup.ts";

export interface SecondPlace {
  database: Database;
  source: BackupSource;
  place: BackupPlace;
  /** How many to keep. */
  kept: number;
  log: (event: string, error: unknown) => void;
}

const LOCK = `select pg_try_advisory_xact_lock(hashtextextended('${PROGRAM}_backup', 0)) as mine`;

/**
 * Makes a backup if the last one that succeeded is a day old, at most once an hour, and on one host of several: null on the
 * others. A backup that fails is recorded.
 */
export async function backUpIfDue(options: SecondPlace, signal: AbortSignal): Promise<ScheduleState | null> {
  return options.database.transaction(null, async (tx) => {
    const [lock] = await tx.query<{ mine: boolean }>(LOCK);
    if (!lock?.mine) return null;
    if (await isDue(options.database)) {
      await backUp(options, signal);
      await removeOld(options);
    }
    return stateOf(options.database);
  });
}

async function isDue(database: Database): Promise<boolean> {
  const [row] = await database.query<{ due: boolean }>(`
    select not exists (select from host.backups
                        where (ended_at is not null and error is null and started_at > clock_timestamp() - interval '24 hours')
                           or started_at > clock_timestamp() - interval '1 hour') as due`);
  return row?.due ?? true;
}

async function backUp({ database, source, place, log }: SecondPlace, signal: AbortSignal): Promise<void> {
  const name = `${PROGRAM}-${timeInName()}.tar.gz`;
  const address = place.addressOf(name);
  const draft = join(source.dataDir, "backups", `${name}.scheduled`);
  const [row] = await database.query<{ id: string }>(
    "insert into host.backups (place) values ($1) returning id::text",
    [address],
  );
  const end = (bytes: number | null, error: string | null) =>
    database.query(
      "update host.backups set ended_at = clock_timestamp(), bytes = $2::bigint, error = $3 where id = $1::bigint",
      [row?.id ?? null, bytes === null ? null : String(bytes), error],
    );
  try {
    const { bytes } = await makeBackup({ ...source, signal }, draft);
    await place.put(draft, address, signal);
    await end(bytes, null);
  } catch (error) {
    if (signal.aborted) {
      await database.query("delete from host.backups where id = $1::bigint", [row?.id ?? null]);
      return;
    }
    log("the scheduled backup failed", error);
    await end(null, error instanceof Error ? error.message : String(error));
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes only files that this project has recorded as its own, in whichever place of the same kind they are. */
async function removeOld({ database, place, kept, log }: SecondPlace): Promise<void> {
  const here = place.addressOf("");
  const old = await database.query<{ id: string; place: string }>(
    `select id::text, place from host.backups
      where ended_at is not null and error is null and removed_at is null and starts_with(place, $1)
      order by started_at desc offset $2::int`,
    [here, String(kept)],
  );
  for (const { id, place: address } of old) {
    try {
      await place.remove(address);
      await database.query("update host.backups set removed_at = clock_timestamp() where id = $1::bigint", [
        id,
      ]);
    } catch (error) {
      log("an old backup could not be removed", error);
    }
  }
}

async function stateOf(database: Database): Promise<ScheduleState> {
  const [state] = await database.query<{ error: string | null; last_success: string | null }>(`
    select (select error from host.backups where ended_at is not null order by id desc limit 1) as error,
           (select max(started_at) from host.backups where ended_at is not null and error is null) as last_success`);
  return { error: state?.error ?? null, lastSuccess: state?.last_success ?? null };
}
