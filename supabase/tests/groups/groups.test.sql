-- Groups as owner, member, stranger and admin: who sees what, invite links, limits, points, deletion.
select plan(75);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Ben') as ben, tests.a_player('Cara') as cara,
  tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in('1 hour', 'Champions League', 'Inter', 'Roma') as old_match,
  tests.a_match_kicking_off_in('2 hours', 'Champions League', 'Milan', 'Lyon') as new_match,
  tests.a_match_kicking_off_in('3 hours', 'Friendly Club') as open_match;
grant select on game to public;
create temporary table made (id uuid, code text);
grant all on made to public;
create function pg_temp.the_group() returns uuid language sql as $$ select id from made $$;
create function pg_temp.board(_league text default 'Overall') returns setof text language sql as $$
  select concat_ws(' ', l.rank, l.full_name, l.points, l.perfect_scores)
    from public.group_leaderboard((select id from made), _league) l
$$;
grant execute on function pg_temp.the_group(), pg_temp.board(text) to public;

select tests.predicts((select amina from game), m, 1, 0), tests.predicts((select ben from game), m, 2, 0)
  from game cross join lateral (values (old_match), (new_match)) v (m);
select tests.predicts((select cara from game), (select open_match from game), 3, 3);

-- Creating.
select tests.act_as_anonymous();
select throws_ok(
  $$ select public.create_group('Friday five', '#0b4f9e', '#f2d13c') $$, '42501', null,
  'visitors cannot create a group'
);
select tests.act_as((select amina from game));
insert into made (id) select public.create_group('  Friday five ', '#0B4F9E', '#f2d13c');
select results_eq(
  $$ select name, first_colour, is_owner, members from public.my_groups() $$,
  $$ values ('Friday five', '#0b4f9e', true, 1) $$,
  'the creator owns the group and is its first member'
);
select throws_ok(
  $$ select public.create_group(n, '#000000', '#ffffff') from unnest(array[E'ab\u200b\u2060']) n $$, '23514', null,
  'a name of 2 characters is refused'
);
select throws_ok(
  $$ select public.create_group(repeat('x', 41), '#000000', '#ffffff') $$, '23514', null,
  'a name of 41 characters is refused'
);
select lives_ok(
  $$ select public.update_group(pg_temp.the_group(), n, '#000000', '#ffffff', false)
       from unnest(array['abc', repeat('x', 40), 'Friday five']) n $$,
  'names of 3 and 40 characters are accepted'
);
select throws_ok(
  $$ select public.create_group('Friday five', 'red', '#ffffff') $$, '23514', null, 'a colour is six hex digits'
);
update made set code = (select d.code from public.group_details(made.id) d);
select matches((select code from made), '^[0-9A-HJKMNP-TV-Z]{8}$', 'the code has 8 digits of Crockford''s base 32');

-- A stranger.
select tests.act_as((select ben from game));
select is_empty($$ select * from public.groups $$, 'a stranger sees no group');
select is_empty($$ select * from public.group_members $$, 'a stranger sees no members');
select is_empty($$ select * from public.group_changes $$, 'a stranger sees no change of a group');
select is_empty($$ select * from public.group_details(pg_temp.the_group()) $$, 'a stranger gets no details');
select is_empty($$ select * from public.members_of_group(pg_temp.the_group()) $$, 'a stranger gets no members');
select is_empty($$ select pg_temp.board() $$, 'a stranger gets no leaderboard');
select throws_ok(
  $$ select public.renew_group_code(pg_temp.the_group()) $$, 'PT404', 'There is no such group',
  'for a stranger the group does not exist'
);
select throws_ok(
  $$ select public.renew_group_code(gen_random_uuid()) $$, 'PT404', 'There is no such group',
  'an unknown id gets the same answer'
);
select throws_ok($$ select public.leave_group(pg_temp.the_group()) $$, 'PT404', null, 'a stranger cannot leave');
select tests.act_as((select olga from game));
select is_empty($$ select * from public.groups $$, 'an admin who is not a member does not read the table');
select results_eq(
  $$ select name, owner_name, members, total_count from public.admin_groups() $$,
  $$ values ('Friday five', 'Amina', 1, 1) $$, 'an admin sees the club''s groups'
);
select is((select count(*)::int from public.admin_groups('fri five')), 1, 'an admin finds a group by its name');
select is((select count(*)::int from public.admin_groups('amin')), 1, 'an admin finds a group by its owner');
select is_empty($$ select * from public.admin_groups('tuesday') $$, 'other words find no group');

