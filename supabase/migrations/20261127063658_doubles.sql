-- Doubles: predictions whose points count twice. No existing prediction is one, and the rule is off. Points per match.
set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP TRIGGER "a_changed_prediction_is_logged" ON "public"."user_predictions";

DROP TRIGGER "changes_are_recorded_for_undo" ON "public"."user_predictions";

DROP TRIGGER "only_open_sessions_predict" ON "public"."user_predictions";

DROP TRIGGER "prediction_rules_are_enforced" ON "public"."user_predictions";

ALTER TABLE "public"."user_predictions" DROP CONSTRAINT "points_are_0_1_or_3";

DROP FUNCTION "private"."visible_picks"(uuid);

DROP FUNCTION "public"."admin_export"(jsonb, integer);

DROP FUNCTION "public"."admin_user_predictions"(uuid, integer, integer, timestamp with time zone, uuid);

DROP FUNCTION "public"."group_match_predictions"(uuid, integer, integer, text, uuid);

DROP FUNCTION "public"."match_predictions"(uuid, integer, integer, text, uuid);

DROP FUNCTION "public"."player_predictions"(uuid, text, integer, integer, timestamp with time zone, uuid);

ALTER TABLE "public"."prediction_changes" ADD COLUMN "is_double" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."user_predictions" ADD COLUMN "is_double" boolean NOT NULL DEFAULT false;

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
  select m.id, count(p.id), coalesce(sum(p.points_earned), 0),
         count(*) filter (where private.is_perfect(p.points_earned))
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
   where (n.match_id is not null or n.question_id is not null) and _scope in (n.competition_id, 'overall')
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
  ), match_gains as (
    select p.user_id, n.day, sum(p.points_earned) as points,
           count(*) filter (where private.is_perfect(p.points_earned)) as perfect_scores
      from private.scored_matches n
      join public.user_predictions p on p.match_id = n.match_id and p.points_earned > 0 and p.cleared_at is null
     where _scope in (n.competition_id, 'overall') and n.day > (select min(d) from unnest(missing) d)
     group by 1, 2
  ), gains as (
    select g.user_id, g.day, sum(g.points) as points, sum(g.perfect_scores) as perfect_scores
      from (select * from match_gains
            union all select o.user_id, o.day, o.points, 0 from private.question_gains(_scope) o) g
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

CREATE OR REPLACE FUNCTION private.biggest_climbs()
 RETURNS TABLE(user_id uuid, value integer, day date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with gains as (
    select e.user_id, e.day, sum(e.points) as points, sum(e.perfect) as perfect
      from (select p.user_id, m.day, p.points_earned as points, private.is_perfect(p.points_earned)::integer as perfect
              from public.user_predictions p join private.scored_matches m on m.match_id = p.match_id
             where p.points_earned is not null and p.cleared_at is null
            union all
            select q.user_id, q.day, q.points, 0 from private.question_gains('overall') q) e
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
  select distinct on (c.user_id) c.user_id, c.value::integer, c.day
    from (select l.*, rank() over (order by l.value desc) as rank from climbs l where l.value > 0) c
   where c.rank = 1
   order by c.user_id, c.day
$function$;

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
end $function$;

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
             coalesce(sum(v.sign) filter (where n.question_id is null), 0)::integer as scored,
             sum(v.sign * v.points)::integer as points,
             coalesce(sum(v.sign) filter (where private.is_perfect(v.points) and n.question_id is null), 0)::integer
               as perfect,
             coalesce(sum(v.sign) filter (where v.points > 0 and n.question_id is null), 0)::integer as outcomes,
             coalesce(sum(v.sign * v.points) filter (where n.question_id is not null), 0)::integer as question_points,
             coalesce(sum(v.sign * v.points) filter (where n.day < s.latest_day), 0)::integer as earlier_points,
             coalesce(sum(v.sign) filter (where private.is_perfect(v.points) and n.day < s.latest_day
                                            and n.question_id is null), 0)::integer as earlier_perfect
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
             question_points = t.question_points + g.question_points,
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
   where n.match_id is null and n.question_id is null
     and n.id not in (select v.scored_id from private.uncounted_points v);
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

CREATE OR REPLACE FUNCTION private.doubles_allowed(_rule text, _round text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when _rule like 'season %' then substr(_rule, 8)::integer
              when _rule = 'matchday' and _round is not null then 1 else 0 end
$function$;

ALTER FUNCTION "private"."doubles_allowed"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.doubles_rule()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select s.setting_value from public.admin_settings s where s.setting_key = 'doubles'), 'off')
$function$;

ALTER FUNCTION "private"."doubles_rule"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.doubles_spent(_user_id uuid, _match public.matches, _rule text)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*)::integer
    from public.user_predictions p
    join public.matches m on m.id = p.match_id
   where p.user_id = _user_id and p.is_double and m.id <> _match.id and m.status <> 'cancelled'
     and m.league = _match.league and m.season is not distinct from _match.season
     and (_rule <> 'matchday' or m.round = _match.round)
$function$;

ALTER FUNCTION "private"."doubles_spent"(uuid, public.matches, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.group_in_period(_group_id uuid, _period_id bigint)
 RETURNS TABLE(user_id uuid, points integer, perfect_scores integer, place integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with members as materialized (
    select m.user_id, case when g.counts_from_joining then m.joined_on else '-infinity' end as since
      from public.groups g join public.group_members m on m.group_id = g.id
     where g.id = _group_id
  ), games as materialized (
    select n.match_id, n.match_date
      from private.scored_matches n
     where _period_id = any (n.period_ids) and n.match_id is not null
  ), figures as (
    select m.user_id, t.points, t.perfect_scores
      from members m
     cross join lateral (
       select o.points, o.perfect_scores from private.period_totals o
        where o.period_id = _period_id and o.user_id = m.user_id limit 1) t
     where m.since <= (select coalesce(min(g.match_date), 'infinity') from games g)
    union all
    select m.user_id, sum(p.points_earned)::integer,
           (count(*) filter (where private.is_perfect(p.points_earned)))::integer
      from members m
      join games g on g.match_date >= m.since
     cross join lateral (
       select o.points_earned, o.cleared_at from public.user_predictions o
        where o.match_id = g.match_id and o.user_id = m.user_id limit 1) p
     where m.since > (select min(g.match_date) from games g)
       and p.points_earned is not null and p.cleared_at is null
     group by m.user_id
  )
  select f.user_id, f.points, f.perfect_scores,
         (rank() over (order by f.points desc, f.perfect_scores desc))::integer
    from figures f
$function$;

CREATE OR REPLACE FUNCTION private.is_home_setting(_key text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select _key in ('home_display_countdowns_config', 'home_display_leaderboards', 'home_display_matches',
                  'show_friendly_club_leaderboard_page', 'jackpot_display_settings', 'show_points_per_match')
$function$;

CREATE OR REPLACE FUNCTION private.is_perfect(points integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select $1 in (3, 6) $function$;

ALTER FUNCTION "private"."is_perfect"(integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.limit_doubles()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  game public.matches;
  rule text;
begin
  if private.is_undoing() or not new.is_double or (tg_op = 'UPDATE' and old.is_double) then
    return new;
  end if;
  -- A change of the rule waits for this mark, and then counts it.
  perform from public.admin_settings s where s.setting_key = 'doubles' for share;
  rule := private.doubles_rule();
  if rule = 'off' then
    raise exception 'This club plays without doubles' using errcode = 'SL021';
  end if;
  perform private.lock_doubles(new.user_id);
  select * into game from public.matches m where m.id = new.match_id;
  if private.doubles_spent(new.user_id, game, rule) >= private.doubles_allowed(rule, game.round) then
    raise exception '%', case
        when rule = 'matchday' and game.round is null then 'This match belongs to no matchday, so it has no double'
        when rule = 'matchday' then 'You have used your double for this matchday'
        else 'You have no doubles left for this season' end
      using errcode = 'SL022';
  end if;
  return new;
end $function$;

ALTER FUNCTION "private"."limit_doubles"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_doubles(_user_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select pg_advisory_xact_lock(hashtextextended('doubles ' || _user_id, 0)) $function$;

ALTER FUNCTION "private"."lock_doubles"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.locks_after(_locks timestamp with time zone[], _moment timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select cardinality($1) - width_bucket($2, $1) $function$;

ALTER FUNCTION "private"."locks_after"(timestamp with time zone[], timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.locks_of_counted_matches(_scope text)
 RETURNS timestamp with time zone[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(m.locks_at order by m.locks_at), '{}')
    from private.scored_matches n
    join private.crowd_predictions k on k.match_id = n.match_id and not k.is_cleared
    join public.matches m on m.id = n.match_id
   where _scope in (n.competition_id, 'overall')
$function$;

ALTER FUNCTION "private"."locks_of_counted_matches"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.log_and_count_deleted_predictions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  deleting uuid := nullif(current_setting('scoreline.deleting_match', true), '')::uuid;
begin
  if private.is_undoing() or not exists (select from deleted) then
    return null;
  end if;
  -- Nothing is logged for a deleted account: its log rows are deleted with it.
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction,
                                         is_double)
  select p.user_id, nullif(m.id, deleting), private.match_label(m), 'deleted', p.home_prediction, p.away_prediction,
         p.is_double
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

CREATE OR REPLACE FUNCTION private.log_changed_prediction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_undoing() then
    return null;
  end if;
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction,
                                         changed_at, is_double)
  select new.user_id, m.id, private.match_label(m), 'changed', new.home_prediction, new.away_prediction,
         new.updated_at, new.is_double
    from public.matches m where m.id = new.match_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.move_predictions(_keep_id uuid, _remove_id uuid, _prefer uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given_up uuid[];
  moving public.user_predictions[];
  waiting uuid[];
begin
  given_up := array(
    select case when k.match_id = any (_prefer) then k.id else r.id end
      from public.user_predictions k
      join public.user_predictions r on r.match_id = k.match_id and r.user_id = _remove_id
     where k.user_id = _keep_id);
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction,
                                         is_double)
  select _keep_id, m.id, private.match_label(m), 'deleted', p.home_prediction, p.away_prediction, p.is_double
    from public.user_predictions p join public.matches m on m.id = p.match_id where p.id = any (given_up);
  insert into private.uncounted_predictions (match_id, predictions)
  select p.match_id, -1 from public.user_predictions p where p.id = any (given_up);
  -- The rules of predictions do not apply: no prediction is made or changed, also after the lock.
  perform set_config('scoreline.undoing', 'on', true);
  delete from public.user_predictions p where p.id = any (given_up);
  moving := array(select p from public.user_predictions p where p.user_id = _remove_id);
  delete from public.user_predictions p where p.user_id = _remove_id;
  insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction, points_earned, cleared_at,
                                       created_at, updated_at, is_double)
  select _keep_id, p.match_id, p.home_prediction, p.away_prediction, p.points_earned, p.cleared_at, p.created_at,
         p.updated_at, p.is_double
    from unnest(moving) p;
  perform set_config('scoreline.undoing', '', true);
  perform private.return_doubles(array[_keep_id]);
  update public.prediction_changes c set user_id = _keep_id where c.user_id = _remove_id;
  perform private.move_answers(_keep_id, _remove_id);
  -- A match that is scored in parts may be past the member.
  waiting := array(select s.match_id from private.matches_to_score s join unnest(moving) p on p.match_id = s.match_id
                    where not s.is_scored);
  if waiting <> '{}' then
    perform private.score_later(waiting);
  end if;
  return cardinality(moving);
end $function$;

CREATE OR REPLACE FUNCTION private.move_to_kept_matches(_merges private.match_merge[], _scores public.matches[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The rules of predictions do not apply. If sides are exchanged, so are predictions: each team keeps its goals.
  perform set_config('scoreline.undoing', 'on', true);
  update public.user_predictions p
     set match_id = r.keep_id,
         home_prediction = case when r.is_exchanged then p.away_prediction else p.home_prediction end,
         away_prediction = case when r.is_exchanged then p.home_prediction else p.away_prediction end,
         points_earned = case
           when p.cleared_at is not null then p.points_earned
           when r.home is null then null
           when r.is_exchanged then private.prediction_points(p.away_prediction, p.home_prediction,
                                                                       r.home, r.away, p.is_double)
           else private.prediction_points(p.home_prediction, p.away_prediction, r.home, r.away, p.is_double) end
    from (select m.keep_id, m.remove_id, m.is_exchanged, coalesce(s.home_score, k.home_score) as home,
                 coalesce(s.away_score, k.away_score) as away
            from unnest(_merges) m
            left join public.matches k on k.id = m.keep_id and k.status = 'completed'
            left join unnest(_scores) s on s.id = m.keep_id and s.status = 'completed') r
   where p.match_id = r.remove_id;
  update public.prediction_changes c set match_id = m.keep_id from unnest(_merges) m where c.match_id = m.remove_id;
  update private.match_reopenings o set match_id = m.keep_id from unnest(_merges) m where o.match_id = m.remove_id;
  -- A provider's match with the sides the other way round is not linked to the kept one: its goals would be exchanged.
  update private.provider_matches f set match_id = n.keep_id
    from (select distinct on (m.keep_id, l.provider) m.keep_id, l.id
            from unnest(_merges) m join private.provider_matches l on l.match_id = m.remove_id
           where not m.is_exchanged
             and not exists (select from private.provider_matches o
                              where o.provider = l.provider and o.match_id = m.keep_id)
           order by m.keep_id, l.provider, l.id) n
   where f.id = n.id;
  insert into public.live_scores (match_id, source, state, minute, extra_home, extra_away, penalties_home,
                                  penalties_away, is_provisional, is_manual)
  select m.keep_id, l.source, l.state, l.minute,
         case when m.is_exchanged then l.extra_away else l.extra_home end,
         case when m.is_exchanged then l.extra_home else l.extra_away end,
         case when m.is_exchanged then l.penalties_away else l.penalties_home end,
         case when m.is_exchanged then l.penalties_home else l.penalties_away end, l.is_provisional, l.is_manual
    from unnest(_merges) m join public.live_scores l on l.match_id = m.remove_id
   where m.takes_score
  on conflict do nothing;
  insert into private.manual_scores (match_id, set_at)
  select m.keep_id, h.set_at from unnest(_merges) m join private.manual_scores h on h.match_id = m.remove_id
   where m.takes_score
  on conflict do nothing;
  perform set_config('scoreline.undoing', '', true);
end $function$;

CREATE OR REPLACE FUNCTION private.per_match(_points integer, _matches integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select (200 * $1 + $2) / nullif(2 * $2, 0) $function$;

ALTER FUNCTION "private"."per_match"(integer, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.picture_of_match(_match_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
      'league', m.league, 'day', to_char(m.match_date, 'FMDay FMDD FMMonth'), 'status', m.status,
      'home', m.home_team_name, 'away', m.away_team_name, 'home_score', m.home_score, 'away_score', m.away_score,
      'my_home', v.home_prediction, 'my_away', v.away_prediction, 'points', v.points, 'is_double', v.is_double,
      'user_id', v.user_id, 'name', v.full_name, 'same', s.same, 'players', s.home + s.draw + s.away,
      'split', jsonb_build_array(s.home, s.draw, s.away))
    from public.matches m
    join private.visible_picks(m.id) v on v.user_id = (select auth.uid())
   cross join lateral (
     select count(*) filter (where o.home_prediction > o.away_prediction) as home,
            count(*) filter (where o.home_prediction = o.away_prediction) as draw,
            count(*) filter (where o.home_prediction < o.away_prediction) as away,
            count(*) filter (where o.home_prediction = v.home_prediction and o.away_prediction = v.away_prediction)
              as same
       from public.user_predictions o
      where o.match_id = m.id and (m.locks_at <= clock_timestamp() or o.updated_at <= m.predictions_revealed_at)) s
   where m.id = _match_id and m.status <> 'cancelled'
$function$;

CREATE OR REPLACE FUNCTION private.picture_of_period(_period_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
      'title', private.period_label(p), 'detail', concat_ws(' ', c.name, p.season), 'user_id', r.user_id,
      'name', r.full_name, 'points', r.points, 'rank', r.rank, 'players',
      (select sum(d.players) from private.period_distribution d where d.period_id = p.id),
      'matches', coalesce(g.matches, '[]'), 'more', greatest(coalesce(g.total, 0) - 6, 0),
      'more_points', coalesce(g.more_points, 0))
    from private.periods p
    left join public.competitions c on c.id = p.competition_id
   cross join lateral private.ranked_in_period(p.id, array[(select auth.uid())]) r
   cross join lateral (
     select count(*) as total, sum(o.points_earned) filter (where o.nth > 6) as more_points,
            jsonb_agg(jsonb_build_object(
              'home', o.home_team_name, 'away', o.away_team_name, 'home_score', o.home_score,
              'away_score', o.away_score, 'my_home', o.home_prediction, 'my_away', o.away_prediction,
              'points', o.points_earned, 'is_double', o.is_double) order by o.nth) filter (where o.nth <= 6) as matches
       from (select m.*, u.home_prediction, u.away_prediction, u.points_earned, u.is_double,
                    row_number() over (order by u.points_earned desc, m.kickoff_at, m.id) as nth
               from public.user_predictions u join public.matches m on m.id = u.match_id
              where u.user_id = r.user_id and u.points_earned is not null and u.cleared_at is null
                and m.status = 'completed'
                and case p.kind when 'month' then private.month_of(m) = p.month
                    else m.league = c.name and m.season is not distinct from p.season and m.round = p.round end) o) g
   where p.id = _period_id
$function$;

CREATE OR REPLACE FUNCTION private.prediction_points(home_prediction integer, away_prediction integer, home_score integer, away_score integer, is_double boolean)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select public.calculate_prediction_points($1, $2, $3, $4) * case when $5 then 2 else 1 end
$function$;

ALTER FUNCTION "private"."prediction_points"(integer, integer, integer, integer, boolean) OWNER TO "postgres";

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
  perform private.list_scored_questions(null);
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
           count(*) filter (where p.counts and private.is_perfect(p.points_earned)) as perfect_scores,
           count(*) filter (where p.counts and p.points_earned > 0) as right_outcomes,
           coalesce(sum(p.points_earned) filter (where p.counts and p.is_earlier), 0) as earlier_points,
           count(*) filter (where p.counts and private.is_perfect(p.points_earned) and p.is_earlier)
             as earlier_perfect,
           coalesce(sum(p.points_earned) filter (where p.counts and p.is_earlier_overall), 0)
             as earlier_points_overall,
           count(*) filter (where p.counts and private.is_perfect(p.points_earned) and p.is_earlier_overall)
             as earlier_perfect_overall
      from picks p group by p.competition_id, p.user_id
  ), board_entries as (
    select competition_id, user_id, predictions_scored, points, perfect_scores, right_outcomes,
           earlier_points, earlier_perfect, earlier_points_overall, earlier_perfect_overall, 0 as question_points
      from by_competition
    union all
    select q.competition_id, q.user_id, 0, q.points, 0, 0, q.earlier_points, 0, q.earlier_points_overall, 0, q.points
      from private.totals_of_questions() q
    union all
    -- Subscribers without a prediction are listed with no points.
    select s.subscription_type, s.user_id, 0, 0, 0, 0, 0, 0, 0, 0, 0
      from public.subscriptions s join public.profiles f on f.id = s.user_id
     where s.status = 'active' and s.expires_at > now()
  ), inserted as (
    insert into private.player_totals (scope, user_id, predictions_scored, points, perfect_scores, right_outcomes,
                                       earlier_day, earlier_points, earlier_perfect, question_points)
    select s.scope, b.user_id, sum(b.predictions_scored), sum(b.points), sum(b.perfect_scores), sum(b.right_outcomes),
           s.latest_day, sum(case when s.scope = 'overall' then b.earlier_points_overall else b.earlier_points end),
           sum(case when s.scope = 'overall' then b.earlier_perfect_overall else b.earlier_perfect end),
           sum(b.question_points)
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
     set points_earned = private.prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score,
                                                   p.is_double)
    from public.matches m
   where m.id = p.match_id and m.status = 'completed' and p.cleared_at is null
     and p.points_earned is distinct from
         private.prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score, p.is_double);
  get diagnostics changed = row_count;
  perform private.score_questions(null);
  perform set_config('scoreline.rebuilding_totals', '', true);
  perform private.rebuild_totals();
  delete from private.past_ranks;
  delete from private.match_figures;
end $function$;

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
  with match_gains as (
    select p.user_id, sum(p.points_earned)::integer as points,
           (count(*) filter (where private.is_perfect(p.points_earned)))::integer as perfect
      from private.scored_matches n
      join public.user_predictions p on p.match_id = n.match_id and p.points_earned > 0 and p.cleared_at is null
     where n.day = latest and _scope in (n.competition_id, 'overall')
     group by p.user_id
  ), gains as (
    select g.user_id, sum(g.points)::integer as points, sum(g.perfect)::integer as perfect
      from (select * from match_gains
            union all select o.user_id, o.points, 0 from private.question_gains(_scope) o where o.day = latest) g
     group by g.user_id
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
  perform private.refresh_ranks(_scope);
end $function$;

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
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_group_baselines(_user_ids uuid[], _group_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.group_baselines b
   where (_user_ids is null or b.user_id = any (_user_ids)) and (_group_id is null or b.group_id = _group_id);
  if not exists (select from public.groups g
                  where g.counts_from_joining and (_group_id is null or g.id = _group_id)) then
    return;
  end if;
  insert into private.group_baselines (group_id, user_id, scope, predictions_scored, points, perfect_scores,
                                       right_outcomes, last_day, last_day_points, last_day_perfect)
  with games as materialized (
    select m.id, m.match_date, c.id as competition_id, private.completion_day(m) as day
      from public.matches m join public.competitions c on c.name = m.league
     where m.status = 'completed'
  ), parts as (
    select g.group_id, g.user_id, s.scope, m.day, count(*) as predictions_scored, sum(p.points_earned) as points,
           count(*) filter (where private.is_perfect(p.points_earned)) as perfect_scores,
           count(*) filter (where p.points_earned > 0) as right_outcomes
      from public.groups o
      join public.group_members g on g.group_id = o.id
      join public.user_predictions p on p.user_id = g.user_id and p.points_earned is not null and p.cleared_at is null
      join games m on m.id = p.match_id and m.match_date < g.joined_on
     cross join lateral (values (m.competition_id), ('overall')) s (scope)
     where o.counts_from_joining and (_group_id is null or o.id = _group_id)
       and (_user_ids is null or g.user_id = any (_user_ids))
     group by g.group_id, g.user_id, s.scope, m.day
    union all
    select g.group_id, g.user_id, s.scope, q.day, 0, sum(q.points), 0, 0
      from public.groups o
      join public.group_members g on g.group_id = o.id
      join private.question_gains('overall', _user_ids) q on q.user_id = g.user_id and q.locked_on < g.joined_on
     cross join lateral (values (q.competition_id), ('overall')) s (scope)
     where o.counts_from_joining and (_group_id is null or o.id = _group_id)
     group by g.group_id, g.user_id, s.scope, q.day
  ), by_day as (
    select p.group_id, p.user_id, p.scope, p.day, sum(p.predictions_scored) as predictions_scored,
           sum(p.points) as points, sum(p.perfect_scores) as perfect_scores, sum(p.right_outcomes) as right_outcomes
      from parts p group by p.group_id, p.user_id, p.scope, p.day
  )
  select d.group_id, d.user_id, d.scope, sum(d.predictions_scored), sum(d.points), sum(d.perfect_scores),
         sum(d.right_outcomes), max(d.day), (array_agg(d.points order by d.day desc))[1],
         (array_agg(d.perfect_scores order by d.day desc))[1]
    from by_day d group by d.group_id, d.user_id, d.scope;
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_records()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.record_computations as c (computed_at) values (clock_timestamp())
  on conflict (only_row) do update set computed_at = excluded.computed_at;
  delete from private.records r where r.is_running or r.closed_by is not null;
  insert into private.records (kind, user_id, full_name, value, happened_on, match_id, detail, period_id)
  select q.kind, q.user_id, coalesce(f.full_name, 'Player'), q.value, coalesce(q.happened_on, m.match_date),
         q.match_id, coalesce(q.detail, private.result_label(m)), coalesce(q.period_id, r.id)
    from (
      (select distinct on (t.user_id) 'best_matchday' as kind, t.user_id, t.points as value, s.last_day as happened_on,
              null::uuid as match_id, p.id as period_id,
              concat_ws(', ', concat_ws(' ', c.name, p.season), p.round) as detail
         from (select d.period_id, d.points, d.perfect_scores, rank() over (order by d.points desc) as rank
                 from private.period_distribution d
                 join private.periods n on n.id = d.period_id and n.kind = 'matchday'
                where d.points > 0) b
         join private.period_totals t on t.period_id = b.period_id and t.points = b.points
              and t.perfect_scores = b.perfect_scores
         join private.periods p on p.id = b.period_id
         join public.competitions c on c.id = p.competition_id
         join private.period_states('matchday') s on s.period_id = p.id
        where b.rank = 1
        order by t.user_id, s.last_day, p.id)
      union all
      (select distinct on (t.user_id) 'exact_scores', t.user_id, t.perfect_scores, null, n.id, null, null
         from (select o.user_id, o.perfect_scores, rank() over (order by o.perfect_scores desc) as rank
                 from private.player_totals o where o.scope = 'overall' and o.perfect_scores > 0) t
         join public.user_predictions p on p.user_id = t.user_id and private.is_perfect(p.points_earned)
          and p.cleared_at is null
         join public.matches n on n.id = p.match_id and n.status = 'completed'
        where t.rank = 1
        order by t.user_id, n.kickoff_at desc, n.id)
      union all
      select 'scoring_run', b.user_id, b.value, null, b.match_id, null, null
        from private.best_scoring_runs() b where b.value > 1
      union all
      (select distinct on (b.user_id) 'climb', b.user_id, b.value, b.day, n.id, null, null
         from private.biggest_climbs() b
         join private.scored_matches d on d.day = b.day
         join public.user_predictions p on p.match_id = d.match_id and p.user_id = b.user_id
         join public.matches n on n.id = p.match_id
        order by b.user_id, p.points_earned desc, n.kickoff_at desc, n.id)
      union all
      (select 'only_exact', e.user_id, e.predictions, null, e.match_id, null, null
         from (select p.match_id,
                      (array_agg(p.user_id) filter (where private.is_perfect(p.points_earned)))[1] as user_id,
                      count(*)::integer as predictions
                 from public.user_predictions p
                where p.points_earned is not null and p.cleared_at is null
                group by p.match_id
               having count(*) filter (where private.is_perfect(p.points_earned)) = 1 and count(*) >= 5) e
         join public.matches n on n.id = e.match_id
        order by e.predictions desc, n.kickoff_at, n.id limit 3)
    ) q
    left join public.profiles f on f.id = q.user_id
    left join public.matches m on m.id = q.match_id
    left join public.competitions c on c.name = m.league
    left join private.periods r on r.kind = 'matchday' and r.competition_id = c.id and r.round = m.round
         and r.season is not distinct from m.season
   -- A match that was deleted since its points were counted.
   where q.match_id is null or m.id is not null;
end $function$;

CREATE OR REPLACE FUNCTION private.restore_points_of_season(_done private.season_steps)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.finish_scoring();
  perform private.lock_totals();
  update public.user_predictions p
     set cleared_at = null,
         points_earned = case when m.status = 'completed' then private.prediction_points(
           p.home_prediction, p.away_prediction, m.home_score, m.away_score, p.is_double) end
    from public.matches m
   where m.id = p.match_id
     and p.cleared_at between (_done.made ->> 'from')::timestamptz and (_done.made ->> 'to')::timestamptz;
  perform private.restore_answers((_done.made ->> 'from')::timestamptz, (_done.made ->> 'to')::timestamptz);
  perform private.count_points();
  delete from private.records r
   where r.id in (select i::bigint from jsonb_array_elements_text(_done.made -> 'records') i);
  perform private.refresh_records();
  if exists (select from private.season_steps s
              where s.ending_id = _done.ending_id and s.step = 'honours' and not s.is_skipped) then
    perform private.refresh_winners(_at_once => array(select p.id from private.periods p));
    perform private.close_records(_done.ending_id);
  end if;
  return 'The snapshot that was taken before clearing is kept';
end $function$;

CREATE OR REPLACE FUNCTION private.return_doubles(_user_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  rule text := private.doubles_rule();
  before text := coalesce(current_setting('scoreline.undoing', true), '');
  one uuid;
begin
  for one in select distinct p.user_id from public.user_predictions p
              where p.is_double and (_user_ids is null or p.user_id = any (_user_ids)) order by p.user_id loop
    perform private.lock_doubles(one);
  end loop;
  -- The rules of predictions do not apply: a mark is taken back from a match whose competition needs a subscription.
  perform set_config('scoreline.undoing', 'on', true);
  with marks as (
    select p.id, o.is_open, private.doubles_allowed(rule, m.round) as allowed,
           row_number() over (
             partition by p.user_id, m.league, m.season, case when rule = 'matchday' then m.round end
                 order by o.is_open, m.locks_at, m.id) as nth
      from public.user_predictions p
      join public.matches m on m.id = p.match_id and m.status <> 'cancelled'
     cross join lateral (select m.status = 'upcoming' and m.locks_at > clock_timestamp() as is_open) o
     where p.is_double and (_user_ids is null or p.user_id = any (_user_ids))
  ), returned as (
    update public.user_predictions p set is_double = false from marks k
     where p.id = k.id and k.is_open and k.nth > k.allowed
    returning p.*
  )
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction)
  select r.user_id, m.id, private.match_label(m), 'changed', r.home_prediction, r.away_prediction
    from returned r join public.matches m on m.id = r.match_id;
  perform set_config('scoreline.undoing', before, true);
end $function$;

ALTER FUNCTION "private"."return_doubles"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.return_doubles_beyond_the_rule()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.return_doubles();
  return null;
end $function$;

ALTER FUNCTION "private"."return_doubles_beyond_the_rule"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.return_doubles_of_match()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  user_ids uuid[] := array(
    select p.user_id from public.user_predictions p where p.match_id = new.id and p.is_double);
begin
  if user_ids <> '{}' then
    perform private.return_doubles(user_ids);
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."return_doubles_of_match"() OWNER TO "postgres";

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
     set points_earned = private.prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score,
                                                   p.is_double)
    from public.matches m
   where p.match_id = any (_match_ids) and p.cleared_at is null and m.id = p.match_id and m.status = 'completed'
     and p.points_earned is distinct from
         private.prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score, p.is_double);
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
end $function$;

CREATE OR REPLACE FUNCTION private.tell_results_of(_days date[], _now timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  told date[];
begin
  with added as (
    insert into private.announcements (key) select format('results %s', d.day) from unnest(_days) d (day)
    on conflict do nothing returning key
  )
  select array_agg(right(a.key, 10)::date order by a.key) into told from added a;
  if told is null then
    return 0;
  end if;
  return private.queue_messages('results', format('results %s', told[cardinality(told)]), array(
    with scored as materialized (
      select p.user_id, sum(p.points_earned) as points, count(*) as matches,
             count(*) filter (where private.is_perfect(p.points_earned)) as perfect,
             min(m.match_date) as first_day, max(m.match_date) as last_day
        from public.matches m join public.user_predictions p on p.match_id = m.id
       where m.match_date = any (told) and m.status = 'completed' and p.points_earned is not null
         and p.cleared_at is null
       group by p.user_id
    ), ranks as (
      select r.user_id, r.rank from private.ranked_players('overall', array(select s.user_id from scored s)) r
    )
    select row(s.user_id,
               format('You scored %s', private.pluralize(s.points, 'point')),
               format('%s: %s from %s', private.format_days(s.first_day, s.last_day),
                      private.pluralize(s.points, 'point'), private.pluralize(s.matches, 'match', 'matches'))
                 || case when s.perfect > 0 then format(', %s of them perfect', s.perfect) else '' end
                 || coalesce(format(E'.\nYou now rank %s of %s overall.', t.rank,
                                    (select sum(l.players) from private.points_distribution l
                                     where l.scope = 'overall')), '.'),
               '/leaderboard', _now + interval '1 day', null,
               jsonb_build_object('kind', 'results', 'points', s.points, 'matches', s.matches, 'perfect', s.perfect,
                                  'first_day', s.first_day, 'last_day', s.last_day, 'rank', t.rank, 'players',
                                  (select sum(l.players) from private.points_distribution l
                                    where l.scope = 'overall')))::private.message_content
      from scored s left join ranks t on t.user_id = s.user_id));
end $function$;

CREATE OR REPLACE FUNCTION private.visible_picks(_match_id uuid)
 RETURNS TABLE(user_id uuid, full_name text, home_prediction integer, away_prediction integer, points_earned integer, points integer, is_double boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.user_id, coalesce(f.full_name, 'Player'), p.home_prediction, p.away_prediction, p.points_earned,
         coalesce(p.points_earned, case when m.home_score is not null and m.away_score is not null
           then private.prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score,
                                          p.is_double)
         end), p.is_double
    from public.matches m
    join public.user_predictions p on p.match_id = m.id
    join public.profiles f on f.id = p.user_id
   where m.id = _match_id and (m.locks_at <= clock_timestamp() or p.updated_at <= m.predictions_revealed_at)
$function$;

ALTER FUNCTION "private"."visible_picks"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.admin_export(_after jsonb DEFAULT NULL::jsonb, page_limit integer DEFAULT 1000)
 RETURNS TABLE(user_id uuid, full_name text, email text, phone_number text, joined_at timestamp with time zone, rank integer, predictions integer, points integer, perfect_scores integer, accuracy numeric, place jsonb, total_count integer, points_per_match numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
declare
  after private.leaderboard_place := jsonb_populate_record(null::private.leaderboard_place, _after);
  after_unlisted uuid := case when not _after ? 'minus_points' then (after).user_id end;
  page_size integer := least(greatest(coalesce(page_limit, 1000), 1), 1000);
  players uuid[] := '{}';
  locks timestamptz[] := private.locks_of_counted_matches('overall');
begin
  perform private.require_admin();
  if after_unlisted is null then
    players := private.players_after('overall', after, page_size);
  end if;
  if cardinality(players) < page_size then
    players := players || array(
      select f.id from public.profiles f
       where (after_unlisted is null or f.id > after_unlisted)
         and not exists (select from private.player_totals t
                          where t.scope = 'overall' and t.user_id = f.id offset 0)
       order by f.id limit page_size - cardinality(players));
  end if;
  return query
  select f.id, f.full_name, u.email::text, f.phone_number, f.created_at,
         case when s.latest_day is not null then (
           select d.better + 1 from private.points_distribution d
            where d.scope = s.scope and d.points = t.points and d.perfect_scores = t.perfect_scores) end,
         (select count(*)::integer from public.user_predictions p where p.user_id = f.id),
         coalesce(t.points, 0), coalesce(t.perfect_scores, 0),
         private.accuracy_of(t.right_outcomes, t.predictions_scored),
         case when n.nth < cardinality(players) then null
              when t.user_id is null then jsonb_build_object('user_id', f.id)
              else to_jsonb(private.place_of(t.points, t.perfect_scores, f.full_name, f.id)) end,
         case when _after is null then (select count(*)::integer from public.profiles) end,
         round(private.per_match(coalesce(t.points - t.question_points, 0),
                                 private.locks_after(locks, f.created_at)) / 100.0, 2)
    from unnest(players) with ordinality n (id, nth)
    join private.scopes s on s.scope = 'overall'
   cross join lateral (select o.* from public.profiles o where o.id = n.id limit 1) f
    left join lateral (select o.email from auth.users o where o.id = n.id limit 1) u on true
    left join lateral (
      select o.* from private.player_totals o where o.scope = 'overall' and o.user_id = n.id limit 1) t on true
   order by n.nth;
end $function$;

ALTER FUNCTION "public"."admin_export"(jsonb, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.admin_user_predictions(_user_id uuid, page_limit integer DEFAULT 100, page_offset integer DEFAULT 0, before_created timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, match_id uuid, home_team_name text, away_team_name text, match_league text, kickoff_at timestamp with time zone, is_open boolean, home_prediction integer, away_prediction integer, status text, home_score integer, away_score integer, points_earned integer, cleared_at timestamp with time zone, created_at timestamp with time zone, total_count integer, is_double boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.begin_admin_action('admin_user_predictions');
  perform private.write_audit('admin_user_predictions', 'user_predictions', _user_id::text, null, null);
  return query
  select p.id, m.id, m.home_team_name, m.away_team_name, m.league, m.kickoff_at, o.is_open,
         case when not o.is_open then p.home_prediction end, case when not o.is_open then p.away_prediction end,
         m.status, m.home_score, m.away_score, p.points_earned, p.cleared_at, p.created_at,
         (select count(*) from public.user_predictions a where a.user_id = _user_id)::integer,
         case when not o.is_open then p.is_double end
    from public.user_predictions p
    join public.matches m on m.id = p.match_id
   cross join lateral (
     select m.locks_at > clock_timestamp() and (p.updated_at <= m.predictions_revealed_at) is not true as is_open) o
   where p.user_id = _user_id and (before_id is null or (p.created_at, p.id) < (before_created, before_id))
   order by p.created_at desc, p.id desc
   limit least(greatest(coalesce(page_limit, 100), 1), 400) offset greatest(coalesce(page_offset, 0), 0);
end $function$;

ALTER FUNCTION "public"."admin_user_predictions"(uuid, integer, integer, timestamp with time zone, uuid) OWNER TO "postgres";

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
                                                points, perfect_scores, accuracy, question_points)
  select create_leaderboard_snapshot.archive_id,
         row_number() over (order by t.points desc, t.perfect_scores desc, t.full_name, t.user_id),
         rank() over (order by t.points desc, t.perfect_scores desc),
         t.user_id, t.full_name, t.predictions_scored, t.points, t.perfect_scores,
         private.accuracy_of(t.right_outcomes, t.predictions_scored), t.question_points
    from (select e.user_id, coalesce(f.full_name, 'Player') as full_name,
                 count(*) filter (where not e.is_question) as predictions_scored, sum(e.points) as points,
                 count(*) filter (where private.is_perfect(e.points) and not e.is_question) as perfect_scores,
                 count(*) filter (where e.points > 0 and not e.is_question) as right_outcomes,
                 coalesce(sum(e.points) filter (where e.is_question), 0) as question_points
            from (select p.user_id, p.points_earned as points, false as is_question
                    from public.matches m
                    join public.user_predictions p on p.match_id = m.id and p.points_earned is not null
                      and p.cleared_at is null
                   where m.status = 'completed' and m.league = create_leaderboard_snapshot.league
                     and m.match_date between create_leaderboard_snapshot.start_date
                                          and create_leaderboard_snapshot.end_date
                  union all
                  select q.user_id, q.points, true
                    from private.question_gains(private.scope_of(create_leaderboard_snapshot.league)) q
                   where q.locked_on <= create_leaderboard_snapshot.end_date
                     and q.day >= create_leaderboard_snapshot.start_date) e
            join public.profiles f on f.id = e.user_id
           group by e.user_id, f.full_name) t;
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

CREATE OR REPLACE FUNCTION public.group_match_predictions(_match_id uuid, page_limit integer DEFAULT 1000, after_points integer DEFAULT NULL::integer, after_name text DEFAULT NULL::text, after_user uuid DEFAULT NULL::uuid)
 RETURNS TABLE(user_id uuid, full_name text, home_prediction integer, away_prediction integer, points_earned integer, group_ids uuid[], points integer, is_double boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with mates as materialized (
    select m.user_id, array_agg(m.group_id order by m.group_id) as group_ids
      from public.group_members m
      join public.groups g on g.id = m.group_id and g.deleted_at is null and g.closed_at is null
     where m.group_id in (select private.my_group_ids())
     group by m.user_id
  )
  select p.user_id, p.full_name, p.home_prediction, p.away_prediction, p.points_earned, t.group_ids, p.points,
         p.is_double
    from private.visible_picks(_match_id) p join mates t on t.user_id = p.user_id
   where after_user is null
      or (p.user_id is distinct from (select auth.uid())
          and (-coalesce(p.points, 0), p.full_name, p.user_id) > (-coalesce(after_points, 0), after_name, after_user))
   order by p.user_id is not distinct from (select auth.uid()) desc, coalesce(p.points, 0) desc, p.full_name, p.user_id
   limit least(greatest(coalesce(page_limit, 1000), 1), 1000)
$function$;

ALTER FUNCTION "public"."group_match_predictions"(uuid, integer, integer, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.head_to_head(_user_id uuid, league text DEFAULT 'Overall'::text, _season text DEFAULT NULL::text, before_kickoff timestamp with time zone DEFAULT NULL::timestamp with time zone, before_match uuid DEFAULT NULL::uuid, _with_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(match_id uuid, kickoff_at timestamp with time zone, match_league text, season text, round text, home_team_name text, away_team_name text, home_score integer, away_score integer, my_home integer, my_away integer, my_points integer, their_home integer, their_away integer, their_points integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select q.id, q.kickoff_at, q.league, q.season, q.round, q.home_team_name, q.away_team_name, q.home_score,
         q.away_score, q.my_home, q.my_away,
         case when q.my_home is not null and q.home_score is not null then private.prediction_points(
           q.my_home, q.my_away, q.home_score, q.away_score, q.my_is_double) end,
         q.their_home, q.their_away,
         case when q.their_home is not null and q.home_score is not null then private.prediction_points(
           q.their_home, q.their_away, q.home_score, q.away_score, q.their_is_double) end
    from (select m.id, m.kickoff_at, m.league, m.season, m.round, m.home_team_name, m.away_team_name,
                 case when m.status = 'completed' then m.home_score end as home_score,
                 case when m.status = 'completed' then m.away_score end as away_score,
                 mine.home_prediction as my_home, mine.away_prediction as my_away,
                 mine.is_double as my_is_double, theirs.home_prediction as their_home,
                 theirs.away_prediction as their_away, theirs.is_double as their_is_double
            from public.matches m
            left join public.user_predictions mine
              on mine.match_id = m.id and mine.user_id = coalesce(_with_id, (select auth.uid()))
            left join public.user_predictions theirs on theirs.match_id = m.id and theirs.user_id = _user_id
           where _user_id <> coalesce(_with_id, (select auth.uid()))
             and m.locks_at <= clock_timestamp() and m.status <> 'cancelled'
             and head_to_head.league in ('Overall', m.league)
             and (head_to_head._season is null or m.season = head_to_head._season)
             and (mine.match_id is not null or theirs.match_id is not null)
             and (before_match is null or (m.kickoff_at, m.id) < (before_kickoff, before_match))
           order by m.kickoff_at desc, m.id desc limit 1000) q
   order by q.kickoff_at, q.id
$function$;

CREATE OR REPLACE FUNCTION public.leaderboard_per_match(league text DEFAULT 'Overall'::text, page_limit integer DEFAULT 50, page_offset integer DEFAULT 0)
 RETURNS SETOF public.leaderboard_row
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  board_scope text := private.scope_of(league);
  locks timestamptz[] := private.locks_of_counted_matches(board_scope);
  players uuid[];
begin
  players := array(
    select t.user_id
      from private.player_totals t
      left join public.profiles p on p.id = t.user_id
     where t.scope = board_scope
     order by private.per_match(t.points - t.question_points, private.locks_after(locks, p.created_at))
                desc nulls last,
              t.points desc, t.perfect_scores desc, p.full_name, t.user_id
     limit least(greatest(coalesce(page_limit, 50), 1), 200) offset greatest(coalesce(page_offset, 0), 0));
  return query
  select r.* from private.ranked_players(board_scope, players) r
   order by array_position(players, r.user_id);
end $function$;

ALTER FUNCTION "public"."leaderboard_per_match"(text, integer, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.mark_double(_match_id uuid, _is_double boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := (select auth.uid());
  game public.matches;
  rule text;
begin
  if me is null then
    raise exception 'Sign in to mark a double' using errcode = '42501';
  end if;
  if _is_double is null then
    raise exception 'Say whether the prediction is a double' using errcode = '22023';
  end if;
  perform private.require_open_session();
  -- Lock order: rule, match, doubles of the member, prediction, as in private.return_doubles() and its callers.
  perform from public.admin_settings s where s.setting_key = 'doubles' for share;
  perform from public.matches m
   where m.id = _match_id and m.status = 'upcoming' and m.locks_at > clock_timestamp() for share;
  perform private.lock_doubles(me);
  update public.user_predictions p set is_double = _is_double
   where p.user_id = me and p.match_id = _match_id and p.is_double <> _is_double;
  if not found and not exists (select from public.user_predictions p where p.user_id = me and p.match_id = _match_id)
  then
    raise exception 'Predict the match before you mark it' using errcode = 'SL023';
  end if;
  select * into game from public.matches m where m.id = _match_id;
  rule := private.doubles_rule();
  return greatest(0, private.doubles_allowed(rule, game.round) - private.doubles_spent(me, game, rule)
                     - _is_double::integer);
end $function$;

ALTER FUNCTION "public"."mark_double"(uuid, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.match_predictions(_match_id uuid, page_limit integer DEFAULT 1000, after_points integer DEFAULT NULL::integer, after_name text DEFAULT NULL::text, after_user uuid DEFAULT NULL::uuid)
 RETURNS TABLE(user_id uuid, full_name text, home_prediction integer, away_prediction integer, points_earned integer, points integer, is_double boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.user_id, p.full_name, p.home_prediction, p.away_prediction, p.points_earned, p.points, p.is_double
    from private.visible_picks(_match_id) p
   where after_user is null
      or (p.user_id is distinct from (select auth.uid())
          and (-coalesce(p.points, 0), p.full_name, p.user_id) > (-coalesce(after_points, 0), after_name, after_user))
   order by p.user_id is not distinct from (select auth.uid()) desc, coalesce(p.points, 0) desc, p.full_name, p.user_id
   limit least(greatest(coalesce(page_limit, 1000), 1), 1000)
$function$;

ALTER FUNCTION "public"."match_predictions"(uuid, integer, integer, text, uuid) OWNER TO "postgres";

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
  -- A double that a cancelled match had given back may count again.
  perform private.return_doubles(array(
    select p.user_id from public.user_predictions p where p.match_id = any (keep_ids) and p.is_double));
  delete from private.past_ranks;
  undo_id := private.end_undo(interval '30 days');
  perform private.write_audit('merge_matches', 'matches', record_id, labels, jsonb_build_object(
    'merged', cardinality(remove_ids), 'moved', moved, 'dropped', dropped, 'undo_id', undo_id));
  return undo_id;
end $function$;

CREATE OR REPLACE FUNCTION public.my_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select jsonb_build_object(
    'made_at', now(),
    'account', (select jsonb_build_object('email', u.email, 'phone', u.phone, 'created_at', u.created_at,
                                          'last_sign_in_at', u.last_sign_in_at)
                  from auth.users u where u.id = (select auth.uid())),
    'profile', (select to_jsonb(p) from public.profiles p where p.id = (select auth.uid())),
    'subscriptions', coalesce((select jsonb_agg(to_jsonb(s) - 'user_id' order by s.started_at)
                                 from public.subscriptions s where s.user_id = (select auth.uid())), '[]'),
    'predictions', coalesce((select jsonb_agg(jsonb_build_object(
                                'match', private.match_label(m), 'league', m.league, 'kickoff_at', m.kickoff_at,
                                'home_prediction', p.home_prediction, 'away_prediction', p.away_prediction,
                                'home_score', m.home_score, 'away_score', m.away_score,
                                'points_earned', p.points_earned, 'is_double', p.is_double,
                                'created_at', p.created_at, 'updated_at', p.updated_at) order by m.kickoff_at)
                               from public.user_predictions p join public.matches m on m.id = p.match_id
                              where p.user_id = (select auth.uid())), '[]'),
    'prediction_changes', coalesce((select jsonb_agg(to_jsonb(c) - 'user_id' - 'id' order by c.changed_at)
                                      from public.prediction_changes c where c.user_id = (select auth.uid())), '[]'),
    'season_answers', coalesce((select jsonb_agg(jsonb_build_object(
                                  'question', q.title, 'answer', a.answer, 'correct_answers', q.correct_answers,
                                  'points_earned', a.points_earned, 'locks_at', q.locks_at,
                                  'changed_at', a.changed_at) order by q.locks_at, q.id)
                                 from public.season_answers a join public.season_questions q on q.id = a.question_id
                                where a.user_id = (select auth.uid())), '[]'),
    'season_answer_changes', coalesce((select jsonb_agg(to_jsonb(c) - 'user_id' - 'id' order by c.changed_at)
                                         from public.season_answer_changes c
                                        where c.user_id = (select auth.uid())), '[]'),
    'prediction_refusals', coalesce((select jsonb_agg(to_jsonb(r) - 'user_id' order by r.last_at)
                                       from public.prediction_refusals r where r.user_id = (select auth.uid())), '[]'),
    'notifications', coalesce((select jsonb_agg(to_jsonb(n) - 'user_id' order by n.created_at)
                                 from public.notifications n where n.user_id = (select auth.uid())), '[]'),
    'message_choices', (select jsonb_agg(to_jsonb(c)) from public.my_message_choices() c),
    'push_browsers', coalesce((select jsonb_agg(to_jsonb(s)) from public.my_push_subscriptions() s), '[]'),
    'messages', coalesce((select jsonb_agg(jsonb_build_object('kind', m.kind, 'channel', m.channel, 'title', m.title,
                                                              'body', m.body,
                                   'created_at', m.created_at, 'state', m.state, 'sent_at', m.sent_at) order by m.id)
                            from private.messages m where m.user_id = (select auth.uid()) and m.channel <> 'in_app'),
                              '[]'),
    'groups', coalesce((select jsonb_agg(jsonb_build_object('name', g.name, 'joined_on', g.joined_on,
                                                            'is_owner', g.is_owner) order by g.name, g.id)
                          from private.groups_of_export() g), '[]'),
    'notes_of_organisers', coalesce((select jsonb_agg(jsonb_build_object('note', n.note, 'created_at', n.created_at)
                                                      order by n.created_at)
                                       from public.member_notes n where n.user_id = (select auth.uid())), '[]'),
    'payments', coalesce((select jsonb_agg(jsonb_build_object('plan_type', p.plan_type, 'amount_rs', p.amount_rs,
                                                              'method', p.method, 'paid_on', p.paid_on)
                                           order by p.paid_on, p.id)
                            from public.payments p where p.payer_id = (select auth.uid())), '[]'))
   where (select auth.uid()) is not null);
end $function$;

CREATE OR REPLACE FUNCTION public.my_doubles()
 RETURNS TABLE(league text, season text, round text, spent integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.league, m.season, case when private.doubles_rule() = 'matchday' then m.round end, count(*)::integer
    from public.user_predictions p
    join public.matches m on m.id = p.match_id and m.status <> 'cancelled'
   where p.user_id = (select auth.uid()) and p.is_double
   group by 1, 2, 3
$function$;

ALTER FUNCTION "public"."my_doubles"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.player_predictions(_user_id uuid, league text DEFAULT 'Overall'::text, page_limit integer DEFAULT 20, page_offset integer DEFAULT 0, before_kickoff timestamp with time zone DEFAULT NULL::timestamp with time zone, before_match uuid DEFAULT NULL::uuid)
 RETURNS TABLE(match_id uuid, home_team_name text, away_team_name text, match_league text, round text, kickoff_at timestamp with time zone, locks_at timestamp with time zone, status text, home_score integer, away_score integer, home_prediction integer, away_prediction integer, points_earned integer, updated_at timestamp with time zone, my_home_prediction integer, my_away_prediction integer, my_points_earned integer, kickoff_confirmed boolean, match_date date, is_double boolean, my_is_double boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select m.id, m.home_team_name, m.away_team_name, m.league, m.round, m.kickoff_at, m.locks_at, m.status, m.home_score,
         m.away_score, p.home_prediction, p.away_prediction, p.points_earned, p.updated_at,
         mine.home_prediction, mine.away_prediction, mine.points_earned, m.kickoff_confirmed, m.match_date,
         p.is_double, mine.is_double
    from public.user_predictions p
    join public.matches m on m.id = p.match_id and player_predictions.league in ('Overall', m.league)
    left join public.user_predictions mine on mine.match_id = p.match_id and mine.user_id = (select auth.uid())
   where p.user_id = _user_id and (before_match is null or (m.kickoff_at, m.id) < (before_kickoff, before_match))
   order by m.kickoff_at desc, m.id desc
   limit least(greatest(coalesce(page_limit, 20), 1), 100) offset greatest(coalesce(page_offset, 0), 0)
$function$;

ALTER FUNCTION "public"."player_predictions"(uuid, text, integer, integer, timestamp with time zone, uuid) OWNER TO "postgres";

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
         select coalesce(sum(p.points_earned), 0) + coalesce((
                  select sum(o.points) from private.question_gains(board_scope, array[_user_id]) o
                   where o.day > d.day), 0) as points,
                count(*) filter (where private.is_perfect(p.points_earned)) as perfect_scores
           from public.user_predictions p
           join private.scored_matches n on n.match_id = p.match_id and board_scope in (n.competition_id, 'overall')
          where p.user_id = _user_id and p.points_earned > 0 and p.cleared_at is null and n.day > d.day) later
       where s.scope = board_scope
       order by d.day desc limit 120) q
   order by q.day;
end $function$;

CREATE OR REPLACE FUNCTION public.player_rounds(_user_id uuid, league text DEFAULT 'Overall'::text)
 RETURNS TABLE(round text, starts_on date, predictions_scored integer, points integer, perfect_scores integer, right_outcomes integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select r.round, r.starts_on, r.predictions_scored, r.points, r.perfect_scores, r.right_outcomes
    from (select case when player_rounds.league <> 'Overall' then m.round end as round,
                 case when player_rounds.league = 'Overall' then min(date_trunc('week', m.match_date)::date)
                   else min(m.match_date) end as starts_on,
                 count(*)::integer as predictions_scored, sum(p.points_earned)::integer as points,
                 (count(*) filter (where private.is_perfect(p.points_earned)))::integer as perfect_scores,
                 (count(*) filter (where p.points_earned > 0))::integer as right_outcomes
            from public.user_predictions p
            join public.matches m on m.id = p.match_id and m.status = 'completed'
           where p.user_id = _user_id and p.points_earned is not null and p.cleared_at is null
             and player_rounds.league in ('Overall', m.league)
           group by 1, case when player_rounds.league = 'Overall' then date_trunc('week', m.match_date)::date
                            when m.round is null then m.match_date end,
                    case when player_rounds.league <> 'Overall' then m.season end
           order by 2 desc limit 60) r
   order by r.starts_on
$function$;

CREATE OR REPLACE FUNCTION public.points_per_match(league text, user_ids uuid[])
 RETURNS TABLE(user_id uuid, matches integer, per_match numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  board_scope text := private.scope_of(league);
  locks timestamptz[] := private.locks_of_counted_matches(board_scope);
begin
  return query
  select t.user_id, s.matches, round(private.per_match(t.points - t.question_points, s.matches) / 100.0, 2)
    from private.player_totals t
    join public.profiles p on p.id = t.user_id
   cross join lateral (select private.locks_after(locks, p.created_at) as matches) s
   where t.scope = board_scope and t.user_id = any (user_ids[1:200]);
end $function$;

ALTER FUNCTION "public"."points_per_match"(text, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.provisional_leaderboard(league text DEFAULT 'Overall'::text, page_limit integer DEFAULT 50, page_offset integer DEFAULT 0)
 RETURNS TABLE(rank integer, confirmed_rank integer, user_id uuid, full_name text, points integer, gained integer, perfect_scores integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  board_scope text := private.scope_of(league);
begin
  perform private.require_admin();
  return query
  with gains as materialized (
    select p.user_id, sum(e.points)::integer as points,
           count(*) filter (where private.is_perfect(e.points))::integer as perfect
      from public.matches m
      join public.competitions c on c.name = m.league
      join public.user_predictions p on p.match_id = m.id and p.cleared_at is null
     cross join lateral (select private.prediction_points(p.home_prediction, p.away_prediction, m.home_score,
                                                          m.away_score, p.is_double) as points) e
     where m.status = 'live' and m.home_score is not null and board_scope in (c.id, 'overall')
     group by p.user_id
  ), provisional as (
    select t.user_id, t.points + coalesce(g.points, 0) as points, coalesce(g.points, 0) as gained,
           t.perfect_scores + coalesce(g.perfect, 0) as perfect_scores,
           (rank() over (order by t.points desc, t.perfect_scores desc))::integer as confirmed_rank
      from private.player_totals t left join gains g on g.user_id = t.user_id
     where t.scope = board_scope
  ), ranked as (
    select s.*, (rank() over (order by s.points desc, s.perfect_scores desc))::integer as rank from provisional s
  )
  select r.rank, r.confirmed_rank, r.user_id, coalesce(p.full_name, 'Player'), r.points, r.gained, r.perfect_scores
    from ranked r left join public.profiles p on p.id = r.user_id
   order by r.rank, p.full_name, r.user_id
   limit least(greatest(coalesce(page_limit, 50), 1), 200) offset greatest(coalesce(page_offset, 0), 0);
end $function$;

ALTER TABLE "public"."admin_settings" ADD CONSTRAINT "doubles_are_a_rule" CHECK (((setting_key <> 'doubles'::text) OR (setting_value ~ '^(off|matchday|season [1-9][0-9]?)$'::text)));

ALTER TABLE "public"."user_predictions" ADD CONSTRAINT "points_are_0_1_or_3_and_twice_for_a_double" CHECK (((points_earned = ANY (ARRAY[0, 1, 3])) OR (is_double AND (points_earned = ANY (ARRAY[2, 6])))));

CREATE INDEX doubles_by_user ON public.user_predictions USING btree (user_id) WHERE is_double;

CREATE TRIGGER doubles_end_with_the_rule AFTER DELETE ON public.admin_settings FOR EACH ROW WHEN ((old.setting_key = 'doubles'::text)) EXECUTE FUNCTION private.return_doubles_beyond_the_rule();

CREATE TRIGGER doubles_follow_the_rule AFTER INSERT OR UPDATE ON public.admin_settings FOR EACH ROW WHEN ((new.setting_key = 'doubles'::text)) EXECUTE FUNCTION private.return_doubles_beyond_the_rule();

CREATE CONSTRAINT TRIGGER doubles_follow_a_restored_match AFTER INSERT ON public.matches DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((current_setting('scoreline.undoing'::text, true) = 'on'::text)) EXECUTE FUNCTION private.return_doubles_of_match();

CREATE CONSTRAINT TRIGGER doubles_follow_the_match AFTER UPDATE OF status, league, season, round ON public.matches DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.status = 'cancelled'::text) AND (new.status <> 'cancelled'::text)) OR ((old.league, old.season, old.round) is distinct from (new.league, new.season, new.round)))) EXECUTE FUNCTION private.return_doubles_of_match();

CREATE TRIGGER a_changed_prediction_is_logged AFTER UPDATE OF home_prediction, away_prediction, is_double ON public.user_predictions FOR EACH ROW WHEN ((old.home_prediction, old.away_prediction, old.is_double) is distinct from (new.home_prediction, new.away_prediction, new.is_double)) EXECUTE FUNCTION private.log_changed_prediction();

CREATE TRIGGER changes_are_recorded_for_undo AFTER UPDATE OF home_prediction, away_prediction, cleared_at, is_double ON public.user_predictions FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER only_open_sessions_predict BEFORE INSERT OR UPDATE OF user_id, match_id, home_prediction, away_prediction, is_double ON public.user_predictions FOR EACH STATEMENT EXECUTE FUNCTION private.guard_member_write();

CREATE TRIGGER prediction_rules_are_enforced BEFORE INSERT OR UPDATE OF user_id, match_id, home_prediction, away_prediction, is_double ON public.user_predictions FOR EACH ROW EXECUTE FUNCTION private.enforce_prediction_rules();

CREATE TRIGGER the_number_of_doubles_is_limited BEFORE INSERT OR UPDATE OF is_double ON public.user_predictions FOR EACH ROW EXECUTE FUNCTION private.limit_doubles();

COMMENT ON COLUMN "public"."user_predictions"."is_double" IS 'its points count twice; set by mark_double()';

REVOKE ALL ON FUNCTION "private"."doubles_allowed"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."doubles_allowed"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."doubles_allowed"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."doubles_rule"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."doubles_rule"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."doubles_rule"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."doubles_spent"(uuid, public.matches, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."doubles_spent"(uuid, public.matches, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."doubles_spent"(uuid, public.matches, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_perfect"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_perfect"(integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_perfect"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_perfect"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_perfect"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."limit_doubles"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_doubles"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."limit_doubles"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_doubles"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_doubles"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_doubles"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."locks_after"(timestamp with time zone[], timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."locks_after"(timestamp with time zone[], timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."locks_after"(timestamp with time zone[], timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."locks_of_counted_matches"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."locks_of_counted_matches"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."locks_of_counted_matches"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."per_match"(integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."per_match"(integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."per_match"(integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."prediction_points"(integer, integer, integer, integer, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."prediction_points"(integer, integer, integer, integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."prediction_points"(integer, integer, integer, integer, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."return_doubles"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."return_doubles"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."return_doubles"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."return_doubles_beyond_the_rule"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."return_doubles_beyond_the_rule"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."return_doubles_beyond_the_rule"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."return_doubles_of_match"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."return_doubles_of_match"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."return_doubles_of_match"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."visible_picks"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."visible_picks"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."visible_picks"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."admin_export"(jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_export"(jsonb, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."admin_export"(jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."admin_export"(jsonb, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."admin_export"(jsonb, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."admin_user_predictions"(uuid, integer, integer, timestamp with time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_user_predictions"(uuid, integer, integer, timestamp with time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."admin_user_predictions"(uuid, integer, integer, timestamp with time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."admin_user_predictions"(uuid, integer, integer, timestamp with time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."admin_user_predictions"(uuid, integer, integer, timestamp with time zone, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."group_match_predictions"(uuid, integer, integer, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."group_match_predictions"(uuid, integer, integer, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."group_match_predictions"(uuid, integer, integer, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."group_match_predictions"(uuid, integer, integer, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."leaderboard_per_match"(text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."leaderboard_per_match"(text, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."leaderboard_per_match"(text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."leaderboard_per_match"(text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."leaderboard_per_match"(text, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."mark_double"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mark_double"(uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mark_double"(uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_double"(uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "public"."match_predictions"(uuid, integer, integer, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."match_predictions"(uuid, integer, integer, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."match_predictions"(uuid, integer, integer, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."match_predictions"(uuid, integer, integer, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."my_doubles"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_doubles"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_doubles"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_doubles"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."player_predictions"(uuid, text, integer, integer, timestamp with time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."player_predictions"(uuid, text, integer, integer, timestamp with time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."player_predictions"(uuid, text, integer, integer, timestamp with time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."player_predictions"(uuid, text, integer, integer, timestamp with time zone, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."points_per_match"(text, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."points_per_match"(text, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."points_per_match"(text, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."points_per_match"(text, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."points_per_match"(text, uuid[]) TO "service_role";

REVOKE ALL ("is_double") ON TABLE "public"."user_predictions" FROM "service_role";

GRANT INSERT ("is_double"), UPDATE ("is_double") ON TABLE "public"."user_predictions" TO "service_role";
