-- Archives: leaderboards of a period, prediction snapshots, and subscriptions of a period.

-- Archived leaderboards: the points of a period, stored permanently and readable by anyone.
create table public.leaderboard_archives (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint names_are_1_to_100_long check (char_length(trim(name)) between 1 and 100),
  description text constraint descriptions_are_at_most_1000_long check (char_length(description) <= 1000),
  league text not null references public.competitions (name),
  start_date date not null,
  end_date date not null,
  created_by_admin uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint a_period_ends_after_it_starts check (start_date <= end_date),
  constraint a_period_is_plausible check (start_date >= '1950-01-01' and end_date < '2200-01-01')
);
create index leaderboard_archives_newest on public.leaderboard_archives (created_at desc);

alter table public.leaderboard_archives enable row level security;
revoke all on public.leaderboard_archives from anon, authenticated, service_role;
grant select on public.leaderboard_archives to anon, authenticated, service_role;
grant insert (id, name, description, league, start_date, end_date, created_by_admin), delete
  on public.leaderboard_archives to authenticated, service_role;

create policy "anyone reads the archives" on public.leaderboard_archives for select to anon, authenticated
  using (true);
create policy "admins add archives in their own name" on public.leaderboard_archives
  for insert to authenticated
  with check ((select public.has_role((select auth.uid()), 'admin')) and created_by_admin = (select auth.uid()));
create policy "admins delete archives" on public.leaderboard_archives
  for delete to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- The rows of an archived leaderboard, with a copy of the names, so that they are readable after accounts and matches
-- are deleted.
create table public.archived_leaderboard_rows (
  archive_id uuid not null references public.leaderboard_archives (id) on delete cascade,
  "position" integer not null,
  rank integer not null,
  user_id uuid references public.profiles (id) on delete set null,
  full_name text not null,
  predictions_scored integer not null,
  points integer not null,
  perfect_scores integer not null,
  accuracy numeric,
  question_points integer not null default 0,
  primary key (archive_id, "position")
);
comment on column public.archived_leaderboard_rows.position is
  '1 is the first row of the leaderboard; equal ranks are in the order of names';
comment on column public.archived_leaderboard_rows.question_points is
  'the part of the points that answers to season questions earned';
create index archived_leaderboard_rows_by_user on public.archived_leaderboard_rows (user_id);

alter table public.archived_leaderboard_rows enable row level security;
revoke all on public.archived_leaderboard_rows from anon, authenticated, service_role;
grant select on public.archived_leaderboard_rows to anon, authenticated, service_role;

create policy "anyone reads archived leaderboards" on public.archived_leaderboard_rows
  for select to anon, authenticated using (true);

-- Snapshots of all predictions and points, taken before points are cleared. The predictions are in snapshot_players,
-- one row per player, because one document for 5,000 players and 380 matches would have 251 MB. An insert through the
-- API takes a snapshot, or stores the one in `data`.
create table public.predictions_snapshots (
  id uuid primary key default gen_random_uuid(),
  snapshot_name text not null constraint names_are_1_to_100_long
    check (char_length(trim(snapshot_name)) between 1 and 100),
  description text constraint descriptions_are_at_most_1000_long check (char_length(description) <= 1000),
  created_by_admin uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  players integer not null default 0,
  predictions integer not null default 0,
  data jsonb
);
comment on column public.predictions_snapshots.data is
  'what an API client inserted, and what snapshot_players then has: [{"user_id", "user_name", "total_points", '
  '"predictions"}]. Null for a snapshot that the database took';
create index predictions_snapshots_newest on public.predictions_snapshots (created_at desc);

alter table public.predictions_snapshots enable row level security;
revoke all on public.predictions_snapshots from anon, authenticated, service_role;
grant select on public.predictions_snapshots to authenticated, service_role;
grant insert (snapshot_name, description, created_by_admin, data)
  on public.predictions_snapshots to authenticated, service_role;

create policy "admins read the snapshots" on public.predictions_snapshots
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins add snapshots in their own name" on public.predictions_snapshots
  for insert to authenticated
  with check ((select public.has_role((select auth.uid()), 'admin')) and created_by_admin = (select auth.uid()));