-- The invite link.
select tests.act_as((select ben from game));
select results_eq(
  $$ select r ->> 'outcome', r ->> 'name', r ->> 'inviter_name', (r ->> 'members')::integer, r -> 'leaders'
       from jsonb_array_elements(public.preview_group(lower((select code from made)))) r $$,
  $$ values ('found', 'Friday five', 'Amina', 1, '[]'::jsonb) $$, 'a code shows its group, in lower case too'
);
select is(public.join_group('00000000') -> 0 ->> 'outcome', 'invalid', 'an unknown code is invalid');
select is(public.join_group((select code from made)) -> 0 ->> 'outcome', 'joined', 'a valid code joins the group');
select is(
  public.join_group(' ' || left((select code from made), 4) || '-' || right((select code from made), 4))
    -> 0 ->> 'outcome',
  'member', 'joining again changes nothing, and spaces and hyphens do not matter'
);
select results_eq(
  $$ select full_name, is_owner from public.members_of_group(pg_temp.the_group()) $$,
  $$ values ('Amina', true), ('Ben', false) $$, 'members see each other'
);
select is((select left(code, 8) from public.group_details(pg_temp.the_group())), (select code from made),
  'a member has a link with the code of the group');
select is(
  (select public.preview_group(d.code) -> 0 ->> 'inviter_name' from public.group_details(pg_temp.the_group()) d),
  'Ben', 'which says that the member invites');
select is(public.preview_group((select code from made) || 'ZZZZ') -> 0 ->> 'inviter_name', 'Amina',
  'with the digits of no member the owner invites');
select tests.act_as_anonymous();
select is(public.preview_group((select code from made)) -> 0 ->> 'inviter_name', 'Amina', 'a visitor sees it too');
select is(public.link_preview('/join/' || (select code from made)),
  format('[{"kind": "invite", "image": "/functions/v1/share-picture?invite=%s",
            "facts": {"inviter": "Amina", "group": "Friday five", "members": 2}}]', (select code from made))::jsonb,
  'a messenger shows who invites to which group');
select is(public.link_preview('/join/00000000'), '[]', 'and nothing of a link that leads nowhere');
select is(public.link_preview('/matches'), '[]', 'or of another page');
select tests.act_as((select amina from game));
select public.update_group(pg_temp.the_group(), 'Friday five', '#123456', '#654321', null, null, false);
select tests.act_as((select ben from game));
select is((select code from public.group_details(pg_temp.the_group())), null,
  'the owner may keep inviting to themselves');
select tests.act_as((select amina from game));
select public.update_group(pg_temp.the_group(), 'Friday five', '#123456', '#654321', null, null, true);
select tests.act_as((select ben from game));
select throws_ok(
  $$ select public.update_group(pg_temp.the_group(), 'Mine now', '#000000', '#ffffff', true) $$, '42501', null,
  'a member who is not the owner cannot change the group'
);
select throws_ok(
  $$ select public.remove_group_member(pg_temp.the_group(), (select amina from game)) $$, '42501', null,
  'a member who is not the owner removes nobody'
);
select is(
  (select groups -> 0 ->> 'name' from (select public.my_data() -> 'groups' as groups) d), 'Friday five',
  'the export of a player''s data lists the groups'
);

-- Points: of the whole season, then from the day of joining.
select tests.act_as_owner();
select tests.kickoff_moves_to((select old_match from game), '-3 days');
select tests.ends((select old_match from game), 1, 0);
update public.matches set completed_at = now() - interval '3 days' where id = (select old_match from game);
select tests.act_as_owner();
select private.recalculate_points();
select tests.kickoff_moves_to((select new_match from game), '-1 hour');
-- Within an hour after the club's midnight that kick-off is of the day before.
update public.group_members set joined_on = least(joined_on, (select m.match_date from public.matches m, game
                                                               where m.id = new_match));
