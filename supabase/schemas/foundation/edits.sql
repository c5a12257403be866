-- Edits and deletions of rows by organisers, refused when somebody else has changed the row since.

-- Two organisers may have the same row open. A caller sends the values that it loaded, `_seen`, and the edit is
-- refused if one of them has changed since. Without `_seen` the edit replaces what is saved.

-- Who saved last, for an admin: { "saved_by": name, "saved_at", "is_me" }. Null for others, because helpers and
-- members read no audit log, and if nobody but a job or the secret key saved. _keys: the keys of the rows in the
-- audit log; of an entry without one, the keys of what it saved.
create function private.last_save(_table text, _keys text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when l.admin_user_id is not null then jsonb_build_object(
           'saved_by', (select p.full_name from public.profiles p where p.id = l.admin_user_id),
           'saved_at', l.created_at, 'is_me', l.admin_user_id = (select auth.uid())) end
    from public.admin_audit_log l
   where public.has_role((select auth.uid()), 'admin') and l.table_name = _table
     and l.created_at > clock_timestamp() - interval '30 days'
     and (l.record_id = any (_keys)
          or (l.record_id is null and jsonb_typeof(l.new_values) = 'object' and l.new_values ?| _keys))
   order by l.created_at desc, l.id desc limit 1
$$;
grant execute on function private.last_save(text, text[]) to authenticated, service_role;

-- Raises SL016 if a value of _seen, an object, differs from the same key of _now. Nothing is compared without
-- _seen. _table and _key: what the audit log calls the row; without a key the changed keys of _seen. The detail of
-- the error is then private.last_save().
create function private.refuse_changed(_seen jsonb, _now jsonb, _table text default null, _key text default null)
returns void
language plpgsql stable set search_path = ''
as $$
declare
  changed text[];
begin
  if coalesce(jsonb_typeof(_seen), 'null') = 'null' then
    return;
  end if;
  if jsonb_typeof(_seen) <> 'object' then
    raise exception 'What was seen is an object of values' using errcode = '22023';
  end if;
  select array_agg(s.key order by s.key) into changed
    from jsonb_each(_seen) s where coalesce(_now -> s.key, 'null') <> s.value;
  if changed is not null then
    raise exception 'It has changed since you saw it: %', array_to_string(changed, ', ')
      using errcode = 'SL016',
            detail = coalesce(
              private.last_save(_table, case when _key is null then changed else array[_key] end)::text, '');
  end if;
end $$;
grant execute on function private.refuse_changed(jsonb, jsonb, text, text) to authenticated, service_role;

-- Changes columns of one match, news or team if the columns in _seen still have these values. _values and _seen:
-- {column: value}. Privileges, limits and audit are those of a direct update. Raises SL016 if one of them has changed,
-- PT404 for an unknown row, 22023 for another table or without a value. Admins only (SL003).
create function public.change_row(_table text, _id uuid, _values jsonb, _seen jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  assignments text;
  saved jsonb;
begin
  perform private.require_act(coalesce(_table, '') || '.update');
  if coalesce(_table not in ('matches', 'news', 'teams'), true) then
    raise exception 'A row of % cannot be changed', coalesce(_table, 'no table') using errcode = '22023';
  end if;
  if coalesce(jsonb_typeof(_values) <> 'object' or _values = '{}', true) then
    raise exception 'Values are an object of columns' using errcode = '22023';
  end if;
  -- Locked before it is compared: another change waits, or has been waited for.
  execute format('select to_jsonb(t) from public.%I t where t.id = $1 for no key update', _table) into saved using _id;
  if saved is null then
    raise exception 'There is no such row' using errcode = 'PT404';
  end if;
  perform private.refuse_changed(_seen, saved, _table, _id::text);
  select string_agg(format('%1$I = v.%1$I', k), ', ') into assignments from jsonb_object_keys(_values) k;
  execute format('update public.%1$I t set %2$s from jsonb_populate_record(null::public.%1$I, $2) v where t.id = $1',
                 _table, assignments) using _id, _values;
end $$;
grant execute on function public.change_row(text, uuid, jsonb, jsonb) to authenticated, service_role;
