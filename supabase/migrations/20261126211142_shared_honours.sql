set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP FUNCTION "public"."club_records"();

DROP FUNCTION "public"."period_winners"(text, integer);

ALTER TABLE "private"."records" ADD COLUMN "period_id" bigint;

CREATE OR REPLACE FUNCTION private.best_scoring_runs()
 RETURNS TABLE(user_id uuid, value integer, match_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with scored as (
    select p.user_id, p.match_id, p.points_earned > 0 as has_points,
           row_number() over player as place,
           count(*) filter (where p.points_earned = 0) over player as misses
      from public.user_predictions p
      join public.matches m on m.id = p.match_id and m.status = 'completed'
     where p.points_earned is not null and p.cleared_at is null
    window player as (partition by p.user_id order by m.kickoff_at, m.id)
  ), runs as (
    select s.user_id, s.misses, count(*)::integer as value, rank() over (order by count(*) desc) as rank,
           (array_agg(s.match_id order by s.place desc))[1] as match_id
      from scored s where s.has_points group by s.user_id, s.misses
  )
  select distinct on (r.user_id) r.user_id, r.value, r.match_id from runs r where r.rank = 1
   order by r.user_id, r.misses
$function$;

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
  select distinct on (c.user_id) c.user_id, c.value::integer, c.day
    from (select l.*, rank() over (order by l.value desc) as rank from climbs l where l.value > 0) c
   where c.rank = 1
   order by c.user_id, c.day
$function$;

CREATE OR REPLACE FUNCTION private.record_holders()
 RETURNS TABLE(record integer, holder private.records)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select dense_rank() over (
           order by array_position('{best_matchday,exact_scores,scoring_run,climb,only_exact}', h.kind),
                    h.value desc, h.number)::integer, h.stored
    from (select distinct on (r.kind, r.value, r.number, coalesce(r.user_id::text, r.id::text)) r.*
            from (select o as stored, o.id, o.kind, o.user_id, o.value, o.happened_on, o.is_running,
                         case o.kind when 'only_exact' then row_number() over w else 0 end as number,
                         rank() over (partition by o.kind order by o.value desc) as rank,
                         rank() over (partition by o.kind, o.is_running order by o.value desc) as rank_in_season
                    from private.records o
                  window w as (partition by o.kind order by o.value desc, o.happened_on, o.id)) r
           where case r.kind when 'only_exact' then r.number <= 3
                             else r.rank = 1 or (r.is_running and r.rank_in_season = 1) end
           order by r.kind, r.value, r.number, coalesce(r.user_id::text, r.id::text), r.happened_on, r.id) h
$function$;

ALTER FUNCTION "private"."record_holders"() OWNER TO "postgres";

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
         join public.user_predictions p on p.user_id = t.user_id and p.points_earned = 3 and p.cleared_at is null
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
         from (select p.match_id, (array_agg(p.user_id) filter (where p.points_earned = 3))[1] as user_id,
                      count(*)::integer as predictions
                 from public.user_predictions p
                where p.points_earned is not null and p.cleared_at is null
                group by p.match_id
               having count(*) filter (where p.points_earned = 3) = 1 and count(*) >= 5) e
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

CREATE OR REPLACE FUNCTION public.club_records()
 RETURNS TABLE(kind text, user_id uuid, full_name text, value integer, happened_on date, match_id uuid, detail text, is_running boolean, record integer, holders integer, period_id bigint, competition text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (r.holder).kind, (r.holder).user_id, coalesce(f.full_name, (r.holder).full_name), (r.holder).value,
         (r.holder).happened_on, (r.holder).match_id, (r.holder).detail, (r.holder).is_running, r.record,
         r.holders::integer, p.id, p.competition_id
    from (select h.*, count(*) over (partition by h.record) as holders,
                 row_number() over (partition by h.record
                                    order by coalesce((h.holder).user_id = (select auth.uid()), false) desc,
                                             (h.holder).happened_on, (h.holder).full_name, (h.holder).id) as place
            from private.record_holders() h) r
    left join public.profiles f on f.id = (r.holder).user_id
    left join private.periods p on p.id = (r.holder).period_id
         and exists (select from private.period_distribution d where d.period_id = p.id)
   where r.place <= 3
   order by r.record, r.place
$function$;

ALTER FUNCTION "public"."club_records"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.honours_of(_user_id uuid)
 RETURNS TABLE(championships integer, matchdays integer, months integer, records integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (select count(*)::integer from public.champions() c where c.user_id = _user_id),
         (count(*) filter (where p.kind = 'matchday'))::integer,
         (count(*) filter (where p.kind = 'month'))::integer,
         (select count(*)::integer from private.record_holders() r where (r.holder).user_id = _user_id)
    from private.period_winners w join private.periods p on p.id = w.period_id
   where w.user_id = _user_id
$function$;

CREATE OR REPLACE FUNCTION public.period_winners(kind text, last_periods integer DEFAULT 20, before_day date DEFAULT NULL::date, before_period bigint DEFAULT NULL::bigint)
 RETURNS TABLE(period_id bigint, label text, league text, season text, user_id uuid, full_name text, points integer, perfect_scores integer, last_day date, competition text, is_final boolean, has_leaderboard boolean, winners integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with latest as materialized (
    select p.id as period_id, p as period, s.last_day, l.is_final, l.has_leaderboard
      from private.periods p
      left join private.period_states(period_winners.kind) s on s.period_id = p.id
     cross join lateral (
       select exists (select from private.period_winners w where w.period_id = p.id) as is_final,
              exists (select from private.period_distribution d where d.period_id = p.id) as has_leaderboard,
              exists (select from private.period_distribution d
                       where d.period_id = p.id and d.points > 0) as has_points) l
     where p.kind = period_winners.kind and (l.is_final or (l.has_points and s.period_id is not null))
       and (before_period is null
            or (coalesce(s.last_day, '-infinity'), p.id) < (coalesce(before_day, '-infinity'), before_period))
     order by s.last_day desc nulls last, p.id desc
     limit least(greatest(coalesce(last_periods, 20), 1), 200)
  ), leaders as (
    select distinct on (d.period_id) d.period_id, d.points, d.perfect_scores
      from latest l join private.period_distribution d on d.period_id = l.period_id
     where not l.is_final
     order by d.period_id, d.points desc, d.perfect_scores desc
  ), best as (
    select w.period_id, w.user_id, w.full_name, w.points, w.perfect_scores
      from latest l join private.period_winners w on w.period_id = l.period_id
    union all
    select t.period_id, t.user_id, 'Player', t.points, t.perfect_scores
      from leaders b
      join private.period_totals t on t.period_id = b.period_id and t.points = b.points
           and t.perfect_scores = b.perfect_scores
  ), named as (
    select b.period_id, b.user_id, coalesce(f.full_name, b.full_name) as name, b.points, b.perfect_scores,
           count(*) over (partition by b.period_id) as winners,
           row_number() over (partition by b.period_id order by coalesce(b.user_id = (select auth.uid()), false) desc,
                              coalesce(f.full_name, b.full_name), b.user_id) as place
      from best b left join public.profiles f on f.id = b.user_id
  )
  select l.period_id, private.period_label(l.period), c.name, (l.period).season, n.user_id, n.name, n.points,
         n.perfect_scores, l.last_day, c.id, l.is_final, l.has_leaderboard, n.winners::integer
    from latest l
    join named n on n.period_id = l.period_id and n.place <= 3
    left join public.competitions c on c.id = (l.period).competition_id
   order by l.last_day desc nulls last, l.period_id desc, n.place
$function$;

ALTER FUNCTION "public"."period_winners"(text, integer, date, bigint) OWNER TO "postgres";

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
          from public.period_winners(given ->> 'kind', coalesce((given ->> 'last_periods')::integer, 20),
                                     (given ->> 'before_day')::date, (given ->> 'before_period')::bigint) r;
      when 'club_records' then
        select json_agg(r) into answer from public.club_records() r;
      else
        raise exception 'No read together: %', coalesce(called, 'no name') using errcode = '22023';
    end case;
    answers := answers || coalesce(answer, '[]');
  end loop;
  return array_to_json(answers);
end $function$;

REVOKE ALL ON FUNCTION "private"."record_holders"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_holders"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_holders"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."club_records"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."club_records"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."club_records"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."club_records"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."club_records"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."period_winners"(text, integer, date, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."period_winners"(text, integer, date, bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."period_winners"(text, integer, date, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."period_winners"(text, integer, date, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."period_winners"(text, integer, date, bigint) TO "service_role";
