-- A season with 200 entries and random results, judged by a second implementation: one entry at a time, from its own
-- log.
select plan(9);

-- A number below _below that follows from the arguments.
create function pg_temp.draw(_below integer, variadic _of anyarray) returns integer language sql as $$
  select (('x' || substr(md5(_of::text), 1, 7))::bit(28)::integer) % _below
$$;
create temporary table teams as select n, tests.a_team('Team ' || n) as name from generate_series(0, 19) n;
create temporary table members as 
  select n, tests.a_player(format('Player %s', n)) as id from generate_series(1, 200) n;
-- Everybody meets everybody twice, in 38 rounds of ten matches. Every sixth round has only draws, from the first on,
-- and the tenth is cancelled. state: 'played', 'postponed' or 'cancelled'.
create temporary table season as
  select r as round, p.home, p.away, null::uuid as match_id, v.home_score,
         case when r % 6 = 1 then v.home_score else pg_temp.draw(4, r, p.home, 2) end as away_score,
         case when r = 10 then 'cancelled' when r % 6 <> 1 and pg_temp.draw(12, r, p.away, 3) = 0 then 'postponed'
              else 'played' end as state
    from generate_series(1, 38) r
   cross join lateral (
     select case when k = 0 then 19 else (r + k) % 19 end as home, (r + 19 - k) % 19 as away
       from generate_series(0, 9) k) p
   cross join lateral (select pg_temp.draw(4, r, p.home, 1) as home_score) v;
update season s set match_id = tests.a_match_kicking_off_in(
  s.round * interval '7 days' + s.home * interval '1 minute', 'Friendly Club', 'Team ' || s.home, 'Team ' || s.away);
select private.rules_off();
update public.matches m set round = 'Matchday ' || s.round from season s where s.match_id = m.id;
select private.rules_on();

-- The log of the second implementation: which team an entry chose in which game and round, and who is in.
create temporary table chosen (game integer, member integer, round integer, team integer);
create temporary table oracle (game integer, member integer, out_round integer);
create temporary table days (game integer, round integer, all_back boolean, entries integer, outs integer);
create temporary table wrong (round integer, what text);
grant all on all tables in schema pg_temp to public;

-- A match that is played or postponed in the season, and what it means for a team.
create function pg_temp.fate(_team integer, _round integer) returns text language plpgsql as $$
declare
  played season;
  mine integer;
  theirs integer;
begin
  select * into played from season s where s.round = _round and _team in (s.home, s.away);
  if played.state <> 'played' then
    return 'stays';
  end if;
  mine := case when played.home = _team then played.home_score else played.away_score end;
  theirs := case when played.home = _team then played.away_score else played.home_score end;
  return case when mine > theirs then 'stays' else 'goes' end;
end $$;

-- What the second implementation makes of a round. Returns whether the game has ended.
create function pg_temp.judge(_game integer, _round integer) returns boolean language plpgsql as $$
declare
  entry record;
  team integer;
  going integer[] := '{}';
  living integer := 0;
begin
  for entry in select * from oracle o where o.game = _game and o.out_round is null order by o.member loop
    living := living + 1;
    select c.team into team from chosen c where c.game = _game and c.member = entry.member and c.round = _round;
    if (not found and _round <> 10) or (found and pg_temp.fate(team, _round) = 'goes') then
      going := going || entry.member;
    end if;
  end loop;
  insert into days values (_game, _round, cardinality(going) = living, living, cardinality(going));
  if cardinality(going) < living then
    update oracle o set out_round = _round where o.game = _game and o.member = any (going);
    living := living - cardinality(going);
  end if;
  return living = 1;
end $$;

create function pg_temp.moves(_round integer, _to interval) returns void language plpgsql as $$
begin
  perform private.rules_off();
  update public.matches m set locks_at = clock_timestamp() + _to, kickoff_at = clock_timestamp() + _to
    from season s where s.match_id = m.id and s.round = _round;
  perform private.rules_on();
end $$;
create function pg_temp.plays(_round integer) returns void language plpgsql as $$
begin
  perform private.rules_off();
  update public.matches m
     set status = case s.state when 'played' then 'completed' when 'cancelled' then 'cancelled' else 'upcoming' end,
         home_score = case when s.state = 'played' then s.home_score end,
         away_score = case when s.state = 'played' then s.away_score end,
         completed_at = case when s.state = 'played' then now() end
    from season s where s.match_id = m.id and s.round = _round;
  perform private.rules_on();
end $$;
create function pg_temp.game() returns private.last_standing_games language sql security definer as $$
  select g from private.last_standing_games g where g.ended_at is null
$$;

create function pg_temp.entry_of(_member uuid) returns uuid language sql security definer as $$
  select e.id from private.last_standing_entries e where e.user_id = _member and e.game_id = (pg_temp.game()).id
$$;

-- The members enter the game, in its first round, and choose: most a team that they have not had, some nothing.
create function pg_temp.chooses(_game integer, _round integer, _number integer) returns void language plpgsql as $$
declare
  entry record;
  entry_id uuid;
  team integer;
