-- The rows that an act changed, how they are recorded while it runs, and how they are restored.

-- The rows that an action changed, before and after it. Null: the row did not exist. row_key: the values of the key's
-- columns, with / between them.
create table private.undo_rows (
  undo_id uuid not null references private.undos (id) on delete cascade,
  table_name text not null,
  row_key text not null,
  before jsonb,
  after jsonb,
  primary key (undo_id, table_name, row_key)
);
create index undo_rows_by_key on private.undo_rows (row_key, table_name);

-- The columns of a table other than these.
create function private.columns_except(_table text, _names text[]) returns text[]
language sql stable set search_path = ''
as $$
  select array_agg(a.attname::text) from pg_attribute a
   where a.attrelid = _table::regclass and a.attnum > 0 and not a.attisdropped and a.attname <> all (_names)
$$;

-- The tables whose rows are restored, in this order. `kept`: columns that may have changed since and then keep their
-- new value. is_strict: a row with another change since refuses the undo; rows of the other tables then stay as they
-- are.
create function private.undo_tables()
returns table (place integer, table_name text, key_columns text[], kept text[], is_strict boolean)
language sql stable set search_path = ''
as $$
  values
    -- A prediction that was made or deleted since does not refuse the undo: the count is taken again.
    (1, 'public.matches', '{id}'::text[], '{predictions_count,updated_at}'::text[], true),
    -- Points follow from the match, which is scored again.
    (2, 'public.user_predictions', '{id}', '{points_earned}', true),
    (3, 'public.prediction_changes', '{id}', '{}', true),
    (4, 'private.manual_scores', '{match_id}', '{}', true),
    (5, 'public.plan_codes', '{id}', '{}', true),
    (6, 'public.subscriptions', '{id}', '{}', true),
    (7, 'public.notifications', '{id}', '{read}', false),
    (8, 'public.live_scores', '{match_id}', '{}', false),
    (9, 'private.match_changes', '{id}', '{}', false),
    (10, 'private.match_reopenings', '{id}', '{}', false),
    -- Calendar programs ignore a lower number, so an undone change counts as another change.
    (11, 'private.match_revisions', '{match_id}', '{}', false),
    -- Polls change everything except the link to the club's match.
    (12, 'private.provider_matches', '{id}',
         private.columns_except('private.provider_matches', '{match_id,linked_by}'), false),
    (13, 'public.team_aliases', '{alias}', '{}', false),
    -- Its owner changes everything else.
    (14, 'public.groups', '{id}', private.columns_except('public.groups', '{closed_at}'), true),
    -- What an organiser corrects is not what a merge moves.
    (15, 'public.payments', '{id}', private.columns_except('public.payments', '{code_id,user_id,payer_id}'), true),
    (16, 'public.season_questions', '{id}', '{}', true),
    -- Points follow from the question.
    (17, 'public.season_answers', '{id}', '{points_earned}', true),
    (18, 'public.season_answer_changes', '{id}', '{}', true),
    (19, 'public.group_members', '{group_id,user_id}', '{}', true),
    (20, 'private.closed_accounts', '{user_id}', '{}', true),
    (21, 'public.user_roles', '{user_id,role}', '{}', false),
    (22, 'private.boards', '{id}', private.columns_except('private.boards', '{winners_of}'), false),
    -- Of rows that have moved, the account is restored.
    (23, 'private.period_winners', '{id}', private.columns_except('private.period_winners', '{user_id}'), false),
    (24, 'private.told_winners', '{id}', private.columns_except('private.told_winners', '{user_id}'), false),
    (25, 'private.records', '{id}',
         private.columns_except('private.records', '{user_id,is_running,closed_by}'), false),
    (26, 'public.member_notes', '{id}', private.columns_except('public.member_notes', '{user_id}'), false),
    (27, 'public.leaderboard_archives', '{id}', '{}', false),
    (28, 'public.archived_leaderboard_rows', '{archive_id,position}', '{}', false),
    (29, 'public.subscription_period_archives', '{id}', '{}', false),
    (30, 'public.archived_subscriptions', '{id}', '{}', false),
    (31, 'public.news', '{id}', '{}', false),
    (32, 'private.announced_news', '{news_id}', '{}', false),
    (33, 'public.admin_settings', '{setting_key}', '{}', false),
    (34, 'private.separate_matches', '{match_id,other_id}', '{}', false),
    (35, 'private.division_draws', '{id}', '{}', true),
    (36, 'private.division_matchdays', '{draw_id,number}', '{}', false),
    (37, 'private.division_places', '{draw_id,division,place}', '{}', false),
    (38, 'private.cups', '{id}', '{}', true),
    (39, 'private.cup_matchdays', '{cup_id,round}', '{}', false),
    (40, 'private.cup_entries', '{cup_id,position}', '{}', false),
    (41, 'private.last_standing_games', '{id}', '{}', true),
    (42, 'private.last_standing_entries', '{id}',
         private.columns_except('private.last_standing_entries', '{user_id}'), false),
    (43, 'private.last_standing_choices', '{entry_id,number}',
         private.columns_except('private.last_standing_choices', '{team_id}'), false),
    -- What was added is removed in this order.
    (44, 'private.prizes', '{id}', '{}', true),
    (45, 'private.prize_settlements', '{id}', '{}', true),
    (46, 'private.prize_plans', '{id}', '{}', true),
    (47, 'private.age_confirmations', '{id}', private.columns_except('private.age_confirmations', '{user_id}'), false),
    -- Before the parts to which they belong, so that the totals follow. Of points that have moved, the account stays.
    (48, 'private.carried_points', '{id}', '{user_id,cleared_at}', false),
    (49, 'private.carried_parts', '{id}', '{}', false),
    (50, 'private.moves_in', '{id}', '{}', false),
    (51, 'private.placeholders', '{user_id}', '{}', false)
