-- Leaderboards of matchdays and months. private.count_points() keeps them like the running totals, so that reading one
-- costs the same at any point of the season.
--
-- A matchday is a round of a competition in a season: "Matchday 12", or "Quarter-final" in a cup. A match without a
-- round belongs to no matchday. A month is the club's month of match_date, over all competitions.
--
-- The leaderboard of a period lists each player with a scored prediction that was not cleared. Clearing all points
-- ends a season and empties its periods; archives keep the season's leaderboards.

-- The matchdays and months with a scored match. A period whose matches were all deleted or moved stays, without
-- players, and is not listed.
create table private.periods (
  id bigint generated always as identity primary key,
  kind text not null constraint period_kinds_are_known check (kind in ('matchday', 'month')),
  competition_id text references public.competitions (id),
  season text,
  round text,
  month date constraint months_are_first_days check (extract(day from month) = 1),
  changed_at timestamptz not null default clock_timestamp(),
  -- The value of changed_at when its winners were written (honours/winners.sql); null while it has none.
  winners_of timestamptz,
  -- When private.refresh_winners() first found that all its matches are completed or cancelled; null while one is not.
  over_since timestamptz,
  -- An organiser holds the messages to its winners.
  is_held boolean not null default false,
  constraint a_period_is_listed_once unique nulls not distinct (kind, competition_id, season, round, month),
  constraint a_matchday_has_a_round_and_a_month_its_day check (
    case kind when 'matchday' then competition_id is not null and round is not null and month is null
              else competition_id is null and season is null and round is null and month is not null end)
);

-- Each player's total per period. No index except the key, as in private.player_totals, and no foreign key, whose
-- check of each new row costs more than the row. Periods are never deleted.
create table private.period_totals (
  period_id bigint not null,
  user_id uuid not null,
  predictions_scored integer not null default 0,
  points integer not null default 0,
  perfect_scores integer not null default 0,
  right_outcomes integer not null default 0,
  primary key (period_id, user_id)
) with (fillfactor = 50);

-- The number of players with each combination of points and perfect scores, by period.
create table private.period_distribution (
  period_id bigint not null references private.periods (id),
  points integer not null,
  perfect_scores integer not null,
  players integer not null,
  primary key (period_id, points, perfect_scores)
);

-- The month of a match, as its first day.
create function private.month_of(_match public.matches) returns date
language sql immutable set search_path = ''
as $$ select _match.match_date - (extract(day from _match.match_date)::integer - 1) $$;

