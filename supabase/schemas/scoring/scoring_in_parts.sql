-- Scoring in parts (decision 57): matches with more predictions than one statement can score wait in
-- private.matches_to_score, and the job "Count points" scores a part of them in each of its transactions.
--
-- A part follows the present state of its match, and each act on the match begins again with its first prediction.
-- Points that no longer count are taken back first, while private.scored_matches still says where they count. The
-- triggers note each part's differences, so the totals plus what is uncounted are the sum of
-- the predictions after every part.

-- The matches that are scored in parts, and how far each is. Rows stay until all matches are
-- scored, so that the progress counts them all.
create table private.matches_to_score (
  match_id uuid primary key references public.matches (id) on delete cascade,
  predictions integer not null,
  scored integer not null default 0,
  takes_points boolean not null default false,
  last_user_id uuid,
  is_scored boolean not null default false
);
comment on column private.matches_to_score.scored is 'predictions of the match that are scored';
comment on column private.matches_to_score.takes_points is
  'whether the present pass takes back points that no longer count, before the pass that scores';
comment on column private.matches_to_score.last_user_id is
  'the member up to whom the present pass has come; null at its beginning';

-- How many predictions a part scores. Tests set a smaller one.
create function private.part_size() returns integer
language sql stable set search_path = ''
as $$ select coalesce(nullif(current_setting('scoreline.part_size', true), '')::integer, 50000) $$;

-- How many differences are counted in the transaction that causes them, at most.
create function private.points_at_once() returns integer
language sql stable set search_path = ''
as $$ select least(1000, private.part_size() / 2) $$;