$$;

-- Records a changed row while private.begin_undo() is in force. Arguments: the columns of the table's key. While a job
-- runs (scoreline.recording_undo is 'jobs'), it changes what open actions have recorded of the row instead.
create function private.record_for_undo() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- The foreign keys of a direct deletion delete after its statement has ended.
  recording constant text := coalesce(nullif(current_setting('scoreline.recording_undo'), ''),
                                      current_setting('scoreline.ended_undo', true));
  name constant text := tg_table_schema || '.' || tg_table_name;
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  key constant text := (
    select string_agg(coalesce(new_row, old_row) ->> k.name, '/' order by k.place)
      from unnest(tg_argv) with ordinality k (name, place));
begin
  if recording = 'jobs' and tg_op <> 'INSERT' then
    perform private.follow_job(name, key, old_row, new_row);
  elsif recording <> 'jobs' then
    insert into private.undo_rows (undo_id, table_name, row_key, before, after)
    values (recording::uuid, name, key, old_row, new_row)
    on conflict (undo_id, table_name, row_key) do update set after = excluded.after;
  end if;
  return null;
end $$;

-- Adds the recorded rows of a table that the action deleted. Columns that the table has got since have their default.
-- _all: otherwise without rows that are there again or whose parents are gone.
create function private.restore_deleted_rows(_undo_id uuid, _table text, _all boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  columns constant text := (
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
     where a.attrelid = _table::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and (select r.before ? a.attname::text from private.undo_rows r
             where r.undo_id = _undo_id and r.table_name = _table and r.before is not null and r.after is null
             limit 1));
  have_parents constant text := (
    select string_agg(format(' and (b.%1$I is null or exists (select from %2$s p where p.%3$I = b.%1$I))', a.attname,
                             c.confrelid::regclass, p.attname), '')
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute p on p.attrelid = c.confrelid and p.attnum = c.confkey[1]
     where c.conrelid = _table::regclass and c.contype = 'f');
begin
  if columns is not null then
    execute format('insert into %s (%s) overriding system value select %s from private.undo_rows r
                     cross join lateral jsonb_populate_record(null::%s, r.before) b
                     where r.undo_id = $1 and r.table_name = $2 and r.before is not null and r.after is null %s',
                   _table, columns, 'b.' || replace(columns, ', ', ', b.'), _table,
                   case when _all then '' else have_parents || ' on conflict do nothing' end)
      using _undo_id, _table;
  end if;
end $$;

-- Restores the rows of one table. Only what was recorded is compared and restored: a column that the table has got
-- since keeps its value. Raises SL015 if a row of a strict table has changed since.
create function private.restore_rows(_undo_id uuid, _table text, _keys text[], _kept text[], _is_strict boolean)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  assignments constant text := (
    select string_agg(format('%1$I = (s.b).%1$I', a.attname), ', ')
      from pg_attribute a
     where a.attrelid = _table::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.attname <> all (_keys));
  -- The recorded rows of the table ($1, $2) with their keys (k), and the present row (t) of each.
  recorded constant text := format(
    'private.undo_rows r cross join lateral jsonb_populate_record(null::%s, coalesce(r.before, r.after)) k', _table);
  is_recorded constant text := 'r.undo_id = $1 and r.table_name = $2';
  have_key constant text := (select string_agg(format('t.%1$I = k.%1$I', i), ' and ') from unnest(_keys) i);
  -- Whether it is as the action left it, apart from the columns that it keeps ($3).
  is_unchanged constant text := 'to_jsonb(jsonb_populate_record(t, r.after - $3)) = to_jsonb(t)';
  has_changed boolean;
begin
  if _is_strict then
    execute format('select exists (select from %1$s left join %2$s t on %3$s where %4$s and case
                     when r.after is null then t.%5$I is not null
                     else t.%5$I is null or not (%6$s) end)',
                   recorded, _table, have_key, is_recorded, _keys[1], is_unchanged)
      into has_changed using _undo_id, _table, _kept;
    if has_changed then
      raise exception 'This has changed since, so it cannot be undone'
        using errcode = 'SL015', detail = '{"kind": "changed_since"}';
    end if;
  end if;
  execute format('delete from %s t using %s where %s and r.before is null and %s',
                 _table, recorded, is_recorded, have_key)
    using _undo_id, _table;
  if assignments is not null then
    execute format('update %1$s t set %2$s
                      from (select k, jsonb_populate_record(t, r.before - array(
                              select c from unnest($3) c where to_jsonb(t) -> c is distinct from r.after -> c)) as b
                              from %3$s join %1$s t on %4$s
                             where %5$s and r.before is not null and r.after is not null and %6$s) s
                     where %7$s',
                   _table, assignments, recorded, have_key, is_recorded, is_unchanged,
                   replace(have_key, '= k.', '= (s.k).'))
      using _undo_id, _table, _kept;
  end if;
  perform private.restore_deleted_rows(_undo_id, _table, _is_strict);
