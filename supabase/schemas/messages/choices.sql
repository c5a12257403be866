-- Which messages a member gets by which ways, and the links that end emails.

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
