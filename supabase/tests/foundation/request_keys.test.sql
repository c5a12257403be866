-- Requests with a key: sent again they return the first result and create nothing.
select plan(32);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.an_admin('Olga') as olga, tests.an_admin('Bert') as bert,
  '7d0b5b84-6c1f-4a55-9d53-0a4f4a8d9e10'::uuid as key;
grant select on game to public;
update public.profiles set phone_number = '+23057001234' where id = (select amina from game);
create function pg_temp.paying() returns jsonb language sql as $$
  select jsonb_build_object('payer_name', 'Aunt Rose', 'amount_rs', 250, 'method', 'juice',
                            'paid_on', current_date - 1)
$$;
create function pg_temp.amina() returns uuid language sql as $$ select amina from game $$;
grant execute on function pg_temp.paying(), pg_temp.amina() to public;
-- The number of rows, for any caller.
create function pg_temp.rows_in(_table text) returns bigint language plpgsql security definer as $$
declare
  found bigint;
begin
  execute format('select count(*) from public.%I', _table) into found;
  return found;
end $$;
-- What two calls with one key returned, and how many rows they added.
create function pg_temp.sent_twice(_call text, _table text, _key uuid) returns text language plpgsql as $$
declare
  before bigint := pg_temp.rows_in(_table);
  results jsonb[];
begin
  for attempt in 1 .. 2 loop
    execute format('select array_append($1, (select jsonb_agg(to_jsonb(c)) from %s c))', format(_call, _key))
      into results using results;
  end loop;
  return format('%s, %s added', case when results[1] = results[2] then 'the same' else 'another result' end,
                pg_temp.rows_in(_table) - before);
end $$;
grant execute on function pg_temp.rows_in(text), pg_temp.sent_twice(text, text, uuid) to public;

select tests.act_as((select olga from game));
create temporary table existing as select
  (public.generate_plan_code('fa_cup', current_date + 9)).id as code,
  (select id from public.create_subscription_archive('Autumn', '', current_date, current_date)) as archive;
grant select on existing to public;

