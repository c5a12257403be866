-- Who wins what as it stands, when it settles, and what stays.
select plan(32);

create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Amina') as amina,
  tests.a_player('Bruno') as bruno, tests.a_player('Cara') as cara, tests.a_player('Dora') as dora;
create temporary table games as
  select n, tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Home ' || n, 'Away ' || n) as id
    from generate_series(0, 4) n;
select private.rules_off();
update public.matches m set round = 'Matchday ' || (g.n + 1) / 2 from games g where g.id = m.id;
select private.rules_on();
create temporary table acts (name text, id uuid);
grant all on game, games, acts to public;
-- Amina and Bruno are right, Cara has the outcomes, and Dora is wrong.
select tests.predicts(amina, id, 1, 0), tests.predicts(bruno, id, 1, 0), tests.predicts(cara, id, 2, 0),
       tests.predicts(dora, id, 0, 1) from game, games;
create function pg_temp.ends(_n integer, _home integer default 1) returns void language plpgsql as $$
begin
  perform tests.ends(id, _home, 0) from games where n = _n;
  perform tests.count_all_points();
end $$;
-- The winners are written two hours after a result.
create function pg_temp.tell() returns bigint language sql as $$
  select private.announce_winners();
  select private.announce_winners(clock_timestamp() + interval '3 hours');
$$;
create function pg_temp.in_words(_prizes jsonb) returns text language sql as $$
  select string_agg(concat_ws(' ', coalesce(p ->> 'name', p ->> 'kind'), (
           select string_agg(format('%s %s', coalesce(w ->> 'full_name', 'nobody'), w ->> 'amount_rs'), ' ')
             from jsonb_array_elements(p -> 'winners') w), '+' || (p ->> 'kept_rs')), ', ' order by nth)
    from jsonb_array_elements(_prizes) with ordinality p (p, nth)
$$;
create function pg_temp.standing() returns text language sql as $$
  select pg_temp.in_words(standing) from public.prizes()
$$;
create function pg_temp.settled() returns text language sql as $$
  select pg_temp.in_words(settled) from public.prizes()
$$;
create function pg_temp.pays(_act text) returns uuid language sql as $$
  select public.pay_prize(p.prize_id, 'cash', current_date - 1) from public.admin_prizes() p
   where p.paid_on is null and p.kind = _act limit 1
$$;
grant execute on all functions in schema pg_temp to public;

-- A matchday before the plan.
select pg_temp.ends(0);
select tests.act_as(olga) from game;
select public.save_prize_plan(1001, '[{"kind": "overall", "place": 1, "percent": 50},
  {"kind": "overall", "place": 2, "percent": 25}, {"kind": "competition", "competition_id": "fa_cup", "place": 1,
  "amount_rs": 70}, {"kind": "matchday", "competition_id": "friendly_club", "place": 1, "amount_rs": 101},
  {"kind": "matchday", "competition_id": "friendly_club", "place": 3, "amount_rs": 30},
  {"kind": "matchday", "competition_id": "friendly_club", "place": 4, "amount_rs": 20}]');
select tests.act_as_owner();
select is(pg_temp.standing(), 'overall Amina 375 Bruno 375', 'who share two places share their prizes');
select pg_temp.tell();
select is(pg_temp.settled(), null, 'a matchday that locked before the plan settles nothing');

select pg_temp.ends(1);
select is(pg_temp.standing(), 'Matchday 1 Amina 50 Bruno 50 Cara 30, overall Amina 375 Bruno 375',
          'a matchday pays as it stands');
select tests.act_as(bruno) from game;
select is((select mine_rs from public.prizes()), 425, 'a member sees the own sum');
select tests.act_as(dora) from game;
select is((select mine_rs from public.prizes()), 0, 'a member without a point wins nothing');
select tests.act_as_owner();
select pg_temp.tell();
select is(pg_temp.settled(), null, 'a matchday that runs does not settle');
select pg_temp.ends(2);
select is(pg_temp.settled(), null, 'nor does one that is over, until its winners are written');
select pg_temp.tell();
select is(pg_temp.settled(), 'Matchday 1 Amina 50 Bruno 50 Cara 30 +21',
          'with them, and the rest stays with the club');
select is(pg_temp.standing(), 'overall Amina 375 Bruno 375', 'it no longer stands');

