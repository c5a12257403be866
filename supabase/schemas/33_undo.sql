-- Undoing an admin's action: most of them within seconds, those that take much away within 24 hours or 30 days. While
-- such an action runs, triggers record the rows that it changes. public.undo() restores these rows exactly, and
-- refuses if a person has changed one of them since. What the club's jobs change since is added to the record.

-- The actions that can be undone.
create table private.undos (
  id uuid primary key default gen_random_uuid(),
  action text not null,
  record_id text,
  -- Null for the secret key. There is no foreign key, as in the audit log.
  admin_user_id uuid,
  done_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  undone_by uuid,
  -- How long it can be undone.
  lasts interval not null default '35 seconds',
  -- Between which moments it cleared points: too many rows to record.
  cleared tstzrange
);
create index undos_by_age on private.undos (done_at);

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
    (14, 'public.groups', '{id}',
         '{name,first_colour,second_colour,owner_id,counts_from_joining,deleted_at}', true),
    (15, 'public.payments', '{id}',
         '{plan_type,expires_at,payer_name,amount_rs,method,paid_on,remark}', true),
    (16, 'public.season_questions', '{id}', '{}', true),
    -- Points follow from the question.
    (17, 'public.season_answers', '{id}', '{points_earned}', true),
    (18, 'public.season_answer_changes', '{id}', '{}', true),
    (19, 'public.group_members', '{group_id,user_id}', '{}', true),
    (20, 'private.closed_accounts', '{user_id}', '{}', true),
    (21, 'public.user_roles', '{user_id,role}', '{}', false),
    (22, 'private.periods', '{id}', private.columns_except('private.periods', '{winners_of}'), false),
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
    (33, 'public.admin_settings', '{setting_key}', '{}', false)
$$;

-- How long an action can be undone. Admins are offered 30 seconds; the request may take 5 more to arrive.
create function private.undo_window() returns interval
language sql immutable set search_path = ''
as $$ select interval '35 seconds' $$;

-- How long an action that takes much away can be undone.
create function private.long_undo_window() returns interval
language sql immutable set search_path = ''
as $$ select interval '24 hours' $$;

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

-- Adds a job's change of a row to what open actions have recorded, so that it is no change by a person. A column that
-- the action had not changed keeps the job's value after the undo, unless the action has moved the match: its state
-- follows from the kick-off, and the job changes it again when that is due. A row that a job deleted stays deleted.
create function private.follow_job(_table text, _key text, _old jsonb, _new jsonb) returns void
language sql security definer set search_path = ''
as $$
  with change as (
    select coalesce(jsonb_object_agg(n.key, n.value), '{}') as changed
      from jsonb_each(_new) n where _old -> n.key is distinct from n.value
  ), recorded as (
    select r.undo_id from private.undo_rows r join private.undos u on u.id = r.undo_id
     where r.table_name = _table and r.row_key = _key
       and u.undone_at is null and u.done_at > clock_timestamp() - u.lasts
  ), deleted as (
    delete from private.undo_rows r using recorded o
     where _new is null and r.undo_id = o.undo_id and r.table_name = _table and r.row_key = _key
  )
  update private.undo_rows r
     set after = r.after || c.changed,
         before = case
           when r.before -> 'kickoff_at' is distinct from r.after -> 'kickoff_at' then r.before
           else r.before || (c.changed - array(select b.key from jsonb_each(r.before) b
                                                where r.after -> b.key is distinct from b.value)) end
    from recorded o, change c
   where _new is not null and r.undo_id = o.undo_id and r.table_name = _table and r.row_key = _key
$$;

