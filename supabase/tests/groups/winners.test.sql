-- Who of a group won matchdays and months: for the whole season, and from the day of joining.
select plan(26);

create temporary table people as
  select tests.a_player(name) as id, name from unnest(array['Aisha', 'Ben', 'Chloé', 'Dora']) name;
create function pg_temp.person(_name text) returns uuid language sql as $$ select id from people where name = _name $$;
create temporary table games as
  select tests.a_match_kicking_off_in('1 hour', 'Premier League', 'Home ' || n, 'Away ' || n) as id, n, day
    from (values (1, date '2025-03-10'), (2, '2025-03-12'), (3, '2025-04-05'), (4, '2025-04-06'),
                 (5, private.club_today()), (6, private.club_today())) v (n, day);
create function pg_temp.game(_n integer) returns uuid language sql as $$ select id from games where n = _n $$;
insert into public.subscriptions (user_id, subscription_type, expires_at)
  select id, 'premier_league', now() + interval '30 days' from people;
update public.matches m set season = '2024/25', round = 'Matchday ' || (g.n + 1) / 2 from games g where m.id = g.id;
-- The points of each player in the matches 1, 2 and so on; a match ends N-0. Dora, who has most, is in no group.
create temporary table earned as
  select p.id, v.name, w.n, w.points::integer
    from (values ('Aisha', '31311-'), ('Ben', '033013'), ('Chloé', '13310-'), ('Dora', '33333-')) v (name, points)
    join people p on p.name = v.name
   cross join lateral regexp_split_to_table(v.points, '') with ordinality w (points, n)
   where w.points <> '-';
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  select e.id, g.id, g.n + case e.points when 1 then 1 else 0 end, case e.points when 0 then g.n else 0 end
    from earned e join games g on g.n = e.n;
-- A match of today at midnight has locked, the one a minute before the next midnight locks last.
update public.matches m set match_date = g.day, match_time = case g.n when 6 then time '23:59' else '00:00' end
  from games g where m.id = g.id;
-- The months last longer than their matchdays.
create temporary table last_games as
  select tests.a_match_kicking_off_in('1 hour') as id, day from unnest('{2025-03-31,2025-04-30}'::date[]) day;
update public.matches m set match_date = g.day, status = 'cancelled' from last_games g where m.id = g.id;
create function pg_temp.ends(first integer, last integer) returns void language sql as $$
  select tests.ends(g.id, g.n, 0) from games g where g.n between first and last order by g.n
$$;

create temporary table made (kind text, id uuid, code text);
grant all on people, made to public;
select tests.act_as(pg_temp.person('Aisha'));
insert into made (kind, id) values ('season', public.create_group('Whole season', '#000000', '#ffffff')),
                                   ('joining', public.create_group('From joining', '#000000', '#ffffff', true));
update made set code = (select d.code from public.group_details(made.id) d);
select tests.act_as(p.id), public.join_group(m.code) from people p, made m where p.name in ('Ben', 'Chloé');
select tests.act_as_owner();
-- After the first match, on the day of the second, and after it.
update public.group_members m
   set joined_on = case p.name when 'Aisha' then date '2025-03-11' when 'Ben' then '2025-03-12' else '2025-03-13' end
  from people p where p.id = m.user_id;
create function pg_temp.winners(_kind text, _count integer default 20, _day date default null,
                                _period bigint default null) returns text language sql as $$
  select string_agg(format('%s: %s %s/%s of %s%s', w.label, w.full_name, w.points, w.perfect_scores, w.winners,
                           case when w.is_final then ' final' else '' end), '; ')
    from public.group_winners((select id from made where kind = _kind), _count, _day, _period) w
   where w.last_day < current_date - 100
$$;
create function pg_temp.own(_kind text, _label text) returns text language sql as $$
  select min(w.my_place || ' with ' || w.my_points)
    from public.group_winners((select id from made where kind = _kind)) w where w.label = _label
$$;
grant execute on function pg_temp.winners(text, integer, date, bigint), pg_temp.own(text, text), pg_temp.person(text)
  to public;

select tests.act_as(pg_temp.person('Aisha'));
select is(pg_temp.winners('season'), null, 'nobody leads before the first result');
select tests.act_as_owner();
select pg_temp.ends(1, 1);
select private.count_points();
select tests.act_as(pg_temp.person('Ben'));
select is(pg_temp.winners('season'),
  'March 2025: Aisha 3/1 of 1; Matchday 1: Aisha 3/1 of 1', 'the member with most points leads');
select is(pg_temp.winners('joining'), null, 'a match before every joining counts for nobody');
select tests.act_as_owner();
select pg_temp.ends(2, 3);
select private.announce_winners();
select tests.act_as(pg_temp.person('Chloé'));
select is(pg_temp.winners('season', 4),
  'April 2025: Chloé 3/1 of 3; April 2025: Aisha 3/1 of 3; April 2025: Ben 3/1 of 3; '
    'Matchday 2: Chloé 3/1 of 3; Matchday 2: Aisha 3/1 of 3; Matchday 2: Ben 3/1 of 3; '
    'March 2025: Chloé 4/1 of 2 final; March 2025: Aisha 4/1 of 2 final; '
    'Matchday 1: Chloé 4/1 of 2 final; Matchday 1: Aisha 4/1 of 2 final',
  'a tie is shared, the own name is the first, and the latest are listed first');
select is((select pg_temp.winners('season', 2, w.last_day, w.period_id)
             from public.group_winners((select id from made where kind = 'season'), 2) w limit 1 offset 5),
  'March 2025: Chloé 4/1 of 2 final; March 2025: Aisha 4/1 of 2 final; '
    'Matchday 1: Chloé 4/1 of 2 final; Matchday 1: Aisha 4/1 of 2 final',
  'the next page begins after the last period');
