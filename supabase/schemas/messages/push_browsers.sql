-- The browsers that get push messages, and the keys for them.

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
