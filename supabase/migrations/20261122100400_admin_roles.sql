-- Makes a player an admin or takes that away. Returns whether they are one now. Raises P0002 for an unknown account and
-- SL007 for the last admin. Admins only (SL003), 50 in 5 minutes (SL004); audited when something changed.
create function public.set_admin_role(_user_id uuid, _is_admin boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  changed integer;
begin
  perform private.begin_admin_action('set_admin_role');
  if _is_admin is null then
    raise exception 'Say whether the player is to be an admin' using errcode = '22023';
  end if;
  if not exists (select from public.profiles p where p.id = _user_id) then
    raise exception 'There is no such player' using errcode = 'P0002';
  end if;
  if _is_admin then
    insert into public.user_roles (user_id, role) values (_user_id, 'admin') on conflict do nothing;
  else
    delete from public.user_roles r where r.user_id = _user_id and r.role = 'admin';
  end if;
  get diagnostics changed = row_count;
  if changed > 0 then
    perform private.write_audit('set_admin_role', 'user_roles', _user_id::text,
      jsonb_build_object('is_admin', not _is_admin), jsonb_build_object('is_admin', _is_admin));
  end if;
  return _is_admin;
end $$;
grant execute on function public.set_admin_role(uuid, boolean) to authenticated, service_role;
