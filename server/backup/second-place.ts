/** Makes a backup once a day in a second place, removes old ones, and reports the state to the application. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import type { StorageEnvironment } from "../config/storage-environment.ts";
import type { ReportBackup } from "../database/backup-state.ts";
import type { Database } from "../database/database.ts";
import { readConnection } from "../database/embedded/connection-file.ts";
import { PROGRAM, VERSION } from "../program.ts";
import type { ObjectStore } from "../storage/stores/object-store.ts";
import { type BackupPlace, openPlace } from "./places.ts";
import { makeBackup } from "./rows/make-backup.ts";

export interface ScheduledBackups {
  database: Database;
  connection: pg.ClientConfig;
  dataDir: string;
  store: Pick<ObjectStore, "read">;
  place: BackupPlace;
  /** How many to keep. */
  kept: number;
  reportBackup?: ReportBackup | undefined;
  log: (event: string, error: unknown) => void;
}

/** Keeps the first seconds of a start free for requests, and makes no backup for a short-lived command. */
const FIRST_LOOK_MS = 20_000;
const LOOK_MS = 600_000;
const LOCK = `select pg_try_advisory_xact_lock(hashtextextended('${PROGRAM}_backup', 0)) as mine`;

/** Looks every ten minutes whether a backup is due. The result ends that and a running backup. */
export function startScheduledBackups(options: ScheduledBackups): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const look = () => {
    running = running
      .then(() => backUpIfDue(options, stopping.signal))
      .catch((error: unknown) => options.log("the scheduled backup failed", error));
  };
  const timers = [setTimeout(look, FIRST_LOOK_MS), setInterval(look, LOOK_MS)];
  for (const timer of timers) timer.unref();
  return async () => {
    for (const timer of timers) clearTimeout(timer);
    stopping.abort(new Error("the host is stopping"));
    await running;
  };
}

/**
 * Makes a backup if the last one that succeeded is a day old, at most once an hour, and on one host of several. Reports the
 * state to the application. Never rejects because of the backup itself, which is recorded as failed.
 */
export async function backUpIfDue(options: ScheduledBackups, signal?: AbortSignal): Promise<void> {
  await options.database.transaction(null, async (tx) => {
    const [lock] = await tx.query<{ mine: boolean }>(LOCK);
    if (!lock?.mine) return;
    if (await isDue(options.database)) {
      await backUp(options, signal);
      await removeOld(options);
    }
    await report(options);
  });
}

async function isDue(database: Database): Promise<boolean> {
  const [row] = await database.query<{ due: boolean }>(`
    select not exists (select from host.backups
                        where (ended_at is not null and error is null and started_at > clock_timestamp() - interval '24 hours')
                           or started_at > clock_timestamp() - interval '1 hour') as due`);
  return row?.due ?? true;
}

async function backUp(
  { database, connection, dataDir, store, place, log }: ScheduledBackups,
  signal: AbortSignal | undefined,
): Promise<void> {
  // Milliseconds keep the names of any two backups apart, because an old one is removed by its name.
  const name = `${PROGRAM}-${new Date().toISOString().replaceAll(":", "-")}.tar.gz`;
  const address = place.addressOf(name);
  const folder = join(dataDir, "backups");
  const draft = join(folder, `${name}.scheduled`);
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
    const { bytes } = await makeBackup({ connection, dataDir, store, version: VERSION, signal }, draft);
    await place.put(draft, address, signal);
    await end(bytes, null);
  } catch (error) {
    if (signal?.aborted) {
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
async function removeOld({ database, place, kept, log }: ScheduledBackups): Promise<void> {
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

async function report({ database, reportBackup }: ScheduledBackups): Promise<void> {
  if (reportBackup === undefined) return;
  const [state] = await database.query<{ error: string | null; last_success: string | null }>(`
    select (select error from host.backups where ended_at is not null order by id desc limit 1) as error,
           (select max(started_at) from host.backups where ended_at is not null and error is null) as last_success`);
  await reportBackup(database, {
    kind: "backup",
    error: state?.error ?? null,
    lastSuccess: state?.last_success ?? null,
  });
}

/** What a host knows about its scheduled backups. */
export interface ScheduleSettings {
  databaseUrl?: string | undefined;
  dataDir: string;
  /** BACKUP_TO; without it none are made. */
  backupTo?: string | undefined;
  backupsKept?: number;
  storage: StorageEnvironment;
  reportBackup?: ReportBackup | undefined;
  log: ScheduledBackups["log"];
}

/** Opens the place of BACKUP_TO. The result starts the schedule, or does nothing. Throws StartError for an invalid setting. */
export async function scheduleOf(
  { databaseUrl, dataDir, backupTo, backupsKept = 0, storage, ...reporting }: ScheduleSettings,
  database: Database,
  store: Pick<ObjectStore, "read">,
): Promise<() => () => Promise<void>> {
  const connection = databaseUrl ? { connectionString: databaseUrl } : readConnection(dataDir);
  if (!backupTo || backupsKept === 0 || !connection) return () => async () => {};
  const place = await openPlace(backupTo, storage);
  const kept = backupsKept;
  return () => startScheduledBackups({ database, connection, dataDir, store, place, kept, ...reporting });
}
