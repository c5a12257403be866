set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP FUNCTION "private"."count_period_points"();

DROP FUNCTION "private"."count_points"();

DROP FUNCTION "private"."count_points_before_joining"();

DROP FUNCTION "private"."refresh_winners"(timestamp with time zone, bigint[]);

DROP FUNCTION "public"."leaderboard_periods"(text, text);

DROP FUNCTION "public"."leaderboard_summary"(text);

CREATE TABLE "private"."matches_to_score" ("match_id" uuid NOT NULL, "predictions" integer NOT NULL, "scored" integer NOT NULL DEFAULT 0, "takes_points" boolean NOT NULL DEFAULT false, "last_user_id" uuid, "is_scored" boolean NOT NULL DEFAULT false, CONSTRAINT "matches_to_score_pkey" PRIMARY KEY (match_id));

ALTER TABLE "private"."matches_to_score" OWNER TO "postgres";

ALTER TABLE "private"."scopes" ADD COLUMN "order_is_due" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION private.add_missing_match_figures(_at_most integer DEFAULT NULL::integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  missing uuid[] := array(
    select m.id from public.matches m
     where m.status = 'completed' and not exists (select from private.match_figures g where g.match_id = m.id)
       and m.id not in (select s.match_id from private.matches_to_score s)
     order by m.completed_at desc limit _at_most);
  added integer;
begin
  if cardinality(missing) = 0 then
    return 0;
  end if;
  perform private.lock_totals();
  insert into private.match_figures (match_id, predictions_scored, points, perfect_scores)
  select m.id, count(p.id), coalesce(sum(p.points_earned), 0), count(*) filter (where p.points_earned = 3)
    from public.matches m
    left join public.user_predictions p on p.match_id = m.id and p.points_earned is not null and p.cleared_at is null
   where m.id = any (missing) and m.status = 'completed'
     and m.id not in (select s.match_id from private.matches_to_score s)
   group by m.id
  on conflict do nothing;
  get diagnostics added = row_count;
  return added;
end $function$;

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
  -- Kept ranks are of counted points.
  if not private.settle_points() then
    return;
  end if;
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
    -- The message has the rank after these results, so it waits until their points are counted.
    perform private.lock_totals();
    exit when not private.settle_points();
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

CREATE OR REPLACE FUNCTION private.announce_winners(_now timestamp with time zone DEFAULT clock_timestamp(), _sent_now bigint DEFAULT NULL::bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due private.periods;
  was_told boolean;
  posted bigint := 0;
begin
  if not private.refresh_winners(_now, array_remove(array[_sent_now], null)) then
    return 0;
  end if;
  -- A correction of a correction can end what is held.
  update private.periods p set is_held = false from private.winner_times(_now) t
   where p.is_held and t.period_id = p.id and t.is_final
     and p.id not in (select u.period_id from private.untold_periods(_now) u);
  for due in
    select p.* from private.winner_times(_now) t join private.periods p on p.id = t.period_id
     where t.is_final and not t.is_silent and (p.id = _sent_now or (t.due_at <= _now and not p.is_held))
       and p.winners_of is not null
       and not exists (select from private.told_periods o where o.period_id = p.id and o.winners_of = p.winners_of)
     order by p.id
  loop
    -- An organiser may hold it at this moment.
    update private.periods p set is_held = false where p.id = due.id and (p.id = _sent_now or not p.is_held);
    continue when not found;
    was_told := exists (select from private.told_periods o where o.period_id = due.id);
    if not was_told then
      posted := posted + private.queue_messages('results', format('winner %s', due.id), array(
        select m from unnest(private.winner_messages(due, _now + interval '3 days')) m where m.user_id is not null));
    elsif private.has_other_winners(due.id, array(select w.user_id from private.period_winners w
                                                   where w.period_id = due.id)) then
      posted := posted + private.queue_messages('results', format('winner %s of %s', due.id, due.winners_of),
                                                private.correction_messages(due, _now + interval '3 days'));
    end if;
    insert into private.told_periods as o (period_id, told_at, winners_of, results)
    values (due.id, _now, due.winners_of, private.period_results(due))
    on conflict (period_id) do update
      set told_at = excluded.told_at, winners_of = excluded.winners_of, results = excluded.results;
    delete from private.told_winners t where t.period_id = due.id;
    insert into private.told_winners (period_id, user_id)
    select w.period_id, w.user_id from private.period_winners w where w.period_id = due.id and w.user_id is not null;
  end loop;
  return posted;
end $function$;

CREATE OR REPLACE FUNCTION private.clear_points(_user_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  cleared integer;
  completed uuid[];
  reopened uuid[];
begin
  perform private.lock_totals();
  select array_agg(m.id) filter (where m.status = 'completed'), array_agg(m.id) filter (where m.status <> 'completed')
    into completed, reopened
    from private.matches_to_score s join public.matches m on m.id = s.match_id where not s.is_scored;
  if _user_ids is null then
    perform private.end_season_of_records();
  end if;
  update public.user_predictions set points_earned = 0, cleared_at = clock_timestamp()
   where (points_earned is not null or match_id = any (coalesce(completed, '{}')))
     and match_id <> all (coalesce(reopened, '{}'))
     and cleared_at is null and (_user_ids is null or user_id = any (_user_ids));
  get diagnostics cleared = row_count;
  if _user_ids is null then
    perform private.refresh_crowd(array(select c.match_id from private.crowd_predictions c));
  end if;
  return cleared;
end $function$;

CREATE OR REPLACE FUNCTION private.count_period_points(_last_user uuid)
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
           coalesce(sum(v.sign) filter (where v.points = 3), 0)::integer as perfect,
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
end $function$;

ALTER FUNCTION "private"."count_period_points"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_points(_most integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_nestloop TO 'on'
 SET enable_hashjoin TO 'on'
 SET enable_mergejoin TO 'on'
AS $function$
declare
  shortened_scopes text[];
  moved_scopes text[];
  moves private.leaderboard_move[];
  is_large boolean;
  last_user uuid;
  moved_matches uuid[];
  unordered text;
begin
  perform private.lock_totals();
  shortened_scopes := private.update_completion_days();
  -- Movement is recounted from totals that contain all points.
  if _most is not null and shortened_scopes = '{}' then
    last_user := (select v.user_id from private.uncounted_points v order by v.user_id offset _most - 1 limit 1);
  end if;
  if exists (select from private.uncounted_points) then
    is_large := exists (select from private.uncounted_points offset private.points_at_once());
    -- Many rows are joined in one pass. Before the first result the planner would expect few.
    perform set_config('enable_nestloop', (not exists (select from private.uncounted_points offset 200))::text, true);
    -- A part of a large club is looked up: a pass over all totals takes seconds.
    if _most * 8 < (select max(o.players) from (
      select sum(l.size) as players from private.leaderboard_sections l group by l.scope) o) then
      perform set_config('enable_nestloop', 'on', true), set_config('enable_hashjoin', 'off', true),
              set_config('enable_mergejoin', 'off', true);
    end if;
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
       where last_user is null or v.user_id <= last_user
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
      returning t.scope, t.user_id, t.points, t.perfect_scores, t.earlier_points, t.earlier_perfect,
                g.points as gained, g.perfect as gained_perfect, g.earlier_points as gained_earlier,
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
    select (select array_agg(distinct s.scope) from shifted s),
           (select array_agg(row(m.scope, m.user_id, private.place_of(
                               m.points - m.gained, m.perfect_scores - m.gained_perfect, p.full_name, m.user_id)
                             )::private.leaderboard_move)
              from moved m left join public.profiles p on p.id = m.user_id
             where not is_large and (m.gained <> 0 or m.gained_perfect <> 0))
      into moved_scopes, moves;
    delete from private.points_distribution l
     where l.scope = any (moved_scopes) and l.players = 0 and l.earlier_players = 0;
    perform private.refresh_ranks(s) from unnest(moved_scopes) s;
    if is_large then
      update private.scopes s set order_is_due = true where s.scope = any (moved_scopes);
    else
      perform private.move_players(moves);
    end if;
    perform private.count_period_points(last_user);
    perform private.count_points_before_joining(last_user);
    moved_matches := array(
      select n.match_id from private.scored_matches n
       where n.match_id is not null and n.id in (select v.scored_id from private.uncounted_points v
                                                  where last_user is null or v.user_id <= last_user));
    perform private.leave_leaderboards(array(
      select distinct t.user_id
        from (select distinct v.user_id from private.uncounted_points v
               where v.sign = -1 and (last_user is null or v.user_id <= last_user)) u
       cross join private.scopes s
        join private.player_totals t on t.scope = s.scope and t.user_id = u.user_id and t.predictions_scored = 0));
    delete from private.uncounted_points v where last_user is null or v.user_id <= last_user;
    -- The crowd does not change with points, so the last part of a match determines it.
    perform private.refresh_crowd(array(
      select i from unnest(moved_matches) i
       where i not in (select s.match_id from private.matches_to_score s where not s.is_scored)
      except
      select n.match_id from private.scored_matches n
       where n.id in (select v.scored_id from private.uncounted_points v)));
  end if;
  perform private.recount_earlier(s) from unnest(shortened_scopes) s;
  delete from private.scored_matches n
   where n.match_id is null and n.id not in (select v.scored_id from private.uncounted_points v);
  if not exists (select from private.uncounted_points)
     and not exists (select from private.matches_to_score s where not s.is_scored) then
    for unordered in select s.scope from private.scopes s where s.order_is_due order by s.scope loop
      perform private.order_leaderboard(unordered);
      update private.scopes s set order_is_due = false where s.scope = unordered;
      -- Sorting large ones takes seconds, so each has a transaction of the job.
      exit when _most is not null and exists (
        select from private.player_totals t where t.scope = unordered offset 100000);
    end loop;
  end if;
  perform set_config('enable_nestloop', 'on', true);
  perform private.keep_first_pages();
end $function$;

ALTER FUNCTION "private"."count_points"(integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_points_before_joining(_last_user uuid)
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
    join public.groups o on o.id = g.group_id and o.counts_from_joining
   where _last_user is null or v.user_id <= _last_user;
  if players is not null then
    perform private.refresh_group_baselines(players);
  end if;
end $function$;

ALTER FUNCTION "private"."count_points_before_joining"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_points_soon()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from private.uncounted_points offset private.points_at_once()) then
    perform pg_notify('jobs', '');
  else
    perform private.count_points();
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.count_waiting_points()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.fill_inserted_snapshot()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  created public.predictions_snapshots;
begin
  if new.data is null then
    perform private.finish_scoring();
    perform private.lock_totals();
    created := private.fill_snapshot(new.id);
  else
    insert into public.snapshot_players (snapshot_id, "position", user_id, user_name, total_points, predictions)
    select new.id, row_number() over (order by p.total_points desc, p.user_name, p.user_id), p.user_id, p.user_name,
           p.total_points, p.predictions
      from jsonb_to_recordset(new.data) p (user_id uuid, user_name text, total_points integer, predictions jsonb);
    update public.predictions_snapshots s
       set (players, predictions) = (select count(*), coalesce(sum(jsonb_array_length(p.predictions)), 0)
                                       from public.snapshot_players p where p.snapshot_id = s.id)
     where s.id = new.id
    returning * into created;
  end if;
  perform private.write_audit('predictions_snapshots.insert', 'predictions_snapshots', created.id::text, null,
                              to_jsonb(created) - 'data');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.finish_scoring()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- All of them first, because the totals stay locked after the first part.
  perform from public.matches m
   where m.id in (select s.match_id from private.matches_to_score s where not s.is_scored)
   order by m.id for no key update;
  while exists (select from private.matches_to_score s where not s.is_scored) loop
    perform private.score_next_part();
  end loop;
end $function$;

ALTER FUNCTION "private"."finish_scoring"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_counting()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.uncounted_points)
      or exists (select from private.matches_to_score s where not s.is_scored)
      or exists (select from private.scopes s where s.order_is_due)
$function$;

ALTER FUNCTION "private"."is_counting"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_players(_moves private.leaderboard_move[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  board_scope text;
  moves bigint;
  changed private.leaderboard_place[];
  emptied private.leaderboard_place[];
begin
  for board_scope, moves in select m.scope, count(*) from unnest(_moves) m group by m.scope loop
    -- The last part of the points that are being counted sorts all players.
    continue when (select s.order_is_due from private.scopes s where s.scope = board_scope);
    if moves * 200 >= (select coalesce(sum(s.size), 0) from private.leaderboard_sections s
                        where s.scope = board_scope) then
      perform private.order_leaderboard(board_scope);
      continue;
    end if;
    with moved as materialized (
      select m.user_id, case when (m.old_place).user_id is not null then
               private.block_with(board_scope, m.old_place) end as old_block,
             case when t.user_id is not null then
               private.block_of(board_scope, private.place_of(t.points, t.perfect_scores, p.full_name, t.user_id)) end
               as new_block
        from unnest(_moves) m
        left join lateral (
          select o.* from private.player_totals o
           where o.scope = board_scope and o.user_id = m.user_id limit 1) t on true
        left join lateral (select f.full_name from public.profiles f where f.id = m.user_id limit 1) p on true
       where m.scope = board_scope
    ), affected as materialized (
      select old_block as block from moved where old_block is not null
      union select new_block from moved where new_block is not null
    ), listed as (
      select a.block, l.user_id
        from affected a
       cross join lateral (
         select o.players from private.leaderboard_blocks o
          where o.scope = board_scope and o.starts_at = a.block limit 1) b
       cross join unnest(b.players) l (user_id)
       where l.user_id not in (select m.user_id from moved m)
      union all
      select m.new_block, m.user_id from moved m where m.new_block is not null
    ), sorted as (
      select l.block, l.user_id, t.points, t.perfect_scores, p.full_name,
             row_number() over w - 1 as nth, count(*) over (partition by l.block) as size
        from listed l
       cross join lateral (
         select o.* from private.player_totals o where o.scope = board_scope and o.user_id = l.user_id limit 1) t
        left join lateral (select f.full_name from public.profiles f where f.id = l.user_id limit 1) p on true
      window w as (partition by l.block order by t.points desc, t.perfect_scores desc, p.full_name, t.user_id)
    ), divided as (
      select s.*, case when s.size > 512 then s.nth / 256 else 0 end as part from sorted s
    ), written as (
      insert into private.leaderboard_blocks as b (scope, starts_at, size, players)
      select board_scope,
             case d.part when 0 then d.block else
               (array_agg(private.place_of(d.points, d.perfect_scores, d.full_name, d.user_id) order by d.nth))[1] end,
             count(*), array_agg(d.user_id order by d.nth)
        from divided d group by d.block, d.part
      on conflict (scope, starts_at) do update set size = excluded.size, players = excluded.players
      returning b.starts_at
    )
    select array_agg(w.starts_at), (select array_agg(e.block) from (
             select a.block from affected a except select l.block from listed l) e)
      into changed, emptied
      from written w;
    if emptied is not null then
      update private.leaderboard_blocks b set size = 0, players = '{}'
       where b.scope = board_scope and b.starts_at = any (emptied);
    end if;
    changed := changed || emptied;
    perform private.count_sections(board_scope, changed);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.needs_parts(_match_ids uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from private.matches_to_score s where s.match_id = any (_match_ids) and not s.is_scored)
    or exists (select from public.user_predictions p where p.match_id = any (_match_ids)
               offset 4 * private.part_size());
end $function$;

ALTER FUNCTION "private"."needs_parts"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.part_size()
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select coalesce(nullif(current_setting('scoreline.part_size', true), '')::integer, 50000) $function$;

ALTER FUNCTION "private"."part_size"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.points_at_once()
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select least(1000, private.part_size() / 2) $function$;

ALTER FUNCTION "private"."points_at_once"() OWNER TO "postgres";

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
  perform private.refresh_ranks(s.scope), private.order_leaderboard(s.scope) from private.scopes s;
  update private.scopes s set order_is_due = false where s.order_is_due;
  perform private.refresh_group_baselines(null);
  perform private.refresh_crowd(array(select n.match_id from private.scored_matches n));
  perform private.recount_periods(array(select p.id from private.periods p));
end $function$;

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
  -- This scores the matches that wait as well. Those that are no longer completed lose their points.
  perform private.take_points(array(
    select s.match_id from private.matches_to_score s join public.matches m on m.id = s.match_id
     where m.status <> 'completed'));
  delete from private.matches_to_score;
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

CREATE OR REPLACE FUNCTION private.refresh_winners(_now timestamp with time zone DEFAULT clock_timestamp(), _at_once bigint[] DEFAULT '{}'::bigint[])
 RETURNS boolean
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
  if not private.settle_points() then
    return false;
  end if;
  update private.periods p set over_since = case when s.is_over then _now end
    from private.period_states(_now => _now) s
   where s.period_id = p.id and s.is_over is distinct from (p.over_since is not null);
  waiting := array(select private.undoable_periods(_now));
  select array_agg(p) filter (where e.is_final), array_agg(p.id) filter (where e.is_final),
         array_agg(p.id) filter (where not e.is_final)
    into final_periods, settled, reopened
    from private.periods p
    join private.winner_times(_now) t on t.period_id = p.id
   -- The season's end also ends a month whose matches are over.
   cross join lateral (select t.is_final or (p.id = any (_at_once) and p.over_since is not null) as is_final) e
   where case when e.is_final then p.winners_of is distinct from p.changed_at and p.id <> all (waiting)
                and (t.is_silent or p.id = any (_at_once) or (t.due_at <= _now and not p.is_held))
              else p.winners_of is not null end
     and exists (select from private.period_distribution d where d.period_id = p.id);
  delete from private.period_winners w where w.period_id = any (settled || reopened) and w.user_id is not null;
  insert into private.period_winners (period_id, user_id, full_name, points, perfect_scores)
  select b.* from private.best_in_periods(settled) b;
  update private.periods p set winners_of = null where p.id = any (reopened);
  -- The value that was read first: a result that was scored meanwhile is then found by the next run.
  update private.periods p set winners_of = f.changed_at from unnest(final_periods) f where p.id = f.id;
  return true;
end $function$;

ALTER FUNCTION "private"."refresh_winners"(timestamp with time zone, bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.score_later(_match_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.matches_to_score (match_id, predictions)
  select m.id, (select count(*) from public.user_predictions p where p.match_id = m.id)
    from public.matches m where m.id = any (_match_ids)
  on conflict (match_id) do update
    set predictions = excluded.predictions, scored = 0, takes_points = false, last_user_id = null, is_scored = false;
  delete from private.past_ranks r
   where r.day >= (select min(least(n.day, private.completion_day(m)))
                     from public.matches m left join private.scored_matches n on n.match_id = m.id
                    where m.id = any (_match_ids));
  delete from private.match_figures g where g.match_id = any (_match_ids);
  perform pg_notify('jobs', '');
end $function$;

ALTER FUNCTION "private"."score_later"(uuid[]) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.score_next_part()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

ALTER FUNCTION "private"."score_next_part"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.score_part(_match_id uuid, _most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  waiting private.matches_to_score;
  game public.matches;
  counted private.scored_matches;
  periods_before bigint[];
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
    -- The periods that the match has left or joined.
    periods_before := counted.period_ids;
    select * into counted from private.scored_matches n where n.match_id = _match_id;
    if counted.period_ids <> periods_before then
      perform private.recount_periods(periods_before || counted.period_ids);
    end if;
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
       set points_earned = case when not takes then public.calculate_prediction_points(
             p.home_prediction, p.away_prediction, game.home_score, game.away_score) end
     where p.match_id = _match_id and p.user_id <= last_user
       and (waiting.last_user_id is null or p.user_id > waiting.last_user_id)
       and p.cleared_at is null
       and p.points_earned is distinct from case when not takes then public.calculate_prediction_points(
             p.home_prediction, p.away_prediction, game.home_score, game.away_score) end;
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
end $function$;

ALTER FUNCTION "private"."score_part"(uuid, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.scoring_progress(OUT is_counting boolean, OUT counted integer, OUT to_count integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select count(*) > 0 or exists (select from private.uncounted_points)
         or exists (select from private.scopes o where o.order_is_due),
         sum(s.scored)::integer, sum(s.predictions)::integer
    into is_counting, counted, to_count
    from private.matches_to_score s;
end $function$;

ALTER FUNCTION "private"."scoring_progress"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.settle_points()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

ALTER FUNCTION "private"."settle_points"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.update_records(_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed timestamptz := (select max(p.changed_at) from private.periods p);
  computed timestamptz := (select c.computed_at from private.record_computations c);
begin
  if changed is null or changed <= computed or (computed is not null and changed > _now - interval '10 minutes') then
    return 0;
  end if;
  if not private.settle_points() then
    return 0;
  end if;
  perform private.refresh_records();
  return 1;
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
  perform private.lock_totals();
  -- The points that wait are too many to count here.
  select jsonb_object_agg(t.scope, t.points + coalesce((
           select sum(v.sign * v.points)
             from private.uncounted_points v join private.scored_matches n on n.id = v.scored_id
            where v.user_id = t.user_id and t.scope in (n.competition_id, 'overall')), 0)) into points_before
    from private.player_totals t where t.user_id = _user_id;
  perform private.begin_undo('clear_player_points', _user_id::text);
  cleared := private.clear_points(array[_user_id]);
  perform private.end_undo();
  perform private.write_audit('clear_player_points', 'user_predictions', _user_id::text, points_before,
                              jsonb_build_object('predictions', cleared));
  return cleared;
end $function$;

CREATE OR REPLACE FUNCTION public.complete_matches(_results jsonb)
 RETURNS TABLE(matches integer, predictions integer, scoring_players integer, undo_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
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
  perform private.refuse_changed(e.entry -> 'seen', jsonb_build_object(
            'is_completed', m.status = 'completed', 'home_score', m.home_score, 'away_score', m.away_score))
     from jsonb_array_elements(_results) e (entry) join public.matches m on m.id::text = lower(e.entry ->> 'id')
    where m.id = any (changed);
  record_id := case cardinality(changed) when 1 then changed[1]::text end;
  perform private.begin_undo('complete_matches', record_id);
  perform set_config('scoreline.scoring_together', 'on', true);
  update public.matches m set status = 'completed', home_score = i.home_score, away_score = i.away_score
    from private.incoming_results(_results) i where m.id = i.match_id and m.id = any (changed);
  perform set_config('scoreline.scoring_together', '', true);
  perform private.score_matches(changed);
  undo_id := private.end_undo();
  if cardinality(changed) > 0 then
    perform private.write_audit('complete_matches', 'matches', record_id, before, (
      select jsonb_object_agg(i.match_id, jsonb_build_object('home_score', i.home_score, 'away_score', i.away_score))
        from private.incoming_results(_results) i where i.match_id = any (changed)));
  end if;
  select cardinality(changed), count(*)::integer,
         -- The points themselves may be set later (56_scoring_in_parts.sql).
         (count(distinct p.user_id) filter (where p.cleared_at is null and public.calculate_prediction_points(
           p.home_prediction, p.away_prediction, m.home_score, m.away_score) > 0))::integer
    into matches, predictions, scoring_players
    from public.user_predictions p join public.matches m on m.id = p.match_id where p.match_id = any (changed);
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.create_leaderboard_snapshot(archive_id uuid, league text, start_date date, end_date date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  players integer;
  old_players integer;
  old_points bigint;
begin
  perform private.begin_admin_action('create_leaderboard_snapshot');
  perform private.finish_scoring();
  perform from public.leaderboard_archives a where a.id = create_leaderboard_snapshot.archive_id for update;
  if not found then
    raise exception 'There is no such archive' using errcode = 'PT404';
  end if;
  with removed as (
    delete from public.archived_leaderboard_rows s where s.archive_id = create_leaderboard_snapshot.archive_id
      returning s.points
  )
  select count(*), sum(l.points) into old_players, old_points from removed l;
  insert into public.archived_leaderboard_rows (archive_id, "position", rank, user_id, full_name, predictions_scored,
                                                points, perfect_scores, accuracy)
  select create_leaderboard_snapshot.archive_id,
         row_number() over (order by t.points desc, t.perfect_scores desc, t.full_name, t.user_id),
         rank() over (order by t.points desc, t.perfect_scores desc),
         t.user_id, t.full_name, t.predictions_scored, t.points, t.perfect_scores,
         private.accuracy_of(t.right_outcomes, t.predictions_scored)
    from (select p.user_id, coalesce(f.full_name, 'Player') as full_name, count(*) as predictions_scored,
                 sum(p.points_earned) as points, count(*) filter (where p.points_earned = 3) as perfect_scores,
                 count(*) filter (where p.points_earned > 0) as right_outcomes
            from public.matches m
            join public.user_predictions p on p.match_id = m.id and p.points_earned is not null
              and p.cleared_at is null
            join public.profiles f on f.id = p.user_id
           where m.status = 'completed' and m.league = create_leaderboard_snapshot.league
             and m.match_date between create_leaderboard_snapshot.start_date and create_leaderboard_snapshot.end_date
           group by p.user_id, f.full_name) t;
  get diagnostics players = row_count;
  if players = 0 and old_players > 0 then
    raise exception 'The points of this archive were cleared, so its leaderboard cannot be saved again'
      using errcode = 'SL010';
  end if;
  perform private.write_audit(
    'create_leaderboard_snapshot', 'leaderboard_archives', create_leaderboard_snapshot.archive_id::text,
    case when old_players > 0 then jsonb_build_object('players', old_players, 'points', old_points) end,
    jsonb_build_object('league', league, 'start_date', start_date, 'end_date', end_date, 'players', players));
  return players;
end $function$;

CREATE OR REPLACE FUNCTION public.create_predictions_snapshot(name text, description text DEFAULT NULL::text, _request_key uuid DEFAULT NULL::uuid)
 RETURNS public.predictions_snapshots
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5min'
AS $function$
declare
  first jsonb;
  created public.predictions_snapshots;
begin
  perform private.begin_admin_action('create_predictions_snapshot');
  first := private.first_result(_request_key, 'create_predictions_snapshot');
  if first is not null then
    return jsonb_populate_record(null::public.predictions_snapshots, first);
  end if;
  perform private.finish_scoring();
  insert into public.predictions_snapshots (snapshot_name, description)
  values (trim(create_predictions_snapshot.name), nullif(trim(create_predictions_snapshot.description), ''))
    returning * into created;
  perform private.lock_totals();
  created := private.fill_snapshot(created.id);
  perform private.write_audit('create_predictions_snapshot', 'predictions_snapshots', created.id::text, null,
                              to_jsonb(created) - 'data');
  perform private.keep_result(_request_key, to_jsonb(created));
  return created;
end $function$;

CREATE OR REPLACE FUNCTION public.leaderboard_periods(kind text, league text DEFAULT NULL::text)
 RETURNS TABLE(period_id bigint, season text, round text, month date, players integer, matches integer, matches_completed integer, is_final boolean, is_counting boolean, points_counted integer, points_to_count integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id, p.season, p.round, p.month, d.players, s.matches, s.matches_completed, s.is_final,
         q.is_counting, q.counted, q.to_count
    from private.periods p
   cross join private.scoring_progress() q
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
 RETURNS TABLE(players integer, matches_completed integer, compared_with date, is_counting boolean, points_counted integer, points_to_count integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select sum(l.size) from private.leaderboard_sections l where l.scope = s.scope), 0)::integer,
         (select count(*) from public.matches m
           where m.status = 'completed' and (s.scope = 'overall' or m.league = leaderboard_summary.league))::integer,
         s.previous_day, q.is_counting, q.counted, q.to_count
    from private.scopes s
   cross join private.scoring_progress() q
   where s.scope = private.scope_of(leaderboard_summary.league)
$function$;

ALTER FUNCTION "public"."leaderboard_summary"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.tell_winners(_period_id bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  label text;
  posted bigint;
begin
  perform private.begin_admin_action('tell_winners');
  label := private.require_final_period(_period_id);
  if _period_id in (select private.undoable_periods(clock_timestamp())) then
    raise exception 'A result of % can still be undone. Try again in a minute.', label using errcode = '22023';
  end if;
  if _period_id not in (select u.period_id from private.untold_periods(clock_timestamp()) u) then
    return 0;
  end if;
  if not private.settle_points() then
    raise exception 'Points are being counted. Try again in a minute.' using errcode = '22023';
  end if;
  posted := private.announce_winners(_sent_now => _period_id);
  perform private.write_audit('tell_winners', 'periods', _period_id::text, null, jsonb_build_object('period', label));
  return posted;
end $function$;

ALTER TABLE "private"."matches_to_score" ADD CONSTRAINT "matches_to_score_match_id_fkey" FOREIGN KEY (match_id) REFERENCES public.matches(id) ON DELETE CASCADE;

COMMENT ON COLUMN "private"."matches_to_score"."last_user_id" IS 'the member up to whom the present pass has come; null at its beginning';

COMMENT ON COLUMN "private"."matches_to_score"."scored" IS 'predictions of the match that are scored';

COMMENT ON COLUMN "private"."matches_to_score"."takes_points" IS 'whether the present pass takes back points that no longer count, before the pass that scores';

COMMENT ON COLUMN "private"."scopes"."order_is_due" IS 'true while points are counted in parts; the last part sorts the leaderboard (51_leaderboard_order.sql)';

REVOKE ALL ON FUNCTION "private"."count_period_points"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_period_points"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_period_points"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_points"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_points"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_points"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_points_before_joining"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_points_before_joining"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_points_before_joining"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."finish_scoring"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."finish_scoring"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."finish_scoring"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_counting"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_counting"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_counting"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."needs_parts"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needs_parts"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."needs_parts"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."part_size"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."part_size"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."part_size"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."points_at_once"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."points_at_once"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."points_at_once"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_winners"(timestamp with time zone, bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_winners"(timestamp with time zone, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refresh_winners"(timestamp with time zone, bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."score_later"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."score_later"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."score_later"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."score_next_part"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."score_next_part"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."score_next_part"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."score_part"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."score_part"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."score_part"(uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scoring_progress"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."scoring_progress"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scoring_progress"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_points"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_points"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_points"() TO "postgres";

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