-- A player's predictions in a snapshot, with a copy of the name. There is no foreign key to the account: its check,
-- made while the totals are locked, could deadlock with the deletion of the account, which waits for that lock.
create table public.snapshot_players (
  snapshot_id uuid not null references public.predictions_snapshots (id) on delete cascade,
  "position" integer not null,
  user_id uuid not null,
  user_name text not null,
  total_points integer not null,
  predictions jsonb not null,
  primary key (snapshot_id, "position")
);
comment on column public.snapshot_players.position is
  '1 is the player with the most points; equal points are in the order of names';
comment on column public.snapshot_players.predictions is
  '[{"match": "Arsenal v Chelsea, 21 Nov 2026", "prediction": "2-1", "actual": "2-0" or null, '
  '"points": 1 or null}], in the order of kick-offs';

alter table public.snapshot_players enable row level security;
revoke all on public.snapshot_players from anon, authenticated, service_role;
grant select on public.snapshot_players to authenticated, service_role;

create policy "admins read the players of a snapshot" on public.snapshot_players
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- Archives of the subscriptions of a period, for admins only.
create table public.subscription_period_archives (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint names_are_1_to_100_long check (char_length(trim(name)) between 1 and 100),
  description text constraint descriptions_are_at_most_1000_long check (char_length(description) <= 1000),
  start_date date not null,
  end_date date not null,
  created_by_admin uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint a_period_ends_after_it_starts check (start_date <= end_date),
  constraint a_period_is_plausible check (start_date >= '1950-01-01' and end_date < '2200-01-01')
);
create index subscription_period_archives_newest on public.subscription_period_archives (created_at desc);

alter table public.subscription_period_archives enable row level security;
revoke all on public.subscription_period_archives from anon, authenticated, service_role;
grant select, insert (id, name, description, start_date, end_date, created_by_admin), delete
  on public.subscription_period_archives to authenticated, service_role;

create policy "admins read the subscription archives" on public.subscription_period_archives
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins add subscription archives in their own name" on public.subscription_period_archives
  for insert to authenticated
  with check ((select public.has_role((select auth.uid()), 'admin')) and created_by_admin = (select auth.uid()));
create policy "admins delete subscription archives" on public.subscription_period_archives
  for delete to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- The subscriptions in an archive, with a copy of name and phone number. create_subscription_archive() copies them. A
