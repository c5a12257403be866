-- Points that are carried over from another pool: in all totals after every act, and taken back by the undo.
select plan(54);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Bruno') as bruno, tests.a_player('Twin') as twin,
  tests.a_player('Twin') as other_twin, tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Leeds', 'Fulham') as first,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Derby', 'Hull') as second;
create temporary table acts (name text, id uuid);
grant all on game, acts to public;
select private.rules_off();
update public.matches m set round = 'Matchday ' || case m.id when first then 1 else 2 end from game;
select private.rules_on();
select tests.a_subscription(amina, 'fa_cup') from game;
select tests.predicts(amina, first, 2, 1) from game;
update public.matches m set status = 'completed', home_score = 2, away_score = 1,
                            completed_at = now() - interval '2 days' from game where m.id = first;

create function pg_temp.lines(_csv text) returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_object('name', v[1], 'points', v[2], 'by_round', coalesce(to_jsonb(v[3:]), '[]')))
    from unnest(string_to_array(_csv, ';')) l, string_to_array(l, ',') v
$$;
-- The members of a leaderboard with their points and those that were carried over.
create function pg_temp.board(_league text default 'FA Cup') returns text language sql as $$
  select string_agg(l.full_name || ' ' || l.points || '/' || coalesce(c.points, 0), ', '
                    order by l.points desc, l.full_name)
    from public.leaderboard(_league) l
    left join public.carried_points(_league, array(select user_id from public.leaderboard(_league))) c
      on c.user_id = l.user_id
$$;
-- The same of a matchday.
create function pg_temp.matchday(_n integer) returns text language sql security definer as $$
  select string_agg(f.full_name || ' ' || t.points || '/' || t.carried_points, ', '
                    order by t.points desc, f.full_name)
    from private.boards b join private.player_totals t on t.board_id = b.id join public.profiles f on f.id = t.user_id
   where b.kind = 'matchday' and b.round = 'Matchday ' || _n
$$;
create function pg_temp.line(_preview jsonb, _n integer, _key text) returns text language sql as $$
  select _preview -> 'lines' -> (_n - 1) ->> _key
