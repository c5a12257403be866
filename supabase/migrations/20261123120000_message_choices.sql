-- What each player wants to hear about, and where: in the app, by mail, by push. What they never chose has the defaults of
-- its kind.

create table private.message_kinds (
  kind text primary key,
  position smallint not null unique,
  in_app boolean not null,
  mail boolean not null,
  push boolean not null
);
insert into private.message_kinds (kind, position, in_app, mail, push) values
  ('reminder', 1, true, true, true),
  ('match_change', 2, true, true, true),
  ('results', 3, true, false, true),
  ('subscription', 4, true, true, true),
  ('news', 5, true, false, true);

create table private.message_choices (
  user_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null references private.message_kinds (kind),
  in_app boolean not null,
  mail boolean not null,
  push boolean not null,
  primary key (user_id, kind)
);

-- What every player gets of a kind, on each channel.
create function private.choices_of(_kind text) returns table (user_id uuid, in_app boolean, mail boolean, push boolean)
language sql stable security definer set search_path = ''
as $$
  select p.id, coalesce(c.in_app, k.in_app), coalesce(c.mail, k.mail), coalesce(c.push, k.push)
    from public.profiles p
    join private.message_kinds k on k.kind = _kind
    left join private.message_choices c on c.user_id = p.id and c.kind = k.kind
$$;

-- The signed-in player's choices: all kinds in the order of the screen, the defaults filled in.
create function public.my_message_choices() returns table (kind text, in_app boolean, mail boolean, push boolean)
language sql stable security definer set search_path = ''
as $$
  select k.kind, coalesce(c.in_app, k.in_app), coalesce(c.mail, k.mail), coalesce(c.push, k.push)
    from private.message_kinds k
    left join private.message_choices c on c.kind = k.kind and c.user_id = (select auth.uid())
   where (select auth.uid()) is not null
   order by k.position
$$;
grant execute on function public.my_message_choices() to authenticated;

-- Sets the signed-in player's choices for one kind. Raises 22023 for a kind that does not exist, 23502 for a missing choice.
create function public.choose_messages(_kind text, _in_app boolean, _mail boolean, _push boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from private.message_kinds k where k.kind = _kind) then
    raise exception 'There are no messages of the kind %', _kind using errcode = '22023';
  end if;
  insert into private.message_choices (user_id, kind, in_app, mail, push)
  values ((select auth.uid()), _kind, _in_app, _mail, _push)
  on conflict (user_id, kind) do update set in_app = excluded.in_app, mail = excluded.mail, push = excluded.push;
end $$;
grant execute on function public.choose_messages(text, boolean, boolean, boolean) to authenticated;

-- A browser that takes push messages: what the Push API calls a subscription. Only names of hosts, so that nobody can have
-- the club's server post into its own network by number; 127.0.0.1 is for a site on this machine, and the sender asks which.
create table private.push_subscriptions (
  endpoint text primary key
    constraint endpoints_are_https_of_a_named_host
      check (endpoint ~ '^(https://([a-z0-9-]+\.)+[a-z]{2,63}|http://127\.0\.0\.1)(:[0-9]{1,5})?/[!-~]*$' and char_length(endpoint) <= 2048),
  user_id uuid not null references public.profiles (id) on delete cascade,
  p256dh text not null constraint p256dh_is_an_uncompressed_point check (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  auth text not null constraint auth_is_16_bytes check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz not null default clock_timestamp()
);
create index push_subscriptions_by_user on private.push_subscriptions (user_id, created_at);

-- The club's VAPID public key (base64url, an uncompressed P-256 point), which a browser subscribes with. Null while push is
-- off: until the function send-messages has run for the first time, which makes the pair. Signed in only.
create function public.push_key() returns text
language sql stable security definer set search_path = ''
as $$ select split_part(s.value, ' ', 1) from private.secrets s where s.name = 'push_keys' $$;
grant execute on function public.push_key() to authenticated;

-- Keeps the signed-in player's browser. One that was another account's becomes this one's: whoever signed in last on a
-- device reads what it shows. Beyond 10 the oldest go. Raises 23514 for what is no subscription of the Push API.
create function public.save_push_subscription(_endpoint text, _p256dh text, _auth text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := (select auth.uid());
begin
  -- One at a time, or two could each be the tenth.
  perform pg_advisory_xact_lock(hashtextextended('push:' || me, 0));
  insert into private.push_subscriptions (endpoint, user_id, p256dh, auth)
  values (_endpoint, me, rtrim(_p256dh, '='), rtrim(_auth, '='))
  on conflict (endpoint) do update
    set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = clock_timestamp();
  delete from private.push_subscriptions where endpoint in (
    select s.endpoint from private.push_subscriptions s where s.user_id = me order by s.created_at desc, s.endpoint offset 10);
end $$;
grant execute on function public.save_push_subscription(text, text, text) to authenticated;

-- Forgets a browser of the signed-in player; nothing happens when it is not theirs.
create function public.forget_push_subscription(_endpoint text) returns void
language sql security definer set search_path = ''
as $$ delete from private.push_subscriptions where endpoint = _endpoint and user_id = (select auth.uid()) $$;
grant execute on function public.forget_push_subscription(text) to authenticated;

-- The signed-in player's browsers, newest first.
create function public.my_push_subscriptions() returns table (endpoint text, created_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select s.endpoint, s.created_at from private.push_subscriptions s where s.user_id = (select auth.uid()) order by s.created_at desc
$$;
grant execute on function public.my_push_subscriptions() to authenticated;

-- What stands in the links of a player's mails instead of a password: 244 random bits, good for turning mails off and on.
create table private.unsubscribe_tokens (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);

create function private.choose_mail_by_token(_token text, _kind text, _mail boolean) returns boolean
language sql security definer set search_path = ''
as $$
  with chosen as (
    insert into private.message_choices as c (user_id, kind, in_app, mail, push)
    select t.user_id, k.kind, k.in_app, _mail, k.push
      from private.unsubscribe_tokens t join private.message_kinds k on k.kind = _kind
     where t.token = _token
    on conflict (user_id, kind) do update set mail = excluded.mail
    returning 1
  )
  select exists (select from chosen)
$$;

-- Turns mails of a kind off for whom the token was mailed to; their other choices stay. False for an unknown token or kind.
create function public.unsubscribe(_token text, _kind text) returns boolean
language sql security definer set search_path = ''
as $$ select private.choose_mail_by_token(_token, _kind, false) $$;
grant execute on function public.unsubscribe(text, text) to anon, authenticated, service_role;

-- Turns them on again: what the page that says "unsubscribed" offers.
create function public.resubscribe(_token text, _kind text) returns boolean
language sql security definer set search_path = ''
as $$ select private.choose_mail_by_token(_token, _kind, true) $$;
grant execute on function public.resubscribe(text, text) to anon, authenticated, service_role;

-- Whether mails of a kind are on for whom the token was mailed to: what the page asks before it offers to turn them off or on.
-- No row for an unknown token or kind.
create function public.mail_choice(_token text, _kind text) returns table (mail boolean)
language sql stable security definer set search_path = ''
as $$
  select coalesce(c.mail, k.mail)
    from private.unsubscribe_tokens t join private.message_kinds k on k.kind = _kind
    left join private.message_choices c on c.user_id = t.user_id and c.kind = k.kind
   where t.token = _token
$$;
grant execute on function public.mail_choice(text, text) to anon, authenticated, service_role;

-- Where a notification leads: a path of the site.
alter table public.notifications add column link text
  constraint links_are_paths_of_the_site check (link ~ '^/([^/\\]|$)' and char_length(link) <= 500);
