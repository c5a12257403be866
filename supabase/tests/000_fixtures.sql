-- Helpers of all tests. This file runs first and is kept; each test runs in a transaction that is rolled back.
create schema if not exists tests;
grant usage on schema tests to public;

-- Sets the role and claims of the next statements. PostgreSQL asks for the right to call a function when it prepares an
-- expression, and keeps what it has prepared until anything makes it plan again: without `discard plans` a role could
-- call what another has called before it, but not always.
create or replace function tests.act_with(_role text, _claims json) returns void language plpgsql as $$
begin
  discard plans;
  perform set_config('role', _role, true);
  perform set_config('request.jwt.claims', coalesce(_claims::text, ''), true);
end $$;

create or replace function tests.act_as(_user_id uuid) returns void language sql as $$
  select tests.act_with('authenticated', json_build_object('sub', _user_id, 'role', 'authenticated'));
$$;

-- Like act_as, with the session of an access token that the auth service issued.
create or replace function tests.act_in_session(_user_id uuid, _session_id uuid) returns void language sql as $$
  select tests.act_with('authenticated',
                        json_build_object('sub', _user_id, 'role', 'authenticated', 'session_id', _session_id));
$$;

create or replace function tests.act_as_anonymous() returns void language sql as $$
  select tests.act_with('anon', '{"role":"anon"}');
$$;

create or replace function tests.act_as_secret_key() returns void language sql as $$
  select tests.act_with('service_role', '{"role":"service_role"}');
$$;

create or replace function tests.act_as_owner() returns void language sql as $$
  select tests.act_with('none', null);
$$;

create or replace function tests.a_player(_name text, _email text default null) returns uuid language plpgsql as $$
declare
  new_id uuid := gen_random_uuid();
begin
  insert into auth.users (id, email, raw_user_meta_data)
  values (new_id, coalesce(_email, new_id || '@example.com'), jsonb_build_object('full_name', _name));
  return new_id;
end $$;

create or replace function tests.an_admin(_name text) returns uuid language plpgsql as $$
declare
  new_id uuid := tests.a_player(_name);
begin
  insert into public.user_roles (user_id, role) values (new_id, 'admin');
  return new_id;
end $$;

create or replace function tests.a_team(_name text) returns text language sql as $$
  insert into public.teams (name) values (_name) on conflict (name) do nothing;
  select _name;
$$;

-- The club's date and time so long from now, for every role.
create or replace function tests.club_time_in(_interval interval) returns timestamp language sql security definer as $$
  select (clock_timestamp() + _interval) at time zone private.club_time_zone();
$$;

-- A new match of the Friendly Club or of the named competition, by the database's clock.
create or replace function tests.a_match_kicking_off_in(
  _interval interval, _league text default 'Friendly Club', _home text default 'Arsenal', _away text default 'Chelsea'
) returns uuid language plpgsql as $$
declare
  new_id uuid := gen_random_uuid();
  club_time timestamp := tests.club_time_in(_interval);
begin
  insert into public.matches (id, home_team_name, away_team_name, match_date, match_time, league, season, round)
  values (new_id, tests.a_team(_home), tests.a_team(_away), club_time::date, club_time::time, _league, 'tests',
          new_id::text);
  return new_id;
end $$;

-- Moves the kick-off to this interval from now; a negative one is in the past.
create or replace function tests.kickoff_moves_to(_match_id uuid, _interval interval) returns void
  language plpgsql as $$
declare
  club_time timestamp := tests.club_time_in(_interval);
begin
  update public.matches set match_date = club_time::date, match_time = club_time::time where id = _match_id;
end $$;

create or replace function tests.a_subscription(_user_id uuid, _type text,
                                                _for interval default '30 days') returns void language sql as $$
  insert into public.subscriptions (user_id, subscription_type, started_at, expires_at)
  values (_user_id, _type, now() - interval '60 days', now() + _for);
$$;

create or replace function tests.predicts(_user_id uuid, _match_id uuid, _home integer, _away integer) returns void
  language sql as $$
  insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  values (_user_id, _match_id, _home, _away)
  on conflict (user_id, match_id) do update set home_prediction = excluded.home_prediction,
    away_prediction = excluded.away_prediction;
$$;

create or replace function tests.ends(_match_id uuid, _home integer, _away integer) returns void language sql as $$
  update public.matches set status = 'completed', home_score = _home, away_score = _away where id = _match_id;
$$;

-- Runs the job that counts points until nothing waits, but not for ever.
create or replace function tests.count_all_points() returns void language plpgsql as $$
begin
  for nth in 1 .. 100 loop
    exit when not private.is_counting();
    perform private.count_waiting_points();
  end loop;
end $$;

-- The faults of the order of leaderboards (leaderboards/order.sql); no rows if there are none: players who are not
-- at their place, and blocks and sections that do not know their number of players or have too many. The planner knows
-- nothing of players that the test has just added, and would join each with all others.
create or replace function tests.wrong_order() returns table (what text, board_id bigint, user_id uuid,
                                                              found text, expected text)
