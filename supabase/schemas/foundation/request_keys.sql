-- Request keys: a request that is sent again because its answer was lost has the same key, gets the first result and
-- creates nothing. Public functions with a parameter _request_key use them. An insert into a table has a given id
-- instead.

-- The results of requests that had a key, for a day. A key belongs to its caller.
create table private.request_results (
  caller uuid references auth.users (id) on delete cascade,
  request_key uuid,
  act text not null,
  result jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (caller, request_key)
);
create index request_results_oldest on private.request_results (created_at);

-- The result of the caller's first request with the key, or null if this is the first one; it then stores its result
-- with keep_result(). Waits while another transaction handles the key. Always null without a key, and for the secret
-- key, which has no caller. Raises 22023 for a key of another act.
create function private.first_result(_request_key uuid, _act text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := (select auth.uid());
  first private.request_results;
begin
  if _request_key is null or me is null then
    return null;
  end if;
  insert into private.request_results (caller, request_key, act) values (me, _request_key, _act)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select * into first from private.request_results r where r.caller = me and r.request_key = _request_key;
  if first.act <> _act then
    raise exception 'The request key was used for %', first.act using errcode = '22023';
  end if;
  return first.result;
end $$;

-- Stores the result of the caller's request for first_result().
create function private.keep_result(_request_key uuid, _result jsonb) returns void
language sql security definer set search_path = ''
as $$
  update private.request_results r set result = _result
   where r.caller = (select auth.uid()) and r.request_key = _request_key
$$;

-- Deletes results after a day; returns their number. A page sends a request again within minutes.
create function private.delete_old_results() returns bigint
language sql security definer set search_path = ''
as $$
  with deleted as (
    delete from private.request_results where created_at <= clock_timestamp() - interval '1 day' returning 1
  )
  select count(*) from deleted
$$;
