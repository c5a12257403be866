/**
 * Columns that a migration drops or whose values it changes on purpose, by the release whose club has the old ones:
 * `"1.0.0": { "public.news": ["content"] }`.
 */
export const CHANGED_COLUMNS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  // The daily cleaning also deletes the answers of repeated requests and the records of refused predictions. The order of
  // all players replaces the first 1,000.
  "0.1.0": { "private.jobs": ["query"], "private.scopes": ["top_players"] },
};

/** The rows that migrations add to a table of earlier versions, as a condition of SQL. */
export const ADDED_ROWS: Readonly<Record<string, string>> = {
  "private.jobs": "name in ('Count points', 'Send scheduled messages')",
};
