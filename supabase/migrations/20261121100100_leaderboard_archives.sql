-- Tables as they stood: the period's own points, kept for good, readable by anyone.
create table public.leaderboard_archives (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint names_are_1_to_100_long check (char_length(trim(name)) between 1 and 100),
  description text constraint descriptions_stay_short check (char_length(description) <= 1000),
  league text not null references public.competitions (name),
  start_date date not null,
  end_date date not null,
  created_by_admin uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint a_period_ends_after_it_starts check (start_date <= end_date)
);
create index leaderboard_archives_newest on public.leaderboard_archives (created_at desc);

-- The archive's own copy of each place: it stays readable after accounts and matches are gone.
create table public.archived_standings (
  archive_id uuid not null references public.leaderboard_archives (id) on delete cascade,
  "position" integer not null,
  rank integer not null,
  user_id uuid references auth.users (id) on delete set null,
  full_name text not null,
  predictions_scored integer not null,
  points integer not null,
  perfect_scores integer not null,
  accuracy numeric,
  primary key (archive_id, "position")
);
comment on column public.archived_standings.position is '1 is the first row of the table; equal ranks are in the order of names';
create index archived_standings_by_user on public.archived_standings (user_id);

alter table public.leaderboard_archives enable row level security;
alter table public.archived_standings enable row level security;
revoke all on public.leaderboard_archives, public.archived_standings from anon, authenticated, service_role;
grant select on public.leaderboard_archives, public.archived_standings to anon, authenticated, service_role;
grant insert (id, name, description, league, start_date, end_date, created_by_admin), delete on public.leaderboard_archives
   to authenticated, service_role;

create policy "anyone reads the archives" on public.leaderboard_archives for select to anon, authenticated using (true);
create policy "anyone reads archived tables" on public.archived_standings for select to anon, authenticated using (true);
create policy "admins add archives in their own name" on public.leaderboard_archives
  for insert to authenticated
  with check ((select public.has_role((select auth.uid()), 'admin')) and created_by_admin = (select auth.uid()));
create policy "admins delete archives" on public.leaderboard_archives
  for delete to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

create trigger only_admins_write_archives before insert or delete on public.leaderboard_archives
  for each statement execute function private.guard_admin_write();
create trigger archives_are_audited after insert or delete on public.leaderboard_archives
  for each row execute function private.audit_row();

-- Writes an archive's table: everyone who predicted a match of the league that was played on these club dates and is
-- completed, ranked as the leaderboards are. Cleared predictions stay out. Run again, it replaces the table.
-- Returns how many players it holds. Admins only, audited; raises P0002 for an archive that does not exist.
create function public.create_leaderboard_snapshot(archive_id uuid, league text, start_date date, end_date date)
returns integer
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  players integer;
begin
  perform private.begin_admin_action('create_leaderboard_snapshot');
  perform from public.leaderboard_archives a where a.id = create_leaderboard_snapshot.archive_id for update;
  if not found then
    raise exception 'There is no such archive' using errcode = 'P0002';
  end if;
  delete from public.archived_standings s where s.archive_id = create_leaderboard_snapshot.archive_id;
  insert into public.archived_standings (archive_id, "position", rank, user_id, full_name, predictions_scored, points, perfect_scores, accuracy)
  select create_leaderboard_snapshot.archive_id,
         row_number() over (order by t.points desc, t.perfect_scores desc, t.full_name, t.user_id),
         rank() over (order by t.points desc, t.perfect_scores desc),
         t.user_id, t.full_name, t.predictions_scored, t.points, t.perfect_scores,
         private.accuracy_of(t.right_outcomes, t.predictions_scored)
    from (select p.user_id, coalesce(f.full_name, 'Player') as full_name, count(*) as predictions_scored,
                 sum(p.points_earned) as points, count(*) filter (where p.points_earned = 3) as perfect_scores,
                 count(*) filter (where p.points_earned > 0) as right_outcomes
            from public.matches m
            join public.user_predictions p on p.match_id = m.id and p.points_earned is not null and p.cleared_at is null
            join public.profiles f on f.id = p.user_id
           where m.status = 'completed' and m.league = create_leaderboard_snapshot.league
             and m.match_date between create_leaderboard_snapshot.start_date and create_leaderboard_snapshot.end_date
           group by p.user_id, f.full_name) t;
  get diagnostics players = row_count;
  perform private.write_audit('create_leaderboard_snapshot', 'leaderboard_archives', create_leaderboard_snapshot.archive_id::text, null,
    jsonb_build_object('league', league, 'start_date', start_date, 'end_date', end_date, 'players', players));
  return players;
end $$;
grant execute on function public.create_leaderboard_snapshot(uuid, text, date, date) to authenticated, service_role;
