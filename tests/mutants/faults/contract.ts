import type { Fault } from "../fault.ts";

const SCHEMAS = "supabase/schemas";
const INSERTED = "supabase/tests/season/snapshots.test.sql";
const NOTIFICATIONS = "supabase/tests/messages/notifications.test.sql";
const SEARCH = "supabase/tests/members/search.test.sql";

/** Admin writes through the API, and search. */
export const ADMIN_WRITES_AND_SEARCH: readonly Fault[] = [
  {
    name: "an admin inserts a snapshot in another name",
    file: `${SCHEMAS}/season/snapshots.sql`,
    find: `create policy "admins add snapshots in their own name" on public.predictions_snapshots
  for insert to authenticated
  with check ((select public.has_role((select auth.uid()), 'admin')) and created_by_admin = (select auth.uid()));`,
    replace: `create policy "admins add snapshots in their own name" on public.predictions_snapshots
  for insert to authenticated
  with check ((select public.has_role((select auth.uid()), 'admin')));`,
    caughtBy: INSERTED,
  },
  {
    name: "an inserted snapshot stays empty",
    file: `${SCHEMAS}/season/snapshots.sql`,
    find: "    created := private.fill_snapshot(new.id);",
    replace: "    created := new;",
    caughtBy: INSERTED,
  },
  {
    name: "inserted snapshots have no limit",
    file: `${SCHEMAS}/season/snapshots.sql`,
    find: "create trigger only_admins_write_snapshots before insert",
    replace: "create trigger only_admins_write_snapshots before truncate",
    caughtBy: INSERTED,
  },
  {
    name: "inserted subscription archives are not audited",
    file: `${SCHEMAS}/season/subscription_archives.sql`,
    find: "create trigger subscription_archives_are_audited after insert or delete",
    replace: "create trigger subscription_archives_are_audited after delete",
    caughtBy: INSERTED,
  },
  {
    name: "the audit log keeps the phone numbers of inserted subscriptions",
    file: `${SCHEMAS}/season/subscription_archives.sql`,
    find: "case when tg_op = 'INSERT' then jsonb_agg(to_jsonb(g) - 'phone_number') end",
    replace: "case when tg_op = 'INSERT' then jsonb_agg(to_jsonb(g)) end",
    caughtBy: INSERTED,
  },
  {
    name: "an archive keeps a phone number that belongs to no account",
    file: `${SCHEMAS}/season/subscription_archives.sql`,
    find: "check (phone_number is null or user_id is not null)",
    replace: "check (true)",
    caughtBy: INSERTED,
  },
  {
    name: "an unknown type of notification is stored",
    file: `${SCHEMAS}/messages/notifications.sql`,
    find: "create trigger unknown_types_are_info before insert",
    replace: "create trigger unknown_types_are_info before update",
    caughtBy: NOTIFICATIONS,
  },
  {
    name: "inserted notifications are not audited",
    file: `${SCHEMAS}/messages/notifications.sql`,
    find: "  if current_user in ('authenticated', 'service_role') then",
    replace: "  if false then",
    caughtBy: NOTIFICATIONS,
  },
  {
    name: "a team that is added with its match is not audited",
    file: `${SCHEMAS}/matches/matches.sql`,
    find: "    perform private.write_audit('teams.insert', 'teams', added.id::text, null, to_jsonb(added));",
    replace: "    null;",
    caughtBy: "supabase/tests/matches/matches.test.sql",
  },
  {
    name: "search needs the accents of a name",
    file: `${SCHEMAS}/foundation/texts.sql`,
    find: "lower(extensions.unaccent('extensions.unaccent'::regdictionary, coalesce(_text, '')))",
    replace: "lower(coalesce(_text, ''))",
    caughtBy: SEARCH,
  },
  {
    name: "search needs only the longest word",
    file: `${SCHEMAS}/members/search.sql`,
    find: "s.name like longest and s.name like all (patterns)",
    replace: "s.name like longest",
    caughtBy: SEARCH,
  },
  {
    name: "players search phone numbers and emails",
    file: `${SCHEMAS}/leaderboards/reading.sql`,
    find: "private.players_found(query, false)",
    replace: "private.players_found(query, true)",
    caughtBy: SEARCH,
  },
  {
    name: "search reads every player",
    file: `${SCHEMAS}/members/search.sql`,
    find: "s.name like longest and s.name like all (patterns)",
    replace: "s.name || '' like longest and s.name like all (patterns)",
    caughtBy: SEARCH,
  },
  {
    name: "search keeps an old email",
    file: `${SCHEMAS}/members/search.sql`,
    find: "create trigger players_can_be_found_by_a_new_email after update of email",
    replace: "create trigger players_can_be_found_by_a_new_email after update of banned_until",
    caughtBy: SEARCH,
  },
  {
    name: "the page says another sentence than the database",
    file: "web/backend/sentences/season-sentences.ts",
    find: "archives_kept: words.archivesKept",
    replace: "archives_kept: words.matchesKept",
    caughtBy: "tests/database/sentences.test.ts",
  },
  {
    name: "a refusal has no kind",
    file: `${SCHEMAS}/messages/from_organisers.sql`,
    find: `, detail = '{"kind": "message_was_sent"}'`,
    replace: "",
    caughtBy: "tests/database/sentences.test.ts",
  },
];
