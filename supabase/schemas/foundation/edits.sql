-- Edits and deletions of rows by organisers, refused when somebody else has changed the row since.

-- Two organisers may have the same row open. A caller sends the values that it loaded, `_seen`, and the edit is
-- refused if one of them has changed since. Without `_seen` the edit replaces what is saved.

-- Raises SL016 if a value of _seen, an object, differs from the same key of _now. Nothing is compared without _seen.
create function private.refuse_changed(_seen jsonb, _now jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  changed text;
begin
  if coalesce(jsonb_typeof(_seen), 'null') = 'null' then
    return;
  end if;
  if jsonb_typeof(_seen) <> 'object' then
    raise exception 'What was seen is an object of values' using errcode = '22023';
  end if;
  select string_agg(s.key, ', ' order by s.key) into changed
    from jsonb_each(_seen) s where coalesce(_now -> s.key, 'null') <> s.value;
  if changed is not null then
    raise exception 'It has changed since you saw it: %', changed using errcode = 'SL016';
  end if;
end $$;
grant execute on function private.refuse_changed(jsonb, jsonb) to authenticated, service_role;

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
  perform private.refuse_changed(_seen, saved);
  select string_agg(format('%1$I = v.%1$I', k), ', ') into assignments from jsonb_object_keys(_values) k;
  execute format('update public.%1$I t set %2$s from jsonb_populate_record(null::public.%1$I, $2) v where t.id = $1',
                 _table, assignments) using _id, _values;
end $$;
grant execute on function public.change_row(text, uuid, jsonb, jsonb) to authenticated, service_role;
