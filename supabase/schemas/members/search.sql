-- Finding members by parts of their names, phone numbers and emails.

-- What search compares: the name for every player's search, and also the phone number and email for an admin's.
create table private.player_search (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  name text not null,
  name_and_contact text not null
);
-- Names change rarely, so the indexes are updated at once: a list of pending entries would slow down every search.
create index player_search_by_name on private.player_search
  using gin (name extensions.gin_trgm_ops) with (fastupdate = off);
create index player_search_by_name_and_contact on private.player_search
  using gin (name_and_contact extensions.gin_trgm_ops) with (fastupdate = off);

-- Stores what search compares when a name, a phone number or an email changes.
create function private.store_player_search() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.player_search (user_id, name, name_and_contact)
  select p.id, private.searchable(p.full_name),
         private.searchable(concat_ws(' ', p.full_name, p.phone_number, u.email))
    from public.profiles p join auth.users u on u.id = p.id where p.id = new.id
  on conflict (user_id) do update set name = excluded.name, name_and_contact = excluded.name_and_contact;
  return null;
end $$;

-- The players whose name contains every word, in any order and without regard to accents and case; none whose account
-- is closed. With _with_contact, a word may also be a part of the phone number or the email. Everyone without a word.
-- The plan is made for each call, because an index helps only with words of three letters or more.
create function private.players_found(_words text, _with_contact boolean) returns setof uuid
language plpgsql stable security definer rows 50 set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  patterns text[] := private.search_patterns(_words);
  longest text := coalesce(patterns[1], '%');
begin
  if _with_contact then
    return query select s.user_id from private.player_search s
                  where s.name_and_contact like longest and s.name_and_contact like all (patterns)
                    and not exists (select from private.closed_accounts c where c.user_id = s.user_id);
  else
    return query select s.user_id from private.player_search s
                  where s.name like longest and s.name like all (patterns)
                    and not exists (select from private.closed_accounts c where c.user_id = s.user_id);
  end if;
end $$;

-- players_found() with the contacts that the caller may search: helpers never find a player by the email.
create function private.players_found_by_caller(_words text) returns setof uuid
language plpgsql stable security definer rows 50 set search_path = ''
as $$
begin
  if private.acts_as_admin() then
    return query select f.id from private.players_found(_words, true) f (id);
  else
    return query
    select p.id from private.players_found(_words, true) f (id) join public.profiles p on p.id = f.id
     where private.searchable(concat_ws(' ', p.full_name, p.phone_number)) like all (private.search_patterns(_words));
  end if;
end $$;

-- A phone number of which the middle is hidden, to tell two members with one name apart.
create function private.masked_phone(_number text) returns text
language sql immutable set search_path = ''
as $$ select left(_number, 4) || repeat('•', greatest(0, length(_number) - 7)) || right(_number, 3) $$;

-- Up to 10 players whose name or phone number contains every word, for helpers who give subscriptions: with the whole
-- number for admins only. Without a word of three characters it finds none, so that the members are not listed by
-- single letters. Admins and helpers only (SL003), 50 in 5 minutes (SL004).
create function public.find_members(search text)
returns table (user_id uuid, full_name text, phone_number text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.begin_admin_action('find_members');
  return query
  select p.id, p.full_name,
         case when private.acts_as_admin() then p.phone_number else private.masked_phone(p.phone_number) end
    from private.players_found_by_caller(search) f (id) join public.profiles p on p.id = f.id
   where exists (select from regexp_split_to_table(private.searchable(left(search, 200)), '\s+') w (word)
                  where char_length(w.word) >= 3)
   order by p.full_name collate "und-x-icu", p.id limit 10;
end $$;
grant execute on function public.find_members(text) to authenticated, service_role;

create trigger players_can_be_found after insert or update of full_name, phone_number on public.profiles
  for each row execute function private.store_player_search();
create trigger players_can_be_found_by_a_new_email after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function private.store_player_search();
