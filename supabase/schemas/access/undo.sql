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

-- How long an action can be undone. Admins are offered 30 seconds; the request may take 5 more to arrive.
create function private.undo_window() returns interval
language sql immutable set search_path = ''
as $$ select interval '35 seconds' $$;

-- How long an action that takes much away can be undone.
create function private.long_undo_window() returns interval
language sql immutable set search_path = ''
as $$ select interval '24 hours' $$;

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

-- Deletes actions that can no longer be undone, with the rows they changed; returns their number.
create function private.delete_old_undos() returns bigint
language sql security definer set search_path = ''
as $$
  with old as (
    delete from private.undos where done_at < clock_timestamp() - 2 * lasts returning 1
  )
  select count(*) from old
$$;

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
                         where r.undo_id = _undo_id
                           and r.table_name in ('private.closed_accounts', 'private.placeholders'))
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
  -- Predictions that were moved in go with their move, whose they are by now.
  match_ids := changed_matches || match_ids || array(
    select distinct p.match_id
      from private.undo_rows r join public.user_predictions p on p.move_in_id = private.uuid_in(r.row_key)
     where r.undo_id = entry.id and r.table_name = 'private.moves_in');
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
    perform private.score_matches(match_ids, case when changed_matches = '{}' then coalesce(user_ids, '{}') end);
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

-- Ends the recording of a statement that deletes rows, which private.guard_admin_write() began. Its name is the last
-- of the triggers, because what others delete and log is recorded too.
create function private.end_direct_undo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.undos u
              where u.id::text = current_setting('scoreline.recording_undo', true)
                and u.action = tg_table_name || '.delete') then
    perform set_config('scoreline.ended_undo', current_setting('scoreline.recording_undo'), true);
    perform private.end_undo(private.long_undo_window());
  end if;
  return null;
end $$;