select is(pg_temp.sent_twice(a.call, a.rows_of, gen_random_uuid()), 'the same, ' || a.added || ' added', a.name)
  from (values
    ('create_group()', 'groups', 1, $$ public.create_group('Friday five', '#0b4f9e', '#f2d13c', false, %L) $$),
    ('generate_plan_code()', 'plan_codes', 1, $$ public.generate_plan_code('fa_cup', current_date + 9, %L) $$),
    ('generate_plan_codes()', 'plan_codes', 3, $$ public.generate_plan_codes('fa_cup', current_date + 9, 3, %L) $$),
    ('generate_paid_plan_codes()', 'payments', 3,
     $$ public.generate_paid_plan_codes('fa_cup', current_date + 9, 3, pg_temp.paying(), %L) $$),
    ('record_payment()', 'payments', 1,
     $$ public.record_payment((select code from existing), pg_temp.paying(), %L) $$),
    ('give_paid_subscription()', 'payments', 1,
     $$ public.give_paid_subscription(pg_temp.amina(), 'fa_cup', current_date + 9, pg_temp.paying(), %L) $$),
    ('notify_everyone()', 'notifications', 3, $$ public.notify_everyone('Hello', 'there', 'info', %L) $$),
    ('add_match()', 'matches', 1, $$ public.add_match('{"home_team_name": "Bury", "away_team_name": "Wigan",
      "match_date": "2030-01-05", "league": "FA Cup"}', '{}', %L) $$),
    ('add_member_note()', 'member_notes', 1, $$ public.add_member_note(pg_temp.amina(), 'Pays in cash', %L) $$),
    ('add_season_question()', 'season_questions', 1,
     $$ public.add_season_question('fa_cup', 'text', 'Top scorer', '', 5, now() + interval '1 day', 1, %L) $$),
    ('sell_subscriptions()', 'payments', 1,
     $$ public.sell_subscriptions(jsonb_build_array(jsonb_build_object('name', 'Aunt Rose', 'plan_type', 'fa_cup',
          'expires_on', current_date + 9, 'amount_rs', 250, 'method', 'cash')), %L) $$),
    ('remind_in_app()', 'notifications', 1,
     $$ public.remind_in_app(pg_temp.amina(), 'payment', 'Hello', 'there', %L) $$),
    ('remind_in_app() of a member who misses no picks', 'notifications', 1,
     $$ public.remind_in_app((select bert from game), 'picks', 'Hello', 'there', %L) $$),
    ('message_member()', 'notifications', 1, $$ public.message_member(pg_temp.amina(), 'Hello', 'there', %L) $$),
    ('send_club_message()', 'notifications', 3,
     $$ public.send_club_message('Hello', 'there', _audience => 'everyone', _request_key => %L) $$),
    ('create_predictions_snapshot()', 'predictions_snapshots', 1,
     $$ public.create_predictions_snapshot('Before', null, %L) $$),
    ('create_subscription_archive()', 'subscription_period_archives', 1,
     $$ public.create_subscription_archive('Winter', '', current_date, current_date, %L) $$),
    ('add_archived_subscription()', 'archived_subscriptions', 1,
     $$ public.add_archived_subscription((select archive from existing), '57001234', 'fa_cup', 'expired',
                                         now() - interval '9 days', now(), %L) $$),
    ('archive_past_table()', 'leaderboard_archives', 1,
     $$ public.archive_past_table('Past', '', 'FA Cup', '2020-08-01', '2021-05-30',
                                  '[{"name": "Amina", "points": 30}]', %L) $$)
  ) a (name, rows_of, added, call);

select is((select count(*) from information_schema.parameters p
            where p.specific_schema = 'public' and p.parameter_name = '_request_key'
              -- Of games: divisions/drawing.test.sql, cups/drawing.test.sql, last_standing/organisers.test.sql,
              -- prizes/organisers.test.sql. Their tables are private: club/bar_screen.test.sql, club/texts.test.sql,
              -- moving_in/moving_in.test.sql.
              and p.specific_name !~ '^(draw_divisions|draw_cup|start_last_standing|make_last_standing_codes'
                                     '|open_bar_screen|pay_prize|publish_club_text|move_in)_'),
          18::bigint, 'every function with a key is in this list');

select isnt(public.create_group('Friday five', '#0b4f9e', '#f2d13c'),
            public.create_group('Friday five', '#0b4f9e', '#f2d13c'), 'without a key each call creates a group');
select throws_ok($$ select public.create_group('ab', '#0b4f9e', '#f2d13c', false, (select key from game)) $$, '23514',
                 null, 'a refused request keeps no result');
create temporary table made as
  select public.create_group('Corrected', '#0b4f9e', '#f2d13c', false, (select key from game)) as id;
grant select on made to public;
select is((select name from public.my_groups() g join made using (id)), 'Corrected',
          'the key of a refused request can be used again');
select throws_ok(
  $$ select public.notify_everyone('Hello', 'there', 'info', (select key from game)) $$, '22023',
  'The request key was used for create_group', 'a key belongs to one act');
select is((select outcome from public.add_archived_subscription((select archive from existing), '59999999', 'fa_cup',
            'expired', now() - interval '9 days', now(), '7d0b5b84-6c1f-4a55-9d53-0a4f4a8d9e11')),
          'user_not_found', 'a phone number without a player adds nothing');
select is((select outcome from public.add_archived_subscription((select archive from existing), '57001234', 'fa_cup',
            'expired', now() - interval '9 days', now(), '7d0b5b84-6c1f-4a55-9d53-0a4f4a8d9e11')),
          'added', 'and its request can be sent again');

select tests.act_as((select bert from game));
select isnt(public.create_group('Corrected', '#0b4f9e', '#f2d13c', false, (select key from game)),
            (select id from made), 'another caller''s key is another key');
select tests.act_as((select amina from game));
select throws_ok(
  $$ select public.generate_paid_plan_codes('fa_cup', current_date + 9, 3, pg_temp.paying(), key) from game $$,
  'SL003', null, 'a key does not replace the admin role');
select throws_ok($$ select * from private.request_results $$, '42501', null, 'nobody reads the results');

select tests.act_as_secret_key();
select isnt((public.generate_plan_code('fa_cup', current_date + 9, (select key from game))).id,
            (public.generate_plan_code('fa_cup', current_date + 9, (select key from game))).id,
            'the secret key has no caller, so its keys are ignored');

-- Kept for a day.
select tests.act_as_owner();
update private.request_results set created_at = clock_timestamp() - interval '1 day' + interval '1 minute'
 where request_key = (select key from game) and caller = (select bert from game);
update private.request_results set created_at = clock_timestamp() - interval '1 day'
 where request_key = (select key from game) and caller = (select olga from game);
select private.delete_old_results();
select results_eq($$ select caller from private.request_results where request_key = (select key from game) $$,
                  $$ select bert from game $$, 'a result is deleted after a day');
delete from public.user_roles where user_id = (select bert from game);
delete from public.groups where owner_id = (select bert from game);
delete from auth.users where id = (select bert from game);
select is((select count(*) from private.request_results where caller = (select bert from game)), 0::bigint,
          'the results of a deleted account are deleted');

select * from finish();
