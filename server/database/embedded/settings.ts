/** PostgreSQL's settings for a small server with 1 GB of memory, shared with the host. */
import { PROGRAM } from "../../program.ts";

export const SETTINGS_FILE = `${PROGRAM}.conf`;

/** Connections for the host's pool, its listener, an administrator and backups. */
const COMMON: Readonly<Record<string, string>> = {
  max_connections: "40",
  shared_buffers: "64MB",
  work_mem: "4MB",
  maintenance_work_mem: "32MB",
  effective_cache_size: "384MB",
  max_wal_size: "256MB",
  min_wal_size: "48MB",
  // A physical backup needs this WAL level, and a slot that keeps the WAL of its duration.
  wal_level: "replica",
  max_wal_senders: "0",
  max_replication_slots: "2",
  // Two cores serve requests; parallel query processes cost more than they gain.
  max_parallel_workers_per_gather: "0",
  jit: "off",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  autovacuum: "on",
  // Batches of writes in different orders can deadlock; the host repeats one, and other callers wait meanwhile.
  deadlock_timeout: "100ms",
  timezone: "UTC",
  log_timezone: "UTC",
  // Failing statements of callers are answered, not logged, because they may contain secrets.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
  log_line_prefix: "",
};

/**
 * Reads come from the system's cache; three read-ahead processes cost more memory than they gain. Since PostgreSQL 18.
 */
const SINCE_18 = { io_method: "sync" };

/** The settings for that major version, with the values that the server shows. */
export function settingsFor(major: number): Readonly<Record<string, string>> {
  return { ...COMMON, ...(major >= 18 ? SINCE_18 : {}) };
}

/** The text of the settings file for that major version. */
export function settingsText(major: number): string {
  const lines = Object.entries(settingsFor(major)).map(([name, value]) => `${name} = '${value}'`);
  return [
    "# Generated at each start. Put your own settings at the end of postgresql.conf.",
    ...lines,
    "",
  ].join("\n");
}
