-- What an act shows of members' open predictions and answers, its undo does not hide again.
select plan(26);

create temporary table people as select tests.an_admin('Olga') as olga, tests.a_player('Carla') as carla;
grant select on people to public;

-- One act each, with a member (m), who has a prediction of an open match (id) and an answer to an open question (q)
-- that nobody else has. shows: whether the act shows the prediction. undo: other than public.undo().
create temporary table acts (n integer generated always as identity, act text, label text, shows boolean, call text,
                             undo text, m uuid, id uuid, q uuid, undo_id uuid);
insert into acts (act, label, shows, call, undo) values
  ('cancel_match', 'cancelling an open match', false, 'public.cancel_match(%2$L)', null),
  ('complete_matches', 'completing an open match', true,
   $$ (select undo_id from public.complete_matches('[{"id": "%2$s", "home_score": 1, "away_score": 0}]')) $$, null),
  ('delete_match', 'deleting a match', false, 'public.delete_match(%2$L)', null),
  ('delete_matches', 'deleting several matches', false, 'public.delete_matches(array[%2$L]::uuid[])', null),
  ('delete_user_prediction', 'deleting a prediction', false,
   '(select public.delete_user_prediction(p.id) from public.admin_user_predictions(%1$L) p)', null),
  ('clear_user_predictions', 'deleting the predictions of a member', false,
   'public.clear_user_predictions(%1$L)', null),
  ('clear_player_points', 'resetting a member''s points', false, 'public.clear_player_points(%1$L)', null),
  ('import_matches', 'importing a match as cancelled', false,
   $$ (select i.undo_id from pg_temp.file(%4$s, 'cancelled', 0) f,
         public.import_matches('Friendly Club', 'tests', 'Indian/Mauritius', f) i) $$, null),
  ('import_matches', 'importing an earlier kick-off, which has passed', true,
   $$ (select i.undo_id from pg_temp.file(%4$s, null, -2) f,
         public.import_matches('Friendly Club', 'tests', 'Indian/Mauritius', f) i) $$, null),
  ('merge_matches', 'merging into a match that has started', true,
   $$ public.merge_matches(jsonb_build_array(
        jsonb_build_object('keep', pg_temp.twin(%4$s), 'remove', %2$L))) $$, null),
  ('merge_matches', 'merging a match that was played into an open one', true,
   $$ public.merge_matches(jsonb_build_array(
        jsonb_build_object('keep', %2$L, 'remove', pg_temp.twin(%4$s)))) $$, null),
  ('merge_teams', 'merging teams', false,
   $$ public.merge_teams((select id from public.teams where name = 'Third %4$s'),
                         (select id from public.teams where name = 'Home %4$s')) $$, null),
  ('settle_season_question', 'settling a question', false, $$ public.settle_season_question(%3$L, '{0}') $$, null),
  ('reopen_season_question', 'reopening a question', false, 'public.reopen_season_question(%3$L)', null),
  ('delete_season_question', 'deleting a question', false, 'public.delete_season_question(%3$L)', null),
  ('void_match', 'voiding a match', true, 'public.void_match(%2$L)', null),
  ('take_season_step', 'cancelling matches at the season''s end', false,
   $$ public.take_season_step('matches', jsonb_build_object('cancel', jsonb_build_array(%2$L))) $$,
   $$ public.undo_season_step('matches') $$),
  ('close_account', 'deleting a member', false, 'public.close_account(%1$L)', null),
  ('merge_members', 'merging a member into the own account', false,
   'public.merge_members((select olga from people), %1$L)', null),
  ('merge_members', 'merging a member into another account', false,
   'public.merge_members((select carla from people), %1$L)', null);
grant select on acts to public;
update acts set m = tests.a_player('Member ' || n),
  id = tests.a_match_kicking_off_in('2 days', 'Friendly Club', 'Home ' || n, 'Away ' || n);
update public.matches m set round = 'Round 1' from acts a where m.id = a.id;
select tests.a_team('Third ' || n) from acts where act = 'merge_teams';
-- The twin of a match that is merged: it has kicked off, and was played if it is removed.
create temporary table twins as select n, tests.a_match_kicking_off_in('-3 hours', 'Friendly Club', 'Home ' || n,
                                                                        'Away ' || n) as id from acts
                                 where act = 'merge_matches';
