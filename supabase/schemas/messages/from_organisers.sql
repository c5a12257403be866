-- Messages that admins write to members: to whom, when, by which ways, and how they are withdrawn.

-- The messages that admins have sent or scheduled. public.notifications has the id of the message.
create table private.club_messages (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint titles_are_1_to_200_long check (char_length(title) between 1 and 200),
  message text not null constraint messages_are_1_to_2000_long check (char_length(message) between 1 and 2000),
  type text not null constraint type_is_known check (type in ('info', 'success', 'warning', 'error')),
  audience text not null
    constraint audience_is_known check (audience in ('everyone', 'subscribers', 'group', 'missing_picks', 'member')),
  competition_id text references public.competitions (id),
  -- Null after the group was deleted.
  group_id uuid references public.groups (id) on delete set null,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  send_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  -- The members to whom it was sent.
  players integer,
  cancelled_at timestamptz,
  withdrawn_at timestamptz,
  member_id uuid references public.profiles (id) on delete cascade,
  constraint subscribers_have_a_competition check ((audience = 'subscribers') = (competition_id is not null)),
  constraint only_groups_have_a_group check (audience = 'group' or group_id is null),
  constraint one_member_is_named check ((audience = 'member') = (member_id is not null)),
  constraint only_unsent_messages_are_cancelled check (sent_at is null or cancelled_at is null),
  constraint only_sent_messages_are_withdrawn check (sent_at is not null or withdrawn_at is null)
);
create index club_messages_due on private.club_messages (send_at) where sent_at is null and cancelled_at is null;
create index club_messages_by_time on private.club_messages (sent_at desc) where sent_at is not null;
create index club_messages_by_group on private.club_messages (group_id) where group_id is not null;
create index club_messages_by_member on private.club_messages (member_id) where member_id is not null;

-- Sends a message to every player at once, as public.send_club_message() does; returns the number of players. An
-- unknown type is treated as info. Raises 22023 for an empty title or message, 23514 if one is too long (200, 2000).
-- Admins only (SL003); a call is one action (SL004) and one audit row.
-- A second call with the same _request_key returns the first result and changes nothing.
create function public.notify_everyone(title text, message text, type text default 'info',
                                       _request_key uuid default null)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  first jsonb;
  sent integer;
begin
  perform private.begin_admin_action('notify_everyone');
  first := private.first_result(_request_key, 'notify_everyone');
  if first is not null then
    return (first ->> 'players')::integer;
  end if;
  sent := private.add_club_message(title, message, type, 'everyone');
  perform private.write_audit('notify_everyone', 'notifications', null, null,
    jsonb_build_object('title', trim(title), 'message', trim(message), 'type', private.notification_type(type),
                       'players', sent));
  perform private.keep_result(_request_key, jsonb_build_object('players', sent));
  return sent;
end $$;
grant execute on function public.notify_everyone(text, text, text, uuid) to authenticated, service_role;

-- The members whom a message reaches: all, the active subscribers of a competition, the members of a group, or those
-- who have not predicted an open match of the next round that they may predict (public.next_rounds()), or one member.
create function private.club_message_recipients(_audience text, _competition_id text, _group_id uuid,
                                                _member_id uuid default null)
returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  case _audience
    when 'everyone' then
      return query select p.id from private.members() p;
    when 'subscribers' then
      return query select s.user_id from public.subscriptions s
        where s.subscription_type = _competition_id and private.is_active(s, clock_timestamp());
    when 'group' then
      return query select m.user_id from public.group_members m join public.groups g on g.id = m.group_id
        where g.id = _group_id and g.deleted_at is null and g.closed_at is null;
    when 'missing_picks' then
      return query select c.user_id
        from private.prediction_completion(array(select m.id from public.next_rounds() m)) c
       where c.predictions_made < c.total_upcoming;
    when 'member' then
      return query select p.id from public.profiles p where p.id = _member_id;
  end case;
end $$;