select is((select pg_temp.winners('season', 2, w.last_day, w.period_id)
             from public.group_winners((select id from made where kind = 'season')) w
            where w.label = 'Matchday 1' limit 1), null, 'no page follows the first period');
select is(pg_temp.winners('joining', 4),
  'April 2025: Chloé 3/1 of 3; April 2025: Aisha 3/1 of 3; April 2025: Ben 3/1 of 3; '
    'Matchday 2: Chloé 3/1 of 3; Matchday 2: Aisha 3/1 of 3; Matchday 2: Ben 3/1 of 3; '
    'March 2025: Ben 3/1 of 1 final; Matchday 1: Ben 3/1 of 1 final',
  'from joining, the matches from the day of joining on count');
select is(pg_temp.own('season', 'Matchday 1'), '1 with 4', 'a member reads the own place');
select is(pg_temp.own('joining', 'Matchday 1'), null, 'and none without a prediction that counts');
select tests.act_as(pg_temp.person('Aisha'));
select is(pg_temp.own('joining', 'Matchday 1'), '2 with 1', 'the own place counts from joining too');

-- The last five results and the crowd. Here the group began on the day after the first match.
select tests.act_as_owner();
update public.groups set created_at = '2025-03-11 12:00+00';
create function pg_temp.form(_kind text, _name text) returns text language sql as $$
  select string_agg(coalesce(l.points_earned::text, '-'), ' ' order by l.position desc)
    from public.group_last_five((select id from made where kind = _kind), 'Overall',
                                array[pg_temp.person(_name), pg_temp.person('Dora')]) l
$$;
create function pg_temp.crowd(_kind text, _league text default 'Overall') returns text language sql as $$
  select c.predictions_scored || ' with ' || c.points
    from public.group_crowd((select id from made where kind = _kind), _league) c
$$;
grant execute on function pg_temp.form(text, text), pg_temp.crowd(text, text) to public;
select tests.act_as(pg_temp.person('Aisha'));
select is(pg_temp.form('season', 'Ben'), '0 3 3', 'the form is of members only, oldest first');
select results_eq($$ select name, pg_temp.form('joining', name) from people where name <> 'Dora' order by 1 $$,
  $$ values ('Aisha', '1 3'), ('Ben', '3 3'), ('Chloé', '3') $$, 'from joining, it has no match before the day');
select is(pg_temp.crowd('season'), '3 with 9', 'the crowd is that of the club');
select is(pg_temp.crowd('joining'), '2 with 6', 'from joining, since the day on which the group was created');
select is((select string_agg(a.answer -> 0 ->> a.field, ' ' order by a.n)
             from json_array_elements(public.read_together((
                    select jsonb_agg(jsonb_build_object('name', r.name, 'arguments', jsonb_build_object(
                             '_group_id', m.id, 'league', 'Overall',
                             'user_ids', array[pg_temp.person('Aisha')])) order by r.n)
                      from made m
                     cross join (values (1, 'group_last_five'), (2, 'group_crowd'), (3, 'group_winners')) r (n, name)
                     where m.kind = 'joining'))) with ordinality o (answer, n)
            cross join lateral (select o.answer, o.n, ('{points_earned,points,label}'::text[])[o.n] as field) a),
  '3 6 April 2025', 'all three are read together with other reads');
select is(pg_temp.crowd('season', 'FA Cup'), null, 'and none of a competition without a result');

select tests.act_as(pg_temp.person('Dora'));
select is(pg_temp.crowd('season'), null, 'a stranger sees no crowd of a group');
select is(pg_temp.form('season', 'Ben'), null, 'nor the form of its members');
select is(pg_temp.winners('season'), null, 'a stranger sees no winner of a group');
select tests.act_as_anonymous();
select throws_ok($$ select * from public.group_winners((select id from made limit 1)) $$, '42501', null,
  'a visitor may not ask');

-- A corrected result, and a member who leaves and returns.
select tests.act_as_owner();
select tests.ends(pg_temp.game(2), 1, 1);
select private.announce_winners();
select tests.act_as(pg_temp.person('Aisha'));
select is((select string_agg(w.full_name || ' ' || w.points, ', ')
             from public.group_winners((select id from made where kind = 'season')) w where w.label = 'Matchday 1'),
  'Aisha 3', 'a corrected result changes the winner');
select tests.act_as(pg_temp.person('Ben'));
select public.leave_group(id) from made;
select tests.act_as(pg_temp.person('Aisha'));
select is((select count(*) from public.group_winners((select id from made where kind = 'season')) w
            where w.full_name = 'Ben'), 0::bigint, 'a member who left wins nothing');
select tests.act_as(pg_temp.person('Ben'));
select public.join_group(code) from made;
select is((select w.winners from public.group_winners((select id from made where kind = 'season')) w
            where w.label = 'Matchday 2' limit 1), 3, 'after joining again the whole season counts again');
select is((select w.winners from public.group_winners((select id from made where kind = 'joining')) w
            where w.label = 'Matchday 2' limit 1), 2, 'and from joining, only matches from the second joining on');
select tests.act_as_owner();
select pg_temp.ends(5, 6);
select private.count_points();
select tests.act_as(pg_temp.person('Ben'));
select is(pg_temp.own('joining', 'Matchday 3'), '1 with 4',
  'on the day of joining a match that had locked before counts, like one that locked afterwards');
select tests.act_as_owner();
select private.clear_points(null);
select tests.act_as(pg_temp.person('Aisha'));
select is(pg_temp.winners('season'), null, 'clearing all points empties the list');
select * from finish();
