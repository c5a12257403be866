import type { Fault } from "../fault.ts";

const SCHEMAS = "supabase/schemas";
const CROWD = "supabase/tests/leaderboards/crowd.test.sql";
const HONOURS = "supabase/tests/honours/winners.test.sql";
const TELLING = "supabase/tests/honours/telling_winners.test.sql";
const SHARED_HONOURS = "supabase/tests/honours/winners_shared.test.sql";
const MESSAGES = "supabase/tests/messages/from_organisers.test.sql";
const SEASON = "supabase/tests/season/ending.test.sql";
const PAYMENTS = "supabase/tests/subscriptions/payments.test.sql";

/** The crowd, honours, the comparison of two players, payments, organisers' messages, the next matchday and the end of a season. */
export const HONOUR_FAULTS: readonly Fault[] = [
  {
    name: "the crowd prefers many goals among equally common scores",
    file: `${SCHEMAS}/leaderboards/crowd.sql`,
    find: "c.players desc, c.home_prediction + c.away_prediction, c.home_prediction desc",
    replace: "c.players desc, c.home_prediction + c.away_prediction desc, c.home_prediction desc",
    caughtBy: CROWD,
  },
  {
    name: "the crowd keeps its points when all points are cleared",
    file: `${SCHEMAS}/leaderboards/crowd.sql`,
    find: "k.match_id = n.match_id and not k.is_cleared",
    replace: "k.match_id = n.match_id",
    caughtBy: CROWD,
  },
  {
    name: "a matchday has winners while its last change can be undone",
    file: `${SCHEMAS}/honours/winners.sql`,
    find: " and p.id <> all (waiting)",
    replace: "",
    caughtBy: TELLING,
  },
  {
    name: "winners are told a minute before the quiet time has passed",
    file: `${SCHEMAS}/honours/winners.sql`,
    find: "interval '2 hours'",
    replace: "interval '119 minutes'",
    caughtBy: TELLING,
  },
  {
    name: "winners of a month are told before it has ended",
    file: `${SCHEMAS}/leaderboards/matchdays_and_months.sql`,
    find: "h.month_is_over and _now >= private.end_of_month(h.month)",
    replace: "h.month_is_over",
    caughtBy: TELLING,
  },
  {
    name: "holding the messages to winners changes nothing",
    file: `${SCHEMAS}/honours/telling_winners.sql`,
    find: "set is_held = _held where",
    replace: "set is_held = p.is_held where",
    caughtBy: TELLING,
  },
  {
    name: "a period that is no longer final keeps its winners",
    file: `${SCHEMAS}/honours/winners.sql`,
    find: "else p.winners_of is not null end",
    replace: "else false end",
    caughtBy: HONOURS,
  },
  {
    name: "one of the players who share the most points of a matchday holds the record",
    file: `${SCHEMAS}/honours/records.sql`,
    find: "order by t.user_id, s.last_day, p.id)",
    replace: "order by t.user_id, s.last_day, p.id limit 1)",
    caughtBy: SHARED_HONOURS,
  },
  {
    name: "the next page of winners begins with the last matchday of the page before",
    file: `${SCHEMAS}/honours/winners.sql`,
    find: "p.id) < (coalesce(before_day",
    replace: "p.id) <= (coalesce(before_day",
    caughtBy: SHARED_HONOURS,
  },
  {
    name: "the comparison of two players shows predictions of open matches",
    file: `${SCHEMAS}/players/head_to_head.sql`,
    find: "private.may_see('infinity', m.locks_at, null) and m.status <> 'cancelled'",
    replace: "m.status <> 'cancelled'",
    caughtBy: "supabase/tests/players/head_to_head.test.sql",
  },
  {
    name: "a shared round shows predictions of open matches",
    file: `${SCHEMAS}/players/share_pictures.sql`,
    find: " and private.may_see('infinity', m.locks_at, null)) o) g",
    replace: ") o) g",
    caughtBy: "supabase/tests/players/share_pictures.test.sql",
  },
  {
    name: "members read every payment",
    file: `${SCHEMAS}/subscriptions/payments.sql`,
    find: "for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')))",
    replace: "for select to authenticated using (true)",
    caughtBy: PAYMENTS,
  },
  {
    name: "a code is paid twice",
    file: `${SCHEMAS}/subscriptions/payments.sql`,
    find: "code_id uuid constraint a_code_is_paid_once unique,",
    replace: "code_id uuid,",
    caughtBy: PAYMENTS,
  },
  {
    name: "members see the payments that Home does not show",
    file: `${SCHEMAS}/subscriptions/payments.sql`,
    find: "s.setting_value::jsonb ->> 'basis' = 'payments'",
    replace: "true",
    caughtBy: PAYMENTS,
  },
  {
    name: "a withdrawn message also disappears from the bells of those who have read it",
    file: `${SCHEMAS}/messages/from_organisers.sql`,
    find: "n.club_message_id = _message_id and not n.read returning",
    replace: "n.club_message_id = _message_id returning",
    caughtBy: MESSAGES,
  },
  {
    name: "a cancelled message is sent at its time",
    file: `${SCHEMAS}/messages/from_organisers.sql`,
    find: "d.send_at <= _now and d.sent_at is null and d.cancelled_at is null",
    replace: "d.send_at <= _now and d.sent_at is null",
    caughtBy: MESSAGES,
  },
  {
    name: "a match that was postponed by a week is of the next matchday",
    file: `${SCHEMAS}/matches/next_rounds.sql`,
    find: "first.locks_at + interval '7 days'",
    replace: "first.locks_at + interval '8 days'",
    caughtBy: "supabase/tests/leaderboards/reading_home.test.sql",
  },
  {
    name: "the end of a season clears points before its archives",
    file: `${SCHEMAS}/season/ending.sql`,
    find: "   where l.place < this.place\n",
    replace: "   where false\n",
    caughtBy: SEASON,
  },
  {
    name: "an undo deletes archives of points that were cleared since",
    file: `${SCHEMAS}/season/steps_undone.sql`,
    find: "where m.league = a.league and m.match_date between a.start_date and a.end_date);",
    replace: "where m.league = a.league and m.match_date between a.start_date and a.end_date) or true;",
    caughtBy: SEASON,
  },
  {
    name: "closed records are kept twice when the points are cleared",
    file: `${SCHEMAS}/honours/records.sql`,
    find: "where r.is_running or r.closed_by is not null;",
    replace: "where r.is_running;",
    caughtBy: SEASON,
  },
  {
    name: "a double counts twice in a tie",
    file: `${SCHEMAS}/ties/ties.sql`,
    find: "($1).right_outcomes + 2 * ($1).perfect_scores",
    replace: "($1).points",
    caughtBy: "supabase/tests/divisions/ties.test.sql",
  },
  {
    name: "a match that is brought forward begins its matchday in the divisions",
    file: `${SCHEMAS}/ties/ties.sql`,
    find: "greatest(s.first_lock, s.half_locked - interval '7 days')",
    replace: "s.first_lock",
    caughtBy: "supabase/tests/divisions/settling.test.sql",
  },
  {
    name: "a level tie of the cup goes to the lower place",
    file: `${SCHEMAS}/cups/rounds.sql`,
    find: "e.perfect_scores desc, e.place) end",
    replace: "e.perfect_scores desc, e.place desc) end",
    caughtBy: "supabase/tests/cups/settling.test.sql",
  },
  {
    name: "a round of the cup waits seven days, although the next one has begun",
    file: `${SCHEMAS}/cups/rounds.sql`,
    find: "least(p.settles_at, n.next_lock)",
    replace: "p.settles_at",
    caughtBy: "supabase/tests/cups/settling.test.sql",
  },
  {
    name: "a cup is played on void matchdays",
    file: `${SCHEMAS}/cups/rounds.sql`,
    find: "or d.matches > 0 and ",
    replace: "or ",
    caughtBy: "supabase/tests/cups/settling.test.sql",
  },
  {
    name: "a late result changes a settled tie of a division",
    file: `${SCHEMAS}/divisions/ties.sql`,
    find: "when 'settled' then s.points else",
    replace: "when 'none' then s.points else",
    caughtBy: "supabase/tests/divisions/settling.test.sql",
  },
  {
    name: "a member who joins late has points of earlier matchdays in a division",
    file: `${SCHEMAS}/divisions/ties.sql`,
    find: " and p.since <= r.starts_at",
    replace: "",
    caughtBy: "supabase/tests/divisions/divisions.test.sql",
  },
];