grant select on twins to public;
select tests.ends(t.id, 1, 0) from twins t;
create function pg_temp.twin(_n integer) returns uuid language sql as $$ select id from twins where n = _n $$;
create function pg_temp.file(_n integer, _status text, _days integer) returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object(
    'round', 'Round 1', 'home', 'Home ' || _n, 'away', 'Away ' || _n, 'date', m.match_date + 2 * _days,
    'time', to_char(m.match_time, 'HH24:MI'), 'confirmed', true, 'status', _status, 'home_score', null,
    'away_score', null))
    from acts a join public.matches m on m.id = a.id where a.n = _n
$$;
with added as (
  insert into public.season_questions (competition_id, kind, title, points, locks_at)
  select 'friendly_club', 'number', 'Question ' || n, 5, now() + interval '1 day' from acts
  returning id, title
)
update acts a set q = d.id from added d where d.title = 'Question ' || a.n;
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  select m, id, n, 20 + n from acts;
insert into public.season_answers (user_id, question_id, answer) select m, q, array[(1000 + n)::text] from acts;
-- A season that can be ended.
create temporary table ended as select tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Old', 'Older') as id;
select tests.predicts(carla, e.id, 1, 1), tests.ends(e.id, 1, 0) from people, ended e;
-- Acts that need a lock that has passed.
select private.rules_off();
update public.season_questions q set locks_at = now() - interval '1 hour' from acts a
  where q.id = a.q and a.act in ('settle_season_question', 'reopen_season_question');
select private.rules_on();
update public.season_questions q set correct_answers = '{0}', settled_at = now() from acts a
  where q.id = a.q and a.act = 'reopen_season_question';
select tests.ends(a.id, 1, 0) from acts a where a.act = 'void_match';

-- The secrets that the caller can read: of predictions 'n', of answers 'n?'.
create function pg_temp.readable() returns setof text language sql as $$
  select p.home_prediction::text from public.user_predictions p where p.away_prediction = 20 + p.home_prediction
  union select c.home_prediction::text from public.prediction_changes c
         where c.away_prediction = 20 + c.home_prediction
  union select p.home_prediction::text from public.matches m, public.match_predictions(m.id) p
         where p.away_prediction = 20 + p.home_prediction
  union select p.home_prediction::text from acts a, public.player_predictions(a.m) p
  union select p.home_prediction::text from acts a, public.admin_user_predictions(a.m) p
         where (select public.has_role((select auth.uid()), 'admin')) and not p.is_open
  union select (s.answer[1]::integer - 1000) || '?' from public.season_answers s
  union select (s.answer[1]::integer - 1000) || '?' from public.season_answer_changes s
  union select (s.answer[1]::integer - 1000) || '?' from public.season_questions q, public.season_answers_of(q.id) s
$$;
create temporary table read (who text, secret text);
grant select, insert on read to public;
create function pg_temp.note(_who text) returns void language sql as $$
  insert into read select _who, r from pg_temp.readable() r
$$;
create function pg_temp.called(_call text, _m uuid, _id uuid, _q uuid, _n integer) returns uuid language plpgsql as $$
declare
  answer text;
begin
  execute 'select (' || format(_call, _m, _id, _q, _n) || ')::text' into answer;
  return case when answer ~ '^[0-9a-f-]{36}$' then answer::uuid
              else (select o.id from public.open_undos() o
                     where o.action = substring(_call from 'public\.(\w+)\(') limit 1) end;
end $$;
grant execute on all functions in schema pg_temp to public;

select tests.act_as(olga) from people;
select pg_temp.note('before');
select set_eq($$ select secret from read where who = 'before' $$,
              $$ select n || '?' from acts where act in ('settle_season_question', 'reopen_season_question')
                 union all select n::text from acts where act = 'void_match' $$,
              'before the acts an organiser reads what has locked');
-- Each act and its undo in statements of their own, because what a statement shows depends on its moment.
select tests.act_as_owner();
grant update on acts to public;
select tests.act_as(olga) from people;
update acts a set undo_id = pg_temp.called(a.call, a.m, a.id, a.q, a.n);
select pg_temp.note('organiser');
select tests.act_as(carla) from people;
select pg_temp.note('accomplice');
select tests.act_as_owner();
update private.undos set done_at = clock_timestamp();
delete from private.attempts;
select tests.act_as(olga) from people;
select case when undo is null then (select public.undo(a.undo_id) where a.undo_id is not null)
            else pg_temp.called(undo, m, id, q, n)::text end
  from acts a order by n desc;
