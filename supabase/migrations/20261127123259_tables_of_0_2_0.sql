-- Everything that clubs of 0.1.0 lack up to 27 November 2026, except code.
--
-- Replaces 20261125104056, 20261125130000, 20261125131000, 20261125172626, 20261125173554, 20261125181001,
-- 20261125182249, 20261125214930, 20261125223918, 20261126072542, 20261126075908, 20261126083040, 20261126120230,
-- 20261126122906, 20261126130549, 20261126140000, 20261126141000, 20261126161704, 20261126162250, 20261126164545,
-- 20261126175420, 20261126204039, 20261126211014, 20261126211142, 20261126211755, 20261126224907, 20261126231402,
-- 20261126231413, 20261126231937, 20261126234512, 20261127000040, 20261127000148, 20261127001500, 20261127001600,
-- 20261127001902, 20261127005440, 20261127022228, 20261127023513, 20261127024931, 20261127030730, 20261127030756,
-- 20261127030843, 20261127053552, 20261127055244, 20261127061110, 20261127061525, 20261127061934, 20261127063658,
-- 20261127064342, 20261127085855, 20261127090457, 20261127092432, 20261127095520.

create type private.incoming_match as (
  place integer, round text, file_home text, file_away text, home text, away text, home_key text, away_key text,
  day date, at time, day_time_zone text, confirmed boolean, status text, home_score integer, away_score integer,
  problem text
);
create type private.match_merge as (
  keep_id uuid, remove_id uuid, is_exchanged boolean, takes_score boolean, locks_at timestamptz
);
create type private.leaderboard_place as (minus_points integer, minus_perfect_scores integer, full_name text, user_id uuid);
create type private.leaderboard_move as (scope text, user_id uuid, old_place private.leaderboard_place);
alter type private.message_content add attribute facts jsonb cascade;

-- Columns and constraints of tables that exist.
alter table private.undos add column lasts interval not null default '35 seconds';
alter table public.matches add column day_time_zone text
  constraint day_time_zones_are_short check (char_length(day_time_zone) <= 60);
alter table private.live_score_provider
  add column asked_competitions text[], add column asked_from date, add column asked_to date, add column error_facts jsonb;
alter table private.provider_matches
  add column missing_since timestamptz,
  add column interrupted boolean not null default false,
  add column accepted_home text, add column accepted_away text, add column accepted_kickoff_at timestamptz,
  add column problem text;
alter table public.payments drop constraint plan_is_known;
alter table public.plan_codes drop constraint plan_is_known;
alter table private.scopes drop column top_players, add column order_is_due boolean not null default false;
alter table private.points_distribution set (fillfactor = 50);
alter table private.points_distribution
  add column better integer not null default 0, add column earlier_better integer not null default 0;
alter table private.player_totals add column question_points integer not null default 0;
alter table public.groups add column members_invite boolean not null default true;
alter table private.records add column period_id bigint, add column closed_by uuid;
alter table private.periods add column over_since timestamptz, add column is_held boolean not null default false;
alter table public.user_roles drop constraint role_is_known,
  add constraint role_is_known check (role in ('admin', 'results', 'money', 'news'));
alter table public.profiles add column language text constraint language_is_spoken check (language in ('en', 'fr', 'mfe'));
alter table private.messages add column facts jsonb;
alter table public.notifications add column club_message_id uuid, add column facts jsonb;
alter table private.job_runs add column facts jsonb;
alter table public.archived_leaderboard_rows add column question_points integer not null default 0;
alter table public.prediction_changes add column is_double boolean not null default false;
alter table public.user_predictions add column is_double boolean not null default false;
alter table public.user_predictions drop constraint points_are_0_1_or_3,
  add constraint points_are_0_1_or_3_and_twice_for_a_double
    check (points_earned in (0, 1, 3) or (is_double and points_earned in (2, 6))) not valid;
alter table public.user_predictions validate constraint points_are_0_1_or_3_and_twice_for_a_double;
alter table public.admin_settings add constraint doubles_are_a_rule
  check (setting_key <> 'doubles' or setting_value ~ '^(off|matchday|season [1-9][0-9]?)$');

-- Request keys, and why predictions were refused.
create table private.request_results (
  caller uuid not null references auth.users (id) on delete cascade,
  request_key uuid not null,
  act text not null,
  result jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (caller, request_key)
);
create index request_results_oldest on private.request_results (created_at);
create table public.prediction_refusals (
  user_id uuid not null references public.profiles (id) on delete cascade,
  match_id uuid not null references public.matches (id) on delete cascade,
  reason text not null
    constraint reason_is_known check (reason in ('lock', 'subscription', 'clock', 'session', 'connection', 'server')),
  times integer not null default 1 constraint times_is_positive check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  constraint last_is_not_before_first check (last_at >= first_at),
  primary key (user_id, match_id, reason)
);
alter table public.prediction_refusals enable row level security;
create index prediction_refusals_by_match on public.prediction_refusals (match_id);
create index prediction_refusals_oldest on public.prediction_refusals (last_at);