select tests.ends((select new_match from game), 2, 0);
select tests.act_as((select amina from game));
select results_eq(
  $$ select pg_temp.board() $$, $$ values ('1 Amina 4 1'), ('1 Ben 4 1') $$, 'the whole season counts'
);
select results_eq(
  $$ select l.rank, l.previous_rank, l.full_name, l.predictions_scored, l.accuracy
       from public.group_leaderboard(pg_temp.the_group(), 'Champions League') l $$,
  $$ select l.rank, l.previous_rank, l.full_name, l.predictions_scored, l.accuracy
       from public.leaderboard('Champions League') l $$,
  'the columns and the movement are those of the club''s leaderboard'
);
select is_empty(
  $$ select pg_temp.board('FA Cup') $$, 'a competition lists the members who are on its leaderboard'
);
select throws_ok($$
  select public.update_group(pg_temp.the_group(), 'Friday five', '#0b4f9e', '#f2d13c', n % 2 = 0)
    from generate_series(1, 12) n $$, 'SL004', null, 'when points count changes at most ten times in an hour');
select lives_ok($$
  select public.update_group(pg_temp.the_group(), 'Friday five', '#0b4f9e', '#f2d13c', false)
    from generate_series(1, 20) n $$, 'the same value is no change');
select public.update_group(pg_temp.the_group(), 'Friday five', '#0b4f9e', '#f2d13c', true);
select results_eq(
  $$ select pg_temp.board('Champions League') $$, $$ values ('1 Ben 3 1'), ('2 Amina 1 0') $$,
  'points count from the day of joining'
);
select tests.act_as_owner();
select tests.ends((select old_match from game), 2, 0);
select tests.act_as((select amina from game));
select results_eq(
  $$ select pg_temp.board() $$, $$ values ('1 Ben 3 1'), ('2 Amina 1 0') $$,
  'a corrected result from before the joining does not count'
);
select tests.act_as_owner();
select tests.ends((select new_match from game), 1, 0);
select private.recalculate_points();
select tests.act_as((select amina from game));
select results_eq(
  $$ select pg_temp.board() $$, $$ values ('1 Amina 3 1'), ('2 Ben 1 0') $$,
  'a corrected result from after the joining counts'
);
select tests.act_as_owner();
select private.clear_points(array[(select amina from game)]);
select tests.act_as((select amina from game));
select results_eq(
  $$ select pg_temp.board() $$, $$ values ('1 Ben 1 0'), ('2 Amina 0 0') $$, 'cleared points do not count'
);
select tests.act_as_owner();
update public.group_members set joined_on = joined_on - 9 where user_id = (select ben from game);
select private.rebuild_totals();
select tests.act_as((select amina from game));
select results_eq(
  $$ select pg_temp.board() $$, $$ values ('1 Ben 4 1'), ('2 Amina 0 0') $$,
  'a match counts for a member who joined before its day'
);

-- Predictions of a match.
select results_eq(
  $$ select full_name, group_ids from public.group_match_predictions((select new_match from game)) order by 1 $$,
  $$ select n, array[pg_temp.the_group()] from unnest(array['Amina', 'Ben']) n $$,
  'after the lock members see the predictions of their groups'
);
select tests.act_as((select cara from game));
select is_empty(
  $$ select * from public.group_match_predictions((select new_match from game)) $$,
  'a player without a group sees none there'
);
select is(public.join_group((select code from made)) -> 0 ->> 'outcome', 'joined', 'a third player joins');
select tests.act_as((select ben from game));
select is_empty(
  $$ select * from public.group_match_predictions((select open_match from game)) $$,
  'predictions of an open match stay hidden in a group'
);

-- Removing, leaving, handing over.
select tests.act_as((select amina from game));
select public.remove_group_member(pg_temp.the_group(), (select cara from game));
select tests.act_as((select cara from game));
select is(
  public.join_group((select code from made)) -> 0 ->> 'outcome', 'invalid',
  'a removed member cannot return with the old link'
);
select tests.act_as((select amina from game));
select throws_ok($$ select public.leave_group(pg_temp.the_group()) $$, 'SL019', null, 'the owner cannot leave');
select throws_ok(
  $$ select public.hand_over_group(pg_temp.the_group(), (select cara from game)) $$, 'PT404', null,
  'the group is handed over to members only'
);
select public.hand_over_group(pg_temp.the_group(), (select ben from game));
select lives_ok($$ select public.leave_group(pg_temp.the_group()) $$, 'the former owner can leave');
select tests.act_as((select ben from game));
update made set code = public.renew_group_code(id);
select public.revoke_group_code(pg_temp.the_group());
select tests.act_as((select amina from game));
select is(public.join_group((select code from made)) -> 0 ->> 'outcome', 'invalid', 'a revoked code is invalid');

