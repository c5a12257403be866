set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.count_picture()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  bucket text := 'share-picture:' || (select auth.uid());
begin
  if private.count_recent_attempts(bucket, interval '1 minute') >= 30 then
    raise exception 'Too many pictures' using errcode = 'SL004',
      hint = format('Try again in %s seconds', private.seconds_until_retry(bucket, interval '1 minute'));
  end if;
  insert into private.attempts (bucket) values (bucket);
end $function$;

ALTER FUNCTION "private"."count_picture"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.picture_of_group(_group_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
      'group', g.name, 'first_colour', g.first_colour, 'second_colour', g.second_colour, 'members', g.members,
      'rows', private.picture_rows((select array_agg(l) from public.group_leaderboard(g.id, 'Overall', 8) l),
                                   (select l from public.group_leaderboard(g.id, 'Overall', 500) l
                                     where l.user_id = (select auth.uid()))))
    from public.group_details(_group_id) g
$function$;

ALTER FUNCTION "private"."picture_of_group"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.picture_of_honour(_of text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('title', h.title, 'detail', h.detail, 'user_id', h.user_id, 'name', h.full_name,
                            'points', h.points, 'players', h.players)
    from (
      select 'Champion' as title, c.name || ', ' || c.league as detail, c.user_id, c.full_name, c.points, c.players
        from public.champions() c
       where c.archive_id::text = _of
      union all
      select 'Winner', concat_ws(' ', private.period_label(p) || ',', coalesce(c.name, 'all competitions'), p.season),
             w.user_id, coalesce(f.full_name, w.full_name), w.points,
             (select sum(d.players)::integer from private.period_distribution d where d.period_id = p.id)
        from private.period_winners w
        join private.periods p on p.id = w.period_id
        left join public.competitions c on c.id = p.competition_id
        left join public.profiles f on f.id = w.user_id
       where p.id::text = _of) h
   order by h.user_id is not distinct from (select auth.uid()) desc, h.full_name
   limit 1
$function$;

ALTER FUNCTION "private"."picture_of_honour"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.picture_of_invite(_group_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('group', g.name, 'first_colour', g.first_colour, 'second_colour', g.second_colour,
                            'members', g.members, 'user_id', g.owner_id, 'name', g.owner_name)
    from public.group_details(_group_id) g
   where g.code is not null
$function$;

ALTER FUNCTION "private"."picture_of_invite"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.picture_of_leaderboard(_league text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
      'league', _league, 'players', s.players, 'matches', s.matches_completed,
      'rows', private.picture_rows((select array_agg(l) from public.leaderboard(_league, 10) l),
                                   (select l from public.my_leaderboard_row(_league) l)))
    from public.leaderboard_summary(_league) s
   where s.matches_completed > 0 and (_league = 'Overall' or exists (
     select from public.competitions c where c.name = _league))
$function$;

ALTER FUNCTION "private"."picture_of_leaderboard"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.picture_of_match(_match_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
      'league', m.league, 'day', to_char(m.match_date, 'FMDay FMDD FMMonth'), 'status', m.status,
      'home', m.home_team_name, 'away', m.away_team_name, 'home_score', m.home_score, 'away_score', m.away_score,
      'my_home', v.home_prediction, 'my_away', v.away_prediction, 'points', v.points, 'user_id', v.user_id,
      'name', v.full_name, 'same', s.same, 'players', s.home + s.draw + s.away,
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

ALTER FUNCTION "private"."picture_of_match"(uuid) OWNER TO "postgres";

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
              'points', o.points_earned) order by o.nth) filter (where o.nth <= 6) as matches
       from (select m.*, u.home_prediction, u.away_prediction, u.points_earned,
                    row_number() over (order by u.points_earned desc, m.kickoff_at, m.id) as nth
               from public.user_predictions u join public.matches m on m.id = u.match_id
              where u.user_id = r.user_id and u.points_earned is not null and u.cleared_at is null
                and m.status = 'completed'
                and case p.kind when 'month' then private.month_of(m) = p.month
                    else m.league = c.name and m.season is not distinct from p.season and m.round = p.round end) o) g
   where p.id = _period_id
$function$;

ALTER FUNCTION "private"."picture_of_period"(bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.picture_rows(_first public.leaderboard_row[], _own public.leaderboard_row)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
      'rank', r.rank, 'user_id', r.user_id, 'name', r.full_name, 'points', r.points,
      'is_own', r.user_id = (select auth.uid()))
      order by r.points desc, r.perfect_scores desc, r.full_name, r.user_id), '[]')
    from (select * from unnest(_first) union select * from unnest(array[_own]) o where o.user_id is not null) r
$function$;

ALTER FUNCTION "private"."picture_rows"(public.leaderboard_row[], public.leaderboard_row) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.share_picture_data(kind text, _of text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found jsonb;
begin
  perform private.require_open_session();
  if kind = 'matchday' and _of ~ '^[0-9]{1,18}$' then
    found := private.picture_of_period(_of::bigint);
  elsif kind in ('match', 'group', 'invite') and _of ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    found := case kind when 'match' then private.picture_of_match(_of::uuid)
                       when 'group' then private.picture_of_group(_of::uuid)
                       else private.picture_of_invite(_of::uuid) end;
  elsif kind = 'leaderboard' then
    found := private.picture_of_leaderboard(_of);
  elsif kind = 'honour' then
    found := private.picture_of_honour(_of);
  end if;
  if found is null then
    raise exception 'There is no picture of this' using errcode = 'PT404';
  end if;
  perform private.count_picture();
  return found;
end $function$;

ALTER FUNCTION "public"."share_picture_data"(text, text) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_picture"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_picture"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_picture"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."picture_of_group"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."picture_of_group"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."picture_of_group"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."picture_of_honour"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."picture_of_honour"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."picture_of_honour"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."picture_of_invite"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."picture_of_invite"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."picture_of_invite"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."picture_of_leaderboard"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."picture_of_leaderboard"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."picture_of_leaderboard"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."picture_of_match"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."picture_of_match"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."picture_of_match"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."picture_of_period"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."picture_of_period"(bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."picture_of_period"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."picture_rows"(public.leaderboard_row[], public.leaderboard_row) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."picture_rows"(public.leaderboard_row[], public.leaderboard_row) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."picture_rows"(public.leaderboard_row[], public.leaderboard_row) TO "postgres";

REVOKE ALL ON FUNCTION "public"."share_picture_data"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."share_picture_data"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."share_picture_data"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."share_picture_data"(text, text) TO "postgres";
