-- Messages to players, in one queue. Who has something to tell posts it once per reason (the key); what waits is claimed by a
-- lease and sent by the function send-messages. A message in the app is there at once.

create table private.messages (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null,
  channel text not null constraint channel_is_known check (channel in ('in_app', 'mail', 'push')),
  dedupe_key text not null,
  title text not null,
  body text not null,
  link text,
  -- The matches that a reminder asks for; null for every other kind.
  about uuid[],
  created_at timestamptz not null default clock_timestamp(),
  -- Not before. Moved by a claim to the end of its lease, and by a failure to the next try.
  send_after timestamptz not null default clock_timestamp(),
  -- From then on it would only be a nuisance. Null: whenever.
  drop_after timestamptz,
  attempts integer not null default 0,
  state text not null default 'waiting' constraint state_is_known check (state in ('waiting', 'sent', 'dropped', 'failed')),
  -- Browsers that a push message has reached, or that refused it for good: a further try is for the others.
  settled text[] not null default '{}',
  last_error text,
  sent_at timestamptz,
  constraint a_player_is_told_once unique (user_id, channel, dedupe_key),
  constraint sent_messages_say_when check ((state = 'sent') = (sent_at is not null))
);
create index messages_to_send on private.messages (channel, send_after) where state = 'waiting';
create index messages_by_age on private.messages (created_at);

-- A channel that takes nothing at all: it rests before the next try.
create table private.resting_channels (
  channel text primary key,
  failures integer not null,
  rests_until timestamptz not null
);

-- Reasons that everybody concerned has been told, so that looking for more costs nothing.
create table private.occasions (
  key text primary key,
  told_at timestamptz not null default clock_timestamp()
);

-- What one player is to be told.
create type private.letter as (user_id uuid, title text, body text, link text, drop_after timestamptz, about uuid[]);

-- Puts letters into the queue for those who chose to get them, on each channel that reaches them, and shows the ones of the
-- app. Whoever has been told by this key is left out. Returns how many messages.
create function private.post(_kind text, _key text, _letters private.letter[], _channels text[] default '{in_app,mail,push}') returns bigint
language sql security definer set search_path = ''
as $$
  with wanted as (
    select l.user_id, l.title, l.body, l.link, l.drop_after, l.about, w.channel
      from unnest(_letters) l
      join private.choices_of(_kind) c on c.user_id = l.user_id
      join auth.users u on u.id = l.user_id
     cross join lateral (values
       ('in_app', c.in_app),
       ('mail', c.mail and u.email <> '' and u.email_confirmed_at is not null),
       ('push', c.push and exists (select from private.push_subscriptions s where s.user_id = l.user_id))
     ) w (channel, is_wanted)
     where w.is_wanted and w.channel = any (_channels)
  ), queued as (
    insert into private.messages (user_id, kind, channel, dedupe_key, title, body, link, about, drop_after, state, sent_at)
    select w.user_id, _kind, w.channel, _key, left(w.title, 200), left(w.body, 2000), w.link, w.about, w.drop_after,
           case w.channel when 'in_app' then 'sent' else 'waiting' end,
           case w.channel when 'in_app' then clock_timestamp() end
      from wanted w
    on conflict on constraint a_player_is_told_once do nothing
    returning user_id, channel, title, body, link
  ), shown as (
    insert into public.notifications (user_id, title, message, link)
    select q.user_id, q.title, q.body, q.link from queued q where q.channel = 'in_app'
  )
  select count(*) from queued
$$;

-- "Saturday 21 November 2026"
create function private.day_in_words(_day date) returns text
language sql immutable set search_path = ''
as $$ select to_char(_day::timestamp, 'FMDay FMDD FMMonth YYYY') $$;

-- When mails and push messages wait, in club time: the setting `quiet_hours`, or 23:00 to 07:00. Equal ends: never.
alter table public.admin_settings add constraint quiet_hours_are_two_times
  check (setting_key <> 'quiet_hours' or setting_value ~ '^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$');
create function public.quiet_hours() returns table (starts_at time, ends_at time)
language sql stable security definer set search_path = ''
as $$
  select split_part(q.hours, '-', 1)::time, split_part(q.hours, '-', 2)::time
    from (select coalesce((select s.setting_value from public.admin_settings s where s.setting_key = 'quiet_hours'), '23:00-07:00')) q (hours)
