import type { Fault } from "../fault.ts";

const SCHEMAS = "supabase/schemas";

/** The lock of a match. */
export const LOCK: readonly Fault[] = [
  {
    name: "a match that starts early locks before predictions that it accepted",
    file: "supabase/schemas/07_matches.sql",
    find: "least(new.kickoff_at, clock_timestamp())",
    replace: "least(new.kickoff_at, now())",
    caughtBy: "supabase/tests/10_predictions_lock.test.sql",
  },
  {
    name: "a prediction is accepted after the lock while the match is still upcoming",
    file: `${SCHEMAS}/10_predictions.sql`,
    find: "if the_match.status <> 'upcoming' or moment >= the_match.locks_at then",
    replace: "if the_match.status <> 'upcoming' and moment >= the_match.locks_at then",
    caughtBy: "supabase/tests/10_predictions_lock.test.sql",
  },
  {
    name: "the lock is compared with the start of the transaction",
    file: `${SCHEMAS}/10_predictions.sql`,
    find: "moment := clock_timestamp();",
    replace: "moment := now();",
    caughtBy: "supabase/tests/10_predictions_lock.test.sql",
  },
  {
    name: "a prediction is accepted in the first second after the lock",
    file: `${SCHEMAS}/10_predictions.sql`,
    find: "or moment >= the_match.locks_at then",
    replace: "or moment >= the_match.locks_at + interval '1 second' then",
    caughtBy: "supabase/tests/10_predictions_lock.test.sql",
  },
  {
    name: "a prediction can be given to another player",
    file: `${SCHEMAS}/10_predictions.sql`,
    find: "if (new.user_id, new.match_id) is distinct from (old.user_id, old.match_id) then",
    replace: "if new.match_id is distinct from old.match_id then",
    caughtBy: "supabase/tests/10_predictions_lock.test.sql",
  },
  {
    name: "an ended subscription still opens its competition",
    file: `${SCHEMAS}/10_predictions.sql`,
    find: "and s.status = 'active' and s.expires_at > moment) then",
    replace: "and s.expires_at > moment) then",
    caughtBy: "supabase/tests/02_admins_manage_players.test.sql",
  },
  {
    name: "moving the kick-off reopens a locked match",
    file: `${SCHEMAS}/07_matches.sql`,
    find: "new.locks_at := old.locks_at;",
    replace: "new.locks_at := new.kickoff_at;",
    caughtBy: "supabase/tests/10_predictions_lock.test.sql",
  },
  {
    name: "a match that is completed early stays open until its kick-off",
    file: `${SCHEMAS}/07_matches.sql`,
    find: "new.locks_at := least(new.kickoff_at, clock_timestamp());",
    replace: "new.locks_at := greatest(new.kickoff_at, now());",
    caughtBy: "supabase/tests/10_predictions_lock.test.sql",
  },
  {
    name: "a match with an unconfirmed kick-off starts",
    file: `${SCHEMAS}/07_matches.sql`,
    find: "where status = 'upcoming' and kickoff_confirmed and kickoff_at <= clock_timestamp()",
    replace: "where status = 'upcoming' and kickoff_at <= clock_timestamp()",
    caughtBy: "supabase/tests/07_matches.test.sql",
  },
  {
    name: "a live match goes back to upcoming",
    file: `${SCHEMAS}/07_matches.sql`,
    find: "or (old.status = 'live' and new.status in ('completed', 'cancelled'))) then",
    replace: "or (old.status = 'live')) then",
    caughtBy: "supabase/tests/07_matches.test.sql",
  },
  {
    name: "the predictions of an open match are listed",
    file: `${SCHEMAS}/50_match_picks.sql`,
    find: "where m.id = _match_id and (m.locks_at <= clock_timestamp() or",
    replace: "where m.id = _match_id and (true or",
    caughtBy: "supabase/tests/10_predictions_secrecy.test.sql",
  },
  {
    name: "the split of an open match is shown",
    file: `${SCHEMAS}/10_predictions.sql`,
    find: "where m.id = any (_match_ids[1:200])\n     and (m.locks_at <= clock_timestamp() or",
    replace: "where m.id = any (_match_ids[1:200])\n     and (true or",
    caughtBy: "supabase/tests/10_predictions_secrecy.test.sql",
  },
];

const GROUPS = "supabase/tests/36_groups.test.sql";
const GROUP_WINNERS = "supabase/tests/53_group_winners.test.sql";

