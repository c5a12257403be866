set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.group_next_matches(_group_id uuid)
 RETURNS TABLE(match_id uuid, home_team_name text, away_team_name text, home_team_logo text, away_team_logo text, league text, locks_at timestamp with time zone, members integer, missing integer, missing_names text[], is_mine_missing boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with games as (
    select m.id, m.locks_at, c.id as competition_id, c.needs_subscription
      from public.matches m join public.competitions c on c.name = m.league
     where m.status = 'upcoming' and m.locks_at > clock_timestamp() and (select private.is_in_group(_group_id))
  ), entitled as (
    select g.id, m.user_id, exists (
             select from public.user_predictions p where p.match_id = g.id and p.user_id = m.user_id) as has_predicted
      from (select * from games order by locks_at, id limit 50) g
      join public.group_members m on m.group_id = _group_id
     where not g.needs_subscription or exists (
             select from public.subscriptions s
              where s.user_id = m.user_id and s.subscription_type = g.competition_id and s.status = 'active'
                and s.expires_at > clock_timestamp())
  )
  select m.id, m.home_team_name, m.away_team_name, m.home_team_logo, m.away_team_logo, m.league, m.locks_at,
         count(*)::integer, count(*) filter (where not e.has_predicted)::integer,
         coalesce((array_agg(coalesce(f.full_name, 'Player') order by f.full_name, e.user_id)
                     filter (where not e.has_predicted and e.user_id <> (select auth.uid())))[1:12], '{}'),
         coalesce(bool_or(not e.has_predicted) filter (where e.user_id = (select auth.uid())), false)
    from entitled e
    join public.matches m on m.id = e.id
    left join public.profiles f on f.id = e.user_id
   group by m.id order by m.locks_at, m.id
   limit 3
$function$;

ALTER FUNCTION "public"."group_next_matches"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.my_group_standings()
 RETURNS TABLE(group_id uuid, name text, first_colour text, second_colour text, rank integer, members integer, points integer, behind integer, above_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select g.id, g.name, g.first_colour, g.second_colour, s.rank, s.members, s.points, s.better_points - s.points,
         s.better_name
    from public.groups g
   cross join lateral (
     select r.user_id, r.rank, r.points, (count(*) over ())::integer as members,
            last_value(r.points) over better as better_points, last_value(r.full_name) over better as better_name
       from private.rank_group(g.id, 'overall', 500, 0) r
     window better as (order by r.rank range between unbounded preceding and 1 preceding)) s
   where g.id in (select private.my_group_ids()) and g.closed_at is null and g.deleted_at is null
     and s.user_id = (select auth.uid()) and s.rank is not null and s.members > 1
   order by lower(g.name), g.id
$function$;

ALTER FUNCTION "public"."my_group_standings"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.read_together(_reads jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  answers json[] := '{}';
  answer json;
  called text;
  given jsonb;
  board text;
  rows_wanted integer;
  first_row integer;
  player uuid;
begin
  if coalesce(jsonb_typeof(_reads) <> 'array', true) or jsonb_array_length(_reads) > 16 then
    raise exception 'Reads are a list of at most 16 calls' using errcode = '22023';
  end if;
  for called, given in select r ->> 'name', coalesce(r -> 'arguments', '{}') from jsonb_array_elements(_reads) r loop
    board := coalesce(given ->> 'league', 'Overall');
    rows_wanted := given ->> 'page_limit';
    first_row := given ->> 'page_offset';
    player := given ->> '_user_id';
    case called
      when 'leaderboard' then
        answer := case when (rows_wanted, first_row) = (50, 0) then private.first_page(board, called) end;
        if answer is null then
          select json_agg(r) into answer from public.leaderboard(board, rows_wanted, first_row) r;
        end if;
      when 'leaderboard_form' then
        answer := case when (rows_wanted, first_row) = (50, 0) then private.first_page(board, called) end;
        if answer is null then
          select json_agg(r) into answer from public.leaderboard_form(board, rows_wanted, first_row) r;
        end if;
      when 'leaderboard_summary' then
        select json_agg(r) into answer from public.leaderboard_summary(board) r;
      when 'my_leaderboard_row' then
        select json_agg(r) into answer from public.my_leaderboard_row(board) r;
      when 'player_above' then
        select json_agg(r) into answer from public.player_above(board) r;
      when 'last_five' then
        select json_agg(r) into answer from public.last_five(board, array(
          select p.id::uuid from jsonb_array_elements_text(given -> 'user_ids') p (id))) r;
      when 'crowd' then
        select json_agg(r) into answer from public.crowd(board, (given ->> '_period_id')::bigint) r;
      when 'leaderboard_periods' then
        select json_agg(r) into answer from public.leaderboard_periods(given ->> 'kind', given ->> 'league') r;
      when 'period_leaderboard' then
        select json_agg(r) into answer
          from public.period_leaderboard((given ->> '_period_id')::bigint, rows_wanted, first_row) r;
      when 'my_period_row' then
        select json_agg(r) into answer from public.my_period_row((given ->> '_period_id')::bigint) r;
      when 'group_leaderboard' then
        select json_agg(r) into answer
          from public.group_leaderboard((given ->> '_group_id')::uuid, board, rows_wanted, first_row) r;
      when 'my_group_standings' then
        select json_agg(r) into answer from public.my_group_standings() r;
      when 'home_leaderboards' then
        select json_agg(r) into answer from public.home_leaderboards() r;
      when 'results_to_enter' then
        select json_agg(r) into answer from public.results_to_enter() r;
      when 'player_figures' then
        select json_agg(r) into answer from public.player_figures(player, board) r;
      when 'player_rounds' then
        select json_agg(r) into answer from public.player_rounds(player, board) r;
      when 'player_predictions' then
        select json_agg(r) into answer from public.player_predictions(player, board, rows_wanted, first_row) r;
      when 'compare_with' then
        select json_agg(r) into answer from public.compare_with(player, board) r;
      when 'head_to_head' then
        select json_agg(r) into answer from public.head_to_head(player, board, given ->> '_season') r;
      when 'honours_of' then
        select json_agg(r) into answer from public.honours_of(player) r;
      when 'winner_counts' then
        select json_agg(r) into answer from public.winner_counts() r;
      when 'period_winners' then
        select json_agg(r) into answer
          from public.period_winners(given ->> 'kind', coalesce((given ->> 'last_periods')::integer, 20)) r;
      when 'club_records' then
        select json_agg(r) into answer from public.club_records() r;
      else
        raise exception 'No read together: %', coalesce(called, 'no name') using errcode = '22023';
    end case;
    answers := answers || coalesce(answer, '[]');
  end loop;
  return array_to_json(answers);
end $function$;

REVOKE ALL ON FUNCTION "public"."group_next_matches"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."group_next_matches"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."group_next_matches"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."group_next_matches"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."my_group_standings"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_group_standings"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_group_standings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_group_standings"() TO "postgres";
