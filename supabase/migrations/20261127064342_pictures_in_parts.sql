set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.picture_of_honour(_of text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('title', h.title, 'detail', h.detail, 'of', h.facts, 'user_id', h.user_id,
                            'name', h.full_name, 'points', h.points, 'players', h.players)
    from (
      select 'Champion' as title, c.name || ', ' || c.league as detail, c.user_id, c.full_name, c.points, c.players,
             jsonb_build_object('honour', 'champion', 'archive', c.name, 'competition', c.league) as facts
        from public.champions() c
       where c.archive_id::text = _of
      union all
      select 'Winner', concat_ws(' ', private.period_label(p) || ',', coalesce(c.name, 'all competitions'), p.season),
             w.user_id, coalesce(f.full_name, w.full_name), w.points,
             (select sum(d.players)::integer from private.period_distribution d where d.period_id = p.id),
             private.period_facts(p) || jsonb_build_object('honour', 'winner', 'competition', c.name,
                                                           'season', p.season)
        from private.period_winners w
        join private.periods p on p.id = w.period_id
        left join public.competitions c on c.id = p.competition_id
        left join public.profiles f on f.id = w.user_id
       where p.id::text = _of) h
   order by h.user_id is not distinct from (select auth.uid()) desc, h.full_name
   limit 1
$function$;

CREATE OR REPLACE FUNCTION private.picture_of_match(_match_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
      'league', m.league, 'day', to_char(m.match_date, 'FMDay FMDD FMMonth'), 'date', m.match_date,
      'status', m.status,
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
      'title', private.period_label(p), 'month', p.month, 'detail', concat_ws(' ', c.name, p.season),
      'user_id', r.user_id,
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
