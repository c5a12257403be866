-- Undoing an admin's action: most of them within seconds, an import within 30 days. While an action that can be
-- undone runs, triggers record the rows that it changes. public.undo() restores these rows exactly, and refuses if
-- one of them has changed since.

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
  lasts interval not null default '35 seconds'
);
create index undos_by_age on private.undos (done_at);

-- The rows that an action changed, before and after it. Null: the row did not exist.
create table private.undo_rows (
  undo_id uuid not null references private.undos (id) on delete cascade,
  table_name text not null,
  row_key text not null,
  before jsonb,
  after jsonb,
  primary key (undo_id, table_name, row_key)
);
create index undo_rows_by_match on private.undo_rows (row_key) where table_name = 'public.matches';

-- The tables whose rows are restored, in this order. `kept`: columns that may have changed since and then keep their
-- new value. is_strict: a row with another change since refuses the undo; rows of the other tables then stay as they
-- are.
create function private.undo_tables()
returns table (place integer, table_name text, key_column text, kept text[], is_strict boolean)
language sql stable set search_path = ''
as $$
  values
    -- A prediction that was made or deleted since does not refuse the undo: the count is taken again.
    (1, 'public.matches', 'id', '{predictions_count,updated_at}'::text[], true),
    -- Points follow from the match, which is scored again.
    (2, 'public.user_predictions', 'id', '{points_earned}', true),
    (3, 'public.prediction_changes', 'id', '{}', true),
    (4, 'private.manual_scores', 'match_id', '{}', true),
    (5, 'public.plan_codes', 'id', '{}', true),
    (6, 'public.subscriptions', 'id', '{}', true),
    (7, 'public.notifications', 'id', '{read}', false),
    (8, 'public.live_scores', 'match_id', '{}', false),
    (9, 'private.match_changes', 'id', '{}', false),
    (10, 'private.match_reopenings', 'id', '{}', false),
    -- Calendar programs ignore a lower number, so an undone change counts as another change.
    (11, 'private.match_revisions', 'match_id', '{}', false),
    -- Polls change everything except the link to the club's match.
    (12, 'private.provider_matches', 'id', array(
      select a.attname::text from pg_attribute a
       where a.attrelid = 'private.provider_matches'::regclass and a.attnum > 0 and not a.attisdropped
         and a.attname not in ('match_id', 'linked_by')), false),
    (13, 'public.team_aliases', 'alias', '{}', false),
    (14, 'public.groups', 'id', '{name,first_colour,second_colour,owner_id,counts_from_joining,deleted_at}', true),
    (15, 'public.payments', 'id', '{plan_type,expires_at,payer_name,amount_rs,method,paid_on,remark}', true),
    (16, 'public.season_questions', 'id', '{}', true),
    -- Points follow from the question.
    (17, 'public.season_answers', 'id', '{points_earned}', true),
    (18, 'public.season_answer_changes', 'id', '{}', true)
$$;

-- How long an action can be undone. Admins are offered 30 seconds; the request may take 5 more to arrive.
create function private.undo_window() returns interval
language sql immutable set search_path = ''
as $$ select interval '35 seconds' $$;

-- Records a changed row while private.begin_undo() is in force. Argument: the table's key column.
create function private.record_for_undo() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  insert into private.undo_rows (undo_id, table_name, row_key, before, after)
  values (current_setting('scoreline.recording_undo')::uuid, tg_table_schema || '.' || tg_table_name,
          coalesce(new_row, old_row) ->> tg_argv[0], old_row, new_row)
  on conflict (undo_id, table_name, row_key) do update set after = excluded.after;
  return null;
end $$;

-- Records the rows that a statement added, deleted or changed.
create function private.record_added_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.undo_rows (undo_id, table_name, row_key, before, after)
  select current_setting('scoreline.recording_undo')::uuid, tg_table_schema || '.' || tg_table_name,
         to_jsonb(n) ->> tg_argv[0], null, to_jsonb(n)
    from new_rows n
  on conflict (undo_id, table_name, row_key) do update set after = excluded.after;
  return null;
end $$;

