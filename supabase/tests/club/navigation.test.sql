-- Which pages the navigation offers.
select plan(13);

create temporary table people as select tests.a_player('Amina') as amina;
grant select on people to authenticated;
create function pg_temp.offers(_groups boolean, _honours boolean, _when text) returns text language sql as $$
  select results_eq('select groups, honours from public.club_pages()',
                    format('values (%L::boolean, %L::boolean)', _groups, _honours), _when)
$$;
grant execute on function pg_temp.offers(boolean, boolean, text) to authenticated;

select tests.act_as((select amina from people));
select pg_temp.offers(false, false, 'an empty club has neither groups nor honours');

select public.create_group('Friday five', '#0b4f9e', '#f2d13c');
select pg_temp.offers(true, false, 'a group brings groups');
select public.delete_group((select id from public.my_groups()));
select pg_temp.offers(false, false, 'a deleted group is none');

select tests.act_as_owner();
create temporary table games as select tests.a_match_kicking_off_in('1 hour', 'Friendly Club') as id;
select tests.act_as((select amina from people));
select pg_temp.offers(true, false, 'a match brings groups, and no honours before its result');

select tests.act_as_owner();
select tests.ends((select id from games), 1, 0);
select tests.act_as((select amina from people));
select pg_temp.offers(true, true, 'a result brings honours');

select is((select divisions from public.club_pages()), false, 'a club without a draw has no divisions');
select tests.act_as_owner();
insert into private.division_draws (competition_id, divisions, size, at_most) values ('friendly_club', 1, 2, 8);
select tests.act_as((select amina from people));
select is((select divisions from public.club_pages()), true, 'a draw brings divisions');
select is((select cup from public.club_pages()), false, 'nor has it a cup');
select tests.act_as_owner();
insert into private.cups (name, competition_id, members, size, seed) values ('The cup', 'friendly_club', 2, 2, '');
select tests.act_as((select amina from people));
select is((select cup from public.club_pages()), true, 'until one is drawn');

select is((select last_standing from public.club_pages()), false, 'a club without a game has no last one standing');
select tests.act_as_owner();
insert into private.last_standing_games (competition_id, name, needs_code) values ('friendly_club', 'Winter', false);
select tests.act_as((select amina from people));
select is((select last_standing from public.club_pages()), true, 'a game brings it');

select is((select prizes from public.club_pages()), false, 'a club without a plan has no prizes');
select tests.act_as_owner();
insert into private.prize_plans (fund_rs) values (1000);
select tests.act_as((select amina from people));
select is((select prizes from public.club_pages()), true, 'a plan brings them');
