set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP TRIGGER "a_completed_match_changes_its_periods" ON "public"."matches";

DROP TRIGGER "a_completed_match_is_scored" ON "public"."matches";

DROP TRIGGER "completion_days_are_updated_on_deletion" ON "public"."matches";

DROP TRIGGER "match_figures_are_reset_on_corrected_result" ON "public"."matches";

DROP TRIGGER "past_ranks_are_reset_on_result" ON "public"."matches";

DROP TRIGGER "points_of_a_reopened_match_are_taken_back" ON "public"."matches";

DROP TRIGGER "changes_are_recorded_for_undo" ON "public"."prediction_changes";

DROP TRIGGER "changes_are_recorded_for_undo" ON "public"."user_predictions";

DROP TRIGGER "deleted_predictions_are_audited" ON "public"."user_predictions";

DROP TRIGGER "deleted_predictions_are_subtracted" ON "public"."user_predictions";

DROP FUNCTION "private"."log_and_subtract_deleted_predictions"();

DROP FUNCTION "private"."move_match_between_periods"();

DROP FUNCTION "private"."period_matches"(uuid[]);

DROP FUNCTION "private"."rebuild_periods"(uuid[]);

DROP FUNCTION "private"."rebuild_totals"(uuid[]);

DROP FUNCTION "private"."refresh_completion_days"();

DROP FUNCTION "private"."refresh_group_baselines_after"(public.matches);

DROP FUNCTION "private"."rescore_matches"(uuid[], uuid[]);

DROP FUNCTION "private"."score_completed_match"();

DROP FUNCTION "private"."score_match"(uuid);

DROP FUNCTION "private"."score_periods"(public.matches);

DROP FUNCTION "private"."take_points_back"();

DROP FUNCTION "private"."update_completion_days"();

DROP FUNCTION "public"."leaderboard_periods"(text, text);

DROP FUNCTION "public"."leaderboard_summary"(text);

CREATE TABLE "private"."scored_matches" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "match_id" uuid, "competition_id" text NOT NULL, "day" date NOT NULL, "match_date" date NOT NULL, "period_ids" bigint[] NOT NULL, CONSTRAINT "scored_matches_match_id_key" UNIQUE (match_id), CONSTRAINT "scored_matches_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."scored_matches" OWNER TO "postgres";

CREATE TABLE "private"."uncounted_points" ("user_id" uuid NOT NULL, "scored_id" bigint NOT NULL, "points" smallint NOT NULL, "sign" smallint NOT NULL);

