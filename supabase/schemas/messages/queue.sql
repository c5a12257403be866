-- The message queue. Messages are queued once for each reason (the deduplication key). The edge function send-messages
-- claims waiting messages with a lease and sends them. In-app messages are delivered at once.

-- The message queue: one row per player, channel and reason.
create table private.messages (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null,
  channel text not null constraint channel_is_known check (channel in ('in_app', 'email', 'push')),
  dedupe_key text not null,
  title text not null,
  body text not null,
  link text,
  -- The matches of a reminder; null for other kinds.
  match_ids uuid[],
  created_at timestamptz not null default clock_timestamp(),
  -- The earliest time to send. A claim sets it to the end of its lease, a failure to the next attempt.
  send_after timestamptz not null default clock_timestamp(),
  -- The message is dropped after this time; null: never.
  drop_after timestamptz,
  attempts integer not null default 0,
  state text not null default 'waiting' constraint state_is_known
    check (state in ('waiting', 'sent', 'dropped', 'failed')),
  -- Browsers that received the push message or refused it permanently. A retry skips them.
  finished_endpoints text[] not null default '{}',
  last_error text,
  sent_at timestamptz,
  -- As notifications.facts.
  facts jsonb,
  constraint one_message_per_player_channel_and_reason unique (user_id, channel, dedupe_key),
  constraint sent_messages_have_a_time check ((state = 'sent') = (sent_at is not null))
);
create index messages_to_send on private.messages (channel, send_after) where state = 'waiting';
create index messages_by_age on private.messages (created_at);

-- Channels that refuse every message, and when they are tried again.
create table private.paused_channels (
  channel text primary key,
  failures integer not null,
  paused_until timestamptz not null
);

-- Reasons (deduplication keys) whose messages have been queued, so that repeated checks are cheap.
create table private.announcements (
  key text primary key,
  announced_at timestamptz not null default clock_timestamp()
);

-- The content of a message to one player.
create type private.message_content as (
  user_id uuid, title text, body text, link text, drop_after timestamptz, match_ids uuid[], facts jsonb
);

-- Queues messages for players who chose to receive the kind, on each of their channels, and creates the in-app
-- notifications. Players who already have a message with this key are skipped. Returns the number of messages.
create function private.queue_messages(_kind text, _key text, _contents private.message_content[],
                                       _channels text[] default '{in_app,email,push}')
returns bigint
language sql security definer set search_path = ''
as $$
  with wanted as (
    select l.user_id, l.title, l.body, l.link, l.drop_after, l.match_ids, l.facts, w.channel
      from unnest(_contents) l
      join private.message_choices_of(_kind) c on c.user_id = l.user_id
      join auth.users u on u.id = l.user_id
     cross join lateral (values
       ('in_app', c.in_app),
       ('email', c.email and u.email <> '' and u.email_confirmed_at is not null),
       ('push', c.push and exists (select from private.push_subscriptions s where s.user_id = l.user_id))
     ) w (channel, is_wanted)
     where w.is_wanted and w.channel = any (_channels)
  ), queued as (
    insert into private.messages (user_id, kind, channel, dedupe_key, title, body, link, match_ids, drop_after, state,
                                  sent_at, facts)
    select w.user_id, _kind, w.channel, _key, left(w.title, 200), left(w.body, 2000), w.link, w.match_ids,
           w.drop_after,
           case w.channel when 'in_app' then 'sent' else 'waiting' end,
           case w.channel when 'in_app' then clock_timestamp() end, w.facts
      from wanted w
    on conflict on constraint one_message_per_player_channel_and_reason do nothing
    returning user_id, channel, title, body, link, facts
  ), shown as (
    insert into public.notifications (user_id, title, message, link, facts)
    select q.user_id, q.title, q.body, q.link, q.facts from queued q where q.channel = 'in_app'
  )
  select count(*) from queued
$$;

-- Whether a waiting message comes too late, or could not be sent for a day. Inlined, without a search_path.
create function private.has_ended(_message private.messages) returns boolean
language sql stable
as $$
  select coalesce($1.drop_after <= statement_timestamp(), false)
      or $1.created_at < statement_timestamp() - interval '1 day'