$$;
create function pg_temp.problems(_lines jsonb, _rounds text[] default '{}') returns text language sql as $$
  select string_agg(coalesce(l #>> '{problem,kind}', '-'), ' ')
    from jsonb_array_elements(public.preview_move_in('fa_cup', _lines, _rounds) -> 'lines') l
$$;
create function pg_temp.code(_name text) returns text language sql security definer as $$
  select l.code from private.placeholders l join public.profiles f on f.id = l.user_id where f.full_name = _name
$$;
create function pg_temp.accounts() returns bigint language sql security definer as $$
  select count(*) from auth.users
$$;
grant execute on all functions in schema pg_temp to public;

-- Who moves in.
select tests.act_as(amina) from game;
select throws_ok($$ select public.preview_move_in('fa_cup', pg_temp.lines('Amina,3')) $$, 'SL003', null,
                 'a member previews no move');
select throws_ok($$ select public.move_in('Old pool', 'fa_cup', pg_temp.lines('Amina,3')) $$, 'SL003', null,
                 'or moves points in');
select throws_ok($$ select public.moved_in() $$, 'SL003', null, 'or sees the codes of others');

-- The preview.
select tests.act_as(olga) from game;
create temporary table previews as select public.preview_move_in(
  'fa_cup', pg_temp.lines('Amina,30,4,2;Amin,20,3;Zoé Labelle,10'), '{MD 1,Matchday 2}') as p;
select is(p -> 'rounds', '["Matchday 1", null]', 'a matchday with a leaderboard here is found by its number')
  from previews;
select is(pg_temp.line(p, 1, 'member_id')::uuid, amina, 'a member is found by the exact name') from previews, game;
select is(pg_temp.line(p, 1, 'before') || ' ' || pg_temp.line(p, 1, 'after'), '3 33',
          'with the totals before and after') from previews;
select is(pg_temp.line(p, 2, 'member_id'), null, 'a similar name is nobody yet') from previews;
select is(p #>> '{lines,1,candidates,0,name}', 'Amina', 'and the member is proposed') from previews;
select is(p #>> '{lines,2,candidates}', '[]', 'a new name has nobody like it') from previews;
select is(pg_temp.problems(pg_temp.lines('Amina,3;Amina,4')), '- same_name_as_line', 'a name is there once');
select is(pg_temp.problems(pg_temp.lines('Twin,3')), 'several_members_have_name',
          'one of several members with a name is chosen');
select is(pg_temp.problems(jsonb_build_array(jsonb_build_object('name', 'Twin', 'points', '3', 'member_id', twin))),
          '-', 'by the organiser') from game;
select is(pg_temp.problems(jsonb_build_array(
            jsonb_build_object('name', 'Amina', 'points', '3'),
            jsonb_build_object('name', 'Mina', 'points', '3', 'member_id', amina))),
          '- same_member_as_line', 'a member is chosen once') from game;
select is(pg_temp.problems(pg_temp.lines('Amina,10001;Bruno,2.5;Carl,-1;,5;R2D2,5')),
          'points_are_not_valid points_are_not_valid points_are_not_valid no_name name_is_not_valid',
          'points and names are checked');
select is(pg_temp.problems(pg_temp.lines('Amina,5,3,3'), '{1,2}'), 'matchdays_exceed_total',
          'matchdays are a part of the total');
select throws_ok($$ select public.preview_move_in('fa_cup', '[]') $$, '22023', null, 'a list has a member');
select is(pg_temp.accounts(), 5::bigint, 'a preview writes nothing');

-- The act.
select throws_ok($$ select public.move_in('Old pool', 'fa_cup', pg_temp.lines('Amina,3;Amina,4')) $$, '22023',
                 'Line 2 cannot be moved in: The same name as line 1', 'a list with a problem is refused');
select throws_ok($$ select public.move_in(' ', 'fa_cup', pg_temp.lines('Amina,3')) $$, '23514', null,
                 'a move has a label');
select throws_ok($$ select public.move_in('Old pool', 'serie_a', pg_temp.lines('Amina,3')) $$, '23503', null,
                 'and a competition of the club');
insert into acts values ('first', public.move_in(
  'Old pool', 'fa_cup', pg_temp.lines('Amina,30,4,2;Bruno,0;Zoé Labelle,10,6'), '{1,2}', null,
  '00000000-0000-4000-8000-000000000001'));
select is(public.move_in('Old pool', 'fa_cup', pg_temp.lines('Amina,99'), '{}', null,
                         '00000000-0000-4000-8000-000000000001'), id, 'a repeated request is the first one')
  from acts;
select is(pg_temp.board(), 'Amina 33/30, Zoé Labelle 10/10, Bruno 0/0', 'points count on the competition''s board');
select is(pg_temp.board('Overall'), 'Amina 33/30, Zoé Labelle 10/10, Bruno 0/0', 'and on the overall one');
select is(pg_temp.matchday(1), 'Amina 7/4, Zoé Labelle 6/6', 'those of a matchday on its board');
select is((select carried_from from public.leaderboard_summary('FA Cup')), 'Old pool', 'the summary names them');
select is((select carried_from from public.leaderboard_summary('Friendly Club')), null,
          'only where there are some');
select is((select perfect_scores || ' ' || predictions_scored || ' ' || accuracy from public.leaderboard('FA Cup')
            where user_id = amina), '1 1 100.0', 'they are no prediction') from game;
select is((select per_match from public.points_per_match('FA Cup', array[amina])), 3.00,
          'and no points per match') from game;
select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'the totals are right');
select is((select l.new_values - 'undo_id' from public.admin_audit_log l where l.action = 'move_in'),
          '{"label": "Old pool", "competition": "fa_cup", "members": 3, "new_members": 1, "points": 40}',
          'the audit log has the numbers and no names');
select private.rebuild_totals();
select is_empty('select * from tests.wrong_boards()', 'after a recount too');
select is(pg_temp.matchday(1), 'Amina 7/4, Zoé Labelle 6/6', 'also of the matchday');
select tests.act_as(olga) from game;
insert into acts values ('overall', public.move_in('Cups', null, pg_temp.lines('Zoé Labelle,5')));
select is(pg_temp.board('Overall'), 'Amina 33/30, Zoé Labelle 15/15, Bruno 0/0',
          'points without a competition count on the overall board');
select is(pg_temp.board(), 'Amina 33/30, Zoé Labelle 10/10, Bruno 0/0', 'only there');
select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'the totals are right');
select private.refresh_records();
select is_empty($$ select from private.records where kind in ('climb', 'best_matchday') $$,
                'nobody climbs by carried points, and no matchday with some is a record');

-- Clearing, and giving back.
select tests.act_as(olga) from game;
select public.clear_player_points(amina) from game;
select is(pg_temp.board('Overall'), 'Zoé Labelle 15/15, Amina 0/0, Bruno 0/0', 'clearing clears them too');
select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'the totals are right');
select tests.act_as(olga) from game;
select public.undo((select u.id from public.open_undos() u where u.action = 'clear_player_points'));
select is(pg_temp.board('Overall'), 'Amina 33/30, Zoé Labelle 15/15, Bruno 0/0', 'and its undo gives them back');

-- Claiming.
select is((select string_agg(p ->> 'name' || ' ' || (p ->> 'points'), ', ')
             from jsonb_array_elements(public.moved_in() -> 'placeholders') p), 'Zoé Labelle 15',
          'organisers see who has not claimed');
select tests.act_as(twin) from game;
select throws_ok($$ select public.claim_points('000000000000') $$, 'PT404', null, 'another code claims nothing');
create temporary table codes as select pg_temp.code('Zoé Labelle') as code;
grant select on codes to public;
select is(public.claim_points(code), '{"name": "Zoé Labelle", "points": 15}', 'a member claims points') from codes;
select throws_ok($$ select public.claim_points(code) from codes $$, 'PT404', null, 'nobody claims them twice');
select is(pg_temp.board('Overall'), 'Amina 33/30, Twin 15/15, Bruno 0/0', 'and they are the member''s');
select is(pg_temp.matchday(1), 'Amina 7/4, Twin 6/6', 'on each board');
select is((select jsonb_array_length(public.my_data() -> 'carried_points')), 3, 'and in the member''s data');
select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'the totals are right');

