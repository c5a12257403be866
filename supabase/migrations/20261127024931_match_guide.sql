set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.real_table(_league text, _season text, _before timestamp with time zone)
 RETURNS TABLE(team text, played integer, points integer, place integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with sides as (
    select s.team, s.goals, s.against
      from public.matches m
     cross join lateral (values (m.home_team_name, m.home_score, m.away_score),
                                (m.away_team_name, m.away_score, m.home_score)) s (team, goals, against)
     where m.league = _league and m.season is not distinct from _season and m.status = 'completed'
       and m.kickoff_at < _before
  ), totals as (
    select s.team, count(*)::integer as played,
           sum(case sign(s.goals - s.against) when 1 then 3 when 0 then 1 else 0 end)::integer as points,
           sum(s.goals - s.against) as difference, sum(s.goals) as goals
      from sides s group by s.team
  )
  select t.team, t.played, t.points, (rank() over (order by t.points desc, t.difference desc, t.goals desc))::integer
    from totals t
$function$;

ALTER FUNCTION "private"."real_table"(text, text, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.team_form(_team text, _before timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
      'result', case sign((m.home_score - m.away_score) * case m.home_team_name when _team then 1 else -1 end)
                  when 1 then 'W' when 0 then 'D' else 'L' end,
      'home', m.home_team_name, 'away', m.away_team_name, 'home_score', m.home_score, 'away_score', m.away_score,
      'date', m.match_date) order by m.kickoff_at desc, m.id), '[]')
    from (select r.* from public.matches r
           where (r.home_team_name = _team or r.away_team_name = _team) and r.status = 'completed'
             and r.kickoff_at < _before
           order by r.kickoff_at desc, r.id limit 5) m
$function$;

ALTER FUNCTION "private"."team_form"(text, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.match_guide(_match_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with game as (
    select * from public.matches m where m.id = _match_id
  ), standing as (
    select t.* from game g cross join lateral private.real_table(g.league, g.season, g.kickoff_at) t
  ), sides as (
    select s.side, jsonb_build_object('form', private.team_form(s.team, g.kickoff_at), 'place', t.place,
                                      'played', coalesce(t.played, 0), 'points', coalesce(t.points, 0)) as facts
      from game g
     cross join lateral (values ('home', g.home_team_name), ('away', g.away_team_name)) s (side, team)
      left join standing t on t.team = s.team
  )
  select jsonb_build_object(
    'home', (select s.facts from sides s where s.side = 'home'),
    'away', (select s.facts from sides s where s.side = 'away'),
    'last_meeting', (
      select jsonb_build_object('home', m.home_team_name, 'away', m.away_team_name, 'home_score', m.home_score,
                                'away_score', m.away_score, 'date', m.match_date)
        from public.matches m
       where m.status = 'completed' and m.kickoff_at < g.kickoff_at
         and ((m.home_team_name = g.home_team_name and m.away_team_name = g.away_team_name)
           or (m.home_team_name = g.away_team_name and m.away_team_name = g.home_team_name))
       order by m.kickoff_at desc, m.id limit 1))
    from game g
$function$;

ALTER FUNCTION "public"."match_guide"(uuid) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "private"."real_table"(text, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."real_table"(text, text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."real_table"(text, text, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."team_form"(text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."team_form"(text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."team_form"(text, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "public"."match_guide"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."match_guide"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."match_guide"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."match_guide"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."match_guide"(uuid) TO "service_role";