-- What stays.
select pg_temp.ends(1, 2), pg_temp.ends(2, 2), pg_temp.tell();
select is(pg_temp.standing(), 'overall Cara 500 Amina 125 Bruno 125', 'a correction changes what stands');
select is(pg_temp.settled(), 'Matchday 1 Amina 50 Bruno 50 Cara 30 +21', 'and not what has settled');
select pg_temp.ends(1), pg_temp.ends(2);
select tests.act_as(olga) from game;
select public.save_prize_plan(1001, '[{"kind": "overall", "place": 1, "percent": 100}]');
select tests.act_as_owner();
select is(pg_temp.standing() || '; ' || pg_temp.settled(),
          'overall Amina 500 Bruno 500; Matchday 1 Amina 50 Bruno 50 Cara 30 +21', 'nor does a changed plan');
select pg_temp.ends(3), pg_temp.ends(4), pg_temp.tell();
select tests.act_as(olga) from game;
select public.save_prize_plan(1001, '[{"kind": "overall", "place": 1, "percent": 50}, {"kind": "overall", "place": 3,
  "percent": 50}, {"kind": "matchday", "competition_id": "friendly_club", "place": 1, "amount_rs": 500}]');
select tests.act_as_owner();
select pg_temp.ends(4, 2), pg_temp.tell();
select is(pg_temp.settled(), 'Matchday 1 Amina 50 Bruno 50 Cara 30 +21',
          'a line does not pay a matchday whose winners were written before it');
select pg_temp.ends(4);

-- Accounts.
create temporary table twin as select tests.a_player('Amina') as id;
grant select on twin to public;
update private.prizes set user_id = twin.id from twin, game where user_id = amina;
select tests.act_as(olga) from game;
select pg_temp.pays('matchday');
insert into acts select 'merge', public.merge_members(amina, id) from game, twin;
select is((select count(*) from public.admin_prizes() p, game where p.user_id = amina), 1::bigint,
          'the kept account gets the prizes of the other');
select public.close_account(cara) from game;
select is(pg_temp.settled(), 'Matchday 1 Amina 50 Bruno 50 nobody 30 +21', 'a prize of a closed account has no name');
select tests.act_as_owner();
delete from auth.users using game where auth.users.id = cara;
select is(pg_temp.settled(), 'Matchday 1 Amina 50 Bruno 50 nobody 30 +21', 'nor has that of a deleted one');
select is(pg_temp.standing(), 'overall Amina 250 Bruno 250', 'which wins nothing more');

-- The end of the season.
select tests.act_as_secret_key();
select public.clear_all_points();
select tests.act_as_owner();
select is(pg_temp.settled(), 'overall Amina 250 Bruno 250 +500, Matchday 1 Amina 50 Bruno 50 nobody 30 +21',
          'clearing all points settles the leaderboards of the season');
select results_eq('select ended_at is not null, standing, mine_rs from public.prizes()',
                  $$ values (true, '[]'::jsonb, 0) $$, 'and ends the plan');
select tests.act_as(olga) from game;
create function pg_temp.the_clearing() returns uuid language sql as $$
  select id from public.open_undos() where action = 'clear_all_points' order by done_at desc limit 1
$$;
grant execute on all functions in schema pg_temp to public;
insert into acts select 'paid', pg_temp.pays('overall');
select throws_ok('select public.undo(pg_temp.the_clearing())', 'SL015', null, 'it cannot be undone once one is paid');
select public.undo(id) from acts where name = 'paid';
select is(public.undo(pg_temp.the_clearing()), 'clear_all_points', 'but before that');
select tests.act_as_owner();
select is(pg_temp.standing() || '; ' || pg_temp.settled(),
          'overall Amina 250 Bruno 250; Matchday 1 Amina 50 Bruno 50 nobody 30 +21', 'and takes the prizes back');

-- A cup of four whose final is over: Amina beat Bruno, and the one who lost to Bruno has left.
insert into private.cups (id, name, competition_id, season, members, size, seed)
values ('00000000-0000-4000-8000-000000000001', 'The cup', 'friendly_club', 'tests', 4, 4, '');
insert into private.cup_entries (cup_id, position, user_id, lot, place)
select '00000000-0000-4000-8000-000000000001', p.n, p.id, p.n::text, p.n
  from game, lateral (values (1, amina), (2, dora), (3, bruno), (4, null)) p (n, id);