-- Records deleted rows for the undo of the admin's act that deletes them.
create function private.record_deleted_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.undo_rows (undo_id, table_name, row_key, before, after)
  select current_setting('scoreline.recording_undo')::uuid, tg_table_schema || '.' || tg_table_name,
         to_jsonb(o) ->> tg_argv[0], to_jsonb(o), null
    from old_rows o
  on conflict (undo_id, table_name, row_key) do update set after = null;
  return null;
end $$;

create function private.record_changed_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.undo_rows (undo_id, table_name, row_key, before, after)
  select current_setting('scoreline.recording_undo')::uuid, tg_table_schema || '.' || tg_table_name,
         to_jsonb(n) ->> tg_argv[0], to_jsonb(o), to_jsonb(n)
    from new_rows n join old_rows o on to_jsonb(o) ->> tg_argv[0] = to_jsonb(n) ->> tg_argv[0]
  on conflict (undo_id, table_name, row_key) do update set after = excluded.after;
  return null;
end $$;

-- Begins to record the changes of an action for public.undo().
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

-- Ends the recording and returns the id for public.undo(); null if the action changed nothing. _lasts: how long it
-- can be undone.
create function private.end_undo(_lasts interval default private.undo_window()) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  recorded_id uuid := current_setting('scoreline.recording_undo')::uuid;
begin
  perform set_config('scoreline.recording_undo', '', true);
  if exists (select from private.undo_rows r where r.undo_id = recorded_id) then
    update private.undos set done_at = clock_timestamp(), lasts = _lasts where id = recorded_id;
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

-- Deletes what was recorded about deleted accounts.
create function private.delete_undos_of_players() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.undos u using private.undo_rows r, deleted d
   where r.undo_id = u.id and coalesce(r.before, r.after) ->> 'user_id' = d.id::text;
  return null;
end $$;