/** Private leagues. */
export const GROUP_FAULTS: readonly Fault[] = [
  {
    name: "everyone sees the names of groups",
    file: `${SCHEMAS}/36_groups.sql`,
    find: "using (id in (select private.my_group_ids()) and deleted_at is null and closed_at is null);",
    replace: "using (deleted_at is null and closed_at is null);",
    caughtBy: GROUPS,
  },
  {
    name: "a group has 501 members",
    file: `${SCHEMAS}/37_group_members.sql`,
    find: "where m.group_id = found_id) >= 500 then 'full'",
    replace: "where m.group_id = found_id) > 500 then 'full'",
    caughtBy: GROUPS,
  },
  {
    name: "points of before joining count in a group",
    file: `${SCHEMAS}/38_group_leaderboards.sql`,
    find: "coalesce(t.points, 0) - coalesce(b.points, 0) as points",
    replace: "coalesce(t.points, 0) as points",
    caughtBy: GROUPS,
  },
  {
    name: "matches of before joining win a group's matchday",
    file: `${SCHEMAS}/53_group_winners.sql`,
    find: "join games g on g.match_date >= m.since",
    replace: "cross join games g",
    caughtBy: GROUP_WINNERS,
  },
  {
    name: "the last five of a group show matches of before joining",
    file: `${SCHEMAS}/53_group_winners.sql`,
    find: "l.match_date >= case when g.counts_from_joining then o.joined_on else '-infinity' end",
    replace: "true",
    caughtBy: GROUP_WINNERS,
  },
];

export const SCORING: readonly Fault[] = [
  {
    name: "saves of one match wait for each other",
    file: `${SCHEMAS}/10_predictions.sql`,
    find: "where m.id = new.match_id for share;",
    replace: "where m.id = new.match_id for no key update;",
    caughtBy: "tests/api/club/lock-race.test.ts",
  },
  {
    name: "an update of a match leaves predictions uncounted",
    file: `${SCHEMAS}/07_matches.sql`,
    find: "new.predictions_count := new.predictions_count + private.take_uncounted_predictions(new.id);",
    replace: "perform private.take_uncounted_predictions(new.id);",
    caughtBy: "supabase/tests/10_predictions_secrecy.test.sql",
  },
  {
    name: "the count of open predictions is kept when a match moves to another competition",
    file: `${SCHEMAS}/18_dashboard.sql`,
    find: "m.id || ':' || m.league || ':' || m.predictions_count",
    replace: "m.id || ':' || m.predictions_count",
    caughtBy: "supabase/tests/18_dashboard.test.sql",
  },
  {
    name: "half of an exact score earns 3 points",
    file: `${SCHEMAS}/12_scoring.sql`,
    find: "when $1 = $3 and $2 = $4 then 3",
    replace: "when $1 = $3 or $2 = $4 then 3",
    caughtBy: "supabase/tests/12_scoring.test.sql",
  },
  {
    name: "only the right goal difference earns a point",
    file: `${SCHEMAS}/12_scoring.sql`,
    find: "when sign($1 - $2) = sign($3 - $4) then 1",
    replace: "when $1 - $2 = $3 - $4 then 1",
    caughtBy: "supabase/tests/12_scoring.test.sql",
  },
  {
    name: "a correction adds to the points instead of replacing them",
    file: `${SCHEMAS}/48_counting_points.sql`,
    find: "  union all\n  select o.user_id, m.id, o.points_earned, -1\n    from old_rows o",
    replace: "  union all\n  select o.user_id, m.id, 0, -1\n    from old_rows o",
    caughtBy: "supabase/tests/12_scoring.test.sql",
  },
  {
    name: "a correction of a match that is scored in parts leaves the parts before it as they are",
    file: `${SCHEMAS}/56_scoring_in_parts.sql`,
    find: "takes_points = false, last_user_id = null, is_scored = false;",
    replace: "takes_points = false, is_scored = false;",
    caughtBy: "supabase/tests/56_scoring_in_parts.test.sql",
  },
  {
    name: "a correction gives cleared points back",
    file: `${SCHEMAS}/12_scoring.sql`,
    find: "where p.match_id = any (_match_ids) and p.cleared_at is null and m.id = p.match_id",
    replace: "where p.match_id = any (_match_ids) and m.id = p.match_id",
    caughtBy: "supabase/tests/12_scoring.test.sql",
  },
  {
    name: "a corrected score of a completed match is not scored again",
    file: `${SCHEMAS}/12_scoring.sql`,
    find: "'completed' in (old.status, new.status)",
    replace: "old.status <> 'completed'",
    caughtBy: "supabase/tests/12_scoring.test.sql",
  },
  {
    name: "a result of the latest day counts as earned on the day before",
    file: `${SCHEMAS}/48_counting_points.sql`,
    find: "filter (where n.day < s.latest_day), 0)::integer as earlier_points,",
    replace: "filter (where n.day <= s.latest_day), 0)::integer as earlier_points,",
    caughtBy: "supabase/tests/11_totals.test.sql",
  },
  {
    name: "recounted totals count cleared predictions",
    file: `${SCHEMAS}/48_counting_points.sql`,
    find: "g.is_scored and p.points_earned is not null and p.cleared_at is null as counts",
    replace: "g.is_scored and p.points_earned is not null as counts",
    caughtBy: "supabase/tests/12_scoring_clearing.test.sql",
  },
  {
    name: "tables go on comparing with a day whose matches were deleted",
    file: `${SCHEMAS}/11_totals.sql`,
    find: "where d.scope = s.scope and (s.latest_day, s.previous_day) is distinct from (d.days[1], d.days[2])",
    replace: "where d.scope = s.scope and s.latest_day is null",
    caughtBy: "supabase/tests/11_totals.test.sql",
  },
  {
    name: "points that wait for the job are counted twice",
    file: `${SCHEMAS}/48_counting_points.sql`,
    find: "    delete from private.uncounted_points v where last_user is null or v.user_id <= last_user;\n",
    replace: "",
    caughtBy: "supabase/tests/48_counting_points.test.sql",
  },
  {
    name: "players with equal points get different ranks",
    file: `${SCHEMAS}/13_leaderboards.sql`,
    find: "select d.better + 1 from private.points_distribution d",
    replace: "select d.better + d.players from private.points_distribution d",
    caughtBy: "supabase/tests/13_leaderboards.test.sql",
  },
  {
    name: "the second page of a table begins one place late",
    file: `${SCHEMAS}/13_leaderboards.sql`,
    find: "board_scope, greatest(coalesce(page_offset, 0), 0), least",
    replace: "board_scope, greatest(coalesce(page_offset, 0), 0) + 1, least",
    caughtBy: "supabase/tests/13_leaderboards.test.sql",
  },
  {
    name: "a per cent sign in the search finds every player",
    file: `${SCHEMAS}/01_private.sql`,
    find: "regexp_replace(w.word, '([\\\\%_])', '\\\\\\1', 'g')",
    replace: "w.word",
    caughtBy: "supabase/tests/03_profiles_search.test.sql",
  },
  {
    name: "all points are cleared with a wrong PIN",
    file: `${SCHEMAS}/12_scoring.sql`,
    find: "if extensions.crypt(coalesce(pin, ''), stored_hash) <> stored_hash then",
    replace: "if extensions.crypt(coalesce(pin, ''), stored_hash) <> stored_hash and pin is null then",
    caughtBy: "supabase/tests/12_scoring_clearing.test.sql",
  },
  {
    name: "a sixth PIN can be tried",
    file: `${SCHEMAS}/12_scoring.sql`,
    find: "if failures >= 5 then",
    replace: "if failures > 5 then",
    caughtBy: "supabase/tests/12_scoring_clearing.test.sql",
  },
  {
    name: "the PIN is set with a password given an hour ago",
    file: `${SCHEMAS}/12_scoring.sql`,
    find: "> clock_timestamp() - interval '5 minutes')",
    replace: "> clock_timestamp() - interval '5 hours')",
    caughtBy: "supabase/tests/12_scoring_clearing.test.sql",
  },
];

