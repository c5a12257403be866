-- The overall leaderboard, those of competitions, matchdays and months become boards. Periods keep their ids, which winners, records,
-- messages and links have; the standing boards get the next ones.

alter table private.periods rename to boards;
alter sequence private.periods_id_seq rename to boards_id_seq;
alter table private.boards rename constraint periods_pkey to boards_pkey;
alter table private.boards rename constraint periods_competition_id_fkey to boards_competition_id_fkey;
alter table private.boards rename constraint period_kinds_are_known to board_kinds_are_known;
alter table private.boards rename constraint a_period_is_listed_once to a_board_is_listed_once;
alter table private.boards drop constraint board_kinds_are_known;
alter table private.boards drop constraint a_matchday_has_a_round_and_a_month_its_day;
alter table private.boards add constraint board_kinds_are_known check (kind in ('overall', 'competition', 'matchday', 'month'));
alter table private.boards add constraint a_board_has_what_its_kind_needs check (
  (competition_id is not null) = (kind in ('competition', 'matchday')) and (round is not null) = (kind = 'matchday')
  and (month is not null) = (kind = 'month') and (season is null or kind = 'matchday'));
alter table private.boards add column latest_day date;
alter table private.boards add column previous_day date;
alter table private.boards add column order_is_due boolean not null default false;
alter table private.boards add column is_standing boolean not null
  generated always as (kind in ('overall', 'competition')) stored;
insert into private.boards (kind, competition_id, latest_day, previous_day, order_is_due)
select case s.scope when 'overall' then 'overall' else 'competition' end, nullif(s.scope, 'overall'), s.latest_day,
       s.previous_day, s.order_is_due
  from private.scopes s order by s.scope <> 'overall', s.scope;
create function pg_temp.board(_scope text) returns bigint language sql stable
as $$ select b.id from private.boards b where b.is_standing and coalesce(b.competition_id, b.kind) = _scope $$;

alter table private.player_totals rename to standing_totals;
alter table private.standing_totals rename constraint player_totals_pkey to standing_totals_pkey;
alter table private.period_totals rename to player_totals;
alter table private.player_totals rename constraint period_totals_pkey to player_totals_pkey;
alter table private.player_totals rename column period_id to board_id;
alter table private.player_totals add column earlier_day date;
alter table private.player_totals add column earlier_points integer not null default 0;
alter table private.player_totals add column earlier_perfect integer not null default 0;
alter table private.player_totals add column question_points integer not null default 0;
insert into private.player_totals (board_id, user_id, predictions_scored, points, perfect_scores, right_outcomes, earlier_day,
                                   earlier_points, earlier_perfect, question_points)
select s.board_id, t.user_id, t.predictions_scored, t.points, t.perfect_scores, t.right_outcomes, t.earlier_day, t.earlier_points,
       t.earlier_perfect, t.question_points
  from (select o.scope, pg_temp.board(o.scope) as board_id from private.scopes o) s join private.standing_totals t using (scope);
drop table private.standing_totals;

alter table private.points_distribution rename to standing_distribution;
alter table private.standing_distribution rename constraint points_distribution_pkey to standing_distribution_pkey;
alter table private.period_distribution rename to points_distribution;
alter table private.points_distribution rename constraint period_distribution_pkey to points_distribution_pkey;
alter table private.points_distribution rename constraint period_distribution_period_id_fkey to points_distribution_board_id_fkey;
alter table private.points_distribution rename column period_id to board_id;
alter table private.points_distribution alter column players set default 0;
alter table private.points_distribution add column earlier_players integer not null default 0;
alter table private.points_distribution add column better integer not null default 0;
alter table private.points_distribution add column earlier_better integer not null default 0;
alter table private.points_distribution set (fillfactor = 50);
insert into private.points_distribution
select pg_temp.board(d.scope), d.points, d.perfect_scores, d.players, d.earlier_players, d.better, d.earlier_better
  from private.standing_distribution d;
drop table private.standing_distribution;

alter table private.scored_matches rename column period_ids to board_ids;
update private.scored_matches n
   set board_ids = array(select i from unnest(n.board_ids || pg_temp.board('overall') || pg_temp.board(n.competition_id)) i order by i);

alter table private.past_ranks drop constraint past_ranks_scope_fkey;
alter table private.group_baselines drop constraint group_baselines_scope_fkey;
drop table private.scopes;
alter table private.past_ranks alter column scope type bigint using pg_temp.board(scope);
alter table private.past_ranks rename column scope to board_id;
alter table private.past_ranks add constraint past_ranks_board_id_fkey foreign key (board_id) references private.boards (id);
alter table private.group_baselines alter column scope type bigint using pg_temp.board(scope);
alter table private.group_baselines rename column scope to board_id;
alter table private.group_baselines add constraint group_baselines_board_id_fkey
  foreign key (board_id) references private.boards (id);
alter table private.leaderboard_blocks alter column scope type bigint using pg_temp.board(scope);
alter table private.leaderboard_blocks rename column scope to board_id;
alter table private.leaderboard_sections alter column scope type bigint using pg_temp.board(scope);
alter table private.leaderboard_sections rename column scope to board_id;
alter type private.leaderboard_move alter attribute scope type bigint;
alter type private.leaderboard_move rename attribute scope to board_id;
alter type private.leaderboard_entry rename attribute scope to competition_id;
update private.undo_rows set table_name = 'private.boards' where table_name = 'private.periods';
-- What earlier migrations leave to functions (operations/upgrades.sql) names the tables as they were.
do $$
declare
  definition text;
begin
  for definition in
    select pg_get_functiondef(p.oid) from pg_proc p
     where p.pronamespace = 'private'::regnamespace and p.proname like 'after\_upgrade\_%'
  loop
    definition := replace(definition, 'private.periods', 'private.boards');
    definition := replace(definition, 'private.scopes s', '(select b.id as scope from private.boards b where b.is_standing) s');
    execute replace(definition, 't.scope = s.scope', 't.board_id = s.scope');
  end loop;
end $$;
-- PostgreSQL 18 has names for columns that are not null.
do $$
declare
  old record;
begin
  for old in
    select k.conrelid::regclass as of_table, k.conname, format('%s_%s_not_null', c.relname, a.attname) as name
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
     where k.contype = 'n' and c.relnamespace = 'private'::regnamespace
       and c.relname in ('boards', 'player_totals', 'points_distribution', 'scored_matches', 'past_ranks', 'group_baselines',
                         'leaderboard_blocks', 'leaderboard_sections')
       and k.conname <> format('%s_%s_not_null', c.relname, a.attname)
  loop
    execute format('alter table %s rename constraint %I to %I', old.of_table, old.conname, old.name);
  end loop;
end $$;
drop function pg_temp.board(text);
