select plan(14);

create temporary table game as select tests.a_player('Amina') as amina, tests.an_admin('Olga') as olga;
grant select on game to public;

select tests.act_as((select olga from game));
select lives_ok(
  $$ insert into public.news (title, content) values ('Cup draw', 'The draw is tonight.') $$,
  'an admin writes news'
);

select is(
  (select created_by_admin from public.news where title = 'Cup draw'),
  (select olga from game),
  'the news names its author'
);

insert into public.news (title, content, is_active) values ('Later', 'Not yet.', false);
select lives_ok(
  $$ insert into public.news (title, content) select 'Long', string_agg('word', ' ') from generate_series(1, 100) $$,
  '100 words are accepted'
);

select throws_ok(
  $$
    insert into public.news (title, content) select 'Longer', string_agg('word', E' \n ') from generate_series(1, 101)
  $$,
  '23514', null,
  '101 words are refused'
);

select throws_ok(
  $$ insert into public.news (title, content) values ('Empty', E' \n\t ') $$,
  '23514', null,
  'empty content is refused'
);

select throws_ok(
  $$ insert into public.news (title, content) values ('  ', 'Words') $$,
  '23514', null,
  'a blank title is refused'
);

select throws_ok(
  $$ insert into public.news (title, content, image_url) values ('Bad', 'Words', 'javascript:alert(1)') $$,
  '23514', null,
  'an image needs a web address'
);

select throws_ok(
  $$ insert into public.news (title, content, created_by_admin) select 'Forged', 'Words', amina from game $$,
  '42501', null,
  'nobody can write news in another admin''s name'
);

select is((select count(*)::int from public.news where title in ('Cup draw', 'Later')), 2, 'admins read all news');

select results_eq(
  $$ select action from public.admin_audit_log where table_name = 'news' and new_values ->> 'title' = 'Later' $$,
  $$ values ('news.insert') $$,
  'writing news is audited'
);

select tests.act_as((select amina from game));
select results_eq(
  $$ select title from public.news where title in ('Cup draw', 'Later') $$,
  $$ values ('Cup draw') $$,
  'players read active news'
);

select throws_ok($$ delete from public.news $$, 'SL003', null, 'players cannot delete news');
select tests.act_as_anonymous();
select results_eq(
  $$ select title from public.news where title in ('Cup draw', 'Later') $$,
  $$ values ('Cup draw') $$,
  'visitors read active news'
);

select throws_ok(
  $$ insert into public.news (title, content) values ('Mine', 'Words') $$,
  '42501', null,
  'visitors cannot write news'
);

select * from finish();
