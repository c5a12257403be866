/** Deletes what a project no longer needs, at intervals and apart from requests. */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { foldersOfBackups, isUnfinished } from "../backup/backups-on-disk.ts";
import type { Database } from "../database/database.ts";

export interface HousekeeperDeps {
  database: Pick<Database, "run">;
  dataDir: string;
  /** BACKUP_TO: a folder or s3://bucket/prefix. */
  backupTo: string | undefined;
  log: (event: string, error: unknown) => void;
}

/** Keeps the first seconds of a start free for requests. */
const FIRST_RUN_MS = 60_000;
const RUN_MS = 600_000;
const DAY_MS = 86_400_000;

/** Each in a transaction of its own, so that a lock on one table keeps none of the others. */
const DELETIONS = [
  "delete from host.rate_limits where resets_at < clock_timestamp() - interval '1 hour'",
  "delete from auth.flow_state where created_at < clock_timestamp() - interval '1 day'",
  "delete from auth.oauth_client_states where created_at < clock_timestamp() - interval '1 day'",
  "delete from auth.sessions where not_after < clock_timestamp() - interval '1 day'",
  "delete from auth.webauthn_challenges where expires_at < clock_timestamp() - interval '1 day'",
  "delete from auth.mfa_challenges where created_at < clock_timestamp() - interval '1 day'",
  "delete from auth.refresh_tokens where revoked and updated_at < clock_timestamp() - interval '30 days'",
  "delete from auth.audit_log_entries where created_at < clock_timestamp() - interval '90 days'",
];
/** A table that somebody has locked is left for the next time. */
const LIMITS = {
  text: "select set_config('lock_timeout', '2s', true), set_config('statement_timeout', '60s', true)",
};

/** Runs a minute after the start and every ten minutes. The result stops it and resolves when it does not run. */
export function startHousekeeper(deps: HousekeeperDeps): () => Promise<void> {
  let running: Promise<void> | null = null;
  let stopped = false;
  const run = () => {
    running ??= keepHouse(deps, () => stopped).finally(() => {
      running = null;
    });
  };
  const timers = [setTimeout(run, FIRST_RUN_MS), setInterval(run, RUN_MS)];
  for (const timer of timers) timer.unref();
  return async () => {
    stopped = true;
    for (const timer of timers) clearTimeout(timer);
    await running;
  };
}

/**
 * Deletes counters an hour after their window, sign-ins and challenges that were not finished after a day, sessions a day
 * after they end, refresh tokens a month after they were replaced, entries of the audit log after 90 days, and files of
 * interrupted backups after a day. Never rejects: failures are logged, and the next time tries again.
 */
export async function keepHouse(deps: HousekeeperDeps, isStopped = () => false): Promise<void> {
  const { database, dataDir, backupTo, log } = deps;
  for (const text of DELETIONS) {
    if (isStopped()) return;
    await database
      .run(null, [LIMITS, { text }])
      .catch((error: unknown) => isStopped() || log("housekeeping", error));
  }
  for (const folder of foldersOfBackups(dataDir, backupTo)) removeUnfinished(folder);
}

/** A backup that is being written has changed within the day. Files that cannot be removed stay. */
function removeUnfinished(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const changed = isUnfinished(name) ? statSync(path, { throwIfNoEntry: false })?.mtimeMs : undefined;
      if (changed !== undefined && changed < Date.now() - DAY_MS)
        rmSync(path, { force: true, recursive: true });
    }
  } catch {
    // No backups, or a place that cannot be reached now.
  }
}
