-- Notifications in the app.

-- Messages shown in the app, in the panel behind the bell.
create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  type text not null default 'info' constraint type_is_known check (type in ('info', 'success', 'warning', 'error')),
  title text not null constraint titles_are_1_to_200_long check (char_length(title) between 1 and 200),
  message text not null constraint messages_are_1_to_2000_long check (char_length(message) between 1 and 2000),
  read boolean not null default false,
  created_at timestamptz not null default now(),
  -- The path of the site that the notification leads to.
  link text constraint links_are_paths_of_the_site check (link ~ '^/([^/\\]|$)' and char_length(link) <= 500),
  -- The message of private.club_messages (messages/from_organisers.sql); null for others.
  club_message_id uuid,
  -- What title and message say, as { kind, ... }: the page makes the words of the reader's language from it
  -- (words/messages.ts). Null for what people have written.
  facts jsonb
);
create index notifications_newest on public.notifications (user_id, created_at desc);
create index notifications_by_club_message on public.notifications (club_message_id)
  where club_message_id is not null;

alter table public.notifications enable row level security;
revoke all on public.notifications from anon, authenticated, service_role;
grant select, insert (user_id, type, title, message), update (read) on public.notifications
  to authenticated, service_role;

create policy "players see their own notifications" on public.notifications
  for select to authenticated using (user_id = (select auth.uid()));
create policy "players mark their own notifications" on public.notifications
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "admins notify players" on public.notifications
  for insert to authenticated with check ((select public.has_role((select auth.uid()), 'admin')));

-- The type of a notification. An unknown type is treated as info.
create function private.notification_type(_type text) returns text
language sql immutable set search_path = ''
as $$ select case when _type in ('success', 'warning', 'error') then _type else 'info' end $$;

-- Replaces an unknown type.
create function private.set_notification_type() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.type := private.notification_type(new.type);
  return new;
end $$;

-- Audits the notifications that an API client inserted, one row for each text.
create function private.audit_inserted_notifications() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('authenticated', 'service_role') then
    perform private.write_audit('notifications.insert', 'notifications', null, null,
              jsonb_build_object('title', s.title, 'message', s.message, 'type', s.type, 'players', count(*)))
       from sent s group by s.title, s.message, s.type;
  end if;
  return null;
end $$;
grant execute on function private.audit_inserted_notifications() to authenticated, service_role;

create trigger only_open_sessions_mark_notifications before update on public.notifications
  for each statement execute function private.guard_member_write();
create trigger only_admins_notify before insert on public.notifications
  for each statement execute function private.guard_admin_write();
create trigger unknown_types_are_info before insert on public.notifications
  for each row execute function private.set_notification_type();
create trigger inserted_notifications_are_audited after insert on public.notifications
  referencing new table as sent
  for each statement execute function private.audit_inserted_notifications();
create trigger changes_are_recorded_for_undo after insert or update or delete on public.notifications
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
