-- Message choices, push subscriptions, unsubscribe links and quiet hours.

-- The kinds of messages, with the channels that are on by default.
create table private.message_kinds (
  kind text primary key,
  position smallint not null unique,
  in_app boolean not null,
  email boolean not null,
  push boolean not null
);

insert into private.message_kinds (kind, position, in_app, email, push) values
  ('reminder', 1, true, true, true),
  ('match_change', 2, true, true, true),
  ('results', 3, true, false, true),
  ('subscription', 4, true, true, true),
  ('news', 5, true, false, true);

-- Players' choices; a kind without a row has the defaults.
create table private.message_choices (
  user_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null references private.message_kinds (kind),
  in_app boolean not null,
  email boolean not null,
  push boolean not null,
  primary key (user_id, kind)
);

-- Browsers that receive push messages: the Push API's subscriptions. Only host names are allowed, so that a player
-- cannot make the server send requests to IP addresses of its own network. 127.0.0.1 is for a site on the same
-- machine; the sender checks it.
create table private.push_subscriptions (
  endpoint text primary key
    constraint endpoints_are_https_of_a_named_host
      check (endpoint ~ '^(https://([a-z0-9-]+\.)+[a-z]{2,63}|http://127\.0\.0\.1)(:[0-9]{1,5})?/[!-~]*$'
             and char_length(endpoint) <= 2048),
  user_id uuid not null references public.profiles (id) on delete cascade,
  p256dh text not null constraint p256dh_is_an_uncompressed_point check (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  auth text not null constraint auth_is_16_bytes check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz not null default clock_timestamp()
);
create index push_subscriptions_by_user on private.push_subscriptions (user_id, created_at);

-- The tokens in the unsubscribe links of emails: 244 random bits, valid only for turning a player's emails off and on.
create table private.unsubscribe_tokens (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);

-- Whether each player receives a kind, by channel. Without closed accounts, which get no message.
create function private.message_choices_of(_kind text)
returns table (user_id uuid, in_app boolean, email boolean, push boolean)
language sql stable security definer set search_path = ''
as $$
  select p.id, coalesce(c.in_app, k.in_app), coalesce(c.email, k.email), coalesce(c.push, k.push)
    from private.members() p
    join private.message_kinds k on k.kind = _kind
    left join private.message_choices c on c.user_id = p.id and c.kind = k.kind
$$;

-- The signed-in player's choices for all kinds, in the order of the profile page; the default where there is no
-- choice.
create function public.my_message_choices() returns table (kind text, in_app boolean, email boolean, push boolean)
language sql stable security definer set search_path = ''
as $$
  select k.kind, coalesce(c.in_app, k.in_app), coalesce(c.email, k.email), coalesce(c.push, k.push)
    from private.message_kinds k
    left join private.message_choices c on c.kind = k.kind and c.user_id = (select auth.uid())
   where (select auth.uid()) is not null
   order by k.position
$$;
grant execute on function public.my_message_choices() to authenticated;

-- Sets the signed-in player's choices for one kind. Raises 22023 for an unknown kind, 23502 for a missing choice.
create function public.set_message_choice(_kind text, _in_app boolean, _email boolean, _push boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_open_session();
  if not exists (select from private.message_kinds k where k.kind = _kind) then
    raise exception 'There are no messages of the kind %', _kind using errcode = '22023';
  end if;
  insert into private.message_choices (user_id, kind, in_app, email, push)
  values ((select auth.uid()), _kind, _in_app, _email, _push)
  on conflict (user_id, kind) do update set in_app = excluded.in_app, email = excluded.email, push = excluded.push;
end $$;
grant execute on function public.set_message_choice(text, boolean, boolean, boolean) to authenticated;

-- The club's VAPID public key (base64url, an uncompressed P-256 point), with which a browser subscribes. Null until
-- the edge function send-messages has run once, which creates the key pair. Signed-in players only.
create function public.push_key() returns text
language sql stable security definer set search_path = ''
as $$ select split_part(s.value, ' ', 1) from private.secrets s where s.name = 'push_keys' $$;
grant execute on function public.push_key() to authenticated;

-- The club's VAPID key pair: the stored one, or the given one, which is then stored. Push subscriptions work with one
-- key pair only, so it never changes. With null, null it only reads. Secret key only.
create function public.store_push_keys(_public_key text, _private_key text)
returns table (public_key text, private_key text)
language sql security definer set search_path = ''
as $$
  insert into private.secrets (name, value) select 'push_keys', _public_key || ' ' || _private_key
    where _public_key is not null
  on conflict (name) do nothing;
  select split_part(s.value, ' ', 1), split_part(s.value, ' ', 2) from private.secrets s where s.name = 'push_keys'
$$;
grant execute on function public.store_push_keys(text, text) to service_role;

-- Stores the signed-in player's browser. A browser that belongs to another account moves to this one. A player has at
-- most 10 browsers; the oldest are deleted. Raises 23514 for an invalid subscription.
create function public.save_push_subscription(_endpoint text, _p256dh text, _auth text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := (select auth.uid());
begin
  perform private.require_open_session();
  -- Serialises a player's calls, because two at once could both store a tenth browser.
  perform pg_advisory_xact_lock(hashtextextended('push:' || me, 0));
  insert into private.push_subscriptions (endpoint, user_id, p256dh, auth)
  values (_endpoint, me, rtrim(_p256dh, '='), rtrim(_auth, '='))
  on conflict (endpoint) do update
    set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = clock_timestamp();
  delete from private.push_subscriptions where endpoint in (
    select s.endpoint from private.push_subscriptions s where s.user_id = me order by s.created_at desc,
           s.endpoint offset 10);
end $$;
grant execute on function public.save_push_subscription(text, text, text) to authenticated;

-- Deletes a browser of the signed-in player; does nothing for another player's.
create function public.delete_push_subscription(_endpoint text) returns void
language sql security definer set search_path = ''
as $$ delete from private.push_subscriptions where endpoint = _endpoint and user_id = (select auth.uid()) $$;
grant execute on function public.delete_push_subscription(text) to authenticated;

-- The signed-in player's browsers, newest first.
create function public.my_push_subscriptions() returns table (endpoint text, created_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select s.endpoint, s.created_at from private.push_subscriptions s where s.user_id = (select auth.uid())
    order by s.created_at desc
$$;
grant execute on function public.my_push_subscriptions() to authenticated;

-- Turns emails of a kind on or off for the player with this token. False for an unknown token or kind.
create function private.set_email_choice_by_token(_token text, _kind text, _email boolean) returns boolean
language sql security definer set search_path = ''
as $$
  with chosen as (
    insert into private.message_choices as c (user_id, kind, in_app, email, push)
    select t.user_id, k.kind, k.in_app, _email, k.push
      from private.unsubscribe_tokens t join private.message_kinds k on k.kind = _kind
     where t.token = _token
    on conflict (user_id, kind) do update set email = excluded.email
    returning 1
  )
  select exists (select from chosen)
$$;

-- Turns emails of a kind off for the player with this token; other choices stay. False for an unknown token or kind.
create function public.unsubscribe(_token text, _kind text) returns boolean
language sql security definer set search_path = ''
as $$ select private.set_email_choice_by_token(_token, _kind, false) $$;
grant execute on function public.unsubscribe(text, text) to anon, authenticated, service_role;

-- Turns emails of a kind on again for the player with this token.
create function public.resubscribe(_token text, _kind text) returns boolean
language sql security definer set search_path = ''
as $$ select private.set_email_choice_by_token(_token, _kind, true) $$;
grant execute on function public.resubscribe(text, text) to anon, authenticated, service_role;

-- Whether emails of a kind are on for the player with this token. No row for an unknown token or kind.
create function public.email_choice(_token text, _kind text) returns table (email boolean)
language sql stable security definer set search_path = ''
as $$
  select coalesce(c.email, k.email)
    from private.unsubscribe_tokens t join private.message_kinds k on k.kind = _kind
    left join private.message_choices c on c.user_id = t.user_id and c.kind = k.kind
   where t.token = _token
$$;
grant execute on function public.email_choice(text, text) to anon, authenticated, service_role;

-- The hours in which emails and push messages wait, in club time: the setting `quiet_hours`, or 23:00 to 07:00. Equal
-- times mean no quiet hours.
create function public.quiet_hours() returns table (starts_at time, ends_at time)
language sql stable security definer set search_path = ''
as $$
  select split_part(q.hours, '-', 1)::time, split_part(q.hours, '-', 2)::time
    from (select coalesce((select s.setting_value from public.admin_settings s where s.setting_key = 'quiet_hours'),
                          '23:00-07:00')) q (hours)
$$;
grant execute on function public.quiet_hours() to authenticated, service_role;

-- The end of the quiet hours at this moment; null outside of quiet hours.
create function private.quiet_hours_end(_moment timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select (l.now::date + (l.now::time >= q.ends_at)::integer + q.ends_at) at time zone private.club_time_zone()
    from public.quiet_hours() q, (select _moment at time zone private.club_time_zone()) l (now)
   where case when q.starts_at <= q.ends_at then l.now::time >= q.starts_at and l.now::time < q.ends_at
              else l.now::time >= q.starts_at or l.now::time < q.ends_at end
$$;