-- Points that are counted by difference, in parts, and the order of leaderboards.
create table private.scored_matches (
  id bigint generated always as identity primary key,
  match_id uuid unique,
  competition_id text not null,
  day date not null,
  match_date date not null,
  period_ids bigint[] not null,
  question_id uuid unique
);
create table private.uncounted_points (
  user_id uuid not null, scored_id bigint not null, points smallint not null, sign smallint not null
);
create table private.matches_to_score (
  match_id uuid primary key references public.matches (id) on delete cascade,
  predictions integer not null,
  scored integer not null default 0,
  takes_points boolean not null default false,
  last_user_id uuid,
  is_scored boolean not null default false
);
create table private.leaderboard_blocks (
  scope text not null,
  starts_at private.leaderboard_place not null,
  size integer not null,
  players uuid[] not null,
  constraint a_block_knows_its_size check (size = cardinality(players)),
  primary key (scope, starts_at)
);
alter table private.leaderboard_blocks alter column players set storage external;
create table private.leaderboard_sections (
  scope text not null,
  starts_at private.leaderboard_place not null,
  size integer not null,
  sizes integer[] not null,
  primary key (scope, starts_at)
);
create table private.first_pages (
  scope text primary key references private.scopes (scope),
  leaderboard json not null,
  leaderboard_form json not null
);
create index doubles_by_user on public.user_predictions (user_id) where is_double;

-- What is told about matchdays and months.
create table private.told_periods (
  period_id bigint primary key references private.periods (id),
  told_at timestamptz not null default clock_timestamp(),
  winners_of timestamptz,
  results jsonb not null
);
create table private.told_winners (
  id bigint generated always as identity primary key,
  period_id bigint not null references private.told_periods (period_id),
  user_id uuid not null references auth.users (id) on delete cascade,
  constraint a_winner_is_told_once unique (period_id, user_id)
);
create index told_winners_by_user on private.told_winners (user_id);

-- Messages of organisers, and their notes about members.
create table private.club_messages (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint titles_are_1_to_200_long check (char_length(title) between 1 and 200),
  message text not null constraint messages_are_1_to_2000_long check (char_length(message) between 1 and 2000),
  type text not null constraint type_is_known check (type in ('info', 'success', 'warning', 'error')),
  audience text not null constraint audience_is_known
    check (audience in ('everyone', 'subscribers', 'group', 'missing_picks', 'member')),
  competition_id text references public.competitions (id),
  group_id uuid references public.groups (id) on delete set null,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  send_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  players integer,
  cancelled_at timestamptz,
  withdrawn_at timestamptz,
  member_id uuid references public.profiles (id) on delete cascade,
  constraint subscribers_have_a_competition check ((audience = 'subscribers') = (competition_id is not null)),
  constraint only_groups_have_a_group check (audience = 'group' or group_id is null),
  constraint only_unsent_messages_are_cancelled check (sent_at is null or cancelled_at is null),
  constraint only_sent_messages_are_withdrawn check (sent_at is not null or withdrawn_at is null),
  constraint one_member_is_named check ((audience = 'member') = (member_id is not null))
);
create index club_messages_due on private.club_messages (send_at) where sent_at is null and cancelled_at is null;
create index club_messages_by_time on private.club_messages (sent_at desc) where sent_at is not null;
create index club_messages_by_group on private.club_messages (group_id) where group_id is not null;
create index club_messages_by_member on private.club_messages (member_id) where member_id is not null;
create index notifications_by_club_message on public.notifications (club_message_id) where club_message_id is not null;
create table public.member_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  note text not null constraint notes_are_1_to_500_long check (char_length(note) between 1 and 500),
  author_id uuid references auth.users (id) on delete set null,
  author_name text not null,
  created_at timestamptz not null default clock_timestamp()
);
alter table public.member_notes enable row level security;
create index member_notes_by_user on public.member_notes (user_id, created_at desc);

-- The end of a season, merged members, and season questions.
create table private.season_endings (
  id uuid primary key default gen_random_uuid(),
  season text not null,
  first_day date not null,
  last_day date not null,
  seasons text[] not null,
  started_at timestamptz not null default clock_timestamp(),
  started_by uuid,
  finished_at timestamptz,
  undone_at timestamptz,
  constraint a_season_ends_after_it_starts check (first_day <= last_day)
);
create unique index one_season_ends_at_a_time on private.season_endings ((true))
  where finished_at is null and undone_at is null;