export const SUBSCRIPTIONS: readonly Fault[] = [
  {
    name: "a used code opens a second subscription",
    file: `${SCHEMAS}/09_plan_codes.sql`,
    find: "if found_code.id is null or found_code.is_used or found_code.expires_at <= clock_timestamp() then",
    replace: "if found_code.id is null or found_code.expires_at <= clock_timestamp() then",
    caughtBy: "supabase/tests/09_plan_codes.test.sql",
  },
  {
    name: "an eleventh wrong code is tried",
    file: `${SCHEMAS}/09_plan_codes.sql`,
    find: "if private.count_recent_attempts(my_bucket, failures_window) >= 10 then",
    replace: "if private.count_recent_attempts(my_bucket, failures_window) > 10 then",
    caughtBy: "supabase/tests/09_plan_codes.test.sql",
  },
  {
    name: "a subscription ends a day early",
    file: `${SCHEMAS}/01_private.sql`,
    find: "as $$ select ((_date + 1)::timestamp at time zone",
    replace: "as $$ select (_date::timestamp at time zone",
    caughtBy: "supabase/tests/02_admins_manage_players.test.sql",
  },
  {
    name: "a hundred and one codes are made at once",
    file: `${SCHEMAS}/09_plan_codes.sql`,
    find: "if _how_many is null or _how_many not between 1 and 100 then",
    replace: "if _how_many is null or _how_many not between 1 and 101 then",
    caughtBy: "supabase/tests/02_admins_manage_players.test.sql",
  },
  {
    name: "a sixth lookup of one phone number is answered",
    file: `${SCHEMAS}/03_profiles.sql`,
    find: "if private.count_recent_attempts(number_bucket, limit_window) >= 5 then",
    replace: "if private.count_recent_attempts(number_bucket, limit_window) > 5 then",
    caughtBy: "supabase/tests/03_profiles.test.sql",
  },
];