-- True if these matches have more predictions than one statement scores, or one of them is being scored in parts.
create function private.needs_parts(_match_ids uuid[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.matches_to_score s where s.match_id = any (_match_ids) and not s.is_scored)
    or exists (select from public.user_predictions p where p.match_id = any (_match_ids)
               offset 4 * private.part_size());
end $$;

-- Leaves these matches to the job, which is woken. A match that is being scored begins again. The caller has locked
-- the matches and the totals.
create function private.score_later(_match_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.matches_to_score (match_id, predictions)
  select m.id, (select count(*) from public.user_predictions p where p.match_id = m.id)
    from public.matches m where m.id = any (_match_ids)
  on conflict (match_id) do update
    set predictions = excluded.predictions, scored = 0, takes_points = false, last_user_id = null, is_scored = false;
  perform pg_notify('jobs', '');
end $$;

-- True if the predictions' points are not all in the totals, or leaderboards are not sorted by them.
create function private.is_counting() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.uncounted_points)
      or exists (select from private.matches_to_score s where not s.is_scored)
      or exists (select from private.boards b where b.order_is_due)
$$;

-- Scores the next predictions of a match, or takes back the next points that no longer count, _most at once. Returns
-- the number of predictions that it looked at. The caller has locked the match and the totals.
create function private.score_part(_match_id uuid, _most integer) returns integer
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  waiting private.matches_to_score;
  game public.matches;
  counted private.scored_matches;
  takes boolean;
  last_user uuid;
  found_predictions integer := 0;
  has_ended boolean;
begin
  select * into waiting from private.matches_to_score s where s.match_id = _match_id;
  select * into game from public.matches m where m.id = _match_id;
  select * into counted from private.scored_matches n where n.match_id = _match_id;
  takes := game.status <> 'completed' or counted.id is null or (counted.competition_id, counted.day) is distinct from
    ((select c.id from public.competitions c where c.name = game.league), private.completion_day(game));
  if takes <> waiting.takes_points then
    waiting.last_user_id := null;
    waiting.scored := 0;
  end if;
  if not takes and waiting.last_user_id is null then
    perform private.list_scored_matches(array[_match_id]);
  end if;
  if takes and waiting.last_user_id is null and not exists (
    select from public.user_predictions p
     where p.match_id = _match_id and p.points_earned is not null and p.cleared_at is null) then
    has_ended := true;
  else
    select count(*), (array_agg(k.user_id order by k.user_id desc))[1] into found_predictions, last_user
      from (select p.user_id from public.user_predictions p
             where p.match_id = _match_id and (waiting.last_user_id is null or p.user_id > waiting.last_user_id)
             order by p.user_id limit _most) k;
    has_ended := found_predictions < _most;
    update public.user_predictions p
       set points_earned = case when not takes then private.prediction_points(
             p.home_prediction, p.away_prediction, game.home_score, game.away_score, p.is_double) end
     where p.match_id = _match_id and p.user_id <= last_user
       and (waiting.last_user_id is null or p.user_id > waiting.last_user_id)
       and p.cleared_at is null
       and p.points_earned is distinct from case when not takes then private.prediction_points(
             p.home_prediction, p.away_prediction, game.home_score, game.away_score, p.is_double) end;
  end if;
  if has_ended and takes then
    update private.scored_matches n set match_id = null where n.match_id = _match_id;
    perform private.list_scored_matches(array[_match_id]);
  end if;
  update private.matches_to_score s
     set takes_points = takes and not has_ended,
         last_user_id = case when not has_ended then last_user end,
         scored = case when takes and game.status = 'completed' then 0
                    else least(s.predictions, waiting.scored + found_predictions) end,
         is_scored = has_ended and (not takes or game.status <> 'completed')
   where s.match_id = _match_id;
  if has_ended and not takes then
    perform private.refresh_crowd(array[_match_id]);
  end if;
  return found_predictions;
end $$;

-- Scores the next part of the matches that wait.
create function private.score_next_part() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  next_matches uuid[] := array(
    select s.match_id from private.matches_to_score s where not s.is_scored order by s.match_id limit 100);
  game uuid;
  left_over integer := private.part_size();
begin
  perform from public.matches m where m.id = any (next_matches) order by m.id for no key update;
  perform private.lock_totals();
  foreach game in array next_matches loop
    while left_over > 0
      and exists (select from private.matches_to_score s where s.match_id = game and not s.is_scored) loop
      left_over := left_over - private.score_part(game, left_over);
    end loop;
  end loop;
  if not exists (select from private.matches_to_score s where not s.is_scored) then
    delete from private.matches_to_score;
  end if;
end $$;

-- Scores all matches that wait, for an organiser's act that stores points of predictions. Such acts have a longer
-- statement_timeout. Call it before locking the totals.
create function private.finish_scoring() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- All of them first, because the totals stay locked after the first part.
  perform from public.matches m
   where m.id in (select s.match_id from private.matches_to_score s where not s.is_scored)
   order by m.id for no key update;
  while exists (select from private.matches_to_score s where not s.is_scored) loop
    perform private.score_next_part();
  end loop;
end $$;

-- Counts the points that wait, if they are few. Returns false while a job has to score or count more; what stores or
-- sends totals then waits for its next run.
create function private.settle_points() returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_counting() then
    return true;
  end if;
  perform private.lock_totals();
  if exists (select from private.matches_to_score s where not s.is_scored)
     or exists (select from private.uncounted_points offset private.part_size() / 2) then
    return false;
  end if;
  perform private.count_points();
  return true;
end $$;

-- The job "Count points": counts a part of what is uncounted, otherwise scores a part of what waits. The job is due
-- again at once while more remains; other jobs that are due come between. Always returns 0, so that its runs are not
-- logged.
create function private.count_waiting_points() returns bigint
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_counting() then
    return 0;
  end if;
  if not exists (select from private.uncounted_points)
     and exists (select from private.matches_to_score s where not s.is_scored) then
    perform private.score_next_part();
  else
    perform private.count_points(greatest(private.part_size() / 5, 1));
  end if;
  if private.is_counting() then
    update private.jobs set next_run_at = clock_timestamp() where name = 'Count points';
  end if;
  return 0;
end $$;