create table private.season_steps (
  ending_id uuid not null references private.season_endings (id) on delete cascade,
  step text not null constraint step_is_known check (step in ('matches', 'leaderboards', 'subscriptions', 'snapshot',
                                                              'honours', 'access', 'points', 'import', 'members')),
  is_skipped boolean not null,
  done_at timestamptz not null default clock_timestamp(),
  done_by uuid,
  summary text not null,
  made jsonb not null default '{}',
  facts jsonb,
  primary key (ending_id, step)
);
create table private.member_merges (
  undo_id uuid primary key,
  kept_id uuid not null,
  removed_id uuid not null constraint an_account_is_merged_once unique,
  merged_at timestamptz not null default clock_timestamp(),
  banned_until timestamptz,
  was_admin boolean not null,
  memberships jsonb not null,
  honours jsonb not null
);
create table public.season_questions (
  id uuid primary key default gen_random_uuid(),
  competition_id text not null references public.competitions (id),
  kind text not null constraint kind_is_known check (kind in ('text', 'number', 'team', 'teams')),
  title text not null constraint titles_are_1_to_100_long check (char_length(trim(title)) between 1 and 100),
  help text constraint helps_are_at_most_300_long check (char_length(help) <= 300),
  points integer not null constraint points_are_1_to_100 check (points between 1 and 100),
  answer_count integer not null default 1,
  locks_at timestamptz not null,
  correct_answers text[],
  settled_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint only_teams_are_several
    check (case kind when 'teams' then answer_count between 2 and 10 else answer_count = 1 end),
  constraint a_settled_question_has_an_answer check ((correct_answers is null) = (settled_at is null)),
  constraint it_settles_after_its_lock check (settled_at >= locks_at)
);
create table public.season_answers (
  id uuid primary key default gen_random_uuid(),
  question_id uuid not null references public.season_questions (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  answer text[] not null constraint answers_have_1_to_10_parts check (cardinality(answer) between 1 and 10),
  points_earned integer,
  cleared_at timestamptz,
  changed_at timestamptz not null default clock_timestamp(),
  constraint one_answer_per_member_and_question unique (question_id, user_id),
  constraint cleared_points_are_0 check (cleared_at is null or points_earned = 0)
);
create index season_answers_by_user on public.season_answers (user_id);
create table public.season_answer_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  question_id uuid references public.season_questions (id) on delete set null,
  question_title text not null,
  change text not null constraint change_is_known check (change in ('made', 'changed', 'deleted')),
  old_answer text[],
  answer text[] not null,
  changed_at timestamptz not null default clock_timestamp()
);
create index season_answer_changes_by_user on public.season_answer_changes (user_id, changed_at desc);
create index season_answer_changes_by_question on public.season_answer_changes (question_id);
alter table public.season_questions enable row level security;
alter table public.season_answers enable row level security;
alter table public.season_answer_changes enable row level security;
alter publication supabase_realtime add table public.subscriptions;

