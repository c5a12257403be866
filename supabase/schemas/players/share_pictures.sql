-- What the pictures show that members share. The edge function share-picture calls these.

-- The limit of pictures for each member: 30 in a minute (SL004).
create function private.count_picture() returns void
language sql security definer set search_path = ''
as $$ select private.count_act('share-picture:' || auth.uid(), 30, interval '1 minute', 'Too many pictures') $$;

-- The caller's points of a matchday or month, with up to six matches, best first. Null without a scored prediction.
create function private.picture_of_period(_period_id bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
      'title', private.period_label(p), 'month', p.month, 'detail', concat_ws(' ', c.name, p.season),
      'user_id', r.user_id,
      'name', r.full_name, 'points', r.points, 'rank', r.rank, 'players',
      (select sum(d.players) from private.points_distribution d where d.board_id = p.id),
      'matches', coalesce(g.matches, '[]'), 'more', greatest(coalesce(g.total, 0) - 6, 0),
      'more_points', coalesce(g.more_points, 0))
    from private.boards p
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
$$;

-- The caller's predictions of the locked matches of a matchday, by kick-off, at most ten. The matchday is that of the
-- match; in a competition without rounds it is the day. Points are null until they are counted, and after they were
-- cleared. Null without such a prediction.
create function private.picture_of_own_round(_match_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
      'title', r.round, 'date', r.match_date, 'detail', concat_ws(' ', r.league, r.season), 'user_id', f.id,
      'name', f.full_name, 'points', g.points, 'results', g.results, 'locked', g.locked, 'matches', g.matches)
    from public.matches r
    join public.profiles f on f.id = (select auth.uid())
   cross join lateral (
     select count(*) as locked, count(*) filter (where o.is_over) as results, coalesce(sum(o.points), 0) as points,
            jsonb_agg(jsonb_build_object(
              'home', o.home_team_name, 'away', o.away_team_name,
              'home_score', case when o.is_over then o.home_score end,
              'away_score', case when o.is_over then o.away_score end,
              'my_home', o.home_prediction, 'my_away', o.away_prediction, 'points', o.points,
              'is_double', o.is_double) order by o.nth) filter (where o.nth <= 10) as matches
       from (select m.*, u.home_prediction, u.away_prediction, u.is_double, m.status = 'completed' as is_over,
                    case when u.cleared_at is null then u.points_earned end as points,
                    row_number() over (order by m.kickoff_at, m.id) as nth
               from public.matches m
               join public.user_predictions u on u.match_id = m.id and u.user_id = f.id
              where m.league = r.league and m.season is not distinct from r.season
                and m.round is not distinct from r.round and (r.round is not null or m.match_date = r.match_date)
                and m.status <> 'cancelled' and private.may_see('infinity', m.locks_at, null)) o) g
   where r.id = _match_id and g.locked > 0
$$;

-- The first ten of a matchday or month and the caller. Null without one.
create function private.picture_of_round(_period_id bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
      'title', private.period_label(b), 'month', b.month, 'detail', concat_ws(' ', c.name, b.season),
      'players', (select sum(d.players) from private.points_distribution d where d.board_id = b.id),
      'rows', jsonb_agg(jsonb_build_object('rank', r.rank, 'user_id', r.user_id, 'name', r.full_name,
                                           'points', r.points, 'is_own', r.user_id = (select auth.uid()))
                        order by r.rank, r.full_name, r.user_id))
    from private.boards b
    left join public.competitions c on c.id = b.competition_id
   cross join lateral (select * from public.period_leaderboard(b.id, 10)
                       union select * from public.my_period_row(b.id)) r
   where b.id = _period_id and not b.is_standing
   group by b.id, c.name
$$;

-- The caller's prediction of a match that everyone may see, and how everyone predicted. Null before the lock and
-- without a prediction.
create function private.picture_of_match(_match_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
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
      where o.match_id = m.id and private.may_see(o.updated_at, m.locks_at, m.predictions_revealed_at)) s
   where m.id = _match_id and m.status <> 'cancelled'
$$;

-- What the members of a group of the caller have predicted for a match, after its lock: the eight scores that most
-- chose, each with up to 12 names. _of: the ids of the group and the match with a slash between. Null before the lock,
-- also of a match that was reopened, for others, and without a prediction.
create function private.picture_of_picks(_of text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with picks as materialized (
    select v.*
      from public.matches m
     cross join public.group_details(private.uuid_in(split_part(_of, '/', 1))) g
     cross join lateral private.visible_picks(m.id) v
      join public.group_members o on o.group_id = g.id and o.user_id = v.user_id
     where m.id = private.uuid_in(split_part(_of, '/', 2))
       and private.may_see('infinity', m.locks_at, m.predictions_revealed_at)
  ), scores as (
    select p.home_prediction as home, p.away_prediction as away, count(*)::integer as players,
           (jsonb_agg(jsonb_build_object('name', p.full_name, 'is_double', p.is_double)
                      order by p.full_name, p.user_id)) as names,
           row_number() over (order by count(*) desc, p.home_prediction desc, p.away_prediction) as nth
      from picks p group by p.home_prediction, p.away_prediction
  )
  select jsonb_build_object(
      'group', g.name, 'first_colour', g.first_colour, 'second_colour', g.second_colour,
      'league', m.league, 'date', m.match_date, 'status', m.status, 'home', m.home_team_name,
      'away', m.away_team_name, 'home_score', m.home_score, 'away_score', m.away_score, 'players', s.players,
      'split', s.split, 'scores', s.scores, 'more', s.more)
    from public.matches m
   cross join public.group_details(private.uuid_in(split_part(_of, '/', 1))) g
   cross join lateral (
     select sum(c.players)::integer as players, coalesce(sum(c.players) filter (where c.nth > 8), 0)::integer as more,
            jsonb_build_array(coalesce(sum(c.players) filter (where c.home > c.away), 0),
                              coalesce(sum(c.players) filter (where c.home = c.away), 0),
                              coalesce(sum(c.players) filter (where c.home < c.away), 0)) as split,
            jsonb_agg(jsonb_build_object(
              'home', c.home, 'away', c.away, 'players', c.players,
              'names', (select jsonb_agg(n.name order by n.nth)
                          from jsonb_array_elements(c.names) with ordinality n (name, nth) where n.nth <= 12))
              order by c.nth) filter (where c.nth <= 8) as scores
       from scores c) s
   where m.id = private.uuid_in(split_part(_of, '/', 2)) and m.status <> 'cancelled' and s.players > 0
$$;

-- Rows of a leaderboard for a picture: the first ones, and the caller's row if it is not among them.
create function private.picture_rows(_first public.leaderboard_row[], _own public.leaderboard_row) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'rank', r.rank, 'user_id', r.user_id, 'name', r.full_name, 'points', r.points,
      'is_own', r.user_id = (select auth.uid()))
      order by r.points desc, r.perfect_scores desc, r.full_name, r.user_id), '[]')
    from (select * from unnest(_first) union select * from unnest(array[_own]) o where o.user_id is not null) r
