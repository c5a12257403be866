set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE TABLE "private"."first_pages" ("scope" text NOT NULL, "leaderboard" json NOT NULL, "leaderboard_form" json NOT NULL, CONSTRAINT "first_pages_pkey" PRIMARY KEY (scope));

ALTER TABLE "private"."first_pages" OWNER TO "postgres";

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
  moves private.leaderboard_move[];
  is_large boolean;
begin
  perform private.lock_totals();
  shortened_scopes := private.update_completion_days();
  if exists (select from private.uncounted_points) then
    is_large := exists (select from private.uncounted_points offset 1000);
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
      perform private.order_leaderboard(s) from unnest(moved_scopes) s;
    else
      perform private.move_players(moves);
    end if;
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
  perform private.keep_first_pages();
end $function$;

CREATE OR REPLACE FUNCTION private.first_page(_league text, _which text)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case _which when 'leaderboard' then f.leaderboard else f.leaderboard_form end
    from private.first_pages f where f.scope = private.scope_of(_league)
$function$;

ALTER FUNCTION "private"."first_page"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.forget_first_pages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.first_pages;
  return null;
end $function$;

ALTER FUNCTION "private"."forget_first_pages"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.forget_joined_pages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.first_pages f where f.scope in (select n.scope from new_rows n);
  return null;
end $function$;

ALTER FUNCTION "private"."forget_joined_pages"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.keep_first_pages()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.first_pages (scope, leaderboard, leaderboard_form)
  select s.scope, (select json_agg(r) from public.leaderboard(b.league, 50, 0) r),
         (select json_agg(r) from public.leaderboard_form(b.league, 50, 0) r)
    from private.scopes s
    left join public.competitions c on c.id = s.scope
   cross join lateral (select coalesce(c.name, 'Overall') as league) b
   where (select sum(l.size) from private.leaderboard_sections l where l.scope = s.scope) > 1000
  on conflict (scope) do update
    set leaderboard = excluded.leaderboard, leaderboard_form = excluded.leaderboard_form
$function$;

ALTER FUNCTION "private"."keep_first_pages"() OWNER TO "postgres";

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

ALTER TABLE "private"."first_pages" ADD CONSTRAINT "first_pages_scope_fkey" FOREIGN KEY (scope) REFERENCES private.scopes(scope);

CREATE TRIGGER first_pages_are_forgotten_with_members AFTER INSERT ON private.player_totals REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.forget_joined_pages();

CREATE TRIGGER first_pages_are_forgotten_with_totals AFTER DELETE OR UPDATE ON private.player_totals FOR EACH STATEMENT EXECUTE FUNCTION private.forget_first_pages();

CREATE TRIGGER first_pages_are_forgotten_with_days AFTER UPDATE ON private.scopes FOR EACH STATEMENT EXECUTE FUNCTION private.forget_first_pages();

CREATE TRIGGER first_pages_are_forgotten_with_times AFTER UPDATE OF kickoff_at ON public.matches FOR EACH STATEMENT EXECUTE FUNCTION private.forget_first_pages();

CREATE TRIGGER first_pages_are_forgotten_with_names AFTER UPDATE OF full_name ON public.profiles FOR EACH STATEMENT EXECUTE FUNCTION private.forget_first_pages();

REVOKE ALL ON FUNCTION "private"."first_page"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."first_page"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."first_page"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."first_page"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."first_page"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."forget_first_pages"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_first_pages"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_first_pages"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_joined_pages"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_joined_pages"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_joined_pages"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_first_pages"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_first_pages"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_first_pages"() TO "postgres";
