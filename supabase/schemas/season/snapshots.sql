-- Snapshots of all predictions and answers.

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

-- The answers to locked questions with their points by member, for private.fill_snapshot().
create function private.answers_of_snapshot()
returns table (user_id uuid, user_name text, points integer, answers jsonb)
language sql stable security definer set search_path = ''
as $$
  select a.user_id, coalesce(f.full_name, 'Player'), coalesce(sum(a.points_earned), 0)::integer,
         jsonb_agg(jsonb_build_object(
           'match', q.title, 'actual', array_to_string(q.correct_answers, ', '),
           'prediction', array_to_string(a.answer, ', '), 'points', a.points_earned) order by q.locks_at, q.id)
    from public.season_answers a
    join public.season_questions q on q.id = a.question_id and private.may_see('infinity', q.locks_at, null)
    join public.profiles f on f.id = a.user_id
   group by a.user_id, f.full_name
$$;

create trigger only_admins_write_snapshots before insert on public.predictions_snapshots
  for each statement execute function private.guard_admin_write();
-- The functions that take snapshots run as the owner and fill them themselves.
create trigger inserted_snapshots_are_filled after insert on public.predictions_snapshots
  for each row when (current_user in ('authenticated', 'service_role'))
  execute function private.fill_inserted_snapshot();