end $$;

-- Deletes the teams that the action added, after the matches that name them. A team that has been used since stays.
create function private.delete_added_teams(_undo_id uuid) returns void
language sql security definer set search_path = ''
as $$
  delete from public.teams t using private.undo_rows r
   where r.undo_id = _undo_id and r.table_name = 'public.teams' and r.before is null and t.id = r.row_key::uuid
     and not exists (select from public.matches m where t.name in (m.home_team_name, m.away_team_name))
$$;

-- Restores the logos of teams, after the matches, because a changed logo is copied to the matches that show the old
-- one. A logo that has changed since stays.
create function private.restore_changed_logos(_undo_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.teams t set logo_url = r.before ->> 'logo_url' from private.undo_rows r
   where r.undo_id = _undo_id and r.table_name = 'public.teams' and r.before is not null and r.after is not null
     and t.id = r.row_key::uuid and t.logo_url is not distinct from r.after ->> 'logo_url'
$$;

-- Restores every row that the action changed. _is_strict: raises SL015 if a person has changed one since; otherwise
-- such rows stay. The caller has locked the matches and the totals.
create function private.restore_recorded(_undo_id uuid, _is_strict boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.rules_off();
  -- Teams are restored before the matches that name them.
  perform private.restore_deleted_rows(_undo_id, 'public.teams');
  -- Most actions change rows of a few tables.
  perform private.restore_rows(_undo_id, t.table_name, t.key_columns, t.kept, t.is_strict and _is_strict)
     from (select * from private.undo_tables() u
            where exists (select from private.undo_rows r
                           where r.undo_id = _undo_id and r.table_name = u.table_name)
            order by u.place) t;
  perform private.delete_added_teams(_undo_id);
  perform private.restore_changed_logos(_undo_id);
  perform private.rules_on();
exception when integrity_constraint_violation or unique_violation or foreign_key_violation or check_violation then
  raise exception 'This has changed since, so it cannot be undone'
    using errcode = 'SL015', detail = '{"kind": "changed_since"}';
end $$;

create trigger changes_are_recorded_for_undo after insert or update or delete on public.user_roles
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('user_id', 'role');
