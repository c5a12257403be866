set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE TABLE "private"."club_messages" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "title" text NOT NULL, "message" text NOT NULL, "type" text NOT NULL, "audience" text NOT NULL, "competition_id" text, "group_id" uuid, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "send_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "sent_at" timestamp with time zone, "players" integer, "cancelled_at" timestamp with time zone, "withdrawn_at" timestamp with time zone, CONSTRAINT "audience_is_known" CHECK ((audience = ANY (ARRAY['everyone'::text, 'subscribers'::text, 'group'::text, 'missing_picks'::text]))), CONSTRAINT "club_messages_pkey" PRIMARY KEY (id), CONSTRAINT "messages_are_1_to_2000_long" CHECK (((char_length(message) >= 1) AND (char_length(message) <= 2000))), CONSTRAINT "only_groups_have_a_group" CHECK (((audience = 'group'::text) OR (group_id IS NULL))), CONSTRAINT "only_sent_messages_are_withdrawn" CHECK (((sent_at IS NOT NULL) OR (withdrawn_at IS NULL))), CONSTRAINT "only_unsent_messages_are_cancelled" CHECK (((sent_at IS NULL) OR (cancelled_at IS NULL))), CONSTRAINT "subscribers_have_a_competition" CHECK (((audience = 'subscribers'::text) = (competition_id IS NOT NULL))), CONSTRAINT "titles_are_1_to_200_long" CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200))), CONSTRAINT "type_is_known" CHECK ((type = ANY (ARRAY['info'::text, 'success'::text, 'warning'::text, 'error'::text]))));

ALTER TABLE "private"."club_messages" OWNER TO "postgres";

ALTER TABLE "public"."notifications" ADD COLUMN "club_message_id" uuid;