$$;
grant execute on function public.quiet_hours() to authenticated, service_role;

-- When the quiet hours end that this moment lies in; null outside of them.
create function private.quiet_until(_moment timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select (l.now::date + (l.now::time >= q.ends_at)::integer + q.ends_at) at time zone private.club_time_zone()
    from public.quiet_hours() q, (select _moment at time zone private.club_time_zone()) l (now)
   where case when q.starts_at <= q.ends_at then l.now::time >= q.starts_at and l.now::time < q.ends_at
              else l.now::time >= q.starts_at or l.now::time < q.ends_at end
$$;

-- Ends what waits too long: what would arrive too late is dropped, what could not be sent for a day has failed. Secret key only.
create function public.give_up_messages() returns table (dropped integer, failed integer)
language sql security definer set search_path = ''
as $$
  with ended as (
    update private.messages m
       set state = case when m.drop_after <= statement_timestamp() then 'dropped' else 'failed' end,
           last_error = coalesce(m.last_error, case when m.drop_after <= statement_timestamp() then 'Too late' else 'Not sent within a day' end)
     where m.state = 'waiting' and m.send_after <= statement_timestamp()
       and (m.drop_after <= statement_timestamp() or m.created_at < statement_timestamp() - interval '1 day')
    returning m.state
  )
  select (count(*) filter (where e.state = 'dropped'))::integer, (count(*) filter (where e.state = 'failed'))::integer from ended e
$$;
grant execute on function public.give_up_messages() to service_role;

-- Why a message need not be sent any more, though it waits; null when it is still to go.
create function private.why_not(_message private.messages) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not (select coalesce(case _message.channel when 'mail' then c.mail else c.push end, case _message.channel when 'mail' then k.mail else k.push end)
                from private.message_kinds k left join private.message_choices c on c.kind = k.kind and c.user_id = _message.user_id
               where k.kind = _message.kind) then 'Not wanted any more'
    when exists (select from auth.users u where u.id = _message.user_id and u.banned_until > clock_timestamp()) then 'The account is banned'
    when _message.channel = 'mail' and not exists (
           select from auth.users u where u.id = _message.user_id and u.email <> '' and u.email_confirmed_at is not null)
      then 'No confirmed email address'
    when _message.channel = 'push' and not exists (
           select from private.push_subscriptions s where s.user_id = _message.user_id and s.endpoint <> all (_message.settled))
      then 'No browser to send it to'
    when _message.about is not null and not exists (
           select from public.matches m
            where m.id = any (_message.about) and m.status = 'upcoming' and m.locks_at > clock_timestamp()
              and not exists (select from public.user_predictions p where p.match_id = m.id and p.user_id = _message.user_id))
      then 'Predicted since'
  end
$$;

-- How long who claimed a message may take; then it is anybody's again.
create function private.lease() returns interval language sql immutable set search_path = '' as $$ select interval '3 minutes' $$;

-- Claims up to _limit messages of a channel that are due, for whoever sends them: none during the quiet hours, nor while the
-- channel rests. `email` and the
-- token of the unsubscribe link for a mail, `devices` [{ endpoint, p256dh, auth }] for a push message. Secret key only.
create function public.claim_messages(_channel text, _limit integer)
returns table (id bigint, kind text, tag text, title text, body text, link text, created_at timestamptz, drop_after timestamptz,
               email text, token text, devices jsonb)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  taken bigint[];
begin
  if private.quiet_until(clock_timestamp()) is not null
    or exists (select from private.resting_channels r where r.channel = _channel and r.rests_until > clock_timestamp()) then
    return;
  end if;
  loop
    taken := array(
      select m.id from private.messages m
       where m.state = 'waiting' and m.channel = _channel and m.send_after <= statement_timestamp()
         and (m.drop_after is null or m.drop_after > statement_timestamp())
       order by m.send_after, m.id limit least(_limit, 500) for update skip locked);
    exit when taken = '{}';
    with judged as materialized (
      select m.id, private.why_not(m) as reason from private.messages m where m.id = any (taken)
    )
    update private.messages m set state = 'dropped', last_error = j.reason
      from judged j where m.id = j.id and j.reason is not null;
    if _channel = 'mail' then
      insert into private.unsubscribe_tokens (user_id)
      select distinct m.user_id from private.messages m where m.id = any (taken) on conflict do nothing;
    end if;
    return query
      update private.messages m set send_after = clock_timestamp() + private.lease(), attempts = m.attempts + 1
        from auth.users u left join private.unsubscribe_tokens t on t.user_id = u.id
       where m.id = any (taken) and m.state = 'waiting' and u.id = m.user_id
      returning m.id, m.kind, m.dedupe_key, m.title, m.body, m.link, m.created_at, m.drop_after, u.email::text, t.token, (
        select jsonb_agg(jsonb_build_object('endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth))
          from private.push_subscriptions s where m.channel = 'push' and s.user_id = m.user_id and s.endpoint <> all (m.settled));
    -- All of them dropped: there may be others behind.
    exit when found;
  end loop;
end $$;
grant execute on function public.claim_messages(text, integer) to service_role;

-- How sending went, [{ id, outcome, error, wait_seconds, settled, gone, stops }]. outcome: 'sent'; 'later', which is tried again after
-- 30 seconds, doubled each time up to an hour, or after wait_seconds if that is longer; 'failed' for good; 'untried', which goes
-- back as it was for a minute. `settled`: endpoints that need no further try. `gone`: browsers to forget.
-- `stops`: the channel takes nothing at all and rests, 30 seconds, doubled each time up to 16 minutes. Secret key only.
create function public.report_messages(_reports jsonb) returns void
language sql security definer set search_path = ''
as $$
  with reports as (
    select * from jsonb_to_recordset(_reports) r (id bigint, outcome text, error text, wait_seconds integer, settled text[], gone text[], stops boolean)
  ), forgotten as (
    delete from private.push_subscriptions s using reports r where s.endpoint = any (r.gone)
  ), resting as (
    insert into private.resting_channels as c (channel, failures, rests_until)
    select m.channel, 1, clock_timestamp() + interval '30 seconds'
      from reports r join private.messages m on m.id = r.id where r.stops group by m.channel
    on conflict (channel) do update
      set failures = c.failures + 1, rests_until = clock_timestamp() + interval '30 seconds' * 2 ^ least(c.failures, 5)
      -- What else was on its way fails for the same reason.
      where c.rests_until <= clock_timestamp()
  ), awake as (
    delete from private.resting_channels c
     where not exists (select from reports r where r.stops)
       and c.channel in (select m.channel from reports r join private.messages m on m.id = r.id where r.outcome = 'sent')
  )
  update private.messages m
     set state = case r.outcome when 'sent' then 'sent' when 'failed' then 'failed' else 'waiting' end,
         sent_at = case r.outcome when 'sent' then clock_timestamp() end,
         send_after = clock_timestamp() + case r.outcome
           when 'later' then make_interval(secs => greatest(least(30 * 2 ^ (m.attempts - 1), 3600), r.wait_seconds))
           else interval '1 minute' end,
         attempts = m.attempts - (r.outcome = 'untried')::integer,
         settled = m.settled || coalesce(r.settled, '{}'),
         last_error = coalesce(left(r.error, 500), m.last_error)
    from reports r where m.id = r.id and m.state = 'waiting'
$$;
grant execute on function public.report_messages(jsonb) to service_role;

-- The club's VAPID key pair: the one that is kept, else the one given. Made once, because every browser is bound to it. Secret
-- key only; null, null asks without keeping anything.
create function public.keep_push_keys(_public_key text, _private_key text) returns table (public_key text, private_key text)
language sql security definer set search_path = ''
as $$
  insert into private.secrets (name, value) select 'push_keys', _public_key || ' ' || _private_key where _public_key is not null
  on conflict (name) do nothing;
  select split_part(s.value, ' ', 1), split_part(s.value, ' ', 2) from private.secrets s where s.name = 'push_keys'
$$;
grant execute on function public.keep_push_keys(text, text) to service_role;

-- Forgets messages older than 90 days; returns how many.
create function private.forget_old_messages() returns bigint
language sql security definer set search_path = ''
as $$
  with gone as (delete from private.messages where created_at < clock_timestamp() - interval '90 days' returning 1)
  select count(*) from gone
$$;

insert into private.jobs (name, every, edge_function) values ('Send messages', interval '15 seconds', 'send-messages');
insert into private.jobs (name, every, query) values ('Forget old messages', interval '1 hour', 'select private.forget_old_messages()');
