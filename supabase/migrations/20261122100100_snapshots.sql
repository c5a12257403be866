-- What everyone had predicted and earned at a moment, kept before points are cleared. The head stands here; the spec's
-- `data` is one row per player, because one document of 5,000 players and 380 matches would be 251 MB.
create table public.predictions_snapshots (
  id uuid primary key default gen_random_uuid(),
  snapshot_name text not null constraint names_are_1_to_100_long check (char_length(trim(snapshot_name)) between 1 and 100),
  description text constraint descriptions_stay_short check (char_length(description) <= 1000),
  created_by_admin uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  players integer not null default 0,
  predictions integer not null default 0
);
create index predictions_snapshots_newest on public.predictions_snapshots (created_at desc);

-- No foreign key to the account: it would be checked while the totals are locked, against somebody who is being deleted
-- and waits for them. The copy of the name keeps the row readable.
create table public.snapshot_players (
  snapshot_id uuid not null references public.predictions_snapshots (id) on delete cascade,
  "position" integer not null,
  user_id uuid not null,
  user_name text not null,
  total_points integer not null,
  predictions jsonb not null,
  primary key (snapshot_id, "position")
);
comment on column public.snapshot_players.position is '1 is the player with the most points; equal points are in the order of names';
comment on column public.snapshot_players.predictions is
  '[{"match": "Arsenal v Chelsea, 21 Nov 2026", "prediction": "2-1", "actual": "2-0" or null, "points": 1 or null}], in the order of kick-offs';

alter table public.predictions_snapshots enable row level security;
alter table public.snapshot_players enable row level security;
revoke all on public.predictions_snapshots, public.snapshot_players from anon, authenticated, service_role;
grant select on public.predictions_snapshots, public.snapshot_players to authenticated, service_role;

create policy "admins read the snapshots" on public.predictions_snapshots
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins read what a snapshot holds" on public.snapshot_players
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- Fills a snapshot with every prediction whose match has locked; open picks are nobody's but their owners' to see.
-- The caller holds the totals' lock, so points and totals are those of one moment. Returns the finished head.
create function private.fill_snapshot(_snapshot_id uuid) returns public.predictions_snapshots
language plpgsql security definer set search_path = ''
as $$
declare
  made public.predictions_snapshots;
begin
  with written as (
    insert into public.snapshot_players (snapshot_id, "position", user_id, user_name, total_points, predictions)
    select _snapshot_id, row_number() over (order by t.total_points desc, t.user_name, t.user_id),
           t.user_id, t.user_name, t.total_points, t.predictions
      from (select p.user_id, coalesce(f.full_name, 'Player') as user_name,
                   coalesce(sum(p.points_earned), 0)::integer as total_points,
                   -- As text, parsed once: building 1.5 million small objects takes twice as long.
                   ('[' || string_agg(m.opening || p.home_prediction || '-' || p.away_prediction || '", "points": '
                     || coalesce(p.points_earned::text, 'null') || '}', ', ' order by m.place) || ']')::jsonb as predictions
              from (select n.id, row_number() over (order by n.kickoff_at, n.id) as place,
                           format('{"match": %s, "actual": %s, "prediction": "', to_json(private.label_of(n)),
                             coalesce(to_json(n.home_score || '-' || n.away_score)::text, 'null')) as opening
                      from public.matches n where n.locks_at <= clock_timestamp()) m
              join public.user_predictions p on p.match_id = m.id
              join public.profiles f on f.id = p.user_id
             group by p.user_id, f.full_name) t
    returning predictions
  ), counted as (
    select count(*)::integer as players, coalesce(sum(jsonb_array_length(w.predictions)), 0)::integer as predictions from written w
  )
  update public.predictions_snapshots s set players = c.players, predictions = c.predictions
    from counted c where s.id = _snapshot_id
  returning s.* into made;
  return made;
end $$;

-- Keeps what everyone has predicted and earned so far. Returns the snapshot's head with its counts. Admins only (SL003),
-- 50 in 5 minutes (SL004), audited; raises 23514 for a name that is empty or longer than 100.
-- Long for a big club, so it brings its own time limit: the data API applies a function's statement_timeout to its transaction
-- (https://docs.postgrest.org/en/v12/references/transactions.html).
create function public.create_predictions_snapshot(name text, description text default null) returns public.predictions_snapshots
language plpgsql security definer set search_path = '' set statement_timeout = '5min'
as $$
declare
  made public.predictions_snapshots;
begin
  perform private.begin_admin_action('create_predictions_snapshot');
  insert into public.predictions_snapshots (snapshot_name, description)
  values (trim(create_predictions_snapshot.name), nullif(trim(create_predictions_snapshot.description), '')) returning * into made;
  perform private.lock_totals();
  made := private.fill_snapshot(made.id);
  perform private.write_audit('create_predictions_snapshot', 'predictions_snapshots', made.id::text, null, to_jsonb(made));
  return made;
end $$;
grant execute on function public.create_predictions_snapshot(text, text) to authenticated, service_role;
