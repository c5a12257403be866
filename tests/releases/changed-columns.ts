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
  "private.jobs":
    "name in ('Count points', 'Send scheduled messages', 'Settle divisions', 'Settle the cup', 'Play last one standing')",
};

/** Tables that an upgrade makes anew or removes, and what compares them instead. */
export const REMADE_TABLES: Readonly<Record<string, string>> = {
  "private.first_pages": "no longer kept",
  "private.past_ranks": "computed again when they are read",
  "private.member_merges": "rows of private.undo_rows since: upgraded-undos.sweep.test.ts undoes one",
  "private.undo_rows": "upgraded-undos.sweep.test.ts",
};

const SCOPE = "coalesce(b.competition_id, b.kind) as scope";
const STANDING = (table: string) =>
  `select ${SCOPE}, t.* from private.boards b join private.${table} t on t.board_id = b.id where b.is_standing`;
const PERIODS = (table: string) =>
  `select t.*, b.id as period_id from private.boards b join private.${table} t on t.board_id = b.id where not b.is_standing`;

/** Tables that an upgrade has made others of: their former rows, as a query of what they are now. */
export const FORMER_TABLES: Readonly<Record<string, string>> = {
  // Scores have a dash when records are computed again.
  "private.records": `select (jsonb_populate_record(r, jsonb_build_object('detail', replace(r.detail, '–', '-')))).* from private.records r`,
  "private.scopes": `select ${SCOPE}, b.* from private.boards b where b.is_standing`,
  "private.periods": "select * from private.boards where not is_standing",
  "private.player_totals": STANDING("player_totals"),
  "private.points_distribution": STANDING("points_distribution"),
  "private.leaderboard_blocks": STANDING("leaderboard_blocks"),
  "private.leaderboard_sections": STANDING("leaderboard_sections"),
  "private.group_baselines": STANDING("group_baselines"),
  "private.period_totals": PERIODS("player_totals"),
  "private.period_distribution": PERIODS("points_distribution"),
  "private.scored_matches": `select n.*, array(select b.id from private.boards b where b.id = any (n.board_ids) and not b.is_standing
    order by b.kind) as period_ids from private.scored_matches n`,
};