-- Deleting and restoring.
select tests.act_as((select ben from game));
update made set code = public.renew_group_code(id);
select public.delete_group(pg_temp.the_group());
select is_empty($$ select * from public.groups $$, 'a deleted group is hidden');
select tests.act_as((select cara from game));
select is(public.preview_group((select code from made)) -> 0 ->> 'outcome', 'invalid',
  'the link of a deleted group is invalid');
select tests.act_as((select ben from game));
select public.restore_group(pg_temp.the_group());
select is((select count(*)::int from public.groups), 1, 'the owner restores it');
select public.delete_group(pg_temp.the_group());
select tests.act_as_owner();
update public.groups set deleted_at = clock_timestamp() - interval '10 minutes';
select tests.act_as((select ben from game));
select throws_ok($$ select public.restore_group(pg_temp.the_group()) $$, 'SL014', null, 'not after 10 minutes');
select tests.act_as_owner();
select is(private.delete_old_groups(), 1::bigint, 'a job then removes it');

-- Limits.
select tests.act_as((select ben from game));
select public.create_group('Group ' || n, '#000000', '#ffffff') from generate_series(1, 10) n;
select throws_ok(
  $$ select public.create_group('Group 11', '#000000', '#ffffff') $$, 'SL018', null, 'a player owns 10 groups'
);
select tests.act_as((select cara from game));
select is(
  (select array_agg(distinct public.join_group('0000000' || n % 10) -> 0 ->> 'outcome') from generate_series(1, 18) n),
  '{invalid}', 'wrong codes are counted, with a removed member''s and a deleted group''s'
);
select is(public.preview_group('00000000') -> 0 ->> 'outcome', 'locked', 'then codes are refused for a while');
select cmp_ok(
  (public.join_group('00000000') -> 0 ->> 'retry_after_seconds')::integer, '<=', 900,
  'the player is told how long to wait'
);
select tests.act_as((select ben from game));
truncate made;
insert into made select g.id, (select d.code from public.group_details(g.id) d) from public.my_groups() g limit 1;
select tests.act_as_owner();
insert into public.group_members (group_id, user_id)
  select (select id from made), tests.a_player('Member') from generate_series(1, 498);
select tests.act_as((select amina from game));
select is(public.join_group((select code from made)) -> 0 ->> 'outcome', 'joined', 'the 500th member joins');
select tests.act_as((select olga from game));
select is(public.join_group((select code from made)) -> 0 ->> 'outcome', 'full', 'the 501st does not');
select tests.act_as((select amina from game));
select is((select count(*)::int from public.group_leaderboard((select id from made), page_limit => 500)), 500,
  'a page has all 500 members');

-- Closing.
select throws_ok($$ select public.close_group((select id from made)) $$, 'SL003', null, 'players close no group');
select tests.act_as((select olga from game));
create temporary table closing as select public.close_group((select id from made)) as undo_id;
select tests.act_as((select ben from game));
select is((select count(*)::int from public.groups), 9, 'a closed group is hidden, also from its owner');
select throws_ok(
  $$ select public.restore_group((select id from made)) $$, 'PT404', null, 'its owner cannot restore it'
);
select tests.act_as((select olga from game));
select is(public.undo((select undo_id from closing)), 'close_group', 'an admin undoes the closing');
select results_eq(
  $$ select action, subject from public.admin_audit_log order by id desc limit 2 $$,
  $$ select a, g.name from unnest(array['undo', 'close_group']) a cross join public.admin_groups() g
      where g.id = (select id from made) $$,
  'both are in the audit log with the group''s name'
);

-- Deleted accounts.
select tests.act_as_owner();
delete from auth.users where id = (select ben from game);
select is(
  (select count(*)::int from public.groups), 1, 'a deleted owner''s groups without another member are deleted'
);
select isnt((select owner_id from public.groups), (select ben from game), 'the others get another owner');