-- Begins to record the changes of an action for public.undo(). Callable by admins' direct deletions.
create function private.begin_undo(_action text, _record_id text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  new_id uuid;
begin
  insert into private.undos (action, record_id, admin_user_id) values (_action, _record_id, (select auth.uid()))
  returning id into new_id;
  perform set_config('scoreline.recording_undo', new_id::text, true);
end $$;
grant execute on function private.begin_undo(text, text) to authenticated;

-- Ends the recording and returns the id for public.undo(); null if the action changed nothing. _lasts: how long it
-- can be undone. _cleared: the moments of the points that it cleared.
create function private.end_undo(_lasts interval default private.undo_window(), _cleared tstzrange default null)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  recorded_id uuid := current_setting('scoreline.recording_undo')::uuid;
begin
  perform set_config('scoreline.recording_undo', '', true);
  if _cleared is not null or exists (select from private.undo_rows r where r.undo_id = recorded_id) then
    update private.undos set done_at = clock_timestamp(), lasts = _lasts, cleared = _cleared where id = recorded_id;
    return recorded_id;
  end if;
  delete from private.undos where id = recorded_id;
  return null;
end $$;

-- Whether an action on this match can still be undone.
create function private.can_be_undone(_match public.matches, _now timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.undo_rows r join private.undos u on u.id = r.undo_id
                  where r.table_name = 'public.matches' and r.row_key = _match.id::text
                    and u.undone_at is null and u.done_at > _now - private.undo_window())
$$;

-- Deletes actions that can no longer be undone, with the rows they changed; returns their number.
create function private.delete_old_undos() returns bigint
language sql security definer set search_path = ''
as $$
  with old as (
    delete from private.undos where done_at < clock_timestamp() - 2 * lasts returning 1
  )
  select count(*) from old
$$;

-- Deletes what is kept about deleted accounts. Actions on the account cannot be undone without it; those on many
-- members still restore the others' rows.
create function private.delete_undos_of_players() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.undos u using deleted d
   where u.record_id = d.id::text or u.id in (
     select r.undo_id from private.undo_rows r
      where r.table_name = 'private.closed_accounts' and r.row_key = d.id::text);
  delete from private.closed_accounts c using deleted d where c.user_id = d.id;
  delete from private.undo_rows r using deleted d where coalesce(r.before, r.after) ->> 'user_id' = d.id::text;
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
  perform private.restore_rows(_undo_id, t.table_name, t.key_columns, t.kept, t.is_strict and _is_strict)
     from (select * from private.undo_tables() order by place) t;
  perform private.delete_added_teams(_undo_id);
  perform private.restore_changed_logos(_undo_id);
  perform private.rules_on();
exception when integrity_constraint_violation or unique_violation or foreign_key_violation or check_violation then
  raise exception 'This has changed since, so it cannot be undone'
    using errcode = 'SL015', detail = '{"kind": "changed_since"}';
end $$;

-- Undoes an admin's action while it can be undone (30 seconds, 24 hours or 30 days): every row that it changed is as
-- before, with its id and times, and the points and totals follow. Any admin may undo it, a helper only an own action.
-- Returns the name of the action. Raises PT404 for an unknown id and for a step of the season's end, which
-- public.undo_season_step() undoes, SL014 if the action was undone or is older, SL015 if a person has changed a row
-- since. Admins only (SL003), 50 in 5 minutes (SL004), audited. Slow in a large club, so it sets its own
-- statement_timeout.
create function public.undo(_undo_id uuid) returns text
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
declare
  entry private.undos;
  changed_matches uuid[];
  match_ids uuid[];
  user_ids uuid[];
begin
  perform private.begin_admin_action('undo');
  perform from auth.users u
   where u.id::text in (select v.id from private.undo_rows r
                         cross join lateral (values (r.after ->> 'user_id'), (r.after ->> 'heir_id')) v (id)
                         where r.undo_id = _undo_id and r.table_name = 'private.closed_accounts')
   order by u.id for update;
  perform private.lock_provider();
  select * into entry from private.undos u where u.id = _undo_id and u.action <> 'take_season_step' for update;
  if entry.id is null then
    raise exception 'There is nothing to undo' using errcode = 'PT404';
  end if;
  perform private.require_own_act(entry.admin_user_id, entry.action);
  if entry.undone_at is not null then
    raise exception 'This has been undone already' using errcode = 'SL014', detail = '{"kind": "undone_already"}';
  end if;
  if entry.done_at <= clock_timestamp() - entry.lasts then
    raise exception 'It is too late to undo this' using errcode = 'SL014', detail = '{"kind": "too_late_to_undo"}';
  end if;
  changed_matches := array(
    select r.row_key::uuid from private.undo_rows r where r.undo_id = entry.id and r.table_name = 'public.matches');
  select array_agg(distinct (v.row ->> 'match_id')::uuid), array_agg(distinct (v.row ->> 'user_id')::uuid)
    into match_ids, user_ids
    from private.undo_rows r
    join lateral (values (r.before), (r.after)) v (row) on v.row is not null
   where r.undo_id = entry.id and r.table_name = 'public.user_predictions';
  match_ids := changed_matches || match_ids;
  -- With those that a restored logo is copied to.
  perform from public.matches m
   where m.id = any (match_ids)
      or exists (select from private.undo_rows r
                  where r.undo_id = entry.id and r.table_name = 'public.teams' and r.before is not null
                    and r.after ->> 'name' in (m.home_team_name, m.away_team_name))
   order by m.id for no key update;
  perform from public.plan_codes c
   where c.id::text in (select r.row_key from private.undo_rows r
                         where r.undo_id = entry.id and r.table_name = 'public.plan_codes')
   order by c.id for no key update;
  perform from public.season_questions q
   where q.id::text in (select r.row_key from private.undo_rows r
                         where r.undo_id = entry.id and r.table_name = 'public.season_questions')
   order by q.id for no key update;
  if exists (select from private.undo_rows r join public.user_predictions p on p.match_id::text = r.row_key
              where r.undo_id = entry.id and r.table_name = 'public.matches' and r.before is null) then
    raise exception 'Members have predicted matches that it added, so it cannot be undone'
      using errcode = 'SL015', detail = '{"kind": "added_matches_have_predictions"}';
  end if;
  if entry.cleared is not null then
    perform private.restore_cleared_points(entry.cleared, entry.record_id::uuid);
  end if;
  perform private.lock_totals();
  perform private.restore_recorded(entry.id, true);
  if match_ids <> '{}' then
    delete from private.uncounted_predictions u where u.match_id = any (match_ids);
    perform private.rules_off();
    update public.matches m set predictions_count = g.predictions
      from (select i.id, (select count(*) from public.user_predictions p where p.match_id = i.id) as predictions
              from unnest(match_ids) i (id)) g
     where m.id = g.id and m.predictions_count <> g.predictions;
    perform private.rules_on();
    -- An action on members and not on matches moves no other member's points.
    perform private.score_matches(match_ids, case when changed_matches = '{}' then user_ids end);
  end if;
  update private.undos set undone_at = clock_timestamp(), undone_by = (select auth.uid()) where id = entry.id;
  perform private.write_audit('undo', 'undos', entry.record_id, jsonb_build_object('action', entry.action), null);
  return entry.action;
end $$;
grant execute on function public.undo(uuid) to authenticated, service_role;

-- The actions that can be undone, newest first, with the seconds left: the caller's, and for an admin those of others
-- that can be undone longer than a toast offers it. Admins, and helpers for their own (SL003).
create function public.open_undos()
returns table (id uuid, action text, record_id text, seconds_left integer, done_at timestamptz, is_own boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_act('open_undos');
  return query
  select u.id, u.action, u.record_id,
         ceil(extract(epoch from u.done_at + u.lasts - interval '5 seconds' - l.now))::integer, u.done_at, o.is_own
    from private.undos u
   cross join (select clock_timestamp() as now) l
   cross join lateral (select u.admin_user_id is not distinct from (select auth.uid()) as is_own) o
   where u.undone_at is null and u.action <> 'take_season_step' and u.done_at + u.lasts - interval '5 seconds' > l.now
     and (o.is_own or (u.lasts > private.undo_window() and private.acts_as_admin()))
   order by u.done_at desc;
end $$;
grant execute on function public.open_undos() to authenticated, service_role;

create trigger added_rows_are_recorded_for_undo after insert or delete on public.matches
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
-- The number of predictions follows from them.
create trigger changes_are_recorded_for_undo after update on public.matches
  for each row when (current_setting('scoreline.recording_undo', true) <> ''
                     and to_jsonb(new) - '{predictions_count,updated_at}'::text[]
                         <> to_jsonb(old) - '{predictions_count,updated_at}'::text[])
  execute function private.record_for_undo('id');
-- Points and when they were cleared are not recorded: they follow from the match and from private.undos.cleared.
create trigger changes_are_recorded_for_undo
  after insert or delete or update of match_id, home_prediction, away_prediction, is_double on public.user_predictions
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.prediction_changes
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on private.manual_scores
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('match_id');
create trigger changes_are_recorded_for_undo after insert or delete or update of logo_url on public.teams
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.team_aliases
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('alias');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.plan_codes
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.subscriptions
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.notifications
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.live_scores
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('match_id');
create trigger changes_are_recorded_for_undo after insert or update or delete on private.match_changes
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on private.match_reopenings
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on private.provider_matches
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after delete on private.match_revisions
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('match_id');

create trigger undos_are_deleted_with_players after delete on public.profiles
  referencing old table as deleted
  for each statement execute function private.delete_undos_of_players();