language sql set enable_nestloop = off set enable_mergejoin = off as $$
  with listed as (
    select b.board_id, p.user_id, row_number() over (partition by b.board_id order by b.starts_at, p.nth) as place
      from private.leaderboard_blocks b cross join unnest(b.players) with ordinality p (user_id, nth)
  ), truth as (
    select t.board_id, t.user_id, row_number() over (
             partition by t.board_id order by t.points desc, t.perfect_scores desc, p.full_name, t.user_id) as place
      from private.boards b
      join private.player_totals t on t.board_id = b.id
      left join public.profiles p on p.id = t.user_id
     where b.is_standing
  ), blocks as (
    select b.*, lead(b.starts_at) over (partition by b.board_id order by b.starts_at) as ends_at
      from private.leaderboard_blocks b
  ), sections as (
    select s.*, lead(s.starts_at) over (partition by s.board_id order by s.starts_at) as ends_at
      from private.leaderboard_sections s
  )
  select 'place', coalesce(l.board_id, t.board_id), coalesce(l.user_id, t.user_id), l.place::text, t.place::text
    from listed l full join truth t on t.board_id = l.board_id and t.user_id = l.user_id
   where l.place is distinct from t.place
  union all
  select 'player outside the block', b.board_id, b.id, b.starts_at::text, b.ends_at::text
    from (select o.board_id, o.starts_at, o.ends_at, o.id,
                 private.place_of(t.points, t.perfect_scores, f.full_name, o.id) as place
            from (select k.board_id, k.starts_at, k.ends_at, p.id
                    from blocks k cross join unnest(k.players) p (id) offset 0) o
            join private.player_totals t on t.board_id = o.board_id and t.user_id = o.id
            left join public.profiles f on f.id = o.id offset 0) b
   where not b.place >= b.starts_at or b.place >= b.ends_at
  union all
  select 'sizes of a section', s.board_id, null, row(s.size, s.sizes)::text, r.sizes::text
    from sections s
   cross join lateral (
     select coalesce(array_agg(b.size order by b.starts_at), '{}') as sizes, coalesce(sum(b.size), 0) as size
       from private.leaderboard_blocks b
      where b.board_id = s.board_id and b.starts_at >= s.starts_at and (s.ends_at is null or b.starts_at < s.ends_at)) r
   where (s.size, s.sizes) is distinct from (r.size, r.sizes) or cardinality(s.sizes) > 128
  union all
  select 'large block', b.board_id, null, b.size::text, '512' from blocks b where b.size > 512
$$;

-- The differences between the totals of all boards and their definition; no rows if they agree. The definition is
-- counted from the predictions by another query than that of private.recount_boards().
create or replace function tests.wrong_boards() returns table (what text, board text, user_id uuid, found text,
                                                               expected text)
