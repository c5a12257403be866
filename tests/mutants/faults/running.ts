import type { Fault } from "../fault.ts";

const MOVING = "tests/start/backup.test.ts";
const SCHEDULED = "server/backup/scheduled-backups.integration.test.ts";
const UPGRADING = "server/database/migrate.integration.test.ts";

/** Backups, restores and upgrades. */
export const RUNNING: readonly Fault[] = [
  {
    name: "a restored club counts its sequences from the beginning",
    file: "server/backup/restore-backup.ts",
    find: "...sequence } of contents.sequences)",
    replace: "...sequence } of contents.sequences.slice(0, 0))",
    caughtBy: MOVING,
  },
  {
    name: "other users of the machine can read a backup",
    file: "server/backup/archive.ts",
    find: "createWriteStream(this.#draft, { mode: 0o600 })",
    replace: "createWriteStream(this.#draft)",
    caughtBy: MOVING,
    test: "one file that only its owner can read",
  },
  {
    name: "a host serves a folder whose restore was killed",
    file: "server/backup/unfinished.ts",
    find: "if (!existsSync(join(dataDir, MARK))) return;",
    replace: "return;",
    caughtBy: MOVING,
  },
  {
    name: "a restore writes into a database that is not empty",
    file: "server/backup/restore-backup.ts",
    find: "if (isRepeated && (await isRestored(client, backup.id)))",
    replace: "if (await isRestored(client, backup.id))",
    caughtBy: MOVING,
  },
  {
    name: "a pooler in transaction mode is accepted",
    file: "server/database/postgres/open-postgres.ts",
    find: "return isNotified;",
    replace: "return true;",
    caughtBy: "tests/api/host/poolers.test.ts",
  },
  {
    name: "a host that stops closes idle connections without a warning",
    file: "server/main.ts",
    find: "response.shouldKeepAlive = false;",
    replace: "response.shouldKeepAlive = true;",
    caughtBy: "tests/start/start.test.ts",
  },
  {
    name: "a request that its client gave up is logged as a failure",
    file: "server/log.ts",
    find: "if (isClientAbort(error))",
    replace: "if (error === null)",
    caughtBy: "tests/api/host/unfinished-bodies.test.ts",
  },
  {
    name: "a message that waits does not start the function that sends it",
    file: "supabase/schemas/20_scheduled_jobs.sql",
    find: "m.channel = c.channel and private.is_due(m)))",
    replace: "m.channel = c.channel and m.send_after is null))",
    caughtBy: "supabase/tests/20_scheduled_jobs.test.sql",
  },
  {
    name: "a daily copy that fails is not reported to the club",
    file: "server/database/embedded/copies/daily-copies.ts",
    find: "await report(failure, newest)",
    replace: "await report(null, newest)",
    caughtBy: "server/database/embedded/copies/daily-copies.integration.test.ts",
  },
  {
    name: "a file with other rows than the backup wrote is restored",
    file: "server/backup/read-backup.ts",
    find: "if (JSON.stringify(tables[place]?.rows) !== JSON.stringify(summary.tables[place]))",
    replace: "if (tables[place]?.rows.rows !== summary.tables[place]?.rows)",
    caughtBy: "server/backup/read-backup.test.ts",
  },
  {
    name: "a failed upgrade leaves the migrations before it",
    file: "server/database/migrate.ts",
    find: "await db.transaction(null, applyAll);",
    replace: "await applyAll(db);",
    caughtBy: UPGRADING,
    test: "upgrade completely or not at all",
  },
  {
    name: "every host makes the daily backup",
    file: "server/backup/scheduled-backups.ts",
    find: "if (!lock?.mine) return;",
    replace: "",
    caughtBy: SCHEDULED,
  },
  {
    name: "the backups of another club are removed",
    file: "server/backup/scheduled-backups.ts",
    find: "order by started_at desc offset $2::int`",
    replace: "order by started_at desc offset $2::int + 1`",
    caughtBy: SCHEDULED,
  },
  {
    name: "a stop of the host counts as a failed backup",
    file: "server/backup/scheduled-backups.ts",
    find: "if (signal?.aborted) {",
    replace: "if (signal === null) {",
    caughtBy: SCHEDULED,
  },
  {
    name: "admins are told of every failed attempt",
    file: "supabase/schemas/34_backups.sql",
    find: "coalesce(extract(epoch from _last_success)::text, 'none')",
    replace: "_now::text",
    caughtBy: "supabase/tests/34_backups.test.sql",
  },
  {
    name: "a migration that changes rows of an earlier release passes",
    file: "server/backup/restore-backup.ts",
    find: "a.rows === b.rows && a.hash === b.hash",
    replace: "a.rows === b.rows",
    caughtBy: "tests/database/releases.test.ts",
  },
];