$$;

-- The first ten of a leaderboard and the caller. Null while it has no ranks.
create function private.picture_of_leaderboard(_league text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
      'league', _league, 'players', s.players, 'matches', s.matches_completed,
      'rows', private.picture_rows((select array_agg(l) from public.leaderboard(_league, 10) l),
                                   (select l from public.my_leaderboard_row(_league) l)))
    from public.leaderboard_summary(_league) s
   where s.matches_completed > 0 and (_league = 'Overall' or exists (
     select from public.competitions c where c.name = _league))
$$;

-- The first eight of a group of the caller and the caller. Null for others.
create function private.picture_of_group(_group_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
      'group', g.name, 'first_colour', g.first_colour, 'second_colour', g.second_colour, 'members', g.members,
      'rows', private.picture_rows((select array_agg(l) from public.group_leaderboard(g.id, 'Overall', 8) l),
                                   (select l from public.group_leaderboard(g.id, 'Overall', 500) l
                                     where l.user_id = (select auth.uid()))))
    from public.group_details(_group_id) g
$$;

-- A winner of a matchday or month (its number), or the champion of an archive (its id): the caller if the caller is
-- one of several, otherwise the first.
create function private.picture_of_honour(_of text) returns jsonb
language sql stable security definer set search_path = ''
as $$
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
             (select sum(d.players)::integer from private.points_distribution d where d.board_id = p.id),
             private.period_facts(p) || jsonb_build_object('honour', 'winner', 'competition', c.name,
                                                           'season', p.season)
        from private.period_winners w
        join private.boards p on p.id = w.period_id
        left join public.competitions c on c.id = p.competition_id
        left join public.profiles f on f.id = w.user_id
       where p.id::text = _of) h
   order by h.user_id is not distinct from (select auth.uid()) desc, h.full_name
   limit 1
$$;

-- The caller's season of public.career(), with what stands out in it.
create function private.picture_of_season(_season text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(c) || coalesce(to_jsonb(h), '{}') || jsonb_build_object('user_id', f.id, 'player', f.full_name)
    from public.profiles f
   cross join lateral public.career(f.id) c
    left join lateral public.season_highlights(f.id, c.season) h on true
   where f.id = (select auth.uid()) and c.season = _season
$$;

-- The data of one picture. kind and _of: 'matchday' and 'round' (the number of a period), 'match' (its id),
-- 'own_round' (the id of one of its matches), 'leaderboard' (a competition's name or 'Overall'), 'group' and 'invite'
-- (the group's id), 'picks' (the ids of a group and a match, with a slash between), 'honour' (the number of a period
-- or the id of an archive), 'season' (of public.career()), 'cup' (its id). Raises PT404 for what does not exist or the
-- caller may not share, and SL004 after 30 in a minute.
create function public.share_picture_data(kind text, _of text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  found jsonb;
begin
  perform private.require_open_session();
  if kind in ('matchday', 'round') and _of ~ '^[0-9]{1,18}$' then
    found := case kind when 'round' then private.picture_of_round(_of::bigint)
                       else private.picture_of_period(_of::bigint) end;
  elsif kind in ('match', 'own_round', 'group', 'invite', 'cup') and private.uuid_in(_of) is not null then
    found := case kind when 'match' then private.picture_of_match(_of::uuid)
                       when 'own_round' then private.picture_of_own_round(_of::uuid)
                       when 'group' then private.picture_of_group(_of::uuid)
                       when 'cup' then private.picture_of_cup(_of::uuid)
                       else private.picture_of_invite(_of::uuid) end;
  elsif kind = 'picks' then
    found := private.picture_of_picks(_of);
  elsif kind = 'leaderboard' then
    found := private.picture_of_leaderboard(_of);
  elsif kind = 'honour' then
    found := private.picture_of_honour(_of);
  elsif kind = 'season' then
    found := private.picture_of_season(_of);
  end if;
  if found is null then
    raise exception 'There is no picture of this' using errcode = 'PT404';
  end if;
  perform private.count_picture();
  return found;
end $$;
grant execute on function public.share_picture_data(text, text) to authenticated;
