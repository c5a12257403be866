/** The backups that a host makes: once a day, in the data folder and in a second place, and before an upgrade. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import type { StorageEnvironment } from "../config/storage-environment.ts";
import type { Database } from "../database/database.ts";
import { StartError } from "../database/start-error.ts";
import { openKeys } from "../gateway/keys.ts";
import { VERSION } from "../program.ts";
import type { ObjectStore } from "../storage/stores/object-store.ts";
import type { BackupState, ReportBackup, ScheduleState } from "./backup-state.ts";
import { timeInName, upgradeFilesIn } from "./backups-on-disk.ts";
import { copyIfDue, makeCopy } from "./cluster/daily-copies.ts";
import { openPlace } from "./places.ts";
import { type BackupSource, makeBackup } from "./rows/make-backup.ts";
import { backUpIfDue } from "./second-place.ts";

export interface BackupSettings {
  /** The server that the host does not manage. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** How many of each kind to keep; 0 makes none. */
  backupsKept?: number;
  /** BACKUP_TO: a folder or s3://bucket/prefix. */
  backupTo?: string | undefined;
  storage: StorageEnvironment;
  reportBackup?: ReportBackup | undefined;
  log: (event: string, error: unknown) => void;
}

export interface Backups {
  /** Returns where the backup is, or null if none are kept. Throws StartError. */
  beforeUpgrade(): Promise<string | null>;
  /** Makes each daily backup that is due, and reports its state. Never rejects: failures are logged. */
  makeDue(signal?: AbortSignal): Promise<void>;
  /** Calls makeDue every ten minutes. The result stops that and a running backup. */
  start(): () => Promise<void>;
}

/** Keeps the first seconds of a start free for requests, and makes no backup for a short-lived command. */
const FIRST_LOOK_MS = 20_000;
const LOOK_MS = 600_000;

/** Throws StartError for an invalid BACKUP_TO. */
export async function openBackups(
  settings: BackupSettings,
  database: Database,
  store: Pick<ObjectStore, "read">,
): Promise<Backups> {
  const { databaseUrl, dataDir, backupTo, backupsKept: kept = 0, reportBackup, log } = settings;
  const { cluster } = database;
  const connection: pg.ClientConfig = cluster?.connection ?? { connectionString: databaseUrl };
  const source = { connection, dataDir, store, version: VERSION };
  const place = backupTo && kept > 0 ? await openPlace(backupTo, settings.storage) : null;

  type Make = (signal: AbortSignal) => Promise<ScheduleState | null>;
  const daily = new Map<BackupState["kind"], Make>();
  if (cluster && kept > 0) daily.set("copy", (signal) => copyIfDue({ cluster, kept, log }, signal));
  if (place) daily.set("backup", (signal) => backUpIfDue({ database, source, place, kept, log }, signal));

  async function makeDue(signal = new AbortController().signal): Promise<void> {
    const failed = (event: string) => (error: unknown) => {
      if (!signal.aborted) log(event, error);
      return null;
    };
    const makeOne = async ([kind, make]: [BackupState["kind"], Make]) => {
      const state = await make(signal).catch(failed("the scheduled backup failed"));
      if (state === null || signal.aborted) return;
      const report = reportBackup?.(database, { kind, ...state });
      await report?.catch(failed("the state of the backups could not be reported"));
    };
    await Promise.all([...daily].map(makeOne));
  }

  return {
    makeDue,
    async beforeUpgrade() {
      if (kept === 0) return null;
      try {
        return cluster
          ? await makeCopy({ cluster, kept }, { isForUpgrade: true })
          : await fileOfUpgrade(source);
      } catch (error) {
        throw new StartError(
          `The backup before the upgrade failed (${error instanceof Error ? error.message : error}): nothing was changed. Start again, or set BACKUPS=0 to upgrade without one.`,
        );
      }
    },
    start() {
      const stopping = new AbortController();
      let running = Promise.resolve();
      const look = () => {
        running = running.then(() => makeDue(stopping.signal));
      };
      const timers = [setTimeout(look, FIRST_LOOK_MS), setInterval(look, LOOK_MS)];
      for (const timer of timers) timer.unref();
      return async () => {
        for (const timer of timers) clearTimeout(timer);
        stopping.abort(new Error("the host is stopping"));
        await running;
      };
    },
  };
}

/** Writes `backups/before-upgrade-TIME.tar.gz` in the data folder and removes the one of an earlier upgrade. */
async function fileOfUpgrade(source: BackupSource): Promise<string> {
  await openKeys(source.dataDir); // of a new data folder for an existing database
  const folder = join(source.dataDir, "backups");
  const path = join(folder, `before-upgrade-${timeInName()}.tar.gz`);
  await makeBackup(source, path);
  for (const other of upgradeFilesIn(folder)) if (other !== path) rmSync(other, { force: true });
  return path;
}