-- Restores the rows of one table. Raises SL015 if a row of a strict table has changed since.
create function private.restore_rows(_undo_id uuid, _table text, _key text, _kept text[], _is_strict boolean)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  key_type text := (select format_type(a.atttypid, a.atttypmod) from pg_attribute a
                     where a.attrelid = _table::regclass and a.attname = _key);
  assignments text := (
    select string_agg(case when a.attname = any (_kept)
        then format('%1$I = case when coalesce(to_jsonb(t.%1$I), ''null'') = r.after -> %1$L then b.%1$I
                                 else t.%1$I end', a.attname)
        else format('%1$I = b.%1$I', a.attname) end, ', ')
      from pg_attribute a
     where a.attrelid = _table::regclass and a.attnum > 0 and not a.attisdropped and a.attname <> _key);
  -- The recorded rows of the table ($1, $2), and the condition that a present row (t) is as the action left it ($3).
  recorded text := format(
    'private.undo_rows r cross join lateral jsonb_populate_record(null::%s, r.before) b', _table);
  is_recorded text := format('r.undo_id = $1 and r.table_name = $2 and t.%I = r.row_key::%s', _key, key_type);
  is_unchanged constant text := '(to_jsonb(t) - $3) is not distinct from (r.after - $3)';
  has_changed boolean;
begin
  if _is_strict then
    execute format('select exists (select from private.undo_rows r left join %s t on %s where r.undo_id = $1
                     and r.table_name = $2 and not (%s))', _table, is_recorded, is_unchanged)
      into has_changed using _undo_id, _table, _kept;
    if has_changed then
      raise exception 'This has changed since, so it cannot be undone'
        using errcode = 'SL015', detail = '{"kind": "changed_since"}';
    end if;
  end if;
  execute format('delete from %s t using private.undo_rows r where r.before is null and %s', _table, is_recorded)
    using _undo_id, _table;
  execute format('update %s t set %s from %s where r.before is not null and r.after is not null and %s and %s',
                 _table, assignments, recorded, is_recorded, is_unchanged)
    using _undo_id, _table, _kept;
  execute format('insert into %s overriding system value select b.* from %s where r.undo_id = $1 and r.table_name = $2
                   and r.before is not null and r.after is null %s',
                 _table, recorded, case when not _is_strict then 'on conflict do nothing' else '' end)
    using _undo_id, _table;
end $$;

-- Teams are restored before the matches that name them, and deleted after them. A team that has been used since stays.
create function private.restore_deleted_teams(_undo_id uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into public.teams
  select t.* from private.undo_rows r cross join lateral jsonb_populate_record(null::public.teams, r.before) t
   where r.undo_id = _undo_id and r.table_name = 'public.teams' and r.after is null
$$;

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

-- Undoes an admin's action within 30 seconds (an import or a merge of matches within 30 days): every row that it
-- changed is as before, with its id and times, and the points and totals follow. Any admin may undo it, a helper only
-- an own action. Returns the name of the action. Raises PT404 for an unknown id, SL014 if the action was undone or is
-- older, SL015 if something has changed since. Admins only (SL003), 50 in 5 minutes (SL004), audited. Slow in a large
-- club, so it sets its own statement_timeout.
create function public.undo(_undo_id uuid) returns text
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
declare
  entry private.undos;
  match_ids uuid[];
begin
  perform private.begin_admin_action('undo');
  perform private.lock_provider();
  select * into entry from private.undos u where u.id = _undo_id for update;
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
  match_ids := array(
    select r.row_key::uuid from private.undo_rows r where r.undo_id = entry.id and r.table_name = 'public.matches'
    union
    select (coalesce(r.before, r.after) ->> 'match_id')::uuid from private.undo_rows r
     where r.undo_id = entry.id and r.table_name = 'public.user_predictions');
  perform from public.matches m where m.id = any (match_ids) order by m.id for no key update;
  if exists (select from private.undo_rows r join public.user_predictions p on p.match_id::text = r.row_key
              where r.undo_id = entry.id and r.table_name = 'public.matches' and r.before is null) then
    raise exception 'Members have predicted matches that it added, so it cannot be undone'
      using errcode = 'SL015', detail = '{"kind": "added_matches_have_predictions"}';
  end if;
  perform private.lock_totals();
  perform set_config('scoreline.undoing', 'on', true);
  begin
    perform private.restore_deleted_teams(entry.id);
    perform private.restore_rows(entry.id, t.table_name, t.key_column, t.kept, t.is_strict)
       from (select * from private.undo_tables() order by place) t;
    perform private.delete_added_teams(entry.id);
    perform private.restore_changed_logos(entry.id);
  exception when integrity_constraint_violation or unique_violation or foreign_key_violation or check_violation then
    raise exception 'This has changed since, so it cannot be undone'
      using errcode = 'SL015', detail = '{"kind": "changed_since"}';
  end;
  delete from private.uncounted_predictions u where u.match_id = any (match_ids);
  update public.matches m set predictions_count = g.predictions
    from (select i.id, (select count(*) from public.user_predictions p where p.match_id = i.id) as predictions
            from unnest(match_ids) i (id)) g
   where m.id = g.id and m.predictions_count <> g.predictions;
  perform set_config('scoreline.undoing', '', true);
  if match_ids <> '{}' then
    perform private.score_matches(match_ids);
    delete from private.past_ranks;
  end if;
  update private.undos set undone_at = clock_timestamp(), undone_by = (select auth.uid()) where id = entry.id;
  perform private.write_audit('undo', 'undos', entry.record_id, jsonb_build_object('action', entry.action), null);
  return entry.action;
end $$;
grant execute on function public.undo(uuid) to authenticated, service_role;

-- The caller's latest actions that can be undone, newest first, with the seconds left. Admins only (SL003).
create function public.open_undos() returns table (id uuid, action text, record_id text, seconds_left integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_act('open_undos');
  return query
  select u.id, u.action, u.record_id, ceil(extract(epoch from u.done_at + interval '30 seconds' - l.now))::integer
    from private.undos u cross join (select clock_timestamp() as now) l
   where u.admin_user_id is not distinct from (select auth.uid()) and u.undone_at is null
     and u.done_at > l.now - interval '30 seconds'
   order by u.done_at desc;
end $$;
grant execute on function public.open_undos() to authenticated, service_role;

-- Cancels an upcoming or live match: its predictions stay and earn no points. Returns the id for public.undo(). Raises
-- PT404 for an unknown match, SL005 if it is completed or cancelled. Admins only (SL003), 50 in 5 minutes (SL004),
-- audited.
create function public.cancel_match(_match_id uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  before public.matches;
  undo_id uuid;
begin
  perform private.begin_admin_action('cancel_match');
  select * into before from public.matches m where m.id = _match_id for no key update;
  if before.id is null then
    raise exception 'There is no such match' using errcode = 'PT404';
  end if;
  if before.status not in ('upcoming', 'live') then
    raise exception 'A match that is % cannot become cancelled', before.status using errcode = 'SL005';
  end if;
  perform private.begin_undo('cancel_match', _match_id::text);
  update public.matches m set status = 'cancelled' where m.id = _match_id;
  undo_id := private.end_undo();
  perform private.write_audit('cancel_match', 'matches', _match_id::text,
    jsonb_build_object('match', private.match_label(before), 'status', before.status),
    jsonb_build_object('status', 'cancelled'));
  return undo_id;
end $$;
grant execute on function public.cancel_match(uuid) to authenticated, service_role;

-- Locks these matches, in the order of the locks of scoring. Raises PT404 if one does not exist.
create function private.lock_matches(_match_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_provider();
  perform from public.matches m where m.id = any (_match_ids) order by m.id for update;
  if exists (select unnest(_match_ids) except select m.id from public.matches m) then
    raise exception 'There is no such match' using errcode = 'PT404';
  end if;
  perform private.lock_totals();
end $$;

-- Deletes a match with its predictions and their points. Returns the id for public.undo(). Raises PT404 for an unknown
-- match. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.delete_match(_match_id uuid) returns uuid
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
declare
  before public.matches;
  undo_id uuid;
begin
  perform private.begin_admin_action('delete_match');
  perform private.lock_matches(array[_match_id]);
  select * into before from public.matches m where m.id = _match_id;
  perform private.begin_undo('delete_match', _match_id::text);
  delete from public.matches m where m.id = _match_id;
  undo_id := private.end_undo();
  perform private.write_audit('delete_match', 'matches', _match_id::text, to_jsonb(before), null);
  return undo_id;
end $$;
grant execute on function public.delete_match(uuid) to authenticated, service_role;

-- Deletes 1 to 1,000 matches with their predictions and points, all or none. Returns the id for public.undo(). Raises
-- PT404 if one does not exist. Admins only (SL003), 50 in 5 minutes (SL004), audited as one action. Slow in a large
-- club, so it sets its own statement_timeout.
create function public.delete_matches(_match_ids uuid[]) returns uuid
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
declare
  deleted jsonb;
  undo_id uuid;
begin
  perform private.begin_admin_action('delete_matches');
  if coalesce(cardinality(_match_ids), 0) not between 1 and 1000 then
    raise exception 'Choose 1 to 1,000 matches' using errcode = '22023';
  end if;
  perform private.lock_matches(_match_ids);
  select jsonb_build_object('matches', jsonb_agg(private.match_label(m) order by m.kickoff_at, m.id)) into deleted
    from public.matches m where m.id = any (_match_ids);
  perform private.begin_undo('delete_matches', null);
  -- All predictions in one statement, so that the totals are counted again only once.
  delete from public.user_predictions p where p.match_id = any (_match_ids);
  delete from public.matches m where m.id = any (_match_ids);
  undo_id := private.end_undo();
  perform private.write_audit('delete_matches', 'matches', null, deleted, null);
  return undo_id;
end $$;
grant execute on function public.delete_matches(uuid[]) to authenticated, service_role;

create trigger changes_are_recorded_for_undo after insert or update or delete on public.matches
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
-- Points are not recorded: they follow from the match and the prediction.
create trigger changes_are_recorded_for_undo after update of home_prediction, away_prediction, cleared_at, is_double
  on public.user_predictions
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
-- As many rows as a match has predictions.
create trigger added_rows_are_recorded_for_undo after insert on public.user_predictions
  referencing new table as new_rows
  for each statement when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_added_rows('id');
create trigger deleted_rows_are_recorded_for_undo after delete on public.user_predictions
  referencing old table as old_rows
  for each statement when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_deleted_rows('id');
create trigger added_rows_are_recorded_for_undo after insert on public.prediction_changes
  referencing new table as new_rows
  for each statement when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_added_rows('id');
create trigger changed_rows_are_recorded_for_undo after update on public.prediction_changes
  referencing new table as new_rows old table as old_rows
  for each statement when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_changed_rows('id');
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
