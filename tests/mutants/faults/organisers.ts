import type { Fault } from "../fault.ts";

const SCHEMAS = "supabase/schemas";
const RESULTS = "supabase/tests/31_results_entry.test.sql";
const REOPENING = "supabase/tests/32_reopening.test.sql";
const UNDO = "supabase/tests/33_undo.test.sql";

/** The life cycle of a match, results, reopening and undoing. */
export const ORGANISERS: readonly Fault[] = [
  {
    name: "a cup match awaits its result after 150 minutes",
    file: `${SCHEMAS}/07_matches.sql`,
    find: "then interval '210 minutes' else",
    replace: "then interval '150 minutes' else",
    caughtBy: "supabase/tests/31_results.test.sql",
  },
  {
    name: "the page shows a league match as live for 210 minutes",
    file: "web/football/rules/awaiting-result.ts",
    find: "(cup ? 210 : 150)",
    replace: "(cup ? 210 : 210)",
    caughtBy: "web/football/rules/awaiting-result.test.ts",
  },
  {
    name: "organisers are reminded every minute",
    file: `${SCHEMAS}/31_results.sql`,
    find: "format('results to enter %s', today)",
    replace: "format('results to enter %s', _now)",
    caughtBy: "supabase/tests/31_results.test.sql",
  },
  {
    name: "a list of results with a cancelled match is accepted",
    file: `${SCHEMAS}/31_results.sql`,
    find: "when m.status = 'cancelled' then 'The match is cancelled'",
    replace: "when m.status = 'x' then 'The match is cancelled'",
    caughtBy: RESULTS,
  },
  {
    name: "the preview of results reveals predictions of an open match",
    file: `${SCHEMAS}/31_results.sql`,
    find: "     where c.is_locked\n",
    replace: "",
    caughtBy: RESULTS,
  },
  {
    name: "an organiser overwrites a score that another one has changed",
    file: `${SCHEMAS}/31_results.sql`,
    find: "(before.home_score, before.away_score) is distinct from (_seen_home, _seen_away)",
    replace: "false",
    caughtBy: RESULTS,
  },
  {
    name: "an admin reopens a match by a direct write",
    file: `${SCHEMAS}/07_matches.sql`,
    find: "or (is_reopening and new.status = 'upcoming')",
    replace: "or new.status = 'upcoming'",
    caughtBy: REOPENING,
  },
  {
    name: "a reopened match keeps its points",
    file: `${SCHEMAS}/12_scoring.sql`,
    find: "  if not private.is_undoing() then\n    perform private.rescore_matches(array[new.id]);",
    replace: "  if false then\n    perform private.rescore_matches(array[new.id]);",
    caughtBy: REOPENING,
  },
  {
    name: "predictions that were visible are hidden by a reopening",
    file: `${SCHEMAS}/10_predictions.sql`,
    find: "and user_predictions.updated_at <= m.predictions_revealed_at));",
    replace: "and false));",
    caughtBy: REOPENING,
  },
  {
    name: "predictions that are made after a reopening are visible at once",
    file: `${SCHEMAS}/10_predictions.sql`,
    find: "and user_predictions.updated_at <= m.predictions_revealed_at));",
    replace: "));",
    caughtBy: REOPENING,
  },
  {
    name: "the list of all picks shows picks that are made after a reopening",
    file: `${SCHEMAS}/10_predictions.sql`,
    find: "m.id = _match_id and (m.locks_at <= clock_timestamp() or p.updated_at <= m.predictions_revealed_at)",
    replace:
      "m.id = _match_id and (m.locks_at <= clock_timestamp() or m.predictions_revealed_at is not null)",
    caughtBy: REOPENING,
  },
  {
    name: "players are told twice about a reopened match",
    file: `${SCHEMAS}/27_announcements.sql`,
    find: "        and new.predictions_revealed_at is not distinct from old.predictions_revealed_at)",
    replace: "        )",
    caughtBy: REOPENING,
  },
  {
    name: "an action can be undone for hours",
    file: `${SCHEMAS}/33_undo.sql`,
    find: "select interval '35 seconds'",
    replace: "select interval '35 hours'",
    caughtBy: UNDO,
  },
  {
    name: "an undo overwrites a later change",
    file: `${SCHEMAS}/33_undo.sql`,
    find: "    if has_changed then",
    replace: "    if false then",
    caughtBy: UNDO,
  },
  {
    name: "an action is undone twice",
    file: `${SCHEMAS}/33_undo.sql`,
    find: "  if entry.undone_at is not null then",
    replace: "  if false then",
    caughtBy: UNDO,
  },
  {
    name: "an undo logs the predictions that it restores as new",
    file: `${SCHEMAS}/10_predictions.sql`,
    find: "begin\n  if private.is_undoing() then\n    return null;\n  end if;\n  insert into public.prediction_changes",
    replace: "begin\n  insert into public.prediction_changes",
    caughtBy: UNDO,
  },
  {
    name: "what was recorded about a deleted account is kept",
    file: `${SCHEMAS}/33_undo.sql`,
    find: "coalesce(r.before, r.after) ->> 'user_id' = d.id::text",
    replace: "false",
    caughtBy: UNDO,
  },
  {
    name: "results are announced while they can still be undone",
    file: `${SCHEMAS}/27_announcements.sql`,
    find: " and not bool_or(private.can_be_undone(m, _now))",
    replace: "",
    caughtBy: UNDO,
  },
  {
    name: "the points distribution keeps the counts of another completion day",
    file: `${SCHEMAS}/11_totals.sql`,
    find: "  if _user_ids is null then\n    delete from private.points_distribution;\n  end if;\n",
    replace: "",
    caughtBy: REOPENING,
  },
];