language sql as $$
  select tests.count_all_points();
  with boards as (
    select b.id, b.is_standing, b.latest_day,
           case b.kind when 'month' then 'month ' || to_char(b.month, 'YYYY-MM')
                       when 'matchday' then format('%s/%s/%s', b.competition_id, b.season, b.round)
                       else coalesce(b.competition_id, 'overall') end as board
      from private.boards b
  ), scored as (
    select c.id as competition, p.user_id, p.points_earned as points, private.completion_day(m) as day,
           'match' as kind, format('%s/%s/', c.id, m.season) || m.round as matchday,
           'month ' || to_char(m.match_date, 'YYYY-MM') as month
      from public.user_predictions p
      join public.matches m on m.id = p.match_id and m.status = 'completed'
      join public.competitions c on c.name = m.league
     where p.cleared_at is null
    union all
    select q.competition_id, a.user_id, a.points_earned, private.question_day(q), 'question', null, null
      from public.season_answers a join public.season_questions q on q.id = a.question_id
     where q.settled_at is not null and a.cleared_at is null
    union all
    select i.competition_id, a.user_id, a.points_earned, (i.moved_at at time zone private.club_time_zone())::date,
           'carried', format('%s/%s/', i.competition_id, r.season) || r.round, null
      from private.carried_points a
      join private.carried_parts r on r.id = a.carried_id
      join private.moves_in i on i.id = r.move_in_id
     where a.cleared_at is null
  ), spread as (
    select k.board, s.user_id, s.points, s.day, s.kind
      from scored s cross join lateral (values ('overall'), (s.competition), (s.matchday), (s.month)) k (board)
     where k.board is not null
    union all
    select b.board, p.id, null, null, null from boards b cross join public.profiles p where b.is_standing
  ), truth as (
    select k.board, k.user_id, count(k.points) filter (where k.kind = 'match') as scored,
           coalesce(sum(k.points), 0) as points,
           count(*) filter (where k.points in (3, 6) and k.kind = 'match') as perfect,
           count(*) filter (where k.points > 0 and k.kind = 'match') as outcomes,
           coalesce(sum(k.points) filter (where k.kind = 'question'), 0) as question_points,
           coalesce(sum(k.points) filter (where k.kind = 'carried'), 0) as carried_points,
           coalesce(sum(k.points) filter (where k.day < b.latest_day), 0) as earlier_points,
           count(*) filter (where k.points in (3, 6) and k.kind = 'match' and k.day < b.latest_day) as earlier_perfect
      from spread k left join boards b on b.board = k.board
     group by k.board, k.user_id
  ), kept as (
    select b.board, b.is_standing, t.*, s.is_current, case when s.is_current then t.points else t.earlier_points end
             as eff_points, case when s.is_current then t.perfect_scores else t.earlier_perfect end as eff_perfect
      from private.player_totals t
      join boards b on b.id = t.board_id
     cross join lateral (select b.is_standing and (t.earlier_day = b.latest_day) is not true as is_current) s
  )
  select 'totals', board, user_id,
         row(k.predictions_scored, k.points, k.perfect_scores, k.right_outcomes, k.eff_points, k.eff_perfect,
             k.question_points, k.carried_points)::text,
         row(t.scored, t.points, t.perfect, t.outcomes, t.earlier_points, t.earlier_perfect, t.question_points,
             t.carried_points)::text
    from truth t full join kept k using (board, user_id)
   where (k.user_id is not null or t.scored > 0 or t.points > 0)
     and (k.predictions_scored, k.points, k.perfect_scores, k.right_outcomes, k.eff_points, k.eff_perfect,
          k.question_points, k.carried_points)
         is distinct from (t.scored, t.points, t.perfect, t.outcomes, t.earlier_points, t.earlier_perfect,
                           t.question_points, t.carried_points)
  union all
  select 'points distribution', coalesce(l.board_id, r.board_id)::text, null,
         row(l.points, l.perfect_scores, l.players)::text, row(r.points, r.perfect_scores, r.players)::text
    from (select d.* from private.points_distribution d where d.players <> 0 or d.earlier_players = 0) l
    full join (select k.board_id, k.points, k.perfect_scores, count(*) as players from kept k group by 1, 2, 3) r
      using (board_id, points, perfect_scores)
   where l.players is distinct from r.players
  union all
  select 'earlier points distribution', coalesce(l.board_id, r.board_id)::text, null, l.earlier_players::text,
         r.players::text
    from (select d.* from private.points_distribution d where d.earlier_players <> 0) l
    full join (select k.board_id, k.eff_points as points, k.eff_perfect as perfect_scores, count(*) as players
                 from kept k where k.is_standing group by 1, 2, 3) r
      using (board_id, points, perfect_scores)
   where l.earlier_players is distinct from r.players
  union all
  select 'better players', l.board_id::text, null, row(l.points, l.perfect_scores, l.better, l.earlier_better)::text,
         row(r.better, r.earlier_better)::text
    from private.points_distribution l
   cross join lateral (
     select count(*) filter (where (k.points, k.perfect_scores) > (l.points, l.perfect_scores)) as better,
            count(*) filter (where (k.eff_points, k.eff_perfect) > (l.points, l.perfect_scores)) as earlier_better
       from kept k where k.board_id = l.board_id and k.is_standing) r
   where (l.better, l.earlier_better) <> (r.better, r.earlier_better)
  union all
  select 'order', o.board_id::text, o.user_id, o.found, o.expected from tests.wrong_order() o
$$;

-- Every row of every table that an action may change. Audit, limits, caches of charts, the crowd, times of counts, how
-- leaderboards are divided into blocks, the boards of periods (without players they are not listed), what pages are
-- told of deletions and the undos themselves remain.
create or replace function tests.whole_club() returns table (name text, rows jsonb) language plpgsql as $$
declare
  found record;
begin
  for found in
    select format('%I.%I', t.schemaname, t.tablename) as name from pg_tables t
     where t.schemaname in ('public', 'private')
       and t.tablename not in ('admin_audit_log', 'attempts', 'undos', 'undo_rows', 'past_ranks', 'match_figures',
                               'counted_matches', 'scored_matches', 'boards', 'crowd_predictions',
                               'leaderboard_blocks', 'leaderboard_sections', 'deleted_matches')
    union all select '(select * from private.boards b where b.is_standing)'
     order by 1
  loop
    name := found.name;
    execute format('select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), ''[]'') from %s t', name)
      into rows;
    return next;
  end loop;
end $$;

-- Does the action as one admin and undoes it as another. Returns the tables that differ from before.
create or replace function tests.difference_after_undo(_action text, _admin_id uuid, _undone_by uuid) returns text
language plpgsql as $$
declare
  before jsonb := (select jsonb_object_agg(w.name, w.rows) from tests.whole_club() w);
  changed integer;
  latest uuid;
begin
  perform tests.act_as(_admin_id);
  execute _action;
  perform tests.act_as_owner();
  changed := (select count(*) from tests.whole_club() w where before -> w.name is distinct from w.rows);
  latest := (select u.id from private.undos u order by u.done_at desc limit 1);
  perform tests.act_as(_undone_by);
  perform public.undo(latest);
  perform tests.act_as_owner();
  return (select coalesce(string_agg(w.name, ', '), 'no difference') from tests.whole_club() w
           where before -> w.name is distinct from w.rows)
    || case when changed = 0 then ', but the action changed nothing' else '' end;
end $$;

-- Functions are closed by default; every role in a test calls assertions and fixtures.
grant execute on all functions in schema extensions, tests to public;