$$;

-- Drops messages after their time limit, and marks those as failed that could not be sent for a day. Secret key only.
create function public.expire_messages() returns table (dropped integer, failed integer)
language sql security definer set search_path = ''
as $$
  with ended as (
    update private.messages m
       set state = case when m.drop_after <= statement_timestamp() then 'dropped' else 'failed' end,
           last_error = coalesce(m.last_error,
                                 case when m.drop_after <= statement_timestamp() then 'Too late'
                                 else 'Not sent within a day' end)
     where m.state = 'waiting' and m.send_after <= statement_timestamp() and private.has_ended(m)
    returning m.state
  )
  select (count(*) filter (where e.state = 'dropped'))::integer, (count(*) filter (where e.state = 'failed'))::integer
    from ended e
$$;
grant execute on function public.expire_messages() to service_role;

-- The reason why a waiting message no longer needs to be sent; null if it does.
create function private.drop_reason(_message private.messages) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not (select coalesce(case _message.channel when 'email' then c.email else c.push end,
                              case _message.channel when 'email' then k.email else k.push end)
                from private.message_kinds k left join private.message_choices c on c.kind = k.kind
                  and c.user_id = _message.user_id
               where k.kind = _message.kind) then 'Turned off by the player'
    when exists (select from auth.users u where u.id = _message.user_id and u.banned_until > clock_timestamp())
      then 'The account is banned'
    when _message.channel = 'email' and not exists (
           select from auth.users u where u.id = _message.user_id and u.email <> ''
             and u.email_confirmed_at is not null)
      then 'No confirmed email address'
    when _message.channel = 'push' and not exists (
           select from private.push_subscriptions s where s.user_id = _message.user_id
             and s.endpoint <> all (_message.finished_endpoints))
      then 'No browser receives push messages'
    when _message.match_ids is not null and not exists (
           select from public.matches m
            where m.id = any (_message.match_ids) and m.status = 'upcoming' and m.locks_at > clock_timestamp()
              and not exists (select from public.user_predictions p where p.match_id = m.id
                              and p.user_id = _message.user_id))
      then 'Already predicted'
  end
$$;

-- How long a claim is valid; then the message can be claimed again.
create function private.claim_lease() returns interval
language sql immutable set search_path = ''
as $$ select interval '3 minutes' $$;

