-- Results: the matches that await one, the reminder of the organisers, entering results, and the running score.

-- The matches that await their result, by round, the earliest first. Matches without a round are grouped by their day.
-- Admins only (SL003).
create function public.results_to_enter()
returns table (league text, season text, round text, match_date date, first_kickoff_at timestamptz, matches integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_act('results_to_enter');
  return query
  select m.league, m.season, m.round, case when m.round is null then m.match_date end, min(m.kickoff_at),
         count(*)::integer
    from public.matches m
   where m.status in ('upcoming', 'live') and private.is_awaiting_result(m, clock_timestamp())
   group by m.league, m.season, m.round, case when m.round is null then m.match_date end
   order by min(m.kickoff_at), m.league;
end $$;
grant execute on function public.results_to_enter() to authenticated, service_role;

-- The results of public.complete_matches(), with what is wrong with each entry.
create function private.incoming_results(_results jsonb)
returns table (place bigint, match_id uuid, home_score integer, away_score integer, problem text)
language sql stable security definer set search_path = ''
as $$
  with entries as (
    select e.place, private.uuid_in(e.entry ->> 'id') as match_id,
           case when e.entry ->> 'home_score' ~ '^[0-9]{1,2}$' then (e.entry ->> 'home_score')::integer end as home,
           case when e.entry ->> 'away_score' ~ '^[0-9]{1,2}$' then (e.entry ->> 'away_score')::integer end as away
      from jsonb_array_elements(_results) with ordinality e (entry, place)
  )
  select e.place, e.match_id, e.home, e.away,
         case when m.id is null then 'no_such_match'
              when count(*) over (partition by e.match_id) > 1 then 'match_is_listed_twice'
              when m.status = 'cancelled' then 'match_is_cancelled'
              when (e.home between 0 and 50 and e.away between 0 and 50) is not true
                then 'score_is_not_valid' end
    from entries e left join public.matches m on m.id = e.match_id
$$;

-- Raises 22023 unless _results is a list of 1 to 1,000 valid results. The message names the first invalid entry, and
-- the detail is its { "entry", "id" }.
create function private.check_results(_results jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  wrong record;
begin
  if jsonb_typeof(_results) is distinct from 'array' or jsonb_array_length(_results) not between 1 and 1000 then
    raise exception 'Results are a list of 1 to 1,000 matches' using errcode = '22023';
  end if;
  select i.place, i.match_id, i.problem, private.match_label(m) as label into wrong
    from private.incoming_results(_results) i left join public.matches m on m.id = i.match_id
   where i.problem is not null order by i.place limit 1;
  if found then
    raise exception 'Entry %: %', wrong.place || coalesce(' (' || wrong.label || ')', ''),
      private.in_english(jsonb_build_object('kind', wrong.problem))
      using errcode = '22023', detail = private.wrong_entry(wrong.place, wrong.label, wrong.problem)
                                        || jsonb_build_object('id', wrong.match_id);
  end if;
end $$;

-- Raises SL003 if the caller is a helper and one of the matches is still open: completing it would reveal its
-- predictions, and an undo would open it again.
create function private.refuse_open_matches_of_helpers(_match_ids uuid[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.acts_as_admin()
     and exists (select from public.matches m
                  where m.id = any (_match_ids) and not private.may_see('infinity', m.locks_at, null)) then
    raise exception 'Only an admin completes a match that is still open' using errcode = 'SL003';
  end if;
end $$;

-- What public.complete_matches() would do: the number of matches that would change, their predictions, and how many
-- players would earn points, with how many exact scores and right outcomes. Matches that are still open are counted in
-- open_matches only, because their predictions are secret. Raises 22023 as complete_matches does. Admins only (SL003).
create function public.preview_results(_results jsonb)
returns table (matches integer, predictions integer, players integer, scoring_players integer, exact integer,
               outcomes integer, open_matches integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_act('preview_results');
  perform private.check_results(_results);
  return query
  with changes as (
    select m.id, private.may_see('infinity', m.locks_at, null) as is_locked, i.home_score, i.away_score
      from private.incoming_results(_results) i join public.matches m on m.id = i.match_id
     where (m.status, m.home_score, m.away_score) is distinct from ('completed', i.home_score, i.away_score)
  ), earned as (
    select p.user_id, public.calculate_prediction_points(p.home_prediction, p.away_prediction, c.home_score,
                                                         c.away_score) as points
      from changes c join public.user_predictions p on p.match_id = c.id and p.cleared_at is null
     where c.is_locked
  )
  select (select count(*) from changes)::integer, count(*)::integer, count(distinct e.user_id)::integer,
         (count(distinct e.user_id) filter (where e.points > 0))::integer,
         (count(*) filter (where e.points = 3))::integer, (count(*) filter (where e.points = 1))::integer,
         (select count(*) from changes c where not c.is_locked)::integer
    from earned e;
end $$;
grant execute on function public.preview_results(jsonb) to authenticated, service_role;

-- Completes or corrects matches in one transaction: all of them, or none if an entry is invalid (22023, see
-- private.check_results). _results: [{ "id", "home_score", "away_score" }]; matches that are not listed do not change.
-- An entry may have what the admin saw, "seen": { "is_completed", "home_score", "away_score" }. Raises SL016 if that
-- has changed, unless the match already has the result.
-- Returns the number of changed matches, the number of their predictions, the number of players with points from them,
-- and the id for public.undo() (null if nothing changed). Admins only (SL003), helpers only for matches that have
-- locked; 50 in 5 minutes (SL004), audited as one action. Slow in a large club, so it sets its own statement_timeout.
create function public.complete_matches(_results jsonb)
returns table (matches integer, predictions integer, scoring_players integer, undo_id uuid)
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
#variable_conflict use_column
declare
  changed uuid[];
  before jsonb;
  record_id text;
begin
  perform private.begin_admin_action('complete_matches');
  perform private.check_results(_results);
  perform from public.matches m
   where m.id in (select i.match_id from private.incoming_results(_results) i) order by m.id for no key update;
  -- Again after the wait: a match may have been cancelled or deleted.
  perform private.check_results(_results);
  select coalesce(array_agg(m.id), '{}'),
         jsonb_object_agg(m.id, jsonb_build_object('match', private.match_label(m), 'status', m.status,
                                                   'home_score', m.home_score, 'away_score', m.away_score))
    into changed, before
    from private.incoming_results(_results) i join public.matches m on m.id = i.match_id
   where (m.status, m.home_score, m.away_score) is distinct from ('completed', i.home_score, i.away_score);
  perform private.refuse_open_matches_of_helpers(changed);
  perform private.refuse_changed(e.entry -> 'seen', jsonb_build_object(
            'is_completed', m.status = 'completed', 'home_score', m.home_score, 'away_score', m.away_score),
            'matches', m.id::text)
     from jsonb_array_elements(_results) e (entry) join public.matches m on m.id::text = lower(e.entry ->> 'id')
    where m.id = any (changed);
  record_id := case cardinality(changed) when 1 then changed[1]::text end;
  perform private.begin_undo('complete_matches', record_id);
  update public.matches m set status = 'completed', home_score = i.home_score, away_score = i.away_score
    from private.incoming_results(_results) i where m.id = i.match_id and m.id = any (changed);
  undo_id := private.end_undo();
  if cardinality(changed) > 0 then
    perform private.write_audit('complete_matches', 'matches', record_id, before, (
      select jsonb_object_agg(i.match_id, jsonb_build_object('home_score', i.home_score, 'away_score', i.away_score))
        from private.incoming_results(_results) i where i.match_id = any (changed)));
  end if;
  select cardinality(changed), count(*)::integer,
         -- The points themselves may be set later (scoring/scoring_in_parts.sql).
         (count(distinct p.user_id) filter (where p.cleared_at is null and public.calculate_prediction_points(
           p.home_prediction, p.away_prediction, m.home_score, m.away_score) > 0))::integer
    into matches, predictions, scoring_players
    from public.user_predictions p join public.matches m on m.id = p.match_id where p.match_id = any (changed);
  return next;
end $$;
grant execute on function public.complete_matches(jsonb) to authenticated, service_role;

-- Sets the running score of a match that has kicked off, and starts the match if that has not happened yet. _seen:
-- what the admin saw, { "home_score", "away_score" }. Returns the match. Raises PT404 for an unknown match,
-- SL005 for a match that is not being played, SL016 if the score has changed since the admin saw it, 23514 for goals
-- outside 0 to 50. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.set_running_score(_match_id uuid, _home integer, _away integer, _seen jsonb default null)
returns public.matches
language plpgsql security definer set search_path = ''
as $$
declare
  before public.matches;
  scored public.matches;
begin
  perform private.begin_admin_action('set_running_score');
  select * into before from public.matches m where m.id = _match_id for no key update;
  if before.id is null then
    raise exception 'There is no such match' using errcode = 'PT404';
  end if;
  if before.status <> 'live' and not (before.status = 'upcoming' and before.kickoff_confirmed
                                      and before.kickoff_at <= clock_timestamp()) then
    raise exception 'This match is not being played' using errcode = 'SL005';
  end if;
  perform private.refuse_changed(_seen, to_jsonb(before), 'matches', _match_id::text);
  update public.matches m set status = 'live', home_score = _home, away_score = _away
   where m.id = _match_id returning m.* into scored;
  perform private.write_audit('set_running_score', 'matches', _match_id::text,
    jsonb_build_object('match', private.match_label(before), 'home_score', before.home_score,
                       'away_score', before.away_score),
    jsonb_build_object('home_score', _home, 'away_score', _away));
  return scored;
end $$;
grant execute on function public.set_running_score(uuid, integer, integer, jsonb) to authenticated, service_role;