insert into private.cup_results (cup_id, number, position, points, perfect_scores, has_won)
select '00000000-0000-4000-8000-000000000001', r.number, r.position, 0, 0, r.has_won
  from (values (1, 1, true), (1, 2, false), (1, 3, true), (1, 4, false), (2, 1, true), (2, 3, false))
       r (number, position, has_won);
select tests.act_as(olga) from game;
select public.save_prize_plan(1000, '[{"kind": "cup", "place": 1, "percent": 60}, {"kind": "cup", "place": 2,
  "amount_rs": 90}, {"kind": "cup", "place": 3, "amount_rs": 51}, {"kind": "last_standing", "place": 1, "percent": 40},
  {"kind": "last_standing", "place": 3, "amount_rs": 70}]');
select is((select is_played from public.prizes()), '{cup}', 'a cup that runs is one for which a line pays');
select tests.act_as_owner();
select private.settle_prizes('cup', null, c.name, c.season, _cup => c.id) from private.cups c;
select is(split_part(pg_temp.settled(), ', ', 1), 'The cup Amina 600 Bruno 90 Dora 25 +26',
          'a cup pays its rounds, and the share of a member who left stays with the club');
select private.settle_prizes('cup', null, c.name, c.season, _cup => c.id) from private.cups c;
select is((select count(*) from private.prize_settlements where kind = 'cup'), 1::bigint, 'it settles once');
select is((select sum((l ->> 'pays_rs')::integer) from public.prizes(), jsonb_array_elements(lines) l
            where l ->> 'percent' = '60'), 0::bigint, 'the next cup has no percentage');
select tests.act_as(olga) from game;
select throws_ok($$ select public.save_prize_plan(1000, '[{"kind": "cup", "place": 1, "percent": 60},
                    {"kind": "overall", "place": 1, "percent": 41}]') $$, '22023', null,
                 'what has settled counts towards 100 percent');
select lives_ok($$ select public.save_prize_plan(1000, '[{"kind": "last_standing", "place": 1, "percent": 40},
  {"kind": "last_standing", "place": 3, "amount_rs": 70}]') $$, 'once');
select tests.act_as_owner();

-- Two games: one that is decided, in which Amina has two entries, and one that all have left.
insert into private.last_standing_games (id, competition_id, name, needs_code, ended_at, is_decided)
select ('00000000-0000-4000-8000-00000000000' || n)::uuid, 'friendly_club', 'Game ' || n, true, now(), true
  from generate_series(1, 3) n;
insert into private.last_standing_codes (id, game_id, code)
select ('00000000-0000-4000-8000-00000000001' || n)::uuid, '00000000-0000-4000-8000-000000000001', (1000000 + n)::text
  from generate_series(1, 4) n;
insert into private.last_standing_entries (game_id, user_id, code_id, out_number)
select '00000000-0000-4000-8000-000000000001', e.id, ('00000000-0000-4000-8000-00000000001' || e.n)::uuid, e.out
  from game, lateral (values (1, amina, null::integer), (2, amina, 2), (3, dora, null), (4, bruno, 3)) e (n, id, out);
insert into private.last_standing_entries (game_id, user_id, out_number)
select '00000000-0000-4000-8000-000000000002', dora, 3 from game;
insert into private.last_standing_entries (game_id, user_id)
select '00000000-0000-4000-8000-000000000003', dora from game;
select private.settle_prizes('last_standing', null, g.name, g.season, _game => g.id)
  from private.last_standing_games g where g.name = 'Game 1';
select is(split_part(pg_temp.settled(), ', ', 1), 'Game 1 Amina 200 Dora 200 Bruno 70 +0',
          'a game pays those who are in, and each member once');
select private.settle_prizes('last_standing', null, g.name, g.season, _game => g.id)
  from private.last_standing_games g where g.name = 'Game 2';
select is(split_part(pg_temp.settled(), ', ', 1), 'Game 2 +70', 'nobody wins a game that all have left');
select private.settle_prizes('last_standing', null, g.name, g.season, _game => g.id)
  from private.last_standing_games g where g.name = 'Game 3';
select is(split_part(pg_temp.settled(), ', ', 1), 'Game 3 +70', 'and no later game takes the percentage again');
select is_empty('select from private.prize_settlements where kept_rs < 0', 'nothing is paid that is not there');