-- Adds the periods of these matches (null: of all completed ones) that are not listed yet.
create function private.add_periods(_match_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  with wanted as (
    select k.kind, k.competition_id, k.season, k.round, k.month
      from public.matches m
      join public.competitions c on c.name = m.league
     cross join lateral (values ('matchday', c.id, m.season, m.round, null::date),
                                ('month', null, null, null, private.month_of(m)))
                     k (kind, competition_id, season, round, month)
     where m.status = 'completed' and (_match_ids is null or m.id = any (_match_ids))
       and (k.kind = 'month' or k.round is not null)
  )
  insert into private.periods (kind, competition_id, season, round, month)
  select w.kind, w.competition_id, w.season, w.round, w.month from wanted w
  except
  select p.kind, p.competition_id, p.season, p.round, p.month from private.periods p
$$;

-- The periods of a match of this competition, as far as they are listed.
create function private.periods_of(_match public.matches, _competition_id text) returns setof bigint
language sql stable security definer set search_path = ''
as $$
  select p.id from private.periods p
   where p.kind = 'matchday' and p.competition_id = _competition_id and p.season is not distinct from _match.season
     and p.round = _match.round
  union all
  select p.id from private.periods p where p.kind = 'month' and p.month = private.month_of(_match)
$$;

-- Adds the uncounted points of members up to the last one (null: of all) to the totals of their periods. The caller
-- holds the totals' lock. New players get a row first, so that the totals change with an update, which is quicker than
-- "on conflict" (decision 38).
create function private.count_period_points(_last_user uuid) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  moved_periods bigint[] := array(
    select distinct i.period_id
      from private.scored_matches n cross join unnest(n.period_ids) i (period_id)
     where n.id in (select v.scored_id from private.uncounted_points v
                     where _last_user is null or v.user_id <= _last_user));
begin
  insert into private.period_totals (period_id, user_id)
  select distinct i.period_id, v.user_id
    from private.uncounted_points v
    join private.scored_matches n on n.id = v.scored_id
   cross join unnest(n.period_ids) i (period_id)
   where (_last_user is null or v.user_id <= _last_user)
     and not exists (select from private.period_totals t where t.period_id = i.period_id and t.user_id = v.user_id);
  with gains as materialized (
    select i.period_id, v.user_id, sum(v.sign)::integer as scored, sum(v.sign * v.points)::integer as points,
           coalesce(sum(v.sign) filter (where private.is_perfect(v.points)), 0)::integer as perfect,
           coalesce(sum(v.sign) filter (where v.points > 0), 0)::integer as outcomes
      from private.uncounted_points v
      join private.scored_matches n on n.id = v.scored_id
     cross join unnest(n.period_ids) i (period_id)
     where _last_user is null or v.user_id <= _last_user
     group by i.period_id, v.user_id
  ), moved as (
    update private.period_totals t
       set predictions_scored = t.predictions_scored + g.scored,
           points = t.points + g.points,
           perfect_scores = t.perfect_scores + g.perfect,
           right_outcomes = t.right_outcomes + g.outcomes
      from gains g
     where t.period_id = g.period_id and t.user_id = g.user_id
    returning t.period_id, t.points, t.perfect_scores, g.points as gained, g.perfect as gained_perfect,
              t.predictions_scored > 0 as is_listed, t.predictions_scored > g.scored as was_listed
  ), steps as (
    select period_id, points, perfect_scores, gained, gained_perfect, is_listed, was_listed,
           count(*)::integer as players
      from moved where gained <> 0 or gained_perfect <> 0 or is_listed <> was_listed group by 1, 2, 3, 4, 5, 6, 7
  ), shifts as (
    select period_id, points, perfect_scores, players from steps where is_listed
    union all
    select period_id, points - gained, perfect_scores - gained_perfect, -players from steps where was_listed
  )
  insert into private.period_distribution as l (period_id, points, perfect_scores, players)
  select period_id, points, perfect_scores, sum(players) from shifts
   group by period_id, points, perfect_scores having sum(players) <> 0
  on conflict (period_id, points, perfect_scores) do update set players = l.players + excluded.players;
  delete from private.period_distribution l where l.period_id = any (moved_periods) and l.players = 0;
  delete from private.period_totals t
   using (select distinct v.user_id from private.uncounted_points v
           where v.sign = -1 and (_last_user is null or v.user_id <= _last_user)) u
   where t.period_id = any (moved_periods) and t.user_id = u.user_id and t.predictions_scored = 0;
  update private.periods p set changed_at = clock_timestamp() where p.id = any (moved_periods);
end $$;

-- Recounts the totals of these periods from the predictions, and writes what differs. This is the definition of the
-- periods' totals; it is needed when a match moves to another period.
create function private.recount_periods(_period_ids bigint[]) returns void
language plpgsql security definer set search_path = '' set enable_nestloop = off
  set plan_cache_mode = force_custom_plan
as $$
begin
  perform private.count_points();
  with games as materialized (
    select n.match_id, i.period_id
      from private.scored_matches n cross join unnest(n.period_ids) i (period_id)
     where n.match_id is not null and i.period_id = any (_period_ids)
  ), counted as materialized (
    select g.period_id, p.user_id, count(*)::integer as predictions_scored, sum(p.points_earned)::integer as points,
           (count(*) filter (where private.is_perfect(p.points_earned)))::integer as perfect_scores,
           (count(*) filter (where p.points_earned > 0))::integer as right_outcomes
      from games g
      join public.user_predictions p on p.match_id = g.match_id
      join public.profiles f on f.id = p.user_id
     where p.points_earned is not null and p.cleared_at is null
     group by g.period_id, p.user_id
  ), known as materialized (
    select t.* from private.period_totals t where t.period_id = any (_period_ids)
  ), removed as (
    delete from private.period_totals t using known k
     where t.period_id = k.period_id and t.user_id = k.user_id
       and not exists (select from counted c where c.period_id = k.period_id and c.user_id = k.user_id)
  ), changed as (
    update private.period_totals t
       set predictions_scored = c.predictions_scored, points = c.points, perfect_scores = c.perfect_scores,
           right_outcomes = c.right_outcomes
      from counted c join known k on k.period_id = c.period_id and k.user_id = c.user_id
     where t.period_id = c.period_id and t.user_id = c.user_id
       and (k.predictions_scored, k.points, k.perfect_scores, k.right_outcomes)
           is distinct from (c.predictions_scored, c.points, c.perfect_scores, c.right_outcomes)
  ), added as (
    insert into private.period_totals (period_id, user_id, predictions_scored, points, perfect_scores, right_outcomes)
    select c.period_id, c.user_id, c.predictions_scored, c.points, c.perfect_scores, c.right_outcomes
      from counted c
     where not exists (select from known k where k.period_id = c.period_id and k.user_id = c.user_id)
  ), shifts as (
    select c.period_id, c.points, c.perfect_scores, 1 as players from counted c
    union all
    select k.period_id, k.points, k.perfect_scores, -1 from known k
  )
  insert into private.period_distribution as l (period_id, points, perfect_scores, players)
  select s.period_id, s.points, s.perfect_scores, sum(s.players) from shifts s
   group by s.period_id, s.points, s.perfect_scores having sum(s.players) <> 0
  on conflict (period_id, points, perfect_scores) do update set players = l.players + excluded.players;
  delete from private.period_distribution l where l.period_id = any (_period_ids) and l.players = 0;
  update private.periods p set changed_at = clock_timestamp() where p.id = any (_period_ids);
end $$;

-- The first moment after a month by the club's calendar.
create function private.end_of_month(_month date) returns timestamptz
language sql stable set search_path = ''
as $$ select (_month + interval '1 month') at time zone private.club_time_zone() $$;

-- The progress of the periods that have matches; of one kind, and of one league's matchdays, if they are given.
-- is_over: each match is completed or cancelled. is_final: that, and a month has ended by the club's calendar.
-- last_day: of the last match.
create function private.period_states(_kind text default null, _league text default null,
                                      _now timestamptz default clock_timestamp())
returns table (period_id bigint, matches integer, matches_completed integer, is_over boolean, is_final boolean,
               last_day date)
language sql stable security definer set search_path = ''
as $$
  -- Matches are grouped before the join, because a join of each match with its periods took ten times as long.
  with rounds as materialized (
    select m.league, m.season, m.round, count(*) as matches,
           count(*) filter (where m.status = 'completed') as completed,
           bool_and(m.status in ('completed', 'cancelled')) as round_is_final, max(m.match_date) as last_day
      from public.matches m
     where m.round is not null and _kind is distinct from 'month' and (_league is null or m.league = _league)
     group by m.league, m.season, m.round
  ), months as materialized (
    select date_trunc('month', m.match_date)::date as month, count(*) as matches,
           count(*) filter (where m.status = 'completed') as completed,
           bool_and(m.status in ('completed', 'cancelled')) as month_is_over, max(m.match_date) as last_day
      from public.matches m
     where _kind is distinct from 'matchday'
     group by 1
  )
  select p.id, r.matches::integer, r.completed::integer, r.round_is_final, r.round_is_final, r.last_day
    from rounds r
    join public.competitions c on c.name = r.league
    join private.periods p on p.kind = 'matchday' and p.competition_id = c.id and p.round = r.round
         and coalesce(p.season, '') = coalesce(r.season, '')
  union all
  select p.id, h.matches::integer, h.completed::integer, h.month_is_over,
         h.month_is_over and _now >= private.end_of_month(h.month), h.last_day
    from months h join private.periods p on p.kind = 'month' and p.month = h.month
$$;

create trigger changes_are_recorded_for_undo after update of winners_of on private.periods
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
