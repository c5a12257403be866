-- A screen for the bar: a page that shows live scores, the table as it stands and the last lock to anyone who has its
-- link. There is none until an organiser opens it.

-- The secret part of the screen's link. No row while it is closed.
create table private.bar_screen (
  only_row boolean primary key default true constraint there_is_one_screen check (only_row),
  -- 244 random bits.
  token text not null default replace(gen_random_uuid()::text || gen_random_uuid(), '-', ''),
  shows_names boolean not null default true,
  made_at timestamptz not null default clock_timestamp()
);

-- Opens the screen and returns the secret part of its link. If it is open, the link is replaced: the old one ends, and
-- names are shown as before. A repeated request (_request_key) returns the present link. Admins only (SL003), 50 in
-- 5 minutes (SL004), audited without the link.
create function public.open_bar_screen(_request_key uuid default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  before private.bar_screen;
begin
  perform private.begin_admin_action('open_bar_screen');
  if private.first_result(_request_key, 'open_bar_screen') is null then
    select * into before from private.bar_screen for update;
    insert into private.bar_screen as s default values
    on conflict (only_row) do update set token = excluded.token, made_at = excluded.made_at;
    perform private.write_audit('open_bar_screen', 'bar_screen', null, null,
                                jsonb_build_object('replaced', before.token is not null));
    perform private.keep_result(_request_key, 'true');
  end if;
  return (select s.token from private.bar_screen s);
end $$;
grant execute on function public.open_bar_screen(uuid) to authenticated, service_role;

-- Shows or hides the names of members on the screen. Raises PT404 while it is closed. Admins only (SL003), 50 in 5
-- minutes (SL004), audited.
create function public.set_bar_screen_names(_shows_names boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  before boolean;
begin
  perform private.begin_admin_action('set_bar_screen_names');
  select s.shows_names into before from private.bar_screen s for update;
  if before is null then
    raise exception 'The screen is closed' using errcode = 'PT404';
  end if;
  update private.bar_screen set shows_names = _shows_names;
  perform private.write_audit('set_bar_screen_names', 'bar_screen', null, jsonb_build_object('shows_names', before),
                              jsonb_build_object('shows_names', _shows_names));
end $$;
grant execute on function public.set_bar_screen_names(boolean) to authenticated, service_role;

-- Closes the screen; its link ends. Nothing changes if it is closed. Admins only (SL003), 50 in 5 minutes (SL004),
-- audited.
create function public.close_bar_screen() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_admin_action('close_bar_screen');
  delete from private.bar_screen;
  if found then
    perform private.write_audit('close_bar_screen', 'bar_screen', null, null, null);
  end if;
end $$;
grant execute on function public.close_bar_screen() to authenticated, service_role;

-- The secret part of the screen's link, and whether it shows names; no row while it is closed. Admins only (SL003).
create function public.bar_screen_link() returns table (token text, shows_names boolean, made_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select s.token, s.shows_names, s.made_at from private.bar_screen s;
end $$;
grant execute on function public.bar_screen_link() to authenticated, service_role;

-- The live matches, those of the last twelve hours that are completed, and the next six to kick off, for the screen.
create function private.screen_matches() returns jsonb
language sql stable security definer set search_path = ''
as $$
  with shown as (
    select m from public.matches m where m.status = 'live'
    union all
    select m from public.matches m
     where m.status = 'completed' and m.kickoff_at between now() - interval '12 hours' and now()
    union all
    (select m from public.matches m where m.status = 'upcoming' and m.kickoff_at > now()
      order by m.kickoff_at, m.id limit 6)
  )
  select coalesce(jsonb_agg(jsonb_build_object(
           'home_team_name', (m).home_team_name, 'away_team_name', (m).away_team_name,
           'home_team_logo', (m).home_team_logo, 'away_team_logo', (m).away_team_logo, 'league', (m).league,
           'status', (m).status, 'home_score', (m).home_score, 'away_score', (m).away_score,
           'kickoff_at', (m).kickoff_at, 'kickoff_confirmed', (m).kickoff_confirmed, 'match_date', (m).match_date,
           'day_time_zone', (m).day_time_zone) order by (m).kickoff_at, (m).league, (m).home_team_name), '[]')
    from shown
$$;

-- The first 20 of the overall leaderboard for the screen: with live matches at their score, compared with the ranks
-- before them, or without a live match as the leaderboard is. Names are null without _names.
create function private.screen_table(_names boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  board constant bigint := private.board_of('Overall');
begin
  if exists (select from public.matches m where m.status = 'live' and m.home_score is not null) then
    return (
      select jsonb_agg(jsonb_build_object('rank', r.rank, 'previous_rank', r.confirmed_rank, 'points', r.points,
                                          'gained', r.gained, 'name', case when _names then r.name end)
                       order by r.rank, r.name, r.user_id)
        from (select p.*, coalesce(f.full_name, 'Player') as name
                from private.provisional(board) p left join public.profiles f on f.id = p.user_id
               order by p.rank, f.full_name, p.user_id limit 20) r);
  end if;
  return (
    select jsonb_agg(jsonb_build_object('rank', r.rank, 'previous_rank', r.previous_rank, 'points', r.points,
                                        'gained', 0, 'name', case when _names then r.full_name end)
                     order by r.rank, r.full_name, r.user_id)
      from private.ranked_players(board, private.players_at(board, 0, 20)) r);
end $$;

-- The match that locked last, for the screen; of several the one with the most predictions. counts: predictions of a
-- home win, a draw and an away win. scores: the three most frequent, and how often. picks: with _names the best 20.
create function private.screen_lock(_names boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with locked as (
    select m.* from public.matches m
     where m.status <> 'cancelled' and private.may_see('infinity', m.locks_at, null)
     order by m.locks_at desc, m.predictions_count desc, m.id limit 1
  ), picks as materialized (
    select p.* from locked m cross join lateral private.visible_picks(m.id) p
  )
  select jsonb_build_object(
           'home_team_name', m.home_team_name, 'away_team_name', m.away_team_name, 'locks_at', m.locks_at,
           'counts', (select jsonb_build_object(
                        'home', count(*) filter (where p.home_prediction > p.away_prediction),
                        'draw', count(*) filter (where p.home_prediction = p.away_prediction),
                        'away', count(*) filter (where p.home_prediction < p.away_prediction)) from picks p),
           'scores', (select coalesce(jsonb_agg(jsonb_build_object('home', s.home, 'away', s.away, 'picks', s.picks)
                                                order by s.place), '[]')
                        from (select p.home_prediction as home, p.away_prediction as away, count(*) as picks,
                                     row_number() over (order by count(*) desc, p.home_prediction + p.away_prediction,
                                                        p.home_prediction desc) as place
                                from picks p group by p.home_prediction, p.away_prediction
                               order by place limit 3) s),
           'picks', (select coalesce(jsonb_agg(jsonb_build_object('name', p.full_name, 'home', p.home_prediction,
                                                                  'away', p.away_prediction, 'points', p.points)
                                               order by coalesce(p.points, 0) desc, p.full_name, p.user_id), '[]')
                       from (select p.* from picks p where _names
                              order by coalesce(p.points, 0) desc, p.full_name, p.user_id limit 20) p))
    from locked m
$$;

-- What the screen shows to anyone with the secret part of its link: { shows_names, matches, table, lock }. table is
-- empty before anyone is on the leaderboard, and lock null before the first lock. No ids, and of members only the
-- names that the organiser lets it show. Raises PT404 for any other link. Digests are compared, so that the time of
-- the answer tells nothing about the link.
create function public.bar_screen(_token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  names boolean;
begin
  select s.shows_names into names from private.bar_screen s
   where sha256(convert_to(s.token, 'UTF8')) = sha256(convert_to(left(_token, 100), 'UTF8'));
  if names is null then
    raise exception 'This link leads to no screen' using errcode = 'PT404';
  end if;
  return jsonb_build_object('shows_names', names, 'matches', private.screen_matches(),
                            'table', coalesce(private.screen_table(names), '[]'),
                            'lock', private.screen_lock(names));
end $$;
comment on function public.bar_screen(text) is '@shared';
grant execute on function public.bar_screen(text) to anon, authenticated;