ALTER TABLE "private"."uncounted_points" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.add_missing_past_ranks(_scope text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  missing date[];
begin
  select array_agg(distinct n.day) into missing
    from private.scored_matches n
    join private.scopes s on s.scope = _scope and n.day < s.latest_day
   where n.match_id is not null and _scope in (n.competition_id, 'overall')
     and not exists (select from private.past_ranks r where r.scope = _scope and r.day = n.day);
  if missing is null then
    return;
  end if;
  perform private.lock_totals();
  perform private.count_waiting_points();
  with days as (
    select distinct n.day from private.scored_matches n
     where _scope in (n.competition_id, 'overall') and n.day >= (select min(d) from unnest(missing) d)
  ), gains as (
    select p.user_id, n.day, sum(p.points_earned) as points,
           count(*) filter (where p.points_earned = 3) as perfect_scores
      from private.scored_matches n
      join public.user_predictions p on p.match_id = n.match_id and p.points_earned > 0 and p.cleared_at is null
     where _scope in (n.competition_id, 'overall') and n.day > (select min(d) from unnest(missing) d)
     group by 1, 2
  ), past_totals as (
    -- The current total minus everything earned on later days.
    select d.day,
           t.points - coalesce(sum(g.points) over later, 0) as points,
           t.perfect_scores - coalesce(sum(g.perfect_scores) over later, 0) as perfect_scores
      from private.player_totals t
     cross join days d
      left join gains g on g.user_id = t.user_id and g.day = d.day
     where t.scope = _scope
    window later as (partition by t.user_id order by d.day desc rows between unbounded preceding and 1 preceding)
  ), player_counts as (
    select day, points, perfect_scores, count(*) as players from past_totals
     where day = any (missing) group by day, points, perfect_scores
  )
  insert into private.past_ranks (scope, day, points, perfect_scores, rank)
  select _scope, day, points, perfect_scores,
         1 + sum(players) over (partition by day order by points desc, perfect_scores desc) - players
    from player_counts
  on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION private.add_periods(_match_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.announce_results(_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (_now at time zone private.club_time_zone())::date;
  due date;
  reason text;
  posted bigint := 0;
begin
  for due in
    select m.match_date from public.matches m
     where m.match_date between today - 2 and today
       and not exists (select from private.announcements o where o.key = format('results %s', m.match_date))
     group by m.match_date
    having bool_or(m.status = 'completed') and not bool_or(private.can_be_undone(m, _now))
       and (bool_and(m.status in ('completed', 'cancelled'))
            or _now >= (m.match_date + 1 + time '07:00') at time zone private.club_time_zone())
     order by m.match_date
  loop
    reason := format('results %s', due);
    -- The message has the rank after these results.
    perform private.lock_totals();
    perform private.count_waiting_points();
    insert into private.announcements (key) values (reason) on conflict do nothing;
    continue when not found;
    posted := posted + private.queue_messages('results', reason, array(
      with scored as materialized (
        select p.user_id, sum(p.points_earned) as points, count(*) as matches,
               count(*) filter (where p.points_earned = 3) as perfect
          from public.matches m join public.user_predictions p on p.match_id = m.id
         where m.match_date = due and m.status = 'completed' and p.points_earned is not null and p.cleared_at is null
         group by p.user_id
      ), ranks as (
        select r.user_id, r.rank from private.ranked_players('overall', array(select s.user_id from scored s)) r
      )
      select row(s.user_id,
                 format('You scored %s', private.pluralize(s.points, 'point')),
                 format('%s: %s from %s', private.format_day(due), private.pluralize(s.points, 'point'),
                        private.pluralize(s.matches, 'match', 'matches'))
                   || case when s.perfect > 0 then format(', %s of them perfect', s.perfect) else '' end
                   || coalesce(format(E'.\nYou now rank %s of %s overall.', t.rank,
                                      (select sum(l.players) from private.points_distribution l
                                       where l.scope = 'overall')), '.'),
                 '/leaderboard', _now + interval '1 day', null)::private.message_content
        from scored s left join ranks t on t.user_id = s.user_id));
  end loop;
  return posted;
end $function$;

CREATE OR REPLACE FUNCTION private.biggest_climbs()
 RETURNS TABLE(user_id uuid, value integer, day date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with gains as (
    select p.user_id, m.day, sum(p.points_earned) as points, count(*) filter (where p.points_earned = 3) as perfect
      from public.user_predictions p join private.scored_matches m on m.match_id = p.match_id
     where p.points_earned is not null and p.cleared_at is null
     group by 1, 2
  ), players as (
    select t.user_id from private.player_totals t where t.scope = 'overall'
  ), ranks as (
    select t.user_id, t.day, rank() over (partition by t.day order by t.points desc, t.perfect desc) as rank
      from (select u.user_id, d.day, sum(coalesce(g.points, 0)) over so_far as points,
                   sum(coalesce(g.perfect, 0)) over so_far as perfect
              from players u
             cross join (select distinct g.day from gains g) d
              left join gains g on g.user_id = u.user_id and g.day = d.day
            window so_far as (partition by u.user_id order by d.day)) t
  ), climbs as (
    select r.user_id, r.day, lag(r.rank) over (partition by r.user_id order by r.day) - r.rank as value from ranks r
  )
  select c.user_id, c.value::integer, c.day from climbs c where c.value > 0
   order by c.value desc, c.day, c.user_id limit 1
$function$;

CREATE OR REPLACE FUNCTION private.clear_points(_user_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  cleared integer;
begin
  perform private.lock_totals();
  if _user_ids is null then
    perform private.end_season_of_records();
  end if;
  update public.user_predictions set points_earned = 0, cleared_at = clock_timestamp()
   where points_earned is not null and cleared_at is null and (_user_ids is null or user_id = any (_user_ids));
  get diagnostics cleared = row_count;
  if _user_ids is null then
    perform private.refresh_crowd(array(select c.match_id from private.crowd_predictions c));
  end if;
  return cleared;
end $function$;

CREATE OR REPLACE FUNCTION private.count_period_points()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  moved_periods bigint[] := array(
    select distinct i.period_id
      from private.scored_matches n cross join unnest(n.period_ids) i (period_id)
     where n.id in (select v.scored_id from private.uncounted_points v));
begin
  insert into private.period_totals (period_id, user_id)
  select distinct i.period_id, v.user_id
    from private.uncounted_points v
    join private.scored_matches n on n.id = v.scored_id
   cross join unnest(n.period_ids) i (period_id)
   where not exists (select from private.period_totals t where t.period_id = i.period_id and t.user_id = v.user_id);
  with gains as materialized (
    select i.period_id, v.user_id, sum(v.sign)::integer as scored, sum(v.sign * v.points)::integer as points,
           coalesce(sum(v.sign) filter (where v.points = 3), 0)::integer as perfect,
           coalesce(sum(v.sign) filter (where v.points > 0), 0)::integer as outcomes
      from private.uncounted_points v
      join private.scored_matches n on n.id = v.scored_id
     cross join unnest(n.period_ids) i (period_id)
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
   where t.period_id = any (moved_periods) and t.predictions_scored = 0
     and exists (select from private.uncounted_points v where v.sign = -1);
  update private.periods p set changed_at = clock_timestamp() where p.id = any (moved_periods);
end $function$;

ALTER FUNCTION "private"."count_period_points"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_points()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'on'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  shortened_scopes text[];
  moved_scopes text[];
begin
  perform private.lock_totals();
  shortened_scopes := private.update_completion_days();
  if exists (select from private.uncounted_points) then
    -- Many rows are joined in one pass. Before the first result the planner would expect few.
    perform set_config('enable_nestloop', (not exists (select from private.uncounted_points offset 200))::text, true);
    with gains as materialized (
      select s.scope, s.latest_day, v.user_id,
             sum(v.sign)::integer as scored,
             sum(v.sign * v.points)::integer as points,
             coalesce(sum(v.sign) filter (where v.points = 3), 0)::integer as perfect,
             coalesce(sum(v.sign) filter (where v.points > 0), 0)::integer as outcomes,
             coalesce(sum(v.sign * v.points) filter (where n.day < s.latest_day), 0)::integer as earlier_points,
             coalesce(sum(v.sign) filter (where v.points = 3 and n.day < s.latest_day), 0)::integer as earlier_perfect
        from private.uncounted_points v
        join private.scored_matches n on n.id = v.scored_id
        join private.scopes s on s.scope in (n.competition_id, 'overall')
       group by s.scope, s.latest_day, v.user_id
    ), moved as (
      update private.player_totals t
         set predictions_scored = t.predictions_scored + g.scored,
             points = t.points + g.points,
             perfect_scores = t.perfect_scores + g.perfect,
             right_outcomes = t.right_outcomes + g.outcomes,
             earlier_points = case when t.earlier_day = g.latest_day then t.earlier_points else t.points end
                            + g.earlier_points,
             earlier_perfect = case when t.earlier_day = g.latest_day then t.earlier_perfect else t.perfect_scores end
                             + g.earlier_perfect,
             earlier_day = g.latest_day
        from gains g
       where t.scope = g.scope and t.user_id = g.user_id
      returning t.scope, t.points, t.perfect_scores, t.earlier_points, t.earlier_perfect, g.points as gained,
                g.perfect as gained_perfect, g.earlier_points as gained_earlier,
                g.earlier_perfect as gained_earlier_perfect
    ), steps as (
      select scope, points, perfect_scores, gained, gained_perfect, false as earlier, count(*)::integer as players
        from moved where gained <> 0 or gained_perfect <> 0 group by 1, 2, 3, 4, 5
      union all
      select scope, earlier_points, earlier_perfect, gained_earlier, gained_earlier_perfect, true, count(*)::integer
        from moved where gained_earlier <> 0 or gained_earlier_perfect <> 0 group by 1, 2, 3, 4, 5
    ), shifts as (
      select scope, points, perfect_scores, earlier, players from steps
      union all
      select scope, points - gained, perfect_scores - gained_perfect, earlier, -players from steps
    ), shifted as (
      insert into private.points_distribution as l (scope, points, perfect_scores, players, earlier_players)
      select scope, points, perfect_scores,
             coalesce(sum(players) filter (where not earlier), 0), coalesce(sum(players) filter (where earlier), 0)
        from shifts group by scope, points, perfect_scores
      on conflict (scope, points, perfect_scores) do update
        set players = l.players + excluded.players, earlier_players = l.earlier_players + excluded.earlier_players
      returning l.scope
    )
    select array_agg(distinct s.scope) into moved_scopes from shifted s;
    delete from private.points_distribution l
     where l.scope = any (moved_scopes) and l.players = 0 and l.earlier_players = 0;
    perform private.refresh_top_players(s) from unnest(moved_scopes) s;
    perform private.count_period_points();
    perform private.count_points_before_joining();
    perform private.refresh_crowd(array(
      select n.match_id from private.scored_matches n
       where n.match_id is not null and n.id in (select v.scored_id from private.uncounted_points v)));
    perform private.leave_leaderboards(array(
      select distinct t.user_id from private.player_totals t
       where t.predictions_scored = 0
         and t.user_id in (select v.user_id from private.uncounted_points v where v.sign = -1)));
    delete from private.uncounted_points;
  end if;
  perform private.recount_earlier(s) from unnest(shortened_scopes) s;
  delete from private.scored_matches n where n.match_id is null;
end $function$;

ALTER FUNCTION "private"."count_points"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_points_before_joining()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first_day date := (select min(n.match_date) from private.scored_matches n
                      where n.id in (select v.scored_id from private.uncounted_points v));
  players uuid[];
begin
  if not exists (select from public.groups g join public.group_members m on m.group_id = g.id
                  where g.counts_from_joining and m.joined_on > first_day) then
    return;
  end if;
  select array_agg(distinct g.user_id) into players
    from private.uncounted_points v
    join private.scored_matches n on n.id = v.scored_id
    join public.group_members g on g.user_id = v.user_id and g.joined_on > n.match_date
    join public.groups o on o.id = g.group_id and o.counts_from_joining;
  if players is not null then
    perform private.refresh_group_baselines(players);
  end if;
end $function$;

ALTER FUNCTION "private"."count_points_before_joining"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_points_soon()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from private.uncounted_points offset 1000) then
    perform pg_notify('jobs', '');
  else
    perform private.count_points();
  end if;
end $function$;

ALTER FUNCTION "private"."count_points_soon"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_waiting_points()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from private.uncounted_points) then
    perform private.count_points();
  end if;
  return 0;
end $function$;

ALTER FUNCTION "private"."count_waiting_points"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.delete_past_ranks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.past_ranks r using public.competitions c
   where c.name = old.league and r.scope in (c.id, 'overall') and r.day >= private.completion_day(old);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_deleted_matches()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_totals();
  update private.scored_matches n set match_id = null from deleted d where n.match_id = d.id;
  if found then
    perform private.count_points_soon();
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."forget_deleted_matches"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.leave_leaderboards(_user_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  left_scopes text[];
begin
  perform private.lock_totals();
  with removed as (
    delete from private.player_totals t using private.scopes s
     where s.scope = t.scope and t.user_id = any (_user_ids)
       and (not exists (select from public.profiles f where f.id = t.user_id) or (
         -- A player with a scored prediction need not be looked up.
         t.predictions_scored = 0
         and not exists (
           select from public.user_predictions p
             join public.matches m on m.id = p.match_id
             join public.competitions c on c.name = m.league and t.scope in (c.id, 'overall')
            where p.user_id = t.user_id)
         and not exists (
           select from public.subscriptions u
            where u.user_id = t.user_id and u.status = 'active' and u.expires_at > now()
              and t.scope in (u.subscription_type, 'overall'))))
    returning t.scope, t.points, t.perfect_scores,
              case when t.earlier_day = s.latest_day then t.earlier_points else t.points end as earlier_points,
              case when t.earlier_day = s.latest_day then t.earlier_perfect
                else t.perfect_scores end as earlier_perfect
  ), shifts as (
    select scope, points, perfect_scores, 1 as current_players, 0 as earlier_players from removed
    union all
    select scope, earlier_points, earlier_perfect, 0, 1 from removed
  ), moved as (
    update private.points_distribution l
       set players = l.players - g.current_players, earlier_players = l.earlier_players - g.earlier_players
      from (select scope, points, perfect_scores, sum(current_players) as current_players,
                   sum(earlier_players) as earlier_players
              from shifts group by scope, points, perfect_scores) g
     where (l.scope, l.points, l.perfect_scores) = (g.scope, g.points, g.perfect_scores)
  )
  select array_agg(distinct r.scope) into left_scopes from removed r;
  delete from private.points_distribution l
   where l.scope = any (left_scopes) and l.players = 0 and l.earlier_players = 0;
  perform private.refresh_top_players(s) from unnest(left_scopes) s;
end $function$;

ALTER FUNCTION "private"."leave_leaderboards"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.list_scored_matches(_match_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.add_periods(_match_ids);
  with present as (
    select m.id, c.id as competition_id, private.completion_day(m) as day, m.match_date,
           array(select g.period_id from private.periods_of(m, c.id) g (period_id)) as period_ids
      from public.matches m join public.competitions c on c.name = m.league
     where m.status = 'completed' and (_match_ids is null or m.id = any (_match_ids))
  ), moved as (
    update private.scored_matches n set match_date = p.match_date, period_ids = p.period_ids
      from present p where n.match_id = p.id and (n.match_date, n.period_ids) <> (p.match_date, p.period_ids)
  )
  insert into private.scored_matches (match_id, competition_id, day, match_date, period_ids)
  select p.id, p.competition_id, p.day, p.match_date, p.period_ids from present p
  on conflict do nothing;
end $function$;

ALTER FUNCTION "private"."list_scored_matches"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.log_and_count_deleted_predictions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  deleting uuid := nullif(current_setting('scoreline.deleting_match', true), '')::uuid;
begin
  if not exists (select from deleted) then
    return null;
  end if;
  -- Nothing is logged for a deleted account: its log rows are deleted with it.
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction)
  select p.user_id, nullif(m.id, deleting), private.match_label(m), 'deleted', p.home_prediction, p.away_prediction
    from deleted p join public.matches m on m.id = p.match_id join public.profiles f on f.id = p.user_id;
  -- Locks matches in the order of their ids, so that two deletions cannot deadlock.
  perform from public.matches m
   where m.id in (select match_id from deleted)
     and m.id is distinct from deleting
   order by m.id for no key update;
  insert into private.uncounted_predictions (match_id, predictions)
  select match_id, -count(*) from deleted group by match_id;
  perform private.count_predictions(array(select match_id from deleted));
  return null;
end $function$;

ALTER FUNCTION "private"."log_and_count_deleted_predictions"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.log_and_count_new_predictions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  free uuid[];
begin
  if private.is_undoing() then
    return null;
  end if;
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction,
                                         changed_at)
  select p.user_id, m.id, private.match_label(m), 'made', p.home_prediction, p.away_prediction, p.updated_at
    from inserted p join public.matches m on m.id = p.match_id;
  insert into private.uncounted_predictions (match_id, predictions)
  select match_id, count(*) from inserted group by match_id;
  -- Skips matches that others have locked, so it never waits and cannot deadlock.
  select array_agg(f.id) into free from (
    select m.id from public.matches m
     where m.id in (select match_id from inserted)
       and not exists (select from private.counted_matches c
                        where c.match_id = m.id and c.counted_at <> now()
                          and c.counted_at > clock_timestamp() - interval '1 second')
     order by m.id for no key update skip locked) f;
  if free is not null then
    insert into private.counted_matches (match_id, counted_at) select id, now() from unnest(free) id
    on conflict (match_id) do update set counted_at = excluded.counted_at;
    perform private.count_predictions(free);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_added_points()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.join_leaderboards((
    select array_agg(row(c.id, p.user_id)::private.leaderboard_entry)
      from (select distinct match_id, user_id from new_rows) p
      join public.matches m on m.id = p.match_id
      join public.competitions c on c.name = m.league));
  if not exists (select from new_rows n where n.points_earned is not null) then
    return null;
  end if;
  perform private.lock_totals();
  insert into private.uncounted_points (user_id, scored_id, points, sign)
  select n.user_id, m.id, n.points_earned, 1
    from new_rows n join private.scored_matches m on m.match_id = n.match_id
   where n.points_earned is not null and n.cleared_at is null;
  if found then
    perform private.count_points_soon();
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."note_added_points"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_changed_points()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A save of a prediction, whose match has no result, takes no lock.
  if current_setting('scoreline.rebuilding_totals', true) = 'on'
     or not exists (select from new_rows n where n.points_earned is not null
                    union all select from old_rows o where o.points_earned is not null) then
    return null;
  end if;
  perform private.lock_totals();
  insert into private.uncounted_points (user_id, scored_id, points, sign)
  select n.user_id, m.id, n.points_earned, 1
    from new_rows n join private.scored_matches m on m.match_id = n.match_id
   where n.points_earned is not null and n.cleared_at is null
  union all
  select o.user_id, m.id, o.points_earned, -1
    from old_rows o join private.scored_matches m on m.match_id = o.match_id
   where o.points_earned is not null and o.cleared_at is null;
  if found then
    perform private.count_points_soon();
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."note_changed_points"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_deleted_points()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from old_rows) then
    return null;
  end if;
  perform private.lock_totals();
  insert into private.uncounted_points (user_id, scored_id, points, sign)
  select o.user_id, m.id, o.points_earned, -1
    from old_rows o join private.scored_matches m on m.match_id = o.match_id
   where o.points_earned is not null and o.cleared_at is null;
  if found then
    perform private.count_points_soon();
  end if;
  perform private.leave_leaderboards((select array_agg(distinct o.user_id) from old_rows o));
  return null;
end $function$;

ALTER FUNCTION "private"."note_deleted_points"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.periods_of(_match public.matches, _competition_id text)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id from private.periods p
   where p.kind = 'matchday' and p.competition_id = _competition_id and p.season is not distinct from _match.season
     and p.round = _match.round
  union all
  select p.id from private.periods p where p.kind = 'month' and p.month = private.month_of(_match)
$function$;

ALTER FUNCTION "private"."periods_of"(public.matches, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.rebuild_totals()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
begin
  perform private.lock_totals();
  delete from private.uncounted_points;
  delete from private.scored_matches;
  perform private.list_scored_matches(null);
  update private.scopes s set latest_day = d.days[1], previous_day = d.days[2]
    from (select o.scope, array(
            select distinct n.day from private.scored_matches n where o.scope in (n.competition_id, 'overall')
             order by n.day desc limit 2) as days
            from private.scopes o) d
   where d.scope = s.scope;
  delete from private.player_totals;
  delete from private.points_distribution;
  with games as materialized (
    select m.id, c.id as competition_id, n.match_id is not null as is_scored,
           coalesce(n.day < s.latest_day, false) as is_earlier,
           coalesce(n.day < o.latest_day, false) as is_earlier_overall
      from public.matches m
      join public.competitions c on c.name = m.league
      join private.scopes s on s.scope = c.id
      join private.scopes o on o.scope = 'overall'
      left join private.scored_matches n on n.match_id = m.id
  ), picks as (
    select g.*, p.user_id, p.points_earned,
           g.is_scored and p.points_earned is not null and p.cleared_at is null as counts
      from public.user_predictions p
      join games g on g.id = p.match_id
      join public.profiles f on f.id = p.user_id
  ), by_competition as materialized (
    -- Every competition that a player has predicted in, scored or not.
    select p.competition_id, p.user_id,
           count(*) filter (where p.counts) as predictions_scored,
           coalesce(sum(p.points_earned) filter (where p.counts), 0) as points,
           count(*) filter (where p.counts and p.points_earned = 3) as perfect_scores,
           count(*) filter (where p.counts and p.points_earned > 0) as right_outcomes,
           coalesce(sum(p.points_earned) filter (where p.counts and p.is_earlier), 0) as earlier_points,
           count(*) filter (where p.counts and p.points_earned = 3 and p.is_earlier) as earlier_perfect,
           coalesce(sum(p.points_earned) filter (where p.counts and p.is_earlier_overall), 0)
             as earlier_points_overall,
           count(*) filter (where p.counts and p.points_earned = 3 and p.is_earlier_overall)
             as earlier_perfect_overall
      from picks p group by p.competition_id, p.user_id
  ), board_entries as (
    select competition_id, user_id, predictions_scored, points, perfect_scores, right_outcomes,
           earlier_points, earlier_perfect, earlier_points_overall, earlier_perfect_overall from by_competition
    union all
    -- Subscribers without a prediction are listed with no points.
    select s.subscription_type, s.user_id, 0, 0, 0, 0, 0, 0, 0, 0
      from public.subscriptions s join public.profiles f on f.id = s.user_id
     where s.status = 'active' and s.expires_at > now()
  ), inserted as (
    insert into private.player_totals (scope, user_id, predictions_scored, points, perfect_scores, right_outcomes,
                                       earlier_day, earlier_points, earlier_perfect)
    select s.scope, b.user_id, sum(b.predictions_scored), sum(b.points), sum(b.perfect_scores), sum(b.right_outcomes),
           s.latest_day, sum(case when s.scope = 'overall' then b.earlier_points_overall else b.earlier_points end),
           sum(case when s.scope = 'overall' then b.earlier_perfect_overall else b.earlier_perfect end)
      from board_entries b join private.scopes s on s.scope in (b.competition_id, 'overall')
     group by s.scope, b.user_id
    returning scope, points, perfect_scores, earlier_points, earlier_perfect
  ), counts as (
    select scope, points, perfect_scores, 1 as current_players, 0 as earlier_players from inserted
    union all
    select scope, earlier_points, earlier_perfect, 0, 1 from inserted
  )
  insert into private.points_distribution (scope, points, perfect_scores, players, earlier_players)
  select scope, points, perfect_scores, sum(current_players), sum(earlier_players)
    from counts group by scope, points, perfect_scores;
  perform private.refresh_top_players(s.scope) from private.scopes s;
  perform private.refresh_group_baselines(null);
  perform private.refresh_crowd(array(select n.match_id from private.scored_matches n));
  perform private.recount_periods(array(select p.id from private.periods p));
end $function$;

ALTER FUNCTION "private"."rebuild_totals"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.recalculate_points(OUT recalculated integer, OUT changed integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_totals();
  select count(*) into recalculated
    from public.user_predictions p join public.matches m on m.id = p.match_id and m.status = 'completed'
   where p.cleared_at is null;
  perform set_config('scoreline.rebuilding_totals', 'on', true);
  update public.user_predictions p
     set points_earned = public.calculate_prediction_points(p.home_prediction, p.away_prediction, m.home_score,
                                                            m.away_score)
    from public.matches m
   where m.id = p.match_id and m.status = 'completed' and p.cleared_at is null
     and p.points_earned is distinct from
         public.calculate_prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score);
  get diagnostics changed = row_count;
  perform set_config('scoreline.rebuilding_totals', '', true);
  perform private.rebuild_totals();
  delete from private.past_ranks;
  delete from private.match_figures;
end $function$;

CREATE OR REPLACE FUNCTION private.record_added_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.undo_rows (undo_id, table_name, row_key, before, after)
  select current_setting('scoreline.recording_undo')::uuid, tg_table_schema || '.' || tg_table_name,
         to_jsonb(n) ->> tg_argv[0], null, to_jsonb(n)
    from new_rows n
  on conflict (undo_id, table_name, row_key) do update set after = excluded.after;
  return null;
end $function$;

ALTER FUNCTION "private"."record_added_rows"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.record_changed_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.undo_rows (undo_id, table_name, row_key, before, after)
  select current_setting('scoreline.recording_undo')::uuid, tg_table_schema || '.' || tg_table_name,
         to_jsonb(n) ->> tg_argv[0], to_jsonb(o), to_jsonb(n)
    from new_rows n join old_rows o on to_jsonb(o) ->> tg_argv[0] = to_jsonb(n) ->> tg_argv[0]
  on conflict (undo_id, table_name, row_key) do update set after = excluded.after;
  return null;
end $function$;

ALTER FUNCTION "private"."record_changed_rows"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.record_deleted_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.undo_rows (undo_id, table_name, row_key, before, after)
  select current_setting('scoreline.recording_undo')::uuid, tg_table_schema || '.' || tg_table_name,
         to_jsonb(o) ->> tg_argv[0], to_jsonb(o), null
    from old_rows o
  on conflict (undo_id, table_name, row_key) do update set after = null;
  return null;
end $function$;

ALTER FUNCTION "private"."record_deleted_rows"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.recount_earlier(_scope text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  latest date := (select s.latest_day from private.scopes s where s.scope = _scope);
begin
  with gains as (
    select p.user_id, sum(p.points_earned)::integer as points,
           (count(*) filter (where p.points_earned = 3))::integer as perfect
      from private.scored_matches n
      join public.user_predictions p on p.match_id = n.match_id and p.points_earned > 0 and p.cleared_at is null
     where n.day = latest and _scope in (n.competition_id, 'overall')
     group by p.user_id
  )
  update private.player_totals t
     set earlier_day = latest, earlier_points = t.points - coalesce(g.points, 0),
         earlier_perfect = t.perfect_scores - coalesce(g.perfect, 0)
    from private.player_totals o left join gains g on g.user_id = o.user_id
   where o.scope = _scope and (g.user_id is not null or o.earlier_day = latest)
     and t.scope = o.scope and t.user_id = o.user_id;
  update private.points_distribution l set earlier_players = 0 where l.scope = _scope;
  insert into private.points_distribution as l (scope, points, perfect_scores, players, earlier_players)
  select _scope, e.points, e.perfect, 0, count(*)
    from private.player_totals t
   cross join lateral (select case when t.earlier_day = latest then t.earlier_points else t.points end as points,
                              case when t.earlier_day = latest then t.earlier_perfect
                                else t.perfect_scores end as perfect) e
   where t.scope = _scope
   group by e.points, e.perfect
  on conflict (scope, points, perfect_scores) do update set earlier_players = excluded.earlier_players;
  delete from private.points_distribution l where l.scope = _scope and l.players = 0 and l.earlier_players = 0;
end $function$;

ALTER FUNCTION "private"."recount_earlier"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.recount_periods(_period_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  perform private.count_points();
  with games as materialized (
    select n.match_id, i.period_id
      from private.scored_matches n cross join unnest(n.period_ids) i (period_id)
     where n.match_id is not null and i.period_id = any (_period_ids)
  ), counted as materialized (
    select g.period_id, p.user_id, count(*)::integer as predictions_scored, sum(p.points_earned)::integer as points,
           (count(*) filter (where p.points_earned = 3))::integer as perfect_scores,
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
end $function$;

ALTER FUNCTION "private"."recount_periods"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refresh_records()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.record_computations as c (computed_at) values (clock_timestamp())
  on conflict (only_row) do update set computed_at = excluded.computed_at;
  delete from private.records r where r.is_running;
  insert into private.records (kind, user_id, full_name, value, happened_on, match_id, detail)
  select q.kind, q.user_id, coalesce(f.full_name, 'Player'), q.value, q.happened_on, q.match_id, q.detail
    from (
      (select 'best_matchday' as kind, w.user_id, t.points as value, s.last_day as happened_on, null::uuid as match_id,
              concat_ws(', ', concat_ws(' ', c.name, p.season), p.round) as detail
         from (select d.period_id, d.points, d.perfect_scores
                 from private.period_distribution d
                 join private.periods m on m.id = d.period_id and m.kind = 'matchday'
                where d.points > 0 order by d.points desc, d.perfect_scores desc, d.period_id limit 1) t
         join private.periods p on p.id = t.period_id
         join public.competitions c on c.id = p.competition_id
         join private.period_states() s on s.period_id = p.id
         join private.period_totals w on w.period_id = t.period_id and w.points = t.points
              and w.perfect_scores = t.perfect_scores
        order by w.user_id limit 1)
      union all
      (select 'exact_scores', t.user_id, t.perfect_scores, m.match_date, m.id, private.result_label(m)
         from (select o.user_id, o.perfect_scores from private.player_totals o
                where o.scope = 'overall' and o.perfect_scores > 0
                order by o.perfect_scores desc, o.points desc, o.user_id limit 1) t
        cross join lateral (
          select n.* from public.user_predictions p
            join public.matches n on n.id = p.match_id and n.status = 'completed'
           where p.user_id = t.user_id and p.points_earned = 3 and p.cleared_at is null
           order by n.kickoff_at desc, n.id limit 1) m)
      union all
      select 'scoring_run', r.user_id, r.value, m.match_date, m.id, private.result_label(m)
        from private.best_scoring_runs() r join public.matches m on m.id = r.match_id where r.value > 1
      union all
      select 'climb', b.user_id, b.value, b.day, m.id, private.result_label(m)
        from private.biggest_climbs() b
       cross join lateral (
         select n.* from public.user_predictions p
           join private.scored_matches d on d.match_id = p.match_id and d.day = b.day
           join public.matches n on n.id = p.match_id
          where p.user_id = b.user_id
          order by p.points_earned desc, n.kickoff_at desc, n.id limit 1) m
      union all
      (select 'only_exact', e.user_id, e.predictions, m.match_date, m.id, private.result_label(m)
         from (select p.match_id, (array_agg(p.user_id) filter (where p.points_earned = 3))[1] as user_id,
                      count(*)::integer as predictions
                 from public.user_predictions p
                where p.points_earned is not null and p.cleared_at is null
                group by p.match_id
               having count(*) filter (where p.points_earned = 3) = 1 and count(*) >= 5) e
         join public.matches m on m.id = e.match_id
        order by e.predictions desc, m.kickoff_at, m.id limit 3)
    ) q left join public.profiles f on f.id = q.user_id;
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_winners()
 RETURNS bigint[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  waiting bigint[];
  final_periods private.periods[];
  settled bigint[];
  reopened bigint[];
begin
  -- With the lock, so that no result comes between.
  perform private.lock_totals();
  perform private.count_waiting_points();
  waiting := array(
    select g.period_id
      from public.matches m
      join public.competitions c on c.name = m.league
     cross join private.periods_of(m, c.id) g (period_id)
     where m.id::text in (select r.row_key from private.undo_rows r where r.table_name = 'public.matches')
       and private.can_be_undone(m, clock_timestamp()));
  select array_agg(p) filter (where s.is_final), array_agg(p.id) filter (where s.is_final),
         array_agg(p.id) filter (where not s.is_final)
    into final_periods, settled, reopened
    from private.periods p
    join private.period_states() s on s.period_id = p.id
   where case when s.is_final then p.winners_of is distinct from p.changed_at and p.id <> all (waiting)
              else p.winners_of is not null end
     and exists (select from private.period_distribution d where d.period_id = p.id);
  delete from private.period_winners w where w.period_id = any (settled || reopened) and w.user_id is not null;
  with best as (
    select distinct on (d.period_id) d.period_id, d.points, d.perfect_scores
      from private.period_distribution d
     where d.period_id = any (settled) and d.points > 0
     order by d.period_id, d.points desc, d.perfect_scores desc
  )
  insert into private.period_winners (period_id, user_id, full_name, points, perfect_scores)
  select t.period_id, t.user_id, coalesce(f.full_name, 'Player'), t.points, t.perfect_scores
    from best b
    join private.period_totals t on t.period_id = b.period_id and t.points = b.points
         and t.perfect_scores = b.perfect_scores
    left join public.profiles f on f.id = t.user_id
   where not exists (
     -- A deleted account with a better result stays the winner.
     select from private.period_winners w
      where w.period_id = b.period_id and (w.points, w.perfect_scores) > (b.points, b.perfect_scores));
  update private.periods p set winners_of = null where p.id = any (reopened);
  -- The value that was read first: a result that was scored meanwhile is then found by the next run.
  update private.periods p set winners_of = f.changed_at from unnest(final_periods) f where p.id = f.id;
  return coalesce(settled, '{}');
end $function$;

CREATE OR REPLACE FUNCTION private.remove_totals_of_deleted_players()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.leave_leaderboards((select array_agg(id) from deleted));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.score_changed_match()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_undoing() and current_setting('scoreline.scoring_together', true) is distinct from 'on' then
    perform private.score_matches(array[new.id]);
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."score_changed_match"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.score_matches(_match_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  outdated uuid[];
  known private.scored_matches[];
  moved_periods bigint[];
begin
  perform private.lock_totals();
  outdated := array(
    select n.match_id
      from private.scored_matches n
      left join public.matches m on m.id = n.match_id and m.status = 'completed'
      left join public.competitions c on c.name = m.league
     where n.match_id = any (_match_ids)
       and (n.competition_id, n.day) is distinct from (c.id, private.completion_day(m)));
  if outdated <> '{}' then
    perform private.take_points(outdated);
    delete from private.past_ranks;
    update private.scored_matches n set match_id = null where n.match_id = any (outdated);
  end if;
  known := array(select n from private.scored_matches n where n.match_id = any (_match_ids));
  -- Points that a restored or moved prediction brought along do not count yet.
  perform private.take_points(array(
    select unnest(_match_ids) except select n.match_id from private.scored_matches n));
  perform private.list_scored_matches(_match_ids);
  update public.user_predictions p
     set points_earned = public.calculate_prediction_points(p.home_prediction, p.away_prediction, m.home_score,
                                                            m.away_score)
    from public.matches m
   where p.match_id = any (_match_ids) and p.cleared_at is null and m.id = p.match_id and m.status = 'completed'
     and p.points_earned is distinct from
         public.calculate_prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score);
  perform private.count_points_soon();
  -- The periods that a match has left or joined, although its points are the same.
  moved_periods := array(
    select distinct i.period_id
      from unnest(known) k
      join private.scored_matches n on n.id = k.id and n.period_ids <> k.period_ids
     cross join unnest(n.period_ids || k.period_ids) i (period_id));
  if moved_periods <> '{}' then
    perform private.recount_periods(moved_periods);
  end if;
  delete from private.past_ranks r using private.scored_matches n
   where n.match_id = any (_match_ids) and r.scope in (n.competition_id, 'overall') and r.day >= n.day;
  delete from private.match_figures g where g.match_id = any (_match_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.take_points(_match_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  update public.user_predictions p set points_earned = null
   where p.match_id = any (_match_ids) and p.points_earned is not null and p.cleared_at is null;
end $function$;

ALTER FUNCTION "private"."take_points"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.update_completion_days()
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed record;
  shortened text[] := '{}';
begin
  for changed in
    update private.scopes s set latest_day = d.days[1], previous_day = d.days[2]
      from (select o.scope, o.latest_day, array(
              select distinct n.day from private.scored_matches n
               where n.match_id is not null and o.scope in (n.competition_id, 'overall')
               order by n.day desc limit 2) as days
              from private.scopes o) d
     where d.scope = s.scope and (s.latest_day, s.previous_day) is distinct from (d.days[1], d.days[2])
    returning s.scope, s.latest_day, d.latest_day as latest_before
  loop
    if changed.latest_day > changed.latest_before or changed.latest_before is null then
      update private.points_distribution l set earlier_players = l.players
       where l.scope = changed.scope and l.earlier_players <> l.players;
      delete from private.points_distribution l where l.scope = changed.scope and l.players = 0;
    elsif changed.latest_day is distinct from changed.latest_before then
      shortened := shortened || changed.scope;
    end if;
  end loop;
  return shortened;
end $function$;

ALTER FUNCTION "private"."update_completion_days"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.update_records(_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed timestamptz := (select max(p.changed_at) from private.periods p);
begin
  if changed is null or changed > _now - interval '10 minutes'
     or changed <= (select c.computed_at from private.record_computations c) then
    return 0;
  end if;
  perform private.count_waiting_points();
  perform private.refresh_records();
  return 1;
end $function$;

CREATE OR REPLACE FUNCTION private.update_totals_on_subscription()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'DELETE' and new.status = 'active' and new.expires_at > now() then
    perform private.join_leaderboards(array[row(new.subscription_type, new.user_id)::private.leaderboard_entry]);
  end if;
  if tg_op <> 'INSERT' then
    perform private.leave_leaderboards(array[old.user_id]);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.clear_player_points(_user_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  points_before jsonb;
  cleared integer;
begin
  perform private.begin_admin_action('clear_player_points');
  perform private.count_waiting_points();
  select jsonb_object_agg(t.scope, t.points) into points_before
    from private.player_totals t where t.user_id = _user_id;
  perform private.begin_undo('clear_player_points', _user_id::text);
  cleared := private.clear_points(array[_user_id]);
  perform private.end_undo();
  perform private.write_audit('clear_player_points', 'user_predictions', _user_id::text, points_before,
                              jsonb_build_object('predictions', cleared));
  return cleared;
end $function$;

CREATE OR REPLACE FUNCTION public.leaderboard_periods(kind text, league text DEFAULT NULL::text)
 RETURNS TABLE(period_id bigint, season text, round text, month date, players integer, matches integer, matches_completed integer, is_final boolean, is_counting boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id, p.season, p.round, p.month, d.players, s.matches, s.matches_completed, s.is_final,
         exists (select from private.uncounted_points)
    from private.periods p
    join private.period_states(leaderboard_periods.kind, leaderboard_periods.league) s on s.period_id = p.id
    left join public.competitions c on c.id = p.competition_id
   cross join lateral (select sum(l.players)::integer as players from private.period_distribution l
                        where l.period_id = p.id) d
   where p.kind = leaderboard_periods.kind and (p.kind = 'month' or c.name = leaderboard_periods.league)
     and d.players > 0
   order by s.last_day desc, p.id desc
$function$;

ALTER FUNCTION "public"."leaderboard_periods"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.leaderboard_summary(league text DEFAULT 'Overall'::text)
 RETURNS TABLE(players integer, matches_completed integer, compared_with date, is_counting boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select sum(l.players) from private.points_distribution l where l.scope = s.scope), 0)::integer,
         (select count(*) from public.matches m
           where m.status = 'completed' and (s.scope = 'overall' or m.league = leaderboard_summary.league))::integer,
         s.previous_day, exists (select from private.uncounted_points)
    from private.scopes s where s.scope = private.scope_of(leaderboard_summary.league)
$function$;

ALTER FUNCTION "public"."leaderboard_summary"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.merge_matches(_pairs jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5min'
AS $function$
declare
  merges private.match_merge[];
  keep_ids uuid[];
  remove_ids uuid[];
  scores public.matches[];
  labels jsonb;
  record_id text;
  moved integer;
  dropped integer;
  undo_id uuid;
begin
  perform private.begin_admin_action('merge_matches');
  merges := private.planned_merges(_pairs);
  perform private.lock_matches(array(select unnest(array[m.keep_id, m.remove_id]) from unnest(merges) m));
  -- Again after the wait: a match may have got a result.
  merges := private.planned_merges(_pairs);
  keep_ids := array(select distinct m.keep_id from unnest(merges) m);
  remove_ids := array(select m.remove_id from unnest(merges) m);
  scores := array(
    select jsonb_populate_record(r, jsonb_build_object(
             'id', m.keep_id, 'locks_at', m.locks_at,
             'home_score', case when m.is_exchanged then r.away_score else r.home_score end,
             'away_score', case when m.is_exchanged then r.home_score else r.away_score end))
      from unnest(merges) m join public.matches r on r.id = m.remove_id where m.takes_score);
  select jsonb_build_object('matches', jsonb_agg(private.match_label(r) order by r.kickoff_at, r.id)) into labels
    from public.matches r where r.id = any (remove_ids);
  record_id := case cardinality(keep_ids) when 1 then keep_ids[1]::text end;

  perform private.begin_undo('merge_matches', record_id);
  delete from public.user_predictions p using private.merged_predictions(merges) g where p.id = g.id and not g.counts;
  get diagnostics dropped = row_count;
  select count(*) into moved from public.user_predictions p where p.match_id = any (remove_ids);
  perform private.move_to_kept_matches(merges, scores);
  delete from public.matches m where m.id = any (remove_ids);
  perform set_config('scoreline.undoing', 'on', true);
  update public.matches k
     set status = s.status, home_score = s.home_score, away_score = s.away_score, completed_at = s.completed_at
    from unnest(scores) s where k.id = s.id;
  update public.matches k
     set match_date = s.match_date, match_time = s.match_time, day_time_zone = s.day_time_zone,
         kickoff_at = s.kickoff_at, kickoff_confirmed = s.kickoff_confirmed, locks_at = s.locks_at
    from unnest(scores) s where k.id = s.id and s.status = 'completed';
  delete from private.uncounted_predictions u where u.match_id = any (keep_ids);
  update public.matches k set predictions_count = g.predictions, updated_at = now()
    from (select i.id, (select count(*) from public.user_predictions p where p.match_id = i.id) as predictions
            from unnest(keep_ids) i (id)) g
   where k.id = g.id;
  perform set_config('scoreline.undoing', '', true);
  perform private.score_matches(keep_ids);
  delete from private.past_ranks;
  undo_id := private.end_undo(interval '30 days');
  perform private.write_audit('merge_matches', 'matches', record_id, labels, jsonb_build_object(
    'merged', cardinality(remove_ids), 'moved', moved, 'dropped', dropped, 'undo_id', undo_id));
  return undo_id;
end $function$;

CREATE OR REPLACE FUNCTION public.player_ranks(_user_id uuid, league text DEFAULT 'Overall'::text)
 RETURNS TABLE(day date, points integer, rank integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  board_scope text := private.scope_of(league);
begin
  perform private.add_missing_past_ranks(board_scope);
  return query
  select q.day, q.points, q.rank
    from (
      select d.day, (t.points - coalesce(later.points, 0))::integer as points,
             coalesce(
               (select r.rank from private.past_ranks r
                 where r.scope = board_scope and r.day = d.day
                   and (r.points, r.perfect_scores) <= (t.points - coalesce(later.points, 0),
                                                        t.perfect_scores - coalesce(later.perfect_scores, 0))
                 order by r.points desc, r.perfect_scores desc limit 1),
               case when d.day = s.latest_day
                    then (select n.rank from private.ranked_players(board_scope, array[_user_id]) n) end) as rank
        from private.scopes s
        join private.player_totals t on t.scope = s.scope and t.user_id = _user_id
       cross join lateral (
         select r.day from (select distinct p.day from private.past_ranks p where p.scope = board_scope) r
         union select s.latest_day where s.latest_day is not null) d
       cross join lateral (
         select sum(p.points_earned) as points, count(*) filter (where p.points_earned = 3) as perfect_scores
           from public.user_predictions p
           join private.scored_matches n on n.match_id = p.match_id and board_scope in (n.competition_id, 'overall')
          where p.user_id = _user_id and p.points_earned > 0 and p.cleared_at is null and n.day > d.day) later
       where s.scope = board_scope
       order by d.day desc limit 120) q
   order by q.day;
end $function$;

CREATE OR REPLACE FUNCTION public.undo(_undo_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  entry private.undos;
  match_ids uuid[];
begin
  perform private.begin_admin_action('undo');
  perform private.lock_provider();
  select * into entry from private.undos u where u.id = _undo_id for update;
  if entry.id is null then
    raise exception 'There is nothing to undo' using errcode = 'PT404';
  end if;
  if entry.undone_at is not null then
    raise exception 'This has been undone already' using errcode = 'SL014';
  end if;
  if entry.done_at <= clock_timestamp() - entry.lasts then
    raise exception 'It is too late to undo this' using errcode = 'SL014';
  end if;
  match_ids := array(
    select r.row_key::uuid from private.undo_rows r where r.undo_id = entry.id and r.table_name = 'public.matches'
    union
    select (coalesce(r.before, r.after) ->> 'match_id')::uuid from private.undo_rows r
     where r.undo_id = entry.id and r.table_name = 'public.user_predictions');
  perform from public.matches m where m.id = any (match_ids) order by m.id for no key update;
  if exists (select from private.undo_rows r join public.user_predictions p on p.match_id::text = r.row_key
              where r.undo_id = entry.id and r.table_name = 'public.matches' and r.before is null) then
    raise exception 'Members have predicted matches that it added, so it cannot be undone' using errcode = 'SL015';
  end if;
  perform private.lock_totals();
  perform set_config('scoreline.undoing', 'on', true);
  begin
    perform private.restore_deleted_teams(entry.id);
    perform private.restore_rows(entry.id, t.table_name, t.key_column, t.kept, t.is_strict)
       from (select * from private.undo_tables() order by place) t;
    perform private.delete_added_teams(entry.id);
    perform private.restore_changed_logos(entry.id);
  exception when integrity_constraint_violation or unique_violation or foreign_key_violation or check_violation then
    raise exception 'This has changed since, so it cannot be undone' using errcode = 'SL015';
  end;
  delete from private.uncounted_predictions u where u.match_id = any (match_ids);
  update public.matches m set predictions_count = g.predictions
    from (select i.id, (select count(*) from public.user_predictions p where p.match_id = i.id) as predictions
            from unnest(match_ids) i (id)) g
   where m.id = g.id and m.predictions_count <> g.predictions;
  perform set_config('scoreline.undoing', '', true);
  if match_ids <> '{}' then
    perform private.score_matches(match_ids);
    delete from private.past_ranks;
  end if;
  update private.undos set undone_at = clock_timestamp(), undone_by = (select auth.uid()) where id = entry.id;
  perform private.write_audit('undo', 'undos', entry.record_id, jsonb_build_object('action', entry.action), null);
  return entry.action;
end $function$;

create trigger a_completed_match_is_scored
  after update of status, home_score, away_score, completed_at, league, season, round, match_date on public.matches
  for each row
  when ('completed' in (old.status, new.status)
        and (old.status, old.home_score, old.away_score, old.completed_at, old.league, old.season, old.round,
             old.match_date)
        is distinct from (new.status, new.home_score, new.away_score, new.completed_at, new.league, new.season,
                          new.round, new.match_date))
  execute function private.score_changed_match();

CREATE TRIGGER scored_matches_are_forgotten_with_matches AFTER DELETE ON public.matches REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.forget_deleted_matches();

CREATE TRIGGER added_rows_are_recorded_for_undo AFTER INSERT ON public.prediction_changes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_added_rows('id');

CREATE TRIGGER changed_rows_are_recorded_for_undo AFTER UPDATE ON public.prediction_changes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_changed_rows('id');

CREATE TRIGGER added_points_are_noted AFTER INSERT ON public.user_predictions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_added_points();

CREATE TRIGGER added_rows_are_recorded_for_undo AFTER INSERT ON public.user_predictions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_added_rows('id');

CREATE TRIGGER changed_points_are_noted AFTER UPDATE ON public.user_predictions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_points();

CREATE TRIGGER changes_are_recorded_for_undo AFTER UPDATE OF home_prediction, away_prediction, cleared_at ON public.user_predictions FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER deleted_points_are_noted AFTER DELETE ON public.user_predictions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_deleted_points();

CREATE TRIGGER deleted_predictions_are_audited AFTER DELETE ON public.user_predictions FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['authenticated'::name, 'service_role'::name]))) EXECUTE FUNCTION private.audit_row();

CREATE TRIGGER deleted_predictions_are_counted AFTER DELETE ON public.user_predictions REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.log_and_count_deleted_predictions();

CREATE TRIGGER deleted_rows_are_recorded_for_undo AFTER DELETE ON public.user_predictions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_deleted_rows('id');

COMMENT ON COLUMN "private"."scored_matches"."match_id" IS 'null when the match no longer counts, until the points that it takes along are counted';

REVOKE ALL ON FUNCTION "private"."count_period_points"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_period_points"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_period_points"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_points"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_points"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_points"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_points_before_joining"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_points_before_joining"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_points_before_joining"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_points_soon"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_points_soon"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_points_soon"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_waiting_points"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_waiting_points"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_waiting_points"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_deleted_matches"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_deleted_matches"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_deleted_matches"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."leave_leaderboards"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."leave_leaderboards"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."leave_leaderboards"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."list_scored_matches"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_scored_matches"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_scored_matches"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_and_count_deleted_predictions"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_and_count_deleted_predictions"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_and_count_deleted_predictions"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_added_points"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_added_points"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_added_points"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_changed_points"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_changed_points"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_changed_points"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_deleted_points"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_deleted_points"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_deleted_points"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."periods_of"(public.matches, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."periods_of"(public.matches, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."periods_of"(public.matches, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rebuild_totals"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rebuild_totals"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rebuild_totals"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_added_rows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_added_rows"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_added_rows"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_changed_rows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_changed_rows"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_changed_rows"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_deleted_rows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_deleted_rows"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_deleted_rows"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."recount_earlier"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recount_earlier"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."recount_earlier"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."recount_periods"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recount_periods"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."recount_periods"(bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."score_changed_match"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."score_changed_match"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."score_changed_match"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."take_points"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_points"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_points"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."update_completion_days"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."update_completion_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."update_completion_days"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."leaderboard_periods"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."leaderboard_periods"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."leaderboard_periods"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."leaderboard_periods"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."leaderboard_periods"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."leaderboard_summary"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."leaderboard_summary"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."leaderboard_summary"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."leaderboard_summary"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."leaderboard_summary"(text) TO "service_role";

insert into private.jobs (name, every, query) values
  ('Count points', interval '1 second', 'select private.count_waiting_points()');

-- The totals already have the points of the completed matches.
select private.lock_totals();
select private.list_scored_matches(null);
