-- What edge functions need that act for an admin.

-- Values that can be replaced and never read back: no role that an API serves may select from here.
create table private.secrets (
  name text primary key,
  value text not null,
  updated_at timestamptz not null default now()
);

-- The first step of a function that acts for an admin: refuses whoever is none (SL003) and the 51st call within five
-- minutes (SL004), counts the call and audits it. Raises 22023 for a function that is not one of these.
create function public.begin_admin_call(_function text, _record_id text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if _function not in ('admin-reset-password', 'delete-user', 'sync-live-scores', 'update-api-key') then
    raise exception 'There is no function %', _function using errcode = '22023';
  end if;
  perform private.begin_admin_action(_function);
  perform private.write_audit(_function, 'functions', _record_id, null, null);
end $$;
grant execute on function public.begin_admin_call(text, text) to authenticated, service_role;

-- Replaces the key of the live-score provider. Secret key only: the function update-api-key stands in front of it.
create function public.save_live_score_api_key(_api_key text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.secrets (name, value) values ('live_score_api_key', _api_key)
  on conflict (name) do update set value = excluded.value, updated_at = now()
$$;
grant execute on function public.save_live_score_api_key(text) to service_role;

-- Whether a key is stored, and since when; never the key. For admins and the secret key.
create function public.live_score_api_key_state() returns table (is_set boolean, updated_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce((select auth.role()), 'service_role') <> 'service_role'
     and not public.has_role((select auth.uid()), 'admin') then
    raise exception 'Only an admin may do this' using errcode = 'SL003';
  end if;
  return query select s.name is not null, s.updated_at
    from (values ('live_score_api_key')) k (name) left join private.secrets s on s.name = k.name;
end $$;
grant execute on function public.live_score_api_key_state() to authenticated, service_role;
