-- Scoring the matches whose result changes.

-- Sets the points of these matches' predictions by the matches' present state: none unless completed. Only what
-- changes is written, and its difference is counted (private.count_points). Cleared predictions keep 0 points. More
-- predictions than one statement can score are left to a job (private.score_later). _user_ids: of these members
-- only, whose predictions have been restored or moved. The caller has locked the matches.
create function private.score_matches(_match_ids uuid[], _user_ids uuid[] default null) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  outdated uuid[];
begin
  perform private.lock_totals();
  if _user_ids is not null then
    -- A match that is scored in parts may be past the member.
    perform private.score_later(array(
      select s.match_id from private.matches_to_score s where s.match_id = any (_match_ids) and not s.is_scored));
    update public.user_predictions p
       set points_earned = case when n.id is not null then private.prediction_points(
             p.home_prediction, p.away_prediction, m.home_score, m.away_score, p.is_double) end
      from public.matches m
      left join private.scored_matches n on n.match_id = m.id and m.status = 'completed'
     where p.match_id = any (_match_ids) and p.user_id = any (_user_ids) and p.cleared_at is null
       and m.id = p.match_id;
    perform private.count_points_soon();
    return;
  end if;
  if private.needs_parts(_match_ids) then
    perform private.score_later(_match_ids);
    return;
  end if;
  outdated := array(
    select n.match_id
      from private.scored_matches n
      left join public.matches m on m.id = n.match_id and m.status = 'completed'
      left join public.competitions c on c.name = m.league
     where n.match_id = any (_match_ids)
       and (n.competition_id, n.day) is distinct from (c.id, private.completion_day(m)));
  if outdated <> '{}' then
    perform private.take_points(outdated);
    update private.scored_matches n set match_id = null where n.match_id = any (outdated);
  end if;
  -- Points that a restored or moved prediction brought along do not count yet.
  perform private.take_points(array(
    select unnest(_match_ids) except select n.match_id from private.scored_matches n));
  perform private.list_scored_matches(_match_ids);
  update public.user_predictions p
     set points_earned = private.prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score,
                                                   p.is_double)
    from public.matches m
   where p.match_id = any (_match_ids) and p.cleared_at is null and m.id = p.match_id and m.status = 'completed'
     and p.points_earned is distinct from
         private.prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score, p.is_double);
  perform private.count_points_soon();
end $$;

-- Sets the points of these matches' predictions to null.
create function private.take_points(_match_ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  update public.user_predictions p set points_earned = null
   where p.match_id = any (_match_ids) and p.points_earned is not null and p.cleared_at is null;
end $$;

-- Scores the matches of a statement whose result, competition or matchday it changes, all together. public.undo()
-- scores after it has restored every row, and public.import_matches() after its last statement.
create function private.score_changed_matches() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed uuid[];
begin
  if private.rules_are_off() or current_setting('scoreline.scoring_together', true) = 'on' then
    return null;
  end if;
  changed := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
     where 'completed' in (o.status, n.status)
       and (o.status, o.home_score, o.away_score, o.completed_at, o.league, o.season, o.round, o.match_date)
           is distinct from
           (n.status, n.home_score, n.away_score, n.completed_at, n.league, n.season, n.round, n.match_date));
  if changed <> '{}' then
    perform private.score_matches(changed);
  end if;
  return null;
end $$;

create trigger completed_matches_are_scored after update on public.matches
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.score_changed_matches();