-- Teams and aliases are found by key. The schemas replace the function.
create function private.team_key(_name text) returns text
language sql immutable security definer set search_path = ''
as $$
  with plain as (
    -- Dots and apostrophes join what they separate (F.C., Nott'm); other punctuation separates words.
    select btrim(regexp_replace(regexp_replace(replace(
             private.searchable(regexp_replace(_name, '\s*\([[:alpha:]]{2,3}\)\s*$', '')),
             '&', ' and '), '[.''’`´]', '', 'g'), '[[:space:],;:/()_–—-]+', ' ', 'g')) as name
  ), bare as (
    select p.name, btrim(regexp_replace(regexp_replace(' ' || replace(p.name, ' ', '  ') || ' ',
             ' (fc|afc|cf|cfc|sc|ac|fk|sk|nk|bk|if|ff|kv|sv|ssc|cd|ud|sd|club de futbol|football club) ', ' ', 'g'),
             ' +', ' ', 'g')) as short
      from plain p
  )
  select coalesce(nullif(b.short, ''), b.name) from bare b
$$;
create index aliases_by_key on public.team_aliases (private.team_key(alias));
create index aliases_by_team_key on public.team_aliases (private.team_key(team_name));
create index teams_by_key on public.teams (private.team_key(name));
create index plan_codes_by_user on public.plan_codes (used_by);

-- Rows that clubs have.
insert into private.jobs (name, every, query) values
  ('Count points', interval '1 second', 'select private.count_waiting_points()'),
  ('Send scheduled messages', interval '15 seconds', 'select private.send_scheduled_messages()');
update private.jobs set query = 'select private.delete_old_attempts_and_runs() + private.delete_old_undos()
     + private.delete_old_groups() + private.delete_old_results() + private.delete_old_refusals()
     + private.delete_merged_members()'
 where name = 'Clean up';
-- Links that admins have made are decisions about the reported names and kick-off.
update private.provider_matches
   set accepted_home = home_name, accepted_away = away_name, accepted_kickoff_at = kickoff_at
 where match_id is not null and linked_by = 'admin';
update private.provider_matches set interrupted = true where state in ('suspended', 'abandoned');
-- Groups whose owner is not a member get the member who joined first; those without members are deleted.
update public.groups g set owner_id = n.user_id
  from (select distinct on (m.group_id) m.group_id, m.user_id from public.group_members m
         order by m.group_id, m.joined_at, m.user_id) n
 where n.group_id = g.id
   and not exists (select from public.group_members o where o.group_id = g.id and o.user_id = g.owner_id);
delete from public.groups g where not exists (select from public.group_members m where m.group_id = g.id);
-- Plan codes in the audit log, and as the record of an undone revocation.
update public.admin_audit_log a
   set old_values = a.old_values - 'code', new_values = a.new_values - 'code'
 where a.table_name = 'plan_codes' and (a.old_values ? 'code' or a.new_values ? 'code');
update public.admin_audit_log a set record_id = null
 where a.action = 'undo' and a.old_values ->> 'action' = 'revoke_plan_code' and a.record_id ~ '^[0-9]{7}$';
update private.undos u set record_id = null where u.action = 'revoke_plan_code' and u.record_id ~ '^[0-9]{7}$';
-- Dates with a digit too many, which no page could show.
update public.subscriptions s set expires_at = '2199-12-31 00:00:00+00' where s.expires_at >= '2200-01-01 00:00:00+00';
update public.plan_codes c set expires_at = '2199-12-31 00:00:00+00' where c.expires_at >= '2200-01-01 00:00:00+00';
update public.archived_subscriptions a
   set started_at = greatest(a.started_at, '1950-01-01 00:00:00+00'),
       expires_at = least(a.expires_at, '2199-12-31 00:00:00+00')
 where a.started_at < '1950-01-01 00:00:00+00' or a.expires_at >= '2200-01-01 00:00:00+00';
update public.leaderboard_archives a
   set start_date = greatest(a.start_date, '1950-01-01'), end_date = least(a.end_date, '2199-12-31')
 where a.start_date < '1950-01-01' or a.end_date >= '2200-01-01';
update public.subscription_period_archives a
   set start_date = greatest(a.start_date, '1950-01-01'), end_date = least(a.end_date, '2199-12-31')
 where a.start_date < '1950-01-01' or a.end_date >= '2200-01-01';
alter table public.archived_subscriptions add constraint its_times_are_plausible
  check (started_at >= '1950-01-01 00:00:00+00' and expires_at < '2200-01-01 00:00:00+00');
alter table public.leaderboard_archives add constraint a_period_is_plausible
  check (start_date >= '1950-01-01' and end_date < '2200-01-01');
alter table public.plan_codes add constraint it_ends_before_2200 check (expires_at < '2200-01-01 00:00:00+00');
alter table public.season_questions add constraint it_locks_before_2200 check (locks_at < '2200-01-01 00:00:00+00');
alter table public.subscription_period_archives add constraint a_period_is_plausible
  check (start_date >= '1950-01-01' and end_date < '2200-01-01');
alter table public.subscriptions add constraint it_ends_before_2200 check (expires_at < '2200-01-01 00:00:00+00');

create function private.after_upgrade_20261127() returns void
language plpgsql set search_path = ''
as $$
begin
  -- Names that are stored with invisible characters.
  update public.profiles p set full_name = private.clean_name(p.full_name)
   where p.full_name is distinct from private.clean_name(p.full_name);
  -- The totals have the points of the completed matches. Where they count, and the order of the players, is new.
  perform private.lock_totals();
  perform private.list_scored_matches(null);
  perform private.refresh_ranks(s.scope), private.order_leaderboard(s.scope) from private.scopes s;
  -- 0.1.0 told winners when all matches were over. Nobody is told again about these periods; later corrections are told.
  -- Periods that ended three days before their last result were not told, and stay so.
  update private.periods p set over_since = coalesce(p.winners_of, clock_timestamp())
    from private.period_states() s where s.period_id = p.id and s.is_over;
  insert into private.told_periods (period_id, told_at, winners_of, results)
  select p.id, p.winners_of, p.winners_of, private.period_results(p)
    from private.periods p
    join private.period_states() s on s.period_id = p.id
   where p.winners_of is not null
     and coalesce((p.month + interval '1 month')::date - 1, s.last_day)
         >= (p.winners_of at time zone private.club_time_zone())::date - 2;
  insert into private.told_winners (period_id, user_id)
  select w.period_id, w.user_id
    from private.period_winners w join private.told_periods o on o.period_id = w.period_id
   where w.user_id is not null;
end $$;