-- Whether messages of a channel may be sent now: not during the quiet hours, nor while the channel is paused.
create function private.is_channel_open(_channel text, _now timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.quiet_hours_end(_now) is null
     and not exists (select from private.paused_channels r where r.channel = _channel and r.paused_until > _now)
$$;

-- Whether a message is due. It sets no search_path, so that PostgreSQL inlines it and finds the index.
create function private.is_due(_message private.messages) returns boolean
language sql stable
as $$
  select $1.state = 'waiting' and $1.send_after <= statement_timestamp()
     and ($1.drop_after is null or $1.drop_after > statement_timestamp())
$$;

-- Claims up to _limit due messages of a channel; none during the quiet hours or while the channel is paused. A row for
-- the channel email has the address in `email` and the unsubscribe token, one for push has `devices` [{ endpoint,
-- p256dh, auth }]. `language`: the member's, null for the club's. Secret key only.
create function public.claim_messages(_channel text, _limit integer)
returns table (id bigint, kind text, tag text, title text, body text, link text, created_at timestamptz,
               drop_after timestamptz, email text, token text, devices jsonb, facts jsonb, language text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  claimed bigint[];
begin
  if not private.is_channel_open(_channel, clock_timestamp()) then
    return;
  end if;
  loop
    claimed := array(
      select m.id from private.messages m
       where m.channel = _channel and private.is_due(m)
       order by m.send_after, m.id limit least(_limit, 500) for update skip locked);
    exit when claimed = '{}';
    with judged as materialized (
      select m.id, private.drop_reason(m) as reason from private.messages m where m.id = any (claimed)
    )
    update private.messages m set state = 'dropped', last_error = j.reason
      from judged j where m.id = j.id and j.reason is not null;
    if _channel = 'email' then
      insert into private.unsubscribe_tokens (user_id)
      select distinct m.user_id from private.messages m where m.id = any (claimed) on conflict do nothing;
    end if;
    return query
      update private.messages m set send_after = clock_timestamp() + private.claim_lease(), attempts = m.attempts + 1
        from auth.users u join public.profiles p on p.id = u.id
        left join private.unsubscribe_tokens t on t.user_id = u.id
       where m.id = any (claimed) and m.state = 'waiting' and u.id = m.user_id
      returning m.id, m.kind, m.dedupe_key, m.title, m.body, m.link, m.created_at, m.drop_after, u.email::text,
        t.token, (
        select jsonb_agg(jsonb_build_object('endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth))
          from private.push_subscriptions s where m.channel = 'push' and s.user_id = m.user_id
            and s.endpoint <> all (m.finished_endpoints)), m.facts, p.language;
    -- If all of them were dropped, others may be due.
    exit when found;
  end loop;
end $$;
grant execute on function public.claim_messages(text, integer) to service_role;

-- Records the results of sending: [{ id, outcome, error, wait_seconds, finished_endpoints, expired_endpoints,
-- pauses_channel }]. Secret key only.
--
--   outcome             'sent'; 'later': retried after 30 seconds, doubled up to an hour, or after wait_seconds if
--                       longer; 'failed': not retried; 'untried': retried after a minute, not counted as an attempt
--   finished_endpoints  endpoints that need no further attempt
--   expired_endpoints   endpoints to delete
--   pauses_channel      the channel refuses every message: it is paused for 30 seconds, doubled up to 16 minutes
create function public.report_messages(_reports jsonb) returns void
language sql security definer set search_path = ''
as $$
  with reports as (
    select * from jsonb_to_recordset(_reports) r (
      id bigint, outcome text, error text, wait_seconds integer, finished_endpoints text[],
      expired_endpoints text[], pauses_channel boolean)
  ), expired as (
    delete from private.push_subscriptions s using reports r where s.endpoint = any (r.expired_endpoints)
  ), paused as (
    insert into private.paused_channels as c (channel, failures, paused_until)
    select m.channel, 1, clock_timestamp() + interval '30 seconds'
      from reports r join private.messages m on m.id = r.id where r.pauses_channel group by m.channel
    on conflict (channel) do update
      set failures = c.failures + 1,
          paused_until = clock_timestamp() + interval '30 seconds' * 2 ^ least(c.failures, 5)
      -- Other claimed messages fail for the same reason and are not counted as further failures.
      where c.paused_until <= clock_timestamp()
  ), resumed as (
    delete from private.paused_channels c
     where not exists (select from reports r where r.pauses_channel)
       and c.channel in (select m.channel from reports r join private.messages m on m.id = r.id
                         where r.outcome = 'sent')
  )
  update private.messages m
     set state = case r.outcome when 'sent' then 'sent' when 'failed' then 'failed' else 'waiting' end,
         sent_at = case r.outcome when 'sent' then clock_timestamp() end,
         send_after = clock_timestamp() + case r.outcome
           when 'later' then make_interval(secs => greatest(least(30 * 2 ^ (m.attempts - 1), 3600), r.wait_seconds))
           else interval '1 minute' end,
         attempts = m.attempts - (r.outcome = 'untried')::integer,
         finished_endpoints = m.finished_endpoints || coalesce(r.finished_endpoints, '{}'),
         last_error = coalesce(left(r.error, 500), m.last_error)
    from reports r where m.id = r.id and m.state = 'waiting'
$$;
grant execute on function public.report_messages(jsonb) to service_role;

-- Deletes messages older than 90 days; returns their number.
create function private.delete_old_messages() returns bigint
language sql security definer set search_path = ''
as $$
  with removed as (delete from private.messages where created_at < clock_timestamp() - interval '90 days' returning 1)
  select count(*) from removed
$$;
