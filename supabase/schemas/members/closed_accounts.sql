-- Closing accounts: an account that is merged into another or deleted by an admin cannot sign in from then on, and is
-- erased when that can no longer be undone.

-- The accounts that are closed before they are erased (members/merging.sql). banned_until: what the account had
-- before. heir_id: the account that it is merged into. contacts: what moved to the heir, such as
-- {"phone": "+23051234567"}.
create table private.closed_accounts (
  user_id uuid primary key,
  closed_at timestamptz not null default clock_timestamp(),
  banned_until timestamptz,
  heir_id uuid,
  contacts jsonb
);
comment on table private.closed_accounts is
  'There are no foreign keys: an account stays closed when its heir is deleted.';

-- The profiles of accounts that are not closed. It sets no search_path, so that PostgreSQL inlines it.
create function private.members() returns setof public.profiles
language sql stable
as $$
  select p.* from public.profiles p where not exists (select from private.closed_accounts c where c.user_id = p.id)
$$;

-- An account's phone number or email, by its kind; null without one.
create function private.contact_of(_user_id uuid, _kind text) returns text
language sql stable security definer set search_path = ''
as $$
  select nullif(case _kind when 'phone' then p.phone_number else u.email end, '')
    from auth.users u join public.profiles p on p.id = u.id where u.id = _user_id
$$;

-- Moves the phone number or email of an account to another one that has none, with the identity that signs in with it.
create function private.move_contact(_from uuid, _to uuid, _kind text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  moving auth.users;
  number constant text := private.contact_of(_from, 'phone');
begin
  select * into moving from auth.users u where u.id = _from;
  if _kind = 'phone' then
    update auth.users u set phone = null, phone_confirmed_at = null where u.id = _from;
    update public.profiles p set phone_number = null where p.id = _from;
    update auth.users u set phone = moving.phone, phone_confirmed_at = moving.phone_confirmed_at where u.id = _to;
    update public.profiles p set phone_number = number where p.id = _to;
  else
    update auth.users u set email = null, email_confirmed_at = null where u.id = _from;
    update auth.users u set email = moving.email, email_confirmed_at = moving.email_confirmed_at where u.id = _to;
  end if;
  update auth.identities i
     set user_id = _to, provider_id = _to::text, identity_data = i.identity_data || jsonb_build_object('sub', _to)
   where i.user_id = _from and i.provider = _kind
     and not exists (select from auth.identities o where o.user_id = _to and o.provider = _kind);
end $$;

-- Ends the sessions of an account that is closed, and bans it. Its contacts move to an heir without any.
create function private.close_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.rules_are_off() then
    return new;
  end if;
  -- What waits is not sent.
  delete from private.messages m where m.user_id = new.user_id and m.state = 'waiting';
  new.banned_until := (select u.banned_until from auth.users u where u.id = new.user_id);
  update auth.users u set banned_until = now() + interval '100 years' where u.id = new.user_id;
  delete from auth.sessions s where s.user_id = new.user_id;
  if new.heir_id is not null then
    select jsonb_object_agg(k.kind, private.contact_of(new.user_id, k.kind)) into new.contacts
      from unnest(array['phone', 'email']) k (kind)
     where private.contact_of(new.user_id, k.kind) is not null and private.contact_of(new.heir_id, k.kind) is null;
    perform private.move_contact(new.user_id, new.heir_id, k) from jsonb_object_keys(new.contacts) k;
  end if;
  return new;
end $$;

-- The reverse, when closing is undone. Contacts that the account or the heir has changed since stay.
create function private.reopen_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users u set banned_until = old.banned_until where u.id = old.user_id;
  if found and old.contacts is not null then
    perform private.move_contact(old.heir_id, old.user_id, k.kind)
       from jsonb_each_text(old.contacts) k (kind, value)
      where private.contact_of(old.heir_id, k.kind) = k.value and private.contact_of(old.user_id, k.kind) is null;
  end if;
  return null;
end $$;

-- Erases the accounts whose closing can no longer be undone; returns their number.
create function private.erase_closed_accounts() returns bigint
language sql security definer set search_path = ''
as $$
  with gone as (
    delete from auth.users u using private.closed_accounts c
     where c.user_id = u.id and c.closed_at <= clock_timestamp() - private.long_undo_window() returning 1
  )
  select count(*) from gone
$$;

-- Deletes an account for an admin: its predictions, subscriptions, memberships, places in divisions and in the cup,
-- entries of last one standing and roles at once, so that it is on no leaderboard and cannot sign in, and the rest
-- after 24 hours. Its groups are handed over. Returns the id for public.undo(), which is valid for 24 hours. Raises
-- PT404 for an unknown or closed account, SL007 for the last admin. Admins only (SL003), audited; the edge function
-- delete-user counts the calls (SL004). Slow in a large club, so it sets its own statement_timeout.
create function public.close_account(_user_id uuid) returns uuid
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
declare
  undo_id uuid;
begin
  perform private.require_admin();
  perform private.lock_for_closing(_user_id, _user_id);
  if not exists (select from public.profiles p where p.id = _user_id)
     or exists (select from private.closed_accounts c where c.user_id = _user_id) then
    raise exception 'There is no such player' using errcode = 'PT404';
  end if;
  perform private.begin_undo('delete-user', _user_id::text);
  insert into private.closed_accounts (user_id) values (_user_id);
  delete from public.user_roles r where r.user_id = _user_id;
  delete from public.user_predictions p where p.user_id = _user_id;
  delete from public.season_answers a where a.user_id = _user_id;
  delete from private.carried_points a where a.user_id = _user_id;
  delete from private.placeholders l where l.user_id = _user_id;
  delete from public.subscriptions s where s.user_id = _user_id;
  perform private.hand_over_groups(_user_id);
  delete from public.group_members g where g.user_id = _user_id;
  update private.division_places p set user_id = null where p.user_id = _user_id;
  update private.cup_entries e set user_id = null where e.user_id = _user_id;
  update private.last_standing_entries e set user_id = null where e.user_id = _user_id;
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('delete-user', 'functions', _user_id::text, null,
                              jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.close_account(uuid) to authenticated, service_role;

-- Takes the locks of closing an account, in the order of leaderboards/boards.sql. Without an heir both are the same.
create function private.lock_for_closing(_keep_id uuid, _remove_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from auth.users u where u.id in (_keep_id, _remove_id) order by u.id for update;
  perform private.lock_groups_of(least(_keep_id, _remove_id));
  perform private.lock_groups_of(greatest(_keep_id, _remove_id));
  perform from public.matches m
   where m.id in (select p.match_id from public.user_predictions p where p.user_id = _remove_id)
   order by m.id for no key update;
  perform from public.plan_codes c
   where _remove_id in (c.used_by, c.sold_to, c.created_by) order by c.id for no key update;
  perform private.lock_totals();
  perform from public.groups g
   where g.id in (select r.group_id from public.group_members r where r.user_id = _remove_id)
   order by g.id for update;
end $$;

create trigger accounts_are_closed before insert on private.closed_accounts
  for each row execute function private.close_account();
create trigger accounts_are_reopened after delete on private.closed_accounts
  for each row execute function private.reopen_account();
create trigger changes_are_recorded_for_undo after insert or update or delete on private.closed_accounts
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('user_id');
