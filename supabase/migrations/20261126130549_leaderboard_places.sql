set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.players_from(_scope text, _place integer, _count integer)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with rungs as materialized (
    select l.points, l.perfect_scores, sum(l.players) over w - l.players as above, sum(l.players) over w as below
      from private.points_distribution l where l.scope = _scope
    window w as (order by l.points desc, l.perfect_scores desc)
  ), reached as materialized (
    select r.points, r.perfect_scores, r.above from rungs r where r.below > _place and r.above < _place + _count
  )
  select array_agg(f.user_id)
    from (select n.user_id from reached r
            join private.player_totals n on n.scope = _scope and n.points = r.points
                                        and n.perfect_scores = r.perfect_scores
            left join public.profiles p on p.id = n.user_id
           order by n.points desc, n.perfect_scores desc, p.full_name, n.user_id
           limit _count offset _place - (select min(above) from reached)) f
$function$;

ALTER FUNCTION "private"."players_from"(text, integer, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.ranked_players(_scope text, _user_ids uuid[])
 RETURNS SETOF public.leaderboard_row
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  with listed as materialized (
    select t.*, s.latest_day, s.previous_day,
           case when t.earlier_day = s.latest_day then t.earlier_points else t.points end as before_points,
           case when t.earlier_day = s.latest_day then t.earlier_perfect else t.perfect_scores end as before_perfect
      from private.scopes s
      join private.player_totals t on t.scope = s.scope and t.user_id = any (_user_ids)
     where s.scope = _scope
  ), bounds as materialized (
    select min(least(i.points, i.before_points)) as low, max(greatest(i.points, i.before_points)) as high from listed i
  ), above as materialized (
    select coalesce(sum(l.players), 0) as players, coalesce(sum(l.earlier_players), 0) as earlier_players
      from private.points_distribution l where l.scope = _scope and l.points > (select b.high from bounds b)
  ), ranks as materialized (
    select l.points, l.perfect_scores,
           (1 + a.players + sum(l.players) over w - l.players)::integer as rank,
           (1 + a.earlier_players + sum(l.earlier_players) over w - l.earlier_players)::integer as earlier_rank
      from private.points_distribution l
     cross join above a
     where l.scope = _scope and l.points between (select b.low from bounds b) and (select b.high from bounds b)
    window w as (order by l.points desc, l.perfect_scores desc)
  )
  select case when t.latest_day is not null then r.rank end,
         case when t.previous_day is not null then e.earlier_rank end,
         t.user_id, coalesce(p.full_name, 'Player'), t.predictions_scored, t.points, t.perfect_scores,
         private.accuracy_of(t.right_outcomes, t.predictions_scored)
    from listed t
    join ranks r on r.points = t.points and r.perfect_scores = t.perfect_scores
    join ranks e on e.points = t.before_points and e.perfect_scores = t.before_perfect
    left join public.profiles p on p.id = t.user_id
   order by t.points desc, t.perfect_scores desc, p.full_name, t.user_id;
end $function$;

CREATE OR REPLACE FUNCTION public.leaderboard(league text DEFAULT 'Overall'::text, page_limit integer DEFAULT 50, page_offset integer DEFAULT 0)
 RETURNS SETOF public.leaderboard_row
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  board_scope text := private.scope_of(league);
  first_row integer := greatest(coalesce(page_offset, 0), 0);
  page_size integer := least(greatest(coalesce(page_limit, 50), 1), 200);
  players uuid[];
begin
  if first_row + page_size <= 1000 then
    select s.top_players[first_row + 1 : first_row + page_size] into players from private.scopes s
      where s.scope = board_scope;
  else
    players := private.players_from(board_scope, first_row, page_size);
  end if;
  return query select * from private.ranked_players(board_scope, players);
end $function$;

REVOKE ALL ON FUNCTION "private"."players_from"(text, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."players_from"(text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."players_from"(text, integer, integer) TO "postgres";
