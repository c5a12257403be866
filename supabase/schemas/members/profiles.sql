-- Player profiles: one row per account, created and updated by triggers on auth.users.

-- True if the text is a valid name: letters of any script, spaces, apostrophes and hyphens, 1 to 100 characters. The
-- pattern lists the forbidden characters, because [[:alpha:]] depends on the server's locale.
create function private.is_valid_name(_name text) returns boolean
language sql immutable set search_path = ''
as $$ select char_length(_name) between 1 and 100 and _name !~ '[0-9!"#$%&()*+,./:;<=>?@\[\\\]^_`{|}~[:cntrl:]]' $$;
grant execute on function private.is_valid_name(text) to anon, authenticated, service_role, supabase_auth_admin;

-- A player's name and phone number.
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text
    constraint names_are_1_to_100_letters_spaces_apostrophes_and_hyphens check (private.is_valid_name(full_name)),
  phone_number text unique
    constraint phones_are_e164 check (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  created_at timestamptz not null default now(),
  -- The language of pages and messages; null: the club's.
  language text constraint language_is_spoken check (language in ('en', 'fr', 'mfe'))
);

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated, service_role;
grant select on public.profiles to authenticated, service_role;
grant update (full_name, language) on public.profiles to authenticated, service_role;

create policy "players see their own profile" on public.profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "admins see every profile" on public.profiles
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "players rename themselves" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- Stores a changed name without invisible characters. Refuses a name that has no other ones (23514).
create function private.tidy_name() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.full_name := private.tidy(new.full_name);
  return new;
end $$;

-- Deletes what is kept about deleted accounts. Actions on the account cannot be undone without it; those on many
-- members still restore the others' rows.
create function private.delete_undos_of_players() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.undos u using deleted d
   where u.record_id = d.id::text or u.id in (
     select r.undo_id from private.undo_rows r
      where r.table_name = 'private.closed_accounts' and r.row_key = d.id::text);
  delete from private.closed_accounts c using deleted d where c.user_id = d.id;
  delete from private.undo_rows r using deleted d where coalesce(r.before, r.after) ->> 'user_id' = d.id::text;
  return null;
end $$;

create trigger only_open_sessions_change_profiles before update on public.profiles
  for each statement execute function private.guard_member_write();
create trigger names_have_no_invisible_characters before update of full_name on public.profiles
  for each row execute function private.tidy_name();
create trigger undos_are_deleted_with_players after delete on public.profiles
  referencing old table as deleted
  for each statement execute function private.delete_undos_of_players();
