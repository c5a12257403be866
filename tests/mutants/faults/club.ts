import type { Fault } from "../fault.ts";

const SCHEMAS = "supabase/schemas";
const CSV = "web/football/fixtures/read-fixtures.test.ts";

export const IMPORTS: readonly Fault[] = [
  {
    name: "an import finds a match in the same round only",
    file: `${SCHEMAS}/matches/import_plan.sql`,
    find: "and (p.is_same_round or not p.has_other_result))",
    replace: "and p.is_same_round)",
    caughtBy: "supabase/tests/matches/import_plan.test.sql",
  },
  {
    name: "a match whose time is to be confirmed locks in the evening",
    file: `${SCHEMAS}/matches/matches.sql`,
    find: "else (_match.match_date + time '12:00')",
    replace: "else (_match.match_date + time '20:00')",
    caughtBy: "supabase/tests/matches/import_plan.test.sql",
  },
  {
    name: "players preview an import",
    file: `${SCHEMAS}/matches/importing.sql`,
    find: "perform private.require_admin();\n  perform private.check_import",
    replace: "perform private.check_import",
    caughtBy: "supabase/tests/matches/importing.test.sql",
  },
  {
    name: "an import accepts 51 goals",
    file: `${SCHEMAS}/matches/import_plan.sql`,
    find: "(n.home_score between 0 and 50 and",
    replace: "(n.home_score between 0 and 51 and",
    caughtBy: "supabase/tests/matches/importing.test.sql",
  },
  {
    name: "a corrected result of a file is not imported",
    file: `${SCHEMAS}/matches/import_plan.sql`,
    find: "case when d.has_result and d.old_status = 'completed'",
    replace: "case when false",
    caughtBy: "supabase/tests/matches/import_plan.test.sql",
  },
  {
    name: "the dates of a file with the month first are read with the day first",
    file: "web/football/fixtures/date-order.ts",
    find: 'months > days ? "month-first"',
    replace: 'false ? "month-first"',
    caughtBy: CSV,
  },
  {
    name: "two names resemble each other because of a common word",
    file: `${SCHEMAS}/matches/team_names.sql`,
    find: "case when (a.common <@ b.common or b.common <@ a.common) and s.of_names >= 0.3",
    replace: "case when s.of_names >= 0",
    caughtBy: "supabase/tests/matches/import_plan.test.sql",
  },
  {
    name: "a CSV without times confirms its kick-offs",
    file: "web/football/fixtures/csv-fixtures.ts",
    find: 'confirmed: time !== null && status !== "postponed",',
    replace: "confirmed: true,",
    caughtBy: CSV,
  },
  {
    name: "a season that is moved keeps results of the future",
    file: "web/football/fixtures/shift-season.ts",
    find: "const played = kickoff.getTime() <= now.getTime();",
    replace: "const played = kickoff.getTime() > now.getTime();",
    caughtBy: "web/football/fixtures/shift-season.test.ts",
  },
];

export const MESSAGES: readonly Fault[] = [
  {
    name: "messages are sent in the quiet hours",
    file: `${SCHEMAS}/messages/queue.sql`,
    find: "select private.quiet_hours_end(_now) is null\n     and not exists",
    replace: "select not exists",
    caughtBy: "supabase/tests/messages/queue.test.sql",
  },
  {
    name: "quiet hours over midnight are never quiet",
    file: `${SCHEMAS}/messages/quiet_hours.sql`,
    find: "else l.now::time >= q.starts_at or l.now::time < q.ends_at end",
    replace: "else l.now::time >= q.starts_at and l.now::time < q.ends_at end",
    caughtBy: "supabase/tests/messages/reminders.test.sql",
  },
  {
    name: "a mail goes to a banned account",
    file: `${SCHEMAS}/messages/queue.sql`,
    find: "u.banned_until > clock_timestamp())\n      then 'The account is banned'",
    replace: "u.banned_until < clock_timestamp())\n      then 'The account is banned'",
    caughtBy: "supabase/tests/messages/queue.test.sql",
  },
  {
    name: "a mail goes to an address that is not confirmed",
    file: `${SCHEMAS}/messages/queue.sql`,
    find: "u.id = _message.user_id and u.email <> ''\n             and u.email_confirmed_at is not null)",
    replace: "u.id = _message.user_id and u.email <> '')",
    caughtBy: "supabase/tests/messages/queue.test.sql",
  },
  {
    name: "a message that was sent is sent again after a late report",
    file: `${SCHEMAS}/messages/queue.sql`,
    find: "from reports r where m.id = r.id and m.state = 'waiting'",
    replace: "from reports r where m.id = r.id",
    caughtBy: "supabase/tests/messages/queue.test.sql",
  },
  {
    name: "a reminder comes a little early",
    file: `${SCHEMAS}/messages/reminders.sql`,
    find: "where _now >= d.first_kickoff - interval '24 hours' and _now < d.first_kickoff",
    replace: "where _now >= d.first_kickoff - interval '24 hours 1 second' and _now < d.first_kickoff",
    caughtBy: "supabase/tests/messages/reminders.test.sql",
  },
  {
    name: "players without a subscription are reminded of its matches",
    file: `${SCHEMAS}/messages/reminders.sql`,
    find: "join open_matches o on o.needs is null",
    replace: "cross join open_matches o",
    caughtBy: "supabase/tests/messages/reminders.test.sql",
  },
  {
    name: "a kind of message has no words in emails",
    file: "supabase/functions/send-messages/email-content.ts",
    find: "  news: words.kindNews,\n",
    replace: "",
    caughtBy: "tests/database/shared-lists.test.ts",
    test: "have words in the unsubscribe links of emails",
  },
  {
    name: "a mail's text can hold markup",
    file: "supabase/functions/send-messages/email-content.ts",
    find: '.replaceAll("<", "&lt;")',
    replace: "",
    caughtBy: "supabase/functions/send-messages/email-content.test.ts",
  },
  {
    name: "a push service whose answer cannot be stored has its message sent again",
    file: "supabase/functions/_http/database.ts",
    find: '(typeof part === "string" ? storable(part) : part)',
    replace: "part",
    caughtBy: "tests/api/club/push.test.ts",
    test: "fail once if the service's reason",
  },
  {
    name: "a push message leads to another site",
    file: "web/service-worker/message.ts",
    find: "/^\\/(?![/\\\\])/.test(url)",
    replace: "/^\\//.test(url)",
    caughtBy: "web/service-worker/message.test.ts",
  },
  {
    name: "the time of an answer tells whether a phone number is known",
    file: "supabase/functions/phone-lookup/handler.ts",
    find: "await floor;",
    replace: "",
    caughtBy: "supabase/functions/phone-lookup/handler.test.ts",
  },
];