-- Raises 22023 unless the audience is known and its competition or group exists.
create function private.require_audience(_audience text, _competition_id text, _group_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(_audience, '') not in ('everyone', 'subscribers', 'group', 'missing_picks') then
    raise exception 'There are no recipients %', _audience using errcode = '22023';
  end if;
  if _audience = 'subscribers' and not exists (
       select from public.competitions c where c.id = _competition_id and c.needs_subscription) then
    raise exception 'Choose a competition' using errcode = '22023', detail = '{"kind": "choose_a_competition"}';
  end if;
  if _audience = 'group' and not exists (
       select from public.groups g where g.id = _group_id and g.deleted_at is null and g.closed_at is null) then
    raise exception 'Choose a group' using errcode = '22023', detail = '{"kind": "choose_a_group"}';
  end if;
end $$;

-- Raises 22023 unless a message can be scheduled for this time: in the future, at most a year ahead.
create function private.require_send_time(_send_at timestamptz) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if _send_at is null or _send_at <= clock_timestamp() or _send_at > clock_timestamp() + interval '1 year' then
    raise exception 'Choose a time in the future, at most a year ahead'
      using errcode = '22023', detail = '{"kind": "choose_a_time"}';
  end if;
end $$;

-- How many members a message would reach now, and how many of them in the bell, by push and by email. The same
-- conditions as in private.queue_messages(). The bell shows the message to every recipient; push and email go to those
-- who chose news there. Admins only (SL003); raises 22023 for unknown recipients.
create function public.preview_club_message(_audience text, _competition_id text default null,
                                            _group_id uuid default null)
returns table (members integer, bell integer, push integer, email integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  perform private.require_audience(_audience, _competition_id, _group_id);
  return query
  select count(*)::integer, count(*)::integer,
         (count(*) filter (where c.push
            and exists (select from private.push_subscriptions s where s.user_id = r.id)))::integer,
         (count(*) filter (where c.email and u.email <> '' and u.email_confirmed_at is not null))::integer
    from private.club_message_recipients(_audience, _competition_id, _group_id) r (id)
    join private.message_choices_of('news') c on c.user_id = r.id
    join auth.users u on u.id = r.id;
end $$;
grant execute on function public.preview_club_message(text, text, uuid) to authenticated, service_role;

-- The key of the message's emails and push messages in private.messages.
create function private.club_message_key(_id uuid) returns text
language sql immutable set search_path = ''
as $$ select format('club message %s', _id) $$;

-- Sends a message to its recipients of this moment: in the bell at once, by push and email through the queue. Returns
-- the number of members.
create function private.deliver_club_message(_sent private.club_messages) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  recipients uuid[] := array(
    select private.club_message_recipients(_sent.audience, _sent.competition_id, _sent.group_id, _sent.member_id));
begin
  insert into public.notifications (user_id, type, title, message, club_message_id)
  select r.id, _sent.type, _sent.title, _sent.message, _sent.id from unnest(recipients) r (id);
  perform private.queue_messages('news', private.club_message_key(_sent.id), array(
    select row(r.id, _sent.title, _sent.message, '/', clock_timestamp() + interval '3 days', null, null)
             ::private.message_content
      from unnest(recipients) r (id)), '{email,push}');
  update private.club_messages set players = cardinality(recipients) where id = _sent.id;
  return cardinality(recipients);
end $$;

-- Stores a message and sends it now, or leaves it to the job with a time. Returns the number of members, or null if it
-- is scheduled. Raises 22023 for an empty title or message, unknown recipients or a time that has passed.
create function private.add_club_message(_title text, _message text, _type text, _audience text,
                                         _competition_id text default null, _group_id uuid default null,
                                         _send_at timestamptz default null, _member_id uuid default null)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  added private.club_messages;
begin
  if coalesce(trim(_title), '') = '' or coalesce(trim(_message), '') = '' then
    raise exception 'Please fill in both title and message'
      using errcode = '22023', detail = '{"kind": "fill_in_title_and_message"}';
  end if;
  if _member_id is null then
    perform private.require_audience(_audience, _competition_id, _group_id);
  end if;
  if _send_at is not null then
    perform private.require_send_time(_send_at);
  end if;
  insert into private.club_messages (title, message, type, audience, competition_id, group_id, created_by, send_at,
                                     sent_at, member_id)
  values (trim(_title), trim(_message), private.notification_type(_type), _audience,
          case _audience when 'subscribers' then _competition_id end, case _audience when 'group' then _group_id end,
          (select auth.uid()), coalesce(_send_at, clock_timestamp()),
          case when _send_at is null then clock_timestamp() end, _member_id)
  returning * into added;
  return case when _send_at is null then private.deliver_club_message(added) end;
end $$;

-- Sends a message to _audience: 'everyone', 'subscribers' of _competition_id, 'group' (_group_id) or 'missing_picks',
-- the members who have not predicted an open match of the next round. With _send_at a job sends it at that time, to
-- the recipients of that time. Returns the number of members, or null if it is scheduled. An unknown type is info.
-- Raises 22023 for an empty title or message, unknown recipients or a time that has passed, 23514 for texts that are
-- too long (200, 2000). Admins only (SL003), 50 in 5 minutes (SL004), audited.
-- A second call with the same _request_key returns the first result and changes nothing.
create function public.send_club_message(_title text, _message text, _type text default 'info',
                                         _audience text default 'everyone', _competition_id text default null,
                                         _group_id uuid default null, _send_at timestamptz default null,
                                         _request_key uuid default null)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  first jsonb;
  sent integer;
  audited jsonb;
begin
  perform private.begin_admin_action('send_club_message');
  first := private.first_result(_request_key, 'send_club_message');
  if first is not null then
    return (first ->> 'players')::integer;
  end if;
  sent := private.add_club_message(_title, _message, _type, _audience, _competition_id, _group_id, _send_at);
  audited := jsonb_strip_nulls(jsonb_build_object(
    'title', trim(_title), 'message', trim(_message), 'type', private.notification_type(_type),
    'audience', _audience, 'competition_id', _competition_id, 'group_id', _group_id, 'send_at', _send_at,
    'players', sent));
  if _send_at is null then
    perform private.write_audit('send_club_message', 'club_messages', null, null, audited);
  else
    perform private.write_audit('schedule_club_message', 'club_messages', null, null, audited);
  end if;
  perform private.keep_result(_request_key, jsonb_build_object('players', sent));
  return sent;
end $$;
grant execute on function public.send_club_message(text, text, text, text, text, uuid, timestamptz, uuid)
  to authenticated, service_role;

-- Sends the scheduled messages that are due; returns the number of members. Each is claimed and marked in one
-- statement, so that two hosts do not send it twice.
create function private.send_scheduled_messages(_now timestamptz default clock_timestamp()) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  due private.club_messages;
  posted bigint := 0;
begin
  loop
    update private.club_messages m set sent_at = clock_timestamp()
     where m.id = (select d.id from private.club_messages d
                    where d.send_at <= _now and d.sent_at is null and d.cancelled_at is null
                    order by d.send_at, d.id limit 1 for update skip locked)
    returning m.* into due;
    exit when not found;
    posted := posted + private.deliver_club_message(due);
  end loop;
  return posted;
end $$;

-- The scheduled messages, the next first, then the latest 20 that were sent. recipients: the name of the competition
-- or group or member, null without one. Admins only (SL003).
create function public.club_messages()
returns table (id uuid, title text, message text, audience text, recipients text, send_at timestamptz,
               sent_at timestamptz, players integer, withdrawn_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
  select m.id, m.title, m.message, m.audience, coalesce(c.name, g.name, p.full_name), m.send_at, m.sent_at, m.players,
         m.withdrawn_at
    from ((select s.* from private.club_messages s where s.sent_at is null and s.cancelled_at is null)
          union all
          (select s.* from private.club_messages s where s.sent_at is not null order by s.sent_at desc limit 20)) m
    left join public.competitions c on c.id = m.competition_id
    left join public.groups g on g.id = m.group_id
    left join public.profiles p on p.id = m.member_id
   order by m.sent_at desc nulls first, m.send_at, m.id;
end $$;
grant execute on function public.club_messages() to authenticated, service_role;

-- Raises PT404 for an unknown message. Locks the row, so that the job does not send it meanwhile.
create function private.lock_club_message(_message_id uuid) returns private.club_messages
language plpgsql security definer set search_path = ''
as $$
declare
  found_message private.club_messages;
begin
  select * into found_message from private.club_messages m where m.id = _message_id for update;
  if not found then
    raise exception 'There is no such message' using errcode = 'PT404';
  end if;
  return found_message;
end $$;

-- The same for a scheduled message. Raises 22023 if it was sent or cancelled.
create function private.lock_scheduled_message(_message_id uuid) returns private.club_messages
language plpgsql security definer set search_path = ''
as $$
declare
  scheduled private.club_messages := private.lock_club_message(_message_id);
begin
  if scheduled.sent_at is not null then
    raise exception 'This message was sent already' using errcode = '22023', detail = '{"kind": "message_was_sent"}';
  elsif scheduled.cancelled_at is not null then
    raise exception 'This message was cancelled already'
      using errcode = '22023', detail = '{"kind": "message_was_cancelled"}';
  end if;
  return scheduled;
end $$;

-- Changes the time of a scheduled message. Raises PT404 for an unknown message, and 22023 if it was sent or cancelled
-- or the time has passed. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.reschedule_club_message(_message_id uuid, _send_at timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  scheduled private.club_messages;
begin
  perform private.begin_admin_action('reschedule_club_message');
  scheduled := private.lock_scheduled_message(_message_id);
  perform private.require_send_time(_send_at);
  update private.club_messages set send_at = _send_at where id = _message_id;
  perform private.write_audit('reschedule_club_message', 'club_messages', _message_id::text,
    jsonb_build_object('title', scheduled.title, 'send_at', scheduled.send_at),
    jsonb_build_object('title', scheduled.title, 'send_at', _send_at));
end $$;
grant execute on function public.reschedule_club_message(uuid, timestamptz) to authenticated, service_role;

-- Cancels a scheduled message. Raises PT404 for an unknown message, and 22023 if it was sent or cancelled. Admins only
-- (SL003), 50 in 5 minutes (SL004), audited.
create function public.cancel_club_message(_message_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  scheduled private.club_messages;
begin
  perform private.begin_admin_action('cancel_club_message');
  scheduled := private.lock_scheduled_message(_message_id);
  update private.club_messages set cancelled_at = clock_timestamp() where id = _message_id;
  perform private.write_audit('cancel_club_message', 'club_messages', _message_id::text,
    jsonb_build_object('title', scheduled.title, 'send_at', scheduled.send_at), null);
end $$;
grant execute on function public.cancel_club_message(uuid) to authenticated, service_role;

-- How far a sent message has come: how many members have it in the bell unread or read, and how many emails and push
-- messages still wait. Admins only (SL003); raises PT404 for an unknown message.
create function public.club_message_progress(_message_id uuid)
returns table (unread integer, has_read integer, waiting integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if not exists (select from private.club_messages m where m.id = _message_id) then
    raise exception 'There is no such message' using errcode = 'PT404';
  end if;
  return query
  select (count(*) filter (where not n.read))::integer, (count(*) filter (where n.read))::integer,
         (select count(*)::integer from private.messages m
           where m.state = 'waiting' and m.dedupe_key = private.club_message_key(_message_id))
    from public.notifications n where n.club_message_id = _message_id;
end $$;
grant execute on function public.club_message_progress(uuid) to authenticated, service_role;

-- Removes a sent message from the bells of the members who have not read it, and its emails and push messages that
-- still wait. Their open pages load the bell again. Returns the number of bells. Raises PT404 for an unknown message,
-- and 22023 if it was not sent or was withdrawn. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.withdraw_club_message(_message_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  sent private.club_messages;
  removed uuid[];
begin
  perform private.begin_admin_action('withdraw_club_message');
  sent := private.lock_club_message(_message_id);
  if sent.sent_at is null then
    raise exception 'This message was not sent' using errcode = '22023', detail = '{"kind": "message_was_not_sent"}';
  elsif sent.withdrawn_at is not null then
    raise exception 'This message was withdrawn already'
      using errcode = '22023', detail = '{"kind": "message_was_withdrawn"}';
  end if;
  with deleted as (
    delete from public.notifications n where n.club_message_id = _message_id and not n.read returning n.user_id
  )
  select coalesce(array_agg(d.user_id), '{}') into removed from deleted d;
  update private.messages m set state = 'dropped', last_error = 'Withdrawn by an organiser'
   where m.state = 'waiting' and m.dedupe_key = private.club_message_key(_message_id);
  update private.club_messages set withdrawn_at = clock_timestamp() where id = _message_id;
  -- Realtime sends a deletion to every subscriber of the table, so each of these members is told on the own channel.
  perform realtime.send(jsonb_build_object('changed', 'notifications'), 'changed', 'member:' || r.id, true)
     from unnest(removed) r (id);
  perform private.write_audit('withdraw_club_message', 'club_messages', _message_id::text, null,
    jsonb_build_object('title', sent.title, 'players', cardinality(removed)));
  return cardinality(removed);
end $$;
grant execute on function public.withdraw_club_message(uuid) to authenticated, service_role;

-- Sends a message to one member: in the bell, and by push and email if the member chose news there. Raises 22023 for
-- an empty title or message and PT404 for an unknown player, 23514 for texts that are too long (200, 2000). Admins
-- only (SL003), 50 in 5 minutes (SL004), audited. Organisers can withdraw it like a message to several members.
-- A second call with the same _request_key returns the first result and changes nothing.
create function public.message_member(_user_id uuid, _title text, _message text, _request_key uuid default null)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  first jsonb;
begin
  perform private.begin_admin_action('message_member');
  first := private.first_result(_request_key, 'message_member');
  if first is not null then
    return (first ->> 'players')::integer;
  end if;
  perform private.require_player(_user_id);
  perform private.add_club_message(_title, _message, 'info', 'member', _member_id => _user_id);
  -- Not the text, which the deletion of the account deletes.
  perform private.write_audit('message_member', 'profiles', _user_id::text, null,
                              jsonb_build_object('title', trim(_title)));
  perform private.keep_result(_request_key, jsonb_build_object('players', 1));
  return 1;
end $$;
grant execute on function public.message_member(uuid, text, text, uuid) to authenticated, service_role;