-- client that inserts the archive itself also inserts its subscriptions.
create table public.archived_subscriptions (
  id uuid primary key default gen_random_uuid(),
  archive_id uuid not null references public.subscription_period_archives (id) on delete cascade,
  user_id uuid references public.profiles (id) on delete set null,
  full_name text not null constraint names_are_1_to_100_long check (char_length(full_name) between 1 and 100),
  phone_number text constraint phones_are_e164 check (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  subscription_type text not null
    constraint type_is_known check (subscription_type in ('premier_league', 'fa_cup', 'league_cup', 'friendly_club')),
  subscription_status text not null constraint status_is_known
    check (subscription_status in ('active', 'inactive', 'expired')),
  started_at timestamptz not null,
  expires_at timestamptz not null,
  was_admin_assigned boolean not null,
  constraint a_subscription_ends_after_it_starts check (expires_at > started_at),
  constraint its_times_are_plausible
    check (started_at >= '1950-01-01 00:00:00+00' and expires_at < '2200-01-01 00:00:00+00'),
  -- The phone number is removed with the account.
  constraint a_phone_number_belongs_to_an_account check (phone_number is null or user_id is not null)
);
create index archived_subscriptions_by_archive on public.archived_subscriptions (archive_id, started_at);
create index archived_subscriptions_by_user on public.archived_subscriptions (user_id);

alter table public.archived_subscriptions enable row level security;
revoke all on public.archived_subscriptions from anon, authenticated, service_role;
grant select, delete,
      insert (archive_id, user_id, full_name, phone_number, subscription_type, subscription_status, started_at,
              expires_at, was_admin_assigned)
  on public.archived_subscriptions to authenticated, service_role;

create policy "admins read archived subscriptions" on public.archived_subscriptions
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins add archived subscriptions" on public.archived_subscriptions
  for insert to authenticated with check ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins delete archived subscriptions" on public.archived_subscriptions
  for delete to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- Writes an archive's rows: all players who predicted a completed match of the league with a date in the period, and
-- those with points of a season question that locked by the end of the period and was settled after its beginning;
-- ranked like a leaderboard. Cleared predictions and answers do not count. A second run replaces the rows, and the
-- audit log has the old numbers of players and points. Returns the number of players. Admins only. Raises PT404 for an
-- unknown archive, and SL010 if it would empty an archive that has players, because the archive is the only record of
-- points that were cleared since.
create function public.create_leaderboard_snapshot(archive_id uuid, league text, start_date date, end_date date)
returns integer
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  players integer;
  old_players integer;
  old_points bigint;
begin
  perform private.begin_admin_action('create_leaderboard_snapshot');
  perform private.finish_scoring();
  perform from public.leaderboard_archives a where a.id = create_leaderboard_snapshot.archive_id for update;
  if not found then
    raise exception 'There is no such archive' using errcode = 'PT404';
  end if;
  with removed as (
    delete from public.archived_leaderboard_rows s where s.archive_id = create_leaderboard_snapshot.archive_id
      returning s.points
  )
  select count(*), sum(l.points) into old_players, old_points from removed l;
  insert into public.archived_leaderboard_rows (archive_id, "position", rank, user_id, full_name, predictions_scored,
                                                points, perfect_scores, accuracy, question_points)
  select create_leaderboard_snapshot.archive_id,
         row_number() over (order by t.points desc, t.perfect_scores desc, t.full_name, t.user_id),
         rank() over (order by t.points desc, t.perfect_scores desc),
         t.user_id, t.full_name, t.predictions_scored, t.points, t.perfect_scores,
         private.accuracy_of(t.right_outcomes, t.predictions_scored), t.question_points
    from (select e.user_id, coalesce(f.full_name, 'Player') as full_name,
                 count(*) filter (where not e.is_question) as predictions_scored, sum(e.points) as points,
                 count(*) filter (where private.is_perfect(e.points) and not e.is_question) as perfect_scores,
                 count(*) filter (where e.points > 0 and not e.is_question) as right_outcomes,
                 coalesce(sum(e.points) filter (where e.is_question), 0) as question_points
            from (select p.user_id, p.points_earned as points, false as is_question
                    from public.matches m
                    join public.user_predictions p on p.match_id = m.id and p.points_earned is not null
                      and p.cleared_at is null
                   where m.status = 'completed' and m.league = create_leaderboard_snapshot.league
                     and m.match_date between create_leaderboard_snapshot.start_date
                                          and create_leaderboard_snapshot.end_date
                  union all
                  select q.user_id, q.points, true
                    from private.question_gains(private.scope_of(create_leaderboard_snapshot.league)) q
                   where q.locked_on <= create_leaderboard_snapshot.end_date
                     and q.day >= create_leaderboard_snapshot.start_date) e
            join public.profiles f on f.id = e.user_id
           group by e.user_id, f.full_name) t;
  get diagnostics players = row_count;
  if players = 0 and old_players > 0 then
    raise exception 'The points of this archive were cleared, so its leaderboard cannot be saved again'
      using errcode = 'SL010';
  end if;
  perform private.write_audit(
    'create_leaderboard_snapshot', 'leaderboard_archives', create_leaderboard_snapshot.archive_id::text,
    case when old_players > 0 then jsonb_build_object('players', old_players, 'points', old_points) end,
    jsonb_build_object('league', league, 'start_date', start_date, 'end_date', end_date, 'players', players));
  return players;
end $$;
grant execute on function public.create_leaderboard_snapshot(uuid, text, date, date) to authenticated, service_role;

-- Fills a snapshot with the predictions of every match that has locked, and none of open matches. Answers to locked
-- season questions follow a player's predictions and are not counted as such. The caller holds the totals' lock, so
-- that points and totals are consistent. Returns the finished snapshot row.
create function private.fill_snapshot(_snapshot_id uuid) returns public.predictions_snapshots
language plpgsql security definer set search_path = ''
as $$
declare
  created public.predictions_snapshots;
begin
  with answered as materialized (
    select * from private.answers_of_snapshot()
  ), written as (
    insert into public.snapshot_players (snapshot_id, "position", user_id, user_name, total_points, predictions)
    select _snapshot_id, row_number() over (order by o.total_points desc, o.user_name, o.user_id), o.*
      from (
      select coalesce(t.user_id, q.user_id) as user_id, coalesce(t.user_name, q.user_name) as user_name,
             coalesce(t.total_points, 0) + coalesce(q.points, 0) as total_points,
             case when q.user_id is null then t.predictions
               else coalesce(t.predictions, '[]') || q.answers end as predictions
      from (select p.user_id, coalesce(f.full_name, 'Player') as user_name,
                   coalesce(sum(p.points_earned), 0)::integer as total_points,
                   -- Built as text and parsed once, because building 1.5 million JSON objects takes twice as long.
                   ('[' || string_agg(m.opening || p.home_prediction || '-' || p.away_prediction || '", "points": '
                     || coalesce(p.points_earned::text, 'null') || '}', ', ' order by m.place)
                       || ']')::jsonb as predictions
              from (select n.id, row_number() over (order by n.kickoff_at, n.id) as place,
                           format('{"match": %s, "actual": %s, "prediction": "', to_json(private.match_label(n)),
                             coalesce(to_json(n.home_score || '-' || n.away_score)::text, 'null')) as opening
                      from public.matches n where private.may_see('infinity', n.locks_at, null)) m
              join public.user_predictions p on p.match_id = m.id
              join public.profiles f on f.id = p.user_id
             group by p.user_id, f.full_name) t
      full join answered q on q.user_id = t.user_id) o
    returning predictions
  ), counted as (
    select count(*)::integer as players,
           (coalesce(sum(jsonb_array_length(w.predictions)), 0)
             - (select coalesce(sum(jsonb_array_length(a.answers)), 0) from answered a))::integer as predictions
      from written w
  )
  update public.predictions_snapshots s set players = c.players, predictions = c.predictions
    from counted c where s.id = _snapshot_id
  returning s.* into created;
  return created;
end $$;

-- Takes a snapshot of all predictions and points. Returns the snapshot row with its counts. Admins only (SL003), 50
-- in 5 minutes (SL004), audited. Raises 23514 for a name that is empty or longer than 100. Slow in a large club, so
-- it sets its own statement_timeout, which the data API applies
-- (https://docs.postgrest.org/en/v12/references/transactions.html).
-- A second call with the same _request_key returns the first result and changes nothing.
create function public.create_predictions_snapshot(name text, description text default null,
                                                   _request_key uuid default null)
returns public.predictions_snapshots
language plpgsql security definer set search_path = '' set statement_timeout = '5min'
as $$
declare
  first jsonb;
  created public.predictions_snapshots;
begin
  perform private.begin_admin_action('create_predictions_snapshot');
  first := private.first_result(_request_key, 'create_predictions_snapshot');
  if first is not null then
    return jsonb_populate_record(null::public.predictions_snapshots, first);
  end if;
  perform private.finish_scoring();
  insert into public.predictions_snapshots (snapshot_name, description)
  values (trim(create_predictions_snapshot.name), nullif(trim(create_predictions_snapshot.description), ''))
    returning * into created;
  perform private.lock_totals();
  created := private.fill_snapshot(created.id);
  perform private.write_audit('create_predictions_snapshot', 'predictions_snapshots', created.id::text, null,
                              to_jsonb(created) - 'data');
  perform private.keep_result(_request_key, to_jsonb(created));
  return created;
end $$;
grant execute on function public.create_predictions_snapshot(text, text, uuid) to authenticated, service_role;

-- Fills a snapshot that an API client inserted: from its `data`, or else from the predictions. Raises 22023 for data
-- that is not an array, and 23502 for a player without an id, a name, points or predictions. The statement's time
-- limit applies; create_predictions_snapshot() has a longer one for large clubs.
create function private.fill_inserted_snapshot() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  created public.predictions_snapshots;
begin
  if new.data is null then
    perform private.finish_scoring();
    perform private.lock_totals();
    created := private.fill_snapshot(new.id);
  else
    insert into public.snapshot_players (snapshot_id, "position", user_id, user_name, total_points, predictions)
    select new.id, row_number() over (order by p.total_points desc, p.user_name, p.user_id), p.user_id, p.user_name,
           p.total_points, p.predictions
      from jsonb_to_recordset(new.data) p (user_id uuid, user_name text, total_points integer, predictions jsonb);
    update public.predictions_snapshots s
       set (players, predictions) = (select count(*), coalesce(sum(jsonb_array_length(p.predictions)), 0)
                                       from public.snapshot_players p where p.snapshot_id = s.id)
     where s.id = new.id
    returning * into created;
  end if;
  perform private.write_audit('predictions_snapshots.insert', 'predictions_snapshots', created.id::text, null,
                              to_jsonb(created) - 'data');
  return null;
end $$;

-- Writes one audit row for each archive whose rows an API client inserted or deleted, without phone numbers, because
-- the log outlives accounts.
create function private.audit_archived_subscriptions() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('authenticated', 'service_role') then
    perform private.write_audit(
              'archived_subscriptions.' || lower(tg_op), 'archived_subscriptions', g.archive_id::text,
              case when tg_op = 'DELETE' then jsonb_agg(to_jsonb(g) - 'phone_number') end,
              case when tg_op = 'INSERT' then jsonb_agg(to_jsonb(g) - 'phone_number') end)
       from changed g group by g.archive_id;
  end if;
  return null;
end $$;
grant execute on function private.audit_archived_subscriptions() to authenticated, service_role;

-- Removes the phone number when the account is deleted, which sets user_id to null. The row keeps the name.
create function private.remove_archived_phone() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.phone_number := null;
  return new;
end $$;

-- Archives the subscriptions that started from start_date 00:00:00 to end_date 23:59:59 UTC, with their players'
-- names and phone numbers. Returns the archive and the number of subscriptions, which may be 0. Raises 23514 for an
-- empty name or a period that ends before it starts, SL011 if the archive cannot be filled; then none is created.
-- Admins only (SL003), 50 in 5 minutes (SL004), audited.
-- A second call with the same _request_key returns the first result and changes nothing.
create function public.create_subscription_archive(name text, description text, start_date date, end_date date,
                                                   _request_key uuid default null)
returns table (id uuid, archived integer)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  first jsonb;
  archived_count integer;
begin
  perform private.begin_admin_action('create_subscription_archive');
  first := private.first_result(_request_key, 'create_subscription_archive');
  if first is not null then
    return query select (first ->> 'id')::uuid, (first ->> 'archived')::integer;
    return;
  end if;
  insert into public.subscription_period_archives as a (name, description, start_date, end_date)
  values (trim(name), nullif(trim(description), ''), start_date, end_date) returning a.id into id;
  begin
    insert into public.archived_subscriptions (archive_id, user_id, full_name, phone_number, subscription_type,
                                               subscription_status, started_at, expires_at, was_admin_assigned)
    select id, p.id, coalesce(p.full_name, 'Player'), p.phone_number, s.subscription_type,
           case when s.status = 'active' and s.expires_at <= now() then 'expired' else s.status end,
           s.started_at, s.expires_at, s.assigned_by_admin
      from public.subscriptions s join public.profiles p on p.id = s.user_id
     where s.started_at >= start_date::timestamp at time zone 'UTC'
       and s.started_at < (end_date + 1)::timestamp at time zone 'UTC';
    get diagnostics archived_count = row_count;
  exception when others then
    raise exception 'The archive could not be filled: %', sqlerrm using errcode = 'SL011';
  end;
  perform private.write_audit('create_subscription_archive', 'subscription_period_archives', id::text, null,
    jsonb_build_object('name', trim(name), 'start_date', start_date, 'end_date', end_date,
                       'subscriptions', archived_count));
  perform private.keep_result(_request_key, jsonb_build_object('id', id, 'archived', archived_count));
  return query select id, archived_count;
end $$;
grant execute on function public.create_subscription_archive(text, text, date, date, uuid)
  to authenticated, service_role;

-- Adds a subscription to an archive for the player whose profile has this phone number (without + it is Mauritian).
-- Returns one row: outcome 'added' with the row's id, or 'user_not_found'. Raises PT404 for an unknown archive, 23514
-- for an unknown type or status or an end before the start. Admins only (SL003), 50 in 5 minutes (SL004), audited.
-- A second call with the same _request_key returns the first result and changes nothing.
create function public.add_archived_subscription(archive_id uuid, phone_number text, type text, status text,
                                                 started_at timestamptz, expires_at timestamptz,
                                                 _request_key uuid default null)
returns table (outcome text, id uuid)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  first jsonb;
  player public.profiles;
  added public.archived_subscriptions;
begin
  perform private.begin_admin_action('add_archived_subscription');
  first := private.first_result(_request_key, 'add_archived_subscription');
  if first is not null then
    return query select 'added', (first ->> 'id')::uuid;
    return;
  end if;
  if not exists (select from public.subscription_period_archives a where a.id = archive_id) then
    raise exception 'There is no such archive' using errcode = 'PT404';
  end if;
  select * into player from public.profiles p
    where p.phone_number = private.e164(add_archived_subscription.phone_number);
  if player.id is null then
    -- Not a result: the player may be found when the request is sent again.
    delete from private.request_results r where r.caller = (select auth.uid()) and r.request_key = _request_key;
    return query select 'user_not_found', null::uuid;
    return;
  end if;
  -- Rows that an admin adds are marked as assigned by an admin.
  insert into public.archived_subscriptions as s (archive_id, user_id, full_name, phone_number, subscription_type,
                                                  subscription_status, started_at, expires_at, was_admin_assigned)
  values (archive_id, player.id, coalesce(player.full_name, 'Player'), player.phone_number, type, status, started_at,
          expires_at, true)
  returning s.* into added;
  perform private.write_audit('add_archived_subscription', 'archived_subscriptions', added.id::text, null,
                              to_jsonb(added) - 'phone_number');
  perform private.keep_result(_request_key, jsonb_build_object('id', added.id));
  return query select 'added', added.id;
end $$;
grant execute on function public.add_archived_subscription(uuid, text, text, text, timestamptz,
                                                           timestamptz, uuid) to authenticated, service_role;

create trigger only_admins_write_archives before insert or delete on public.leaderboard_archives
  for each statement execute function private.guard_admin_write();
create trigger archives_are_audited after insert or delete on public.leaderboard_archives
  for each row execute function private.audit_row();

create trigger only_admins_write_snapshots before insert on public.predictions_snapshots
  for each statement execute function private.guard_admin_write();
-- The functions that take snapshots run as the owner and fill them themselves.
create trigger inserted_snapshots_are_filled after insert on public.predictions_snapshots
  for each row when (current_user in ('authenticated', 'service_role'))
  execute function private.fill_inserted_snapshot();

create trigger only_admins_write_subscription_archives before insert or delete on public.subscription_period_archives
  for each statement execute function private.guard_admin_write();
create trigger subscription_archives_are_audited after insert or delete on public.subscription_period_archives
  for each row execute function private.audit_row();

create trigger only_admins_write_archived_subscriptions before insert or delete on public.archived_subscriptions
  for each statement execute function private.guard_admin_write();
create trigger deleted_archived_subscriptions_are_audited after delete on public.archived_subscriptions
  referencing old table as changed
  for each statement execute function private.audit_archived_subscriptions();
create trigger inserted_archived_subscriptions_are_audited after insert on public.archived_subscriptions
  referencing new table as changed
  for each statement execute function private.audit_archived_subscriptions();
create trigger archived_phones_are_removed_with_accounts before update of user_id on public.archived_subscriptions
  for each row when (new.user_id is null)
  execute function private.remove_archived_phone();
