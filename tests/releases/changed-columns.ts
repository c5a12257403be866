/**
 * Columns that a migration drops or whose values it changes on purpose, by the release whose club has the old ones:
 * `"1.0.0": { "public.news": ["content"] }`.
 */
export const CHANGED_COLUMNS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  // The daily cleaning also deletes the answers of repeated requests and the records of refused predictions. The order of
  // all players replaces the first 1,000.
  "0.1.0": { "private.jobs": ["query"], "private.scopes": ["top_players"] },
  // A season's end keeps the id of the record of what it cleared.
  "894cc808": { "private.jobs": ["query"], "private.season_steps": ["made"] },
};

/** The rows that migrations add to a table of earlier versions, as a condition of SQL. */
export const ADDED_ROWS: Readonly<Record<string, string>> = {
  "private.undos": "action = 'take_season_step'",
  "private.jobs": "name in ('Count points', 'Send scheduled messages')",
};

/** Tables that an upgrade makes anew or removes, and what compares them instead. */
export const REMADE_TABLES: Readonly<Record<string, string>> = {
  "private.first_pages": "no longer kept",
  "private.past_ranks": "computed again when they are read",
  "private.member_merges": "rows of private.undo_rows since: upgraded-undos.test.ts undoes one",
  "private.undo_rows": "upgraded-undos.test.ts",
};
