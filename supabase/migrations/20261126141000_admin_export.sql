set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.players_after(_scope text, _place private.leaderboard_place, _count integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  first_block private.leaderboard_place := private.block_of(_scope, coalesce(_place, private.first_place()));
  block record;
  players uuid[] := '{}';
begin
  for block in
    select b.starts_at, b.players from private.leaderboard_blocks b
     where b.scope = _scope and b.starts_at >= first_block order by b.starts_at
  loop
    players := players || case when block.starts_at <= _place then array(
      select l.user_id
        from unnest(block.players) with ordinality l (user_id, nth)
       cross join lateral (
         select o.* from private.player_totals o where o.scope = _scope and o.user_id = l.user_id limit 1) t
        left join lateral (select f.full_name from public.profiles f where f.id = l.user_id limit 1) p on true
       where private.place_of(t.points, t.perfect_scores, p.full_name, l.user_id) > _place
       order by l.nth) else block.players end;
    exit when cardinality(players) >= _count;
  end loop;
  return players[1:_count];
end $function$;

ALTER FUNCTION "private"."players_after"(text, private.leaderboard_place, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.admin_export(_after jsonb DEFAULT NULL::jsonb, page_limit integer DEFAULT 1000)
 RETURNS TABLE(user_id uuid, full_name text, email text, phone_number text, joined_at timestamp with time zone, rank integer, predictions integer, points integer, perfect_scores integer, accuracy numeric, place jsonb, total_count integer)
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
         case when _after is null then (select count(*)::integer from public.profiles) end
    from unnest(players) with ordinality n (id, nth)
    join private.scopes s on s.scope = 'overall'
   cross join lateral (select o.* from public.profiles o where o.id = n.id limit 1) f
    left join lateral (select o.email from auth.users o where o.id = n.id limit 1) u on true
    left join lateral (
      select o.* from private.player_totals o where o.scope = 'overall' and o.user_id = n.id limit 1) t on true
   order by n.nth;
end $function$;

ALTER FUNCTION "public"."admin_export"(jsonb, integer) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "private"."players_after"(text, private.leaderboard_place, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."players_after"(text, private.leaderboard_place, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."players_after"(text, private.leaderboard_place, integer) TO "postgres";

REVOKE ALL ON FUNCTION "public"."admin_export"(jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_export"(jsonb, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."admin_export"(jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."admin_export"(jsonb, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."admin_export"(jsonb, integer) TO "service_role";
