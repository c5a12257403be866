-- Sends a notification to every player in one statement; returns how many. Raises 22023 for an empty title or message,
-- 23514 for one that is too long (200, 2000) or an unknown type. Admins only (SL003); one call is one action (SL004), audited once.
create function public.notify_everyone(title text, message text, type text default 'info') returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  sent integer;
begin
  perform private.begin_admin_action('notify_everyone');
  if coalesce(trim(title), '') = '' or coalesce(trim(message), '') = '' then
    raise exception 'Please fill in both title and message' using errcode = '22023';
  end if;
  insert into public.notifications (user_id, type, title, message)
  select p.id, coalesce(notify_everyone.type, 'info'), trim(notify_everyone.title), trim(notify_everyone.message) from public.profiles p;
  get diagnostics sent = row_count;
  perform private.write_audit('notify_everyone', 'notifications', null, null,
    jsonb_build_object('title', trim(title), 'message', trim(message), 'type', coalesce(type, 'info'), 'players', sent));
  return sent;
end $$;
grant execute on function public.notify_everyone(text, text, text) to authenticated, service_role;