-- Undoing.
select tests.act_as(olga) from game;
select is(public.undo(id), 'move_in', 'a move can be undone') from acts where name = 'first';
select is(pg_temp.board('Overall'), 'Twin 5/5, Amina 3/0', 'it takes claimed points too');
select is(pg_temp.matchday(1), 'Amina 3/0', 'on each board');
select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'the totals are right');
select tests.act_as(olga) from game;
create temporary table before as select pg_temp.accounts() as accounts;
insert into acts values ('second', public.move_in('Late', 'fa_cup', pg_temp.lines('Xavier,1')));
select public.undo(id) from acts where name = 'second';
select is(pg_temp.accounts(), accounts, 'an undo removes the accounts that it added') from before;
insert into acts values ('third', public.move_in('Late', 'fa_cup', pg_temp.lines('Yara,1')));
select tests.act_as_owner();
with plan as (insert into private.prize_plans default values returning id),
     settled as (insert into private.prize_settlements (plan_id, kind, percent) select id, 'cup', 0 from plan
                 returning id)
insert into private.prizes (settlement_id, user_id, place, shared_by, amount_rs)
select s.id, f.id, 1, 1, 100 from settled s, public.profiles f where f.full_name = 'Yara';
select tests.act_as(olga) from game;
select public.undo(id) from acts where name = 'third';
select is((select count(*) from public.profiles f where f.full_name = 'Yara'), 1::bigint,
          'but not one that a prize names');
select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'the totals are right');
