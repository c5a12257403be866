set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.best_players(_scope text, _user_ids uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(f.user_id order by f.points desc, f.perfect_scores desc, f.name, f.user_id), '{}')
    from (
      select t.user_id, t.points, t.perfect_scores, p.full_name as name
        from private.player_totals t left join public.profiles p on p.id = t.user_id
       where t.scope = _scope and t.user_id = any (_user_ids)
       order by t.points desc, t.perfect_scores desc, p.full_name, t.user_id
       limit 1000) f
$function$;

ALTER FUNCTION "private"."best_players"(text, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.join_leaderboards(_entries private.leaderboard_entry[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  joined private.leaderboard_entry[];
begin
  if not exists (
    select from unnest(_entries) p cross join lateral (values (p.scope), ('overall')) s (scope)
     where not exists (select from private.player_totals t where t.scope = s.scope and t.user_id = p.user_id)) then
    return;
  end if;
  perform private.lock_totals();
  with added as (
    insert into private.player_totals (scope, user_id)
    select distinct s.scope, p.user_id from unnest(_entries) p
      cross join lateral (values (p.scope), ('overall')) s (scope)
    on conflict do nothing
    returning scope, user_id
  )
  select array_agg(row(scope, user_id)::private.leaderboard_entry) into joined from added;
  insert into private.points_distribution as l (scope, points, perfect_scores, players, earlier_players)
  select j.scope, 0, 0, count(*), count(*) from unnest(joined) j group by j.scope
  on conflict (scope, points, perfect_scores) do update
    set players = l.players + excluded.players, earlier_players = l.earlier_players + excluded.earlier_players;
  -- A new player has no points, so among 1,000 the last of them decides whether the player is one of the first.
  update private.scopes s set top_players = private.best_players(s.scope, s.top_players || n.players)
    from (select j.scope, array_agg(j.user_id) as players from unnest(joined) j group by j.scope) n
   where n.scope = s.scope
     and (cardinality(s.top_players) < 1000 or exists (
       select from private.player_totals t
         left join public.profiles p on p.id = t.user_id
         join unnest(n.players) j (user_id) on true
         left join public.profiles q on q.id = j.user_id
        where t.scope = s.scope and t.user_id = s.top_players[1000] and t.points = 0
          and (q.full_name is null, coalesce(q.full_name, ''), j.user_id)
              < (p.full_name is null, coalesce(p.full_name, ''), t.user_id)));
end $function$;

CREATE OR REPLACE FUNCTION private.lock_for_renaming()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_totals();
  return null;
end $function$;

ALTER FUNCTION "private"."lock_for_renaming"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.rebuild_periods(_user_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'on'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  -- As in private.rebuild_totals().
  if cardinality(_user_ids) > 20 and cardinality(_user_ids) * 10 >= (
       select sum(l.players) from private.points_distribution l where l.scope = 'overall') then
    _user_ids := null;
  end if;
  perform set_config('enable_nestloop', (_user_ids is not null)::text, true);
  perform private.add_periods(array(select m.id from public.matches m where m.status = 'completed'));
  if _user_ids is null then
    delete from private.period_totals;
    delete from private.period_distribution;
  else
    with removed as (
      -- By the whole key, because no index begins with the player.
      delete from private.period_totals t using private.periods p, unnest(_user_ids) u (id)
       where t.period_id = p.id and t.user_id = u.id
      returning t.period_id, t.points, t.perfect_scores
    )
    update private.period_distribution l set players = l.players - g.players
      from (select r.period_id, r.points, r.perfect_scores, count(*) as players from removed r group by 1, 2, 3) g
     where (l.period_id, l.points, l.perfect_scores) = (g.period_id, g.points, g.perfect_scores);
  end if;
  with games as materialized (
    select g.match_id, g.period_id from private.period_matches(null) g
  ), inserted as (
    insert into private.period_totals (period_id, user_id, predictions_scored, points, perfect_scores, right_outcomes)
    select g.period_id, p.user_id, count(*), sum(p.points_earned), count(*) filter (where p.points_earned = 3),
           count(*) filter (where p.points_earned > 0)
      from public.user_predictions p
      join games g on g.match_id = p.match_id
      join public.profiles f on f.id = p.user_id
     where p.points_earned is not null and p.cleared_at is null
       and (_user_ids is null or p.user_id = any (_user_ids))
     group by g.period_id, p.user_id
    returning period_id, points, perfect_scores
  )
  insert into private.period_distribution as l (period_id, points, perfect_scores, players)
  select period_id, points, perfect_scores, count(*) from inserted group by period_id, points, perfect_scores
  on conflict (period_id, points, perfect_scores) do update set players = l.players + excluded.players;
  delete from private.period_distribution l where l.players = 0;
  update private.periods set changed_at = clock_timestamp();
end $function$;

CREATE OR REPLACE FUNCTION private.rebuild_totals(_user_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'on'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  perform private.lock_totals();
  if cardinality(_user_ids) > 20 and cardinality(_user_ids) * 10 >= (
       select sum(l.players) from private.points_distribution l where l.scope = 'overall') then
    _user_ids := null;
  end if;
  perform set_config('enable_nestloop', (_user_ids is not null)::text, true);

  with removed as (
    delete from private.player_totals t using private.scopes s
     where s.scope = t.scope and (_user_ids is null or t.user_id = any (_user_ids))
    returning t.scope, t.points, t.perfect_scores,
              case when t.earlier_day = s.latest_day then t.earlier_points else t.points end as earlier_points,
              case when t.earlier_day = s.latest_day then t.earlier_perfect
                else t.perfect_scores end as earlier_perfect
  ), shifts as (
    select scope, points, perfect_scores, 1 as current_players, 0 as earlier_players from removed
    union all
    select scope, earlier_points, earlier_perfect, 0, 1 from removed
  )
  update private.points_distribution l
     set players = l.players - g.current_players, earlier_players = l.earlier_players - g.earlier_players
    from (select scope, points, perfect_scores, sum(current_players) as current_players,
                 sum(earlier_players) as earlier_players
            from shifts group by scope, points, perfect_scores) g
   where (l.scope, l.points, l.perfect_scores) = (g.scope, g.points, g.perfect_scores);
  -- After a change of the completion days, the "earlier" columns no longer say where the removed rows were counted.
  if _user_ids is null then
    delete from private.points_distribution;
  end if;

  with games as materialized (
    select m.id, c.id as competition_id, coalesce(d.day < s.latest_day, false) as is_earlier,
           coalesce(d.day < o.latest_day, false) as is_earlier_overall
      from public.matches m
      join public.competitions c on c.name = m.league
      join private.scopes s on s.scope = c.id
      join private.scopes o on o.scope = 'overall'
     cross join lateral (select private.completion_day(m) as day) d
     where _user_ids is null or m.id in (select p.match_id from public.user_predictions p
                                         where p.user_id = any (_user_ids))
  ), by_competition as materialized (
    -- Every competition that a player has predicted in, scored or not.
    select g.competition_id, p.user_id,
           count(p.points_earned) filter (where p.cleared_at is null) as predictions_scored,
           coalesce(sum(p.points_earned) filter (where p.cleared_at is null), 0) as points,
           count(*) filter (where p.points_earned = 3 and p.cleared_at is null) as perfect_scores,
           count(*) filter (where p.points_earned > 0 and p.cleared_at is null) as right_outcomes,
           coalesce(sum(p.points_earned) filter (where p.cleared_at is null and g.is_earlier), 0) as earlier_points,
           count(*) filter (where p.points_earned = 3 and p.cleared_at is null and g.is_earlier) as earlier_perfect,
           coalesce(sum(p.points_earned) filter (where p.cleared_at is null and g.is_earlier_overall),
                    0) as earlier_points_overall,
           count(*) filter (where p.points_earned = 3 and p.cleared_at is null
                            and g.is_earlier_overall) as earlier_perfect_overall
      from public.user_predictions p
      join games g on g.id = p.match_id
      join public.profiles f on f.id = p.user_id
     where _user_ids is null or p.user_id = any (_user_ids)
     group by g.competition_id, p.user_id
  ), board_entries as (
    select competition_id, user_id, predictions_scored, points, perfect_scores, right_outcomes,
           earlier_points, earlier_perfect, earlier_points_overall, earlier_perfect_overall from by_competition
    union all
    -- Subscribers without a prediction are listed with no points.
    select s.subscription_type, s.user_id, 0, 0, 0, 0, 0, 0, 0, 0
      from public.subscriptions s join public.profiles f on f.id = s.user_id
     where s.status = 'active' and s.expires_at > now() and (_user_ids is null or s.user_id = any (_user_ids))
  ), inserted as (
    insert into private.player_totals (scope, user_id, predictions_scored, points, perfect_scores, right_outcomes,
                                       earlier_day, earlier_points, earlier_perfect)
    select s.scope, b.user_id, sum(b.predictions_scored), sum(b.points), sum(b.perfect_scores), sum(b.right_outcomes),
           s.latest_day, sum(case when s.scope = 'overall' then b.earlier_points_overall else b.earlier_points end),
           sum(case when s.scope = 'overall' then b.earlier_perfect_overall else b.earlier_perfect end)
      from board_entries b join private.scopes s on s.scope in (b.competition_id, 'overall')
     group by s.scope, b.user_id
    returning scope, points, perfect_scores, earlier_points, earlier_perfect
  ), shifts as (
    select scope, points, perfect_scores, 1 as current_players, 0 as earlier_players from inserted
    union all
    select scope, earlier_points, earlier_perfect, 0, 1 from inserted
  )
  insert into private.points_distribution as l (scope, points, perfect_scores, players, earlier_players)
  select scope, points, perfect_scores, sum(current_players), sum(earlier_players) from shifts group by scope, points,
         perfect_scores
  on conflict (scope, points, perfect_scores) do update
    set players = l.players + excluded.players, earlier_players = l.earlier_players + excluded.earlier_players;

  delete from private.points_distribution where players = 0 and earlier_players = 0;
  perform private.refresh_top_players(s.scope) from private.scopes s;
  perform private.refresh_group_baselines(_user_ids);
  perform private.rebuild_periods(_user_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.reorder_top_players()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refresh_top_players(s.scope)
     from private.scopes s
     join private.player_totals t on t.scope = s.scope and t.user_id = new.id
     left join private.player_totals l on l.scope = s.scope and l.user_id = s.top_players[1000]
    where new.id = any (s.top_players) or (t.points, t.perfect_scores) = (l.points, l.perfect_scores);
  return null;
end $function$;

ALTER FUNCTION "private"."reorder_top_players"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.delete_match(_match_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  before public.matches;
  undo_id uuid;
begin
  perform private.begin_admin_action('delete_match');
  perform private.lock_matches(array[_match_id]);
  select * into before from public.matches m where m.id = _match_id;
  perform private.begin_undo('delete_match', _match_id::text);
  delete from public.matches m where m.id = _match_id;
  undo_id := private.end_undo();
  perform private.write_audit('delete_match', 'matches', _match_id::text, to_jsonb(before), null);
  return undo_id;
end $function$;

CREATE TRIGGER a_renamed_player_moves_among_equals AFTER UPDATE OF full_name ON public.profiles FOR EACH ROW WHEN ((new.full_name IS DISTINCT FROM old.full_name)) EXECUTE FUNCTION private.reorder_top_players();

CREATE TRIGGER renaming_takes_locks_first BEFORE UPDATE OF full_name ON public.profiles FOR EACH STATEMENT EXECUTE FUNCTION private.lock_for_renaming();

REVOKE ALL ON FUNCTION "private"."best_players"(text, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."best_players"(text, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."best_players"(text, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_for_renaming"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_for_renaming"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_for_renaming"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."reorder_top_players"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reorder_top_players"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reorder_top_players"() TO "postgres";
-- The order of the first 1,000 players was that in which they joined.
select private.refresh_top_players(s.scope) from private.scopes s;
