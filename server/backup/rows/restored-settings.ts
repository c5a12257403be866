/** The settings of roles and of the database that a backup contains and a restore sets. */

/** Settings that only limit or tune statements. None loads a library, runs a command, or names a file. */
const SETTINGS = new Set([
  "search_path",
  "statement_timeout",
  "lock_timeout",
  "idle_in_transaction_session_timeout",
  "idle_session_timeout",
  "transaction_timeout",
  "default_statistics_target",
  "default_text_search_config",
  "default_transaction_isolation",
  "effective_cache_size",
  "enable_seqscan",
  "jit",
  "log_min_duration_statement",
  "log_statement",
  "maintenance_work_mem",
  "max_parallel_workers_per_gather",
  "plan_cache_mode",
  "random_page_cost",
  "timezone",
  "work_mem",
]);
/** The data API's settings, and those that a project's own SQL reads. Other prefixes are of extensions: `plperl.on_init` is code. */
const PREFIXES = ["pgrst", "app"];
const CUSTOM = new RegExp(`^(${PREFIXES.join("|")})(\\.[a-z_][a-z0-9_]{0,62}){1,3}$`);

/** True if a backup contains the setting and a restore sets it. */
export function isRestoredSetting(name: string): boolean {
  return SETTINGS.has(name.toLowerCase()) || CUSTOM.test(name.toLowerCase());
}
