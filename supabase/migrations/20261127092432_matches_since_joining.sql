set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP FUNCTION "private"."locks_after"(timestamp with time zone[], timestamp with time zone);

CREATE OR REPLACE FUNCTION private.matches_since_joining(_locks timestamp with time zone[], _joined_at timestamp with time zone, _predicted integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select greatest(cardinality($1) - width_bucket($2, $1), $3) $function$;

ALTER FUNCTION "private"."matches_since_joining"(timestamp with time zone[], timestamp with time zone, integer) OWNER TO "postgres";

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
                                 private.matches_since_joining(locks, f.created_at, t.predictions_scored)) / 100.0, 2)
    from unnest(players) with ordinality n (id, nth)
    join private.scopes s on s.scope = 'overall'
   cross join lateral (select o.* from public.profiles o where o.id = n.id limit 1) f
    left join lateral (select o.email from auth.users o where o.id = n.id limit 1) u on true
    left join lateral (
      select o.* from private.player_totals o where o.scope = 'overall' and o.user_id = n.id limit 1) t on true
   order by n.nth;
end $function$;

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
     order by private.per_match(t.points - t.question_points,
                private.matches_since_joining(locks, p.created_at, t.predictions_scored)) desc nulls last,
              t.points desc, t.perfect_scores desc, p.full_name, t.user_id
     limit least(greatest(coalesce(page_limit, 50), 1), 200) offset greatest(coalesce(page_offset, 0), 0));
  return query
  select r.* from private.ranked_players(board_scope, players) r
   order by array_position(players, r.user_id);
end $function$;

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
   cross join lateral (
     select private.matches_since_joining(locks, p.created_at, t.predictions_scored) as matches) s
   where t.scope = board_scope and t.user_id = any (user_ids[1:200]);
end $function$;

REVOKE ALL ON FUNCTION "private"."matches_since_joining"(timestamp with time zone[], timestamp with time zone, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."matches_since_joining"(timestamp with time zone[], timestamp with time zone, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."matches_since_joining"(timestamp with time zone[], timestamp with time zone, integer) TO "postgres";