CREATE OR REPLACE FUNCTION private.add_club_message(_title text, _message text, _type text, _audience text, _competition_id text DEFAULT NULL::text, _group_id uuid DEFAULT NULL::uuid, _send_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  added private.club_messages;
begin
  if coalesce(trim(_title), '') = '' or coalesce(trim(_message), '') = '' then
    raise exception 'Please fill in both title and message' using errcode = '22023';
  end if;
  perform private.require_audience(_audience, _competition_id, _group_id);
  if _send_at is not null then
    perform private.require_send_time(_send_at);
  end if;
  insert into private.club_messages (title, message, type, audience, competition_id, group_id, created_by, send_at,
                                     sent_at)
  values (trim(_title), trim(_message), private.notification_type(_type), _audience,
          case _audience when 'subscribers' then _competition_id end, case _audience when 'group' then _group_id end,
          (select auth.uid()), coalesce(_send_at, clock_timestamp()),
          case when _send_at is null then clock_timestamp() end)
  returning * into added;
  return case when _send_at is null then private.deliver_club_message(added) end;
end $function$;

ALTER FUNCTION "private"."add_club_message"(text, text, text, text, text, uuid, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.club_message_key(_id uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select format('club message %s', _id) $function$;

ALTER FUNCTION "private"."club_message_key"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.club_message_recipients(_audience text, _competition_id text, _group_id uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case _audience
    when 'everyone' then
      return query select p.id from public.profiles p;
    when 'subscribers' then
      return query select s.user_id from public.subscriptions s
        where s.subscription_type = _competition_id and s.status = 'active' and s.expires_at > clock_timestamp();
    when 'group' then
      return query select m.user_id from public.group_members m join public.groups g on g.id = m.group_id
        where g.id = _group_id and g.deleted_at is null and g.closed_at is null;
    when 'missing_picks' then
      return query select c.user_id
        from private.prediction_completion(array(select m.id from public.next_rounds() m)) c
       where c.predictions_made < c.total_upcoming;
  end case;
end $function$;

ALTER FUNCTION "private"."club_message_recipients"(text, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.deliver_club_message(_sent private.club_messages)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  recipients uuid[] := array(
    select private.club_message_recipients(_sent.audience, _sent.competition_id, _sent.group_id));
begin
  insert into public.notifications (user_id, type, title, message, club_message_id)
  select r.id, _sent.type, _sent.title, _sent.message, _sent.id from unnest(recipients) r (id);
  perform private.queue_messages('news', private.club_message_key(_sent.id), array(
    select row(r.id, _sent.title, _sent.message, '/', clock_timestamp() + interval '3 days', null)
             ::private.message_content
      from unnest(recipients) r (id)), '{email,push}');
  update private.club_messages set players = cardinality(recipients) where id = _sent.id;
  return cardinality(recipients);
end $function$;

ALTER FUNCTION "private"."deliver_club_message"(private.club_messages) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_club_message(_message_id uuid)
 RETURNS private.club_messages
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_message private.club_messages;
begin
  select * into found_message from private.club_messages m where m.id = _message_id for update;
  if not found then
    raise exception 'There is no such message' using errcode = 'PT404';
  end if;
  return found_message;
end $function$;

ALTER FUNCTION "private"."lock_club_message"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_scheduled_message(_message_id uuid)
 RETURNS private.club_messages
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  scheduled private.club_messages := private.lock_club_message(_message_id);
begin
  if scheduled.sent_at is not null then
    raise exception 'This message was sent already' using errcode = '22023';
  elsif scheduled.cancelled_at is not null then
    raise exception 'This message was cancelled already' using errcode = '22023';
  end if;
  return scheduled;
end $function$;

ALTER FUNCTION "private"."lock_scheduled_message"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_audience(_audience text, _competition_id text, _group_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(_audience, '') not in ('everyone', 'subscribers', 'group', 'missing_picks') then
    raise exception 'There are no recipients %', _audience using errcode = '22023';
  end if;
  if _audience = 'subscribers' and not exists (
       select from public.competitions c where c.id = _competition_id and c.needs_subscription) then
    raise exception 'Choose a competition' using errcode = '22023';
  end if;
  if _audience = 'group' and not exists (
       select from public.groups g where g.id = _group_id and g.deleted_at is null and g.closed_at is null) then
    raise exception 'Choose a group' using errcode = '22023';
  end if;
end $function$;

ALTER FUNCTION "private"."require_audience"(text, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_send_time(_send_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if _send_at is null or _send_at <= clock_timestamp() or _send_at > clock_timestamp() + interval '1 year' then
    raise exception 'Choose a time in the future, at most a year ahead' using errcode = '22023';
  end if;
end $function$;

ALTER FUNCTION "private"."require_send_time"(timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.send_scheduled_messages(_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

ALTER FUNCTION "private"."send_scheduled_messages"(timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.cancel_club_message(_message_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  scheduled private.club_messages;
begin
  perform private.begin_admin_action('cancel_club_message');
  scheduled := private.lock_scheduled_message(_message_id);
  update private.club_messages set cancelled_at = clock_timestamp() where id = _message_id;
  perform private.write_audit('cancel_club_message', 'club_messages', _message_id::text,
    jsonb_build_object('title', scheduled.title, 'send_at', scheduled.send_at), null);
end $function$;

ALTER FUNCTION "public"."cancel_club_message"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.club_message_progress(_message_id uuid)
 RETURNS TABLE(unread integer, has_read integer, waiting integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

ALTER FUNCTION "public"."club_message_progress"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.club_messages()
 RETURNS TABLE(id uuid, title text, message text, audience text, recipients text, send_at timestamp with time zone, sent_at timestamp with time zone, players integer, withdrawn_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
  select m.id, m.title, m.message, m.audience, coalesce(c.name, g.name), m.send_at, m.sent_at, m.players,
         m.withdrawn_at
    from ((select s.* from private.club_messages s where s.sent_at is null and s.cancelled_at is null)
          union all
          (select s.* from private.club_messages s where s.sent_at is not null order by s.sent_at desc limit 20)) m
    left join public.competitions c on c.id = m.competition_id
    left join public.groups g on g.id = m.group_id
   order by m.sent_at desc nulls first, m.send_at, m.id;
end $function$;

ALTER FUNCTION "public"."club_messages"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.notify_everyone(title text, message text, type text DEFAULT 'info'::text, _request_key uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.preview_club_message(_audience text, _competition_id text DEFAULT NULL::text, _group_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(members integer, bell integer, push integer, email integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

ALTER FUNCTION "public"."preview_club_message"(text, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.reschedule_club_message(_message_id uuid, _send_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

ALTER FUNCTION "public"."reschedule_club_message"(uuid, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.send_club_message(_title text, _message text, _type text DEFAULT 'info'::text, _audience text DEFAULT 'everyone'::text, _competition_id text DEFAULT NULL::text, _group_id uuid DEFAULT NULL::uuid, _send_at timestamp with time zone DEFAULT NULL::timestamp with time zone, _request_key uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

ALTER FUNCTION "public"."send_club_message"(text, text, text, text, text, uuid, timestamp with time zone, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.withdraw_club_message(_message_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent private.club_messages;
  removed uuid[];
begin
  perform private.begin_admin_action('withdraw_club_message');
  sent := private.lock_club_message(_message_id);
  if sent.sent_at is null then
    raise exception 'This message was not sent' using errcode = '22023';
  elsif sent.withdrawn_at is not null then
    raise exception 'This message was withdrawn already' using errcode = '22023';
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
end $function$;

ALTER FUNCTION "public"."withdraw_club_message"(uuid) OWNER TO "postgres";

ALTER TABLE "private"."club_messages" ADD CONSTRAINT "club_messages_competition_id_fkey" FOREIGN KEY (competition_id) REFERENCES public.competitions(id);

ALTER TABLE "private"."club_messages" ADD CONSTRAINT "club_messages_created_by_fkey" FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."club_messages" ADD CONSTRAINT "club_messages_group_id_fkey" FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE SET NULL;

CREATE INDEX club_messages_by_group ON private.club_messages USING btree (group_id) WHERE (group_id IS NOT NULL);

CREATE INDEX club_messages_by_time ON private.club_messages USING btree (sent_at DESC) WHERE (sent_at IS NOT NULL);

CREATE INDEX club_messages_due ON private.club_messages USING btree (send_at) WHERE ((sent_at IS NULL) AND (cancelled_at IS NULL));

CREATE INDEX notifications_by_club_message ON public.notifications USING btree (club_message_id) WHERE (club_message_id IS NOT NULL);

REVOKE ALL ON FUNCTION "private"."add_club_message"(text, text, text, text, text, uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_club_message"(text, text, text, text, text, uuid, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_club_message"(text, text, text, text, text, uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."club_message_key"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."club_message_key"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."club_message_key"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."club_message_recipients"(text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."club_message_recipients"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."club_message_recipients"(text, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."deliver_club_message"(private.club_messages) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."deliver_club_message"(private.club_messages) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."deliver_club_message"(private.club_messages) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_club_message"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_club_message"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_club_message"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_scheduled_message"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_scheduled_message"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_scheduled_message"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_audience"(text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_audience"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_audience"(text, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_send_time"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_send_time"(timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_send_time"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."send_scheduled_messages"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."send_scheduled_messages"(timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."send_scheduled_messages"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "public"."cancel_club_message"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."cancel_club_message"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."cancel_club_message"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_club_message"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_club_message"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."club_message_progress"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."club_message_progress"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."club_message_progress"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."club_message_progress"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."club_message_progress"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."club_messages"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."club_messages"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."club_messages"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."club_messages"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."club_messages"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."preview_club_message"(text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."preview_club_message"(text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."preview_club_message"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_club_message"(text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_club_message"(text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."reschedule_club_message"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reschedule_club_message"(uuid, timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."reschedule_club_message"(uuid, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."reschedule_club_message"(uuid, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."reschedule_club_message"(uuid, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_club_message"(text, text, text, text, text, uuid, timestamp with time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_club_message"(text, text, text, text, text, uuid, timestamp with time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_club_message"(text, text, text, text, text, uuid, timestamp with time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_club_message"(text, text, text, text, text, uuid, timestamp with time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_club_message"(text, text, text, text, text, uuid, timestamp with time zone, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."withdraw_club_message"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."withdraw_club_message"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."withdraw_club_message"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_club_message"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_club_message"(uuid) TO "service_role";

insert into private.jobs (name, every, query)
values ('Send scheduled messages', interval '15 seconds', 'select private.send_scheduled_messages()');
