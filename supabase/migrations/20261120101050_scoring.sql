-- Scores a completed match: its predictions, both tables' totals and ladders, in one set-based pass each. Run again
-- after a correction it replaces points, and where nothing changed it writes nothing. Cleared predictions stay out.
create function private.score_match(_match_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  the_match public.matches;
  match_scopes text[];
  match_day date;
  affected text[];
begin
  select * into the_match from public.matches m where m.id = _match_id;
  match_day := private.completion_day(the_match);
  select array[c.id, 'overall'] into match_scopes from public.competitions c where c.name = the_match.league;
  perform private.lock_totals();

  -- A new day begins: where everyone stands now is what it will be compared with.
  update private.ladder l set earlier_players = l.players
    from private.scopes s
   where s.scope = l.scope and s.scope = any (match_scopes) and (s.latest_day is null or s.latest_day < match_day)
     and l.earlier_players <> l.players;
  update private.scopes s
     set previous_day = case when s.latest_day < match_day then s.latest_day else greatest(s.previous_day, match_day) end,
         latest_day = greatest(s.latest_day, match_day)
   where s.scope = any (match_scopes) and (s.latest_day is distinct from match_day);
  update private.scopes s set previous_day = null where s.scope = any (match_scopes) and s.previous_day = s.latest_day;

  -- Materialized, so that the planner sees how many there are and joins them in one pass instead of row by row.
  with rescored as materialized (
    select p.user_id,
           (p.points_earned is null)::integer as scored,
           c.points - coalesce(p.points_earned, 0) as points,
           (c.points = 3)::integer - coalesce(p.points_earned = 3, false)::integer as perfect,
           (c.points > 0)::integer - coalesce(p.points_earned > 0, false)::integer as outcome
      from public.user_predictions p
     cross join lateral (select public.calculate_prediction_points(
       p.home_prediction, p.away_prediction, the_match.home_score, the_match.away_score) as points) c
     where p.match_id = _match_id and p.cleared_at is null and p.points_earned is distinct from c.points
  ), moved as (
    update private.player_totals t
       set predictions_scored = t.predictions_scored + r.scored,
           points = t.points + r.points,
           perfect_scores = t.perfect_scores + r.perfect,
           right_outcomes = t.right_outcomes + r.outcome,
           earlier_points = case when t.earlier_day = s.latest_day then t.earlier_points else t.points end
                          + case when match_day < s.latest_day then r.points else 0 end,
           earlier_perfect = case when t.earlier_day = s.latest_day then t.earlier_perfect else t.perfect_scores end
                           + case when match_day < s.latest_day then r.perfect else 0 end,
           earlier_day = s.latest_day
      from rescored r, private.scopes s
     where s.scope = any (match_scopes) and t.scope = s.scope and t.user_id = r.user_id
    returning t.scope, t.points, t.perfect_scores, t.earlier_points, t.earlier_perfect,
              r.points as gained, r.perfect as gained_perfect, match_day < s.latest_day as earlier_too
  ), steps as (
    select scope, points, perfect_scores, gained, gained_perfect, false as earlier, count(*)::integer as players
      from moved where gained <> 0 or gained_perfect <> 0 group by 1, 2, 3, 4, 5
    union all
    select scope, earlier_points, earlier_perfect, gained, gained_perfect, true, count(*)::integer
      from moved where earlier_too and (gained <> 0 or gained_perfect <> 0) group by 1, 2, 3, 4, 5
  ), shifts as (
    select scope, points, perfect_scores, earlier, players from steps
    union all
    select scope, points - gained, perfect_scores - gained_perfect, earlier, -players from steps
  )
  insert into private.ladder as l (scope, points, perfect_scores, players, earlier_players)
  select scope, points, perfect_scores,
         coalesce(sum(players) filter (where not earlier), 0), coalesce(sum(players) filter (where earlier), 0)
    from shifts group by scope, points, perfect_scores
  on conflict (scope, points, perfect_scores) do update
    set players = l.players + excluded.players, earlier_players = l.earlier_players + excluded.earlier_players;
  delete from private.ladder where scope = any (match_scopes) and players = 0 and earlier_players = 0;

  update public.user_predictions p
     set points_earned = public.calculate_prediction_points(p.home_prediction, p.away_prediction, the_match.home_score, the_match.away_score)
   where p.match_id = _match_id and p.cleared_at is null
     and p.points_earned is distinct from
         public.calculate_prediction_points(p.home_prediction, p.away_prediction, the_match.home_score, the_match.away_score);
  if found then
    perform private.refresh_head(s) from unnest(match_scopes) s;
  end if;
end $$;

create function private.score_completed_match() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.score_match(new.id);
  return null;
end $$;
create trigger a_completed_match_is_scored after update of status, home_score, away_score on public.matches
  for each row
  when (new.status = 'completed' and (old.status, old.home_score, old.away_score) is distinct from (new.status, new.home_score, new.away_score))
  execute function private.score_completed_match();

-- Sets the points of these players' scored predictions (null: everyone's) to 0 for good; returns how many predictions.
create function private.clear_points(_user_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  cleared integer;
begin
  perform private.lock_totals();
  update public.user_predictions set points_earned = 0, cleared_at = clock_timestamp()
   where points_earned is not null and cleared_at is null and (_user_ids is null or user_id = any (_user_ids));
  get diagnostics cleared = row_count;
  perform private.rebuild_totals(_user_ids);
  return cleared;
end $$;

-- Clears one player's points; the predictions stay. Returns how many predictions were cleared. Admins only, audited.
create function public.clear_player_points(_user_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  standing jsonb;
  cleared integer;
begin
  perform private.begin_admin_action('clear_player_points');
  select jsonb_object_agg(t.scope, t.points) into standing from private.player_totals t where t.user_id = _user_id;
  cleared := private.clear_points(array[_user_id]);
  perform private.write_audit('clear_player_points', 'user_predictions', _user_id::text, standing, jsonb_build_object('predictions', cleared));
  return cleared;
end $$;
grant execute on function public.clear_player_points(uuid) to authenticated, service_role;

-- Clears everyone's points; returns how many predictions were cleared. Secret key only, audited.
create function public.clear_all_points() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  cleared integer := private.clear_points(null);
begin
  perform private.write_audit('clear_all_points', 'user_predictions', null, null, jsonb_build_object('predictions', cleared));
  return cleared;
end $$;
grant execute on function public.clear_all_points() to service_role;