begin
  for entry in select o.member, m.id from oracle o join members m on m.n = o.member
                where o.game = _game and o.out_round is null order by o.member loop
    perform tests.act_as(entry.id);
    if _number = 1 then
      perform public.enter_last_standing();
    end if;
    entry_id := pg_temp.entry_of(entry.id);
    select t.n into team from teams t
     where not exists (select from chosen c where c.game = _game and c.member = entry.member and c.team = t.n)
     order by md5(format('%s %s %s %s', t.n, _game, entry.member, _round)) limit 1;
    if pg_temp.draw(20, _game, entry.member, _round) > 0 then
      perform public.choose_last_standing_team(entry_id, _number, t.id)
         from public.teams t where t.name = 'Team ' || team;
      insert into chosen values (_game, entry.member, _round, team);
    end if;
    begin
      perform public.choose_last_standing_team(entry_id, _number, t.id)
         from chosen c join public.teams t on t.name = 'Team ' || c.team
        where c.game = _game and c.member = entry.member and c.round < _round and entry.member <= 5;
      if exists (select from chosen c where c.game = _game and c.member = entry.member and c.round < _round)
         and entry.member <= 5 then
        insert into wrong values (_round, 'a team was chosen twice');
      end if;
    exception when sqlstate 'SL026' then
      null;
    end;
  end loop;
  perform tests.act_as_owner();
end $$;

-- What everybody sees of the choices of a round: teams and their numbers.
create function pg_temp.seen(_number integer) returns jsonb language sql as $$
  select coalesce(jsonb_object_agg(t.row ->> 'team', (t.row ->> 'entries')::integer), '{}')
    from public.last_standing() g, jsonb_array_elements(g.matchdays) d (row),
         jsonb_array_elements(d.row -> 'teams') t (row)
   where (d.row ->> 'number')::integer = _number
$$;
create function pg_temp.log(_game integer, _round integer) returns jsonb language sql as $$
  select coalesce(jsonb_object_agg('Team ' || c.team, c.entries), '{}')
    from (select c.team, count(*)::integer as entries
            from chosen c
            join oracle o using (game, member)
           where c.game = _game and c.round = _round and coalesce(o.out_round, _round) >= _round group by c.team) c
$$;

create function pg_temp.play_the_season() returns void language plpgsql as $$
declare
  game private.last_standing_games;
  nth integer := 1;
  first_round integer := 1;
  outsider uuid := tests.a_player('Outsider');
begin
  insert into oracle select 1, n from members;
  for now_playing in 1 .. 38 loop
    game := pg_temp.game();
    if game.nth <> nth then
      insert into wrong values (now_playing, format('game %s instead of %s', game.nth, nth));
    end if;
    if now_playing >= first_round then
      perform pg_temp.chooses(nth, now_playing, now_playing - first_round + 1);
      perform tests.act_as(outsider);
      if pg_temp.seen(now_playing - first_round + 1) <> '{}' then
        insert into wrong values (now_playing, 'choices are seen before the lock');
      end if;
      perform tests.act_as_owner();
    end if;
    -- The first lock of the round settles the one before. The job runs each minute.
    perform pg_temp.moves(now_playing, '-1 hour');
    if now_playing > first_round and pg_temp.judge(nth, now_playing - 1) then
      perform private.play_last_standing();
      nth := nth + 1;
      first_round := now_playing + 1;
      insert into oracle select nth, n from members;
    end if;
    perform private.play_last_standing();
    insert into wrong
    select now_playing, format('game %s member %s: out %s instead of %s', o.game, o.member, d.round, o.out_round)
      from oracle o
      join members m on m.n = o.member
      join private.last_standing_games g on g.nth = o.game
      join private.last_standing_entries e on e.game_id = g.id and e.user_id = m.id
      left join private.last_standing_matchdays d on d.game_id = g.id and d.number = e.out_number
     where d.round is distinct from 'Matchday ' || o.out_round;
    if now_playing >= first_round and game.nth = nth then
      perform tests.act_as(outsider);
      if pg_temp.seen(now_playing - first_round + 1) <> pg_temp.log(nth, now_playing) then
        insert into wrong values (now_playing, 'others see other choices than those that were made');
      end if;
      perform tests.act_as_owner();
    end if;
    perform pg_temp.plays(now_playing);
  end loop;
end $$;

grant execute on all functions in schema pg_temp to public;
insert into private.last_standing_games (competition_id, name, needs_code)
values ('friendly_club', 'Season', false);
select private.play_last_standing();
select pg_temp.play_the_season();
select is((select string_agg(w::text, e'\n') from (select * from wrong limit 5) w), null,
          'each entry goes out on the matchday that the second implementation finds');
select cmp_ok((select max(nth) from private.last_standing_games), '>=', 4, 'several games were played');
select results_eq(
  $$ select g.nth, d.round, d.all_back from private.last_standing_matchdays d
       join private.last_standing_games g on g.id = d.game_id where d.settled_at is not null order by 1, d.number $$,
  $$ select d.game, 'Matchday ' || d.round, d.all_back from days d order by d.game, d.round $$,
  'the same matchdays settle, and bring the same entries back');
select cmp_ok((select count(*) from days where all_back), '>=', 3::bigint, 'all went out on several matchdays');
select cmp_ok((select count(*) from days where entries > 100 and all_back), '>=', 1::bigint, 'also most of the club');
select results_eq(
  $$ select g.nth, m.n from private.last_standing_games g
       join private.last_standing_entries e on e.game_id = g.id and e.out_number is null
       join members m on m.id = e.user_id where g.is_decided order by 1 $$,
  $$ select o.game, o.member from oracle o
      where o.out_round is null and o.game < (select max(game) from oracle) order by 1 $$,
  'the same members win');
select is_empty('select c.entry_id from private.last_standing_choices c group by 1, c.team_id having count(*) > 1',
                'nobody chose a team twice');
select is((select count(*)::integer from private.last_standing_choices c
            join private.last_standing_entries e on e.id = c.entry_id where c.number > e.out_number), 0,
          'entries that are out have no later choice');
select cmp_ok((select count(*) from private.last_standing_choices where result = 'kept'), '>=', 5::bigint,
              'postponed matches kept entries in');
