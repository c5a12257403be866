-- A kept table is the only trace of a season whose points were cleared: saving it anew cannot empty it.
-- Writes an archive's table: everyone who predicted a match of the league that was played on these club dates and is
-- completed, ranked as the leaderboards are. Cleared predictions stay out. Run again, it replaces the table, and the audit
-- log says how many places and points it had. Returns how many players it holds. Admins only; raises P0002 for an archive
-- that does not exist, SL010 when nothing would be left of a table that has players: its points were cleared since.
create or replace function public.create_leaderboard_snapshot(archive_id uuid, league text, start_date date, end_date date)
returns integer
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  players integer;
  kept_players integer;
  kept_points bigint;
begin
  perform private.begin_admin_action('create_leaderboard_snapshot');
  perform from public.leaderboard_archives a where a.id = create_leaderboard_snapshot.archive_id for update;
  if not found then
    raise exception 'There is no such archive' using errcode = 'P0002';
  end if;
  with lost as (
    delete from public.archived_standings s where s.archive_id = create_leaderboard_snapshot.archive_id returning s.points
  )
  select count(*), sum(l.points) into kept_players, kept_points from lost l;
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
  if players = 0 and kept_players > 0 then
    raise exception 'The points of this table have been cleared: it cannot be made again' using errcode = 'SL010';
  end if;
  perform private.write_audit('create_leaderboard_snapshot', 'leaderboard_archives', create_leaderboard_snapshot.archive_id::text,
    case when kept_players > 0 then jsonb_build_object('players', kept_players, 'points', kept_points) end,
    jsonb_build_object('league', league, 'start_date', start_date, 'end_date', end_date, 'players', players));
  return players;
end $$;
