-- Archived leaderboards.

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

-- Adds the rows of an archive, an array with the names of the columns. Their positions, and without ranks the ranks,
-- follow from the points. Returns their number.
create function private.write_archived_rows(_archive_id uuid, _rows jsonb) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  written integer;
begin
  insert into public.archived_leaderboard_rows (archive_id, "position", rank, user_id, full_name, predictions_scored,
                                                points, perfect_scores, accuracy, question_points)
  select _archive_id,
         row_number() over (order by r.rank, r.points desc, r.perfect_scores desc, r.full_name, r.user_id),
         coalesce(r.rank, rank() over (order by r.points desc, r.perfect_scores desc)),
         r.user_id, r.full_name, r.predictions_scored, r.points, r.perfect_scores, r.accuracy, r.question_points
    from jsonb_populate_recordset(null::public.archived_leaderboard_rows, _rows) r;
  get diagnostics written = row_count;
  return written;
end $$;

-- Writes an archive's rows: all players who predicted a completed match of the league with a date in the period, and
-- those with points of a season question that locked by the end of the period and was settled after its beginning, or
-- with points carried over in the period; ranked like a leaderboard. Cleared predictions and answers do not count. A
-- second run replaces the rows, and the audit log has the old numbers of players and points. Returns the number of
-- players. Admins only. Raises PT404 for an unknown archive, and SL010 if it would empty an archive that has players
-- or replace one whose points all came from another pool, because the archive is the only record of these points.
create function public.create_leaderboard_snapshot(archive_id uuid, league text, start_date date, end_date date)
returns integer
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  players integer;
  old_players integer;
  old_points bigint;
  is_of_another_pool boolean;
begin
  perform private.begin_admin_action('create_leaderboard_snapshot');
  perform private.finish_scoring();
  perform from public.leaderboard_archives a where a.id = create_leaderboard_snapshot.archive_id for update;
  if not found then
    raise exception 'There is no such archive' using errcode = 'PT404';
  end if;
  with removed as (
    delete from public.archived_leaderboard_rows s where s.archive_id = create_leaderboard_snapshot.archive_id
      returning s.points, s.predictions_scored, s.question_points
  )
  select count(*), sum(l.points), bool_and(l.predictions_scored = 0 and l.question_points = 0)
    into old_players, old_points, is_of_another_pool from removed l;
  players := private.write_archived_rows(create_leaderboard_snapshot.archive_id, (
    select jsonb_agg(to_jsonb(t) || jsonb_build_object(
             'accuracy', private.accuracy_of(t.right_outcomes, t.predictions_scored)))
      from (select e.user_id, coalesce(f.full_name, 'Player') as full_name,
                   count(*) filter (where e.kind = 'match') as predictions_scored, sum(e.points) as points,
                   count(*) filter (where private.is_perfect(e.points) and e.kind = 'match') as perfect_scores,
                   count(*) filter (where e.points > 0 and e.kind = 'match') as right_outcomes,
                   coalesce(sum(e.points) filter (where e.kind = 'question'), 0) as question_points
              from (select p.user_id, p.points_earned as points, 'match' as kind
                      from public.matches m
                      join public.user_predictions p on p.match_id = m.id and p.points_earned is not null
                        and p.cleared_at is null
                     where m.status = 'completed' and m.league = create_leaderboard_snapshot.league
                       and m.match_date between create_leaderboard_snapshot.start_date
                                            and create_leaderboard_snapshot.end_date
                    union all
                    select q.user_id, q.points, case when q.is_carried then 'carried' else 'question' end
                      from private.other_gains(private.board_of(create_leaderboard_snapshot.league)) q
                     where q.locked_on <= create_leaderboard_snapshot.end_date
                       and q.day >= create_leaderboard_snapshot.start_date) e
              join public.profiles f on f.id = e.user_id
             group by e.user_id, f.full_name) t));
  if (players = 0 and old_players > 0) or (is_of_another_pool and old_points > 0) then
    raise exception 'The points of this archive cannot be counted again, so its leaderboard was not changed'
      using errcode = 'SL010';
  end if;
  perform private.write_audit(
    'create_leaderboard_snapshot', 'leaderboard_archives', create_leaderboard_snapshot.archive_id::text,
    case when old_players > 0 then jsonb_build_object('players', old_players, 'points', old_points) end,
    jsonb_build_object('league', league, 'start_date', start_date, 'end_date', end_date, 'players', players));
  return players;
end $$;
grant execute on function public.create_leaderboard_snapshot(uuid, text, date, date) to authenticated, service_role;

create trigger only_admins_write_archives before insert or delete on public.leaderboard_archives
  for each statement execute function private.guard_admin_write();
create trigger archives_are_audited after insert or delete on public.leaderboard_archives
  for each row execute function private.audit_row();
create trigger undo_is_kept_after_deletion after delete on public.leaderboard_archives
  for each statement execute function private.end_direct_undo();
create trigger changes_are_recorded_for_undo after insert or update or delete on public.leaderboard_archives
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.archived_leaderboard_rows
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('archive_id', 'position');
