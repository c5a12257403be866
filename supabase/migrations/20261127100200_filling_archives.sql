-- Making a subscription archive and filling it fail in words of their own.
-- Archives the subscriptions that started from start_date 00:00:00 to end_date 23:59:59 UTC, with their players' names and
-- phones. Returns the archive and how many it holds, which may be none. Raises 23514 for an empty name or a period that
-- ends before it starts, SL011 when the archive could be made but not filled: then there is none. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create or replace function public.create_subscription_archive(name text, description text, start_date date, end_date date)
returns table (id uuid, archived integer)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  held integer;
begin
  perform private.begin_admin_action('create_subscription_archive');
  insert into public.subscription_period_archives as a (name, description, start_date, end_date)
  values (trim(name), nullif(trim(description), ''), start_date, end_date) returning a.id into id;
  begin
    insert into public.archived_subscriptions (archive_id, user_id, full_name, phone_number, subscription_type, subscription_status,
                                               started_at, expires_at, was_admin_assigned)
    select id, p.id, coalesce(p.full_name, 'Player'), p.phone_number, s.subscription_type,
           case when s.status = 'active' and s.expires_at <= now() then 'expired' else s.status end,
           s.started_at, s.expires_at, s.assigned_by_admin
      from public.subscriptions s join public.profiles p on p.id = s.user_id
     where s.started_at >= start_date::timestamp at time zone 'UTC' and s.started_at < (end_date + 1)::timestamp at time zone 'UTC';
    get diagnostics held = row_count;
  exception when others then
    raise exception 'The archive could not be filled: %', sqlerrm using errcode = 'SL011';
  end;
  perform private.write_audit('create_subscription_archive', 'subscription_period_archives', id::text, null,
    jsonb_build_object('name', trim(name), 'start_date', start_date, 'end_date', end_date, 'subscriptions', held));
  return query select id, held;
end $$;