set constraints all immediate;
select tests.act_as(carla) from people;
select pg_temp.note('member');
select tests.act_as_owner();

select is(array(select r.secret from read r where r.who = 'organiser' and r.secret = a.n::text),
          case when a.shows then array[a.n::text] else '{}' end,
          format('%s %s', a.label, case when a.shows then 'shows its predictions' else 'shows no open prediction' end))
  from acts a where a.act not like '%question' order by a.n;
select set_eq($$ select secret from read where who = 'accomplice' $$,
              $$ select secret from read where who = 'organiser' $$,
              'nobody else reads more than the organiser meanwhile');
select is_empty($$ select secret from read where who = 'organiser'
                   except select secret from read where who = 'member' $$,
                'what an organiser could read, everyone can read after the undo');
select is((select array_agg(a.label order by a.n) from acts a join public.matches m on m.id = a.id
            where m.status = 'upcoming' and m.locks_at > clock_timestamp() and m.predictions_revealed_at is not null),
          '{completing an open match,"importing an earlier kick-off, which has passed",'
          '"merging a match that was played into an open one"}',
          'a match that is open again says when its predictions were visible');
select is((select array_agg(a.label order by a.n) from acts a join private.match_reopenings r on r.match_id = a.id
            where r.reason is null and r.reopened_by = (select olga from people)),
          '{completing an open match,"importing an earlier kick-off, which has passed",'
          '"merging a match that was played into an open one"}', 'and the public log says who opened it');
select is((select array_agg(a.label order by a.n) from acts a join public.matches m on m.id = a.id
            where m.status = 'upcoming' and m.locks_at <= clock_timestamp()),
          '{merging into a match that has started}', 'a match that was merged into a started one stays locked');
select is((select count(*) from private.messages s, acts a
            where s.user_id = a.m and s.title like 'Open again%'), 3::bigint, 'its members are told');

-- Every function that records an undo and may change a match, a prediction or an answer is tested above.
create function pg_temp.reaching(_pattern text) returns setof text language sql as $$
  with recursive functions as (
    select p.oid, n.nspname || '.' || p.proname as name, p.prosrc
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')
  ), reached as (
    select f.name from functions f where f.prosrc ~ _pattern
    union
    select f.name from reached r join functions f on f.prosrc ~ (replace(r.name, '.', '\.') || '\(')
  )
  select name from reached where name like 'public.%'
$$;
select set_eq(
  $$ (select pg_temp.reaching('private\.begin_undo\(')
     -- Clearing all points reveals nothing and needs a PIN. An edge function does the work of begin_admin_call().
     -- move_in() enters predictions of matches that are over only.
     -- claim_points() merges accounts as merge_members() does, of which one has no predictions of its own. The others
     -- have such functions only among the triggers of what they change.
     except values ('public.clear_all_points'), ('public.begin_admin_call'), ('public.claim_points'),
                   ('public.move_in'), ('public.close_group'),
                   ('public.delete_member_note'), ('public.delete_payment'), ('public.end_subscription'),
                   ('public.revoke_plan_code'))
     intersect
     select pg_temp.reaching('(update|delete from|insert into) public\.'
                             || '(matches|user_predictions|season_questions|season_answers)\M') $$,
  $$ select 'public.' || act from acts $$, 'each act that can be undone was tried');

select is_empty(
  $$ select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'private') -- merge_matches() locks.
        and p.proname not in ('may_see', 'merge_matches')
        and p.prosrc ~ ('(locks_at\s*<=\s*(now|clock_timestamp|statement_timestamp)\('
                        || '|<=\s*\w+\.predictions_revealed_at)')
        and p.prosrc ~ '(home_prediction|\.answer\M|user_predictions p)'
      union all
      select policyname from pg_policies where qual ~ 'locks_at\s*<=\s*(now|clock_timestamp|statement_timestamp)\('
        and qual !~ 'may_see' $$,
  'who may see a prediction is decided by private.may_see() only');

select * from finish();
