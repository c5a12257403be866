-- Whether a text may stand as a person's name: letters of any script, spaces, apostrophes and hyphens, 1 to 100 of them.
-- By what is forbidden, not by what is allowed: which letters [[:alpha:]] knows depends on the server's locale.
create function private.is_name(_name text) returns boolean
language sql immutable set search_path = ''
as $$ select char_length(_name) between 1 and 100 and _name !~ '[0-9!"#$%&()*+,./:;<=>?@\[\\\]^_`{|}~[:cntrl:]]' $$;
grant execute on function private.is_name(text) to anon, authenticated, service_role, supabase_auth_admin;

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text
    constraint names_are_1_to_100_letters_spaces_apostrophes_and_hyphens check (private.is_name(full_name)),
  phone_number text unique
    constraint phones_are_e164 check (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  created_at timestamptz not null default now()
);
alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated, service_role;
grant select on public.profiles to authenticated, service_role;
grant update (full_name) on public.profiles to authenticated, service_role;

create policy "players see their own profile" on public.profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "admins see every profile" on public.profiles
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "players rename themselves" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- A name as the database keeps it: no angle brackets or double quotes, single spaces, null when nothing is left.
create function private.clean_name(_name text) returns text
language sql immutable set search_path = ''
as $$ select nullif(trim(regexp_replace(regexp_replace(coalesce(_name, ''), '[<>"]', '', 'g'), '\s+', ' ', 'g')), '') $$;
grant execute on function private.clean_name(text) to anon, authenticated, service_role, supabase_auth_admin;

-- The profile of a new account, from the sign-up's metadata. Accounts made by other means (invites, imports)
-- may carry a name the constraint refuses: those start without one rather than not at all.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  cleaned text := private.clean_name(new.raw_user_meta_data ->> 'full_name');
begin
  insert into public.profiles (id, full_name, phone_number)
  values (
    new.id,
    case when private.is_name(cleaned) then cleaned end,
    coalesce(private.e164('+' || nullif(new.phone, '')), private.e164(nullif(new.raw_user_meta_data ->> 'phone_number', '')))
  );
  return null;
end $$;
create trigger an_account_gets_a_profile after insert on auth.users
  for each row execute function private.create_profile();

-- A confirmed new phone number replaces the profile's.
create function private.follow_phone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set phone_number = private.e164('+' || new.phone) where id = new.id;
  return null;
end $$;
create trigger a_profile_follows_the_phone after update of phone on auth.users
  for each row when (new.phone is distinct from old.phone and coalesce(new.phone, '') <> '')
  execute function private.follow_phone();

-- The sign-up's last word (config.toml, before_user_created): a phone number belongs to one account, and a name
-- is a name. Takes and returns what Supabase's hook contract says; the message is shown to the person signing up.
create function public.before_user_created(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  metadata jsonb := event #> '{user,user_metadata}';
  given_name text := metadata ->> 'full_name';
  given_phone text := coalesce(nullif(event #>> '{user,phone}', ''), nullif(metadata ->> 'phone_number', ''));
  number text;
begin
  if given_phone is not null then
    -- GoTrue drops the plus of its own column; the metadata keeps it.
    number := private.e164(case when nullif(event #>> '{user,phone}', '') is not null
                                then '+' || ltrim(given_phone, '+') else given_phone end);
    if number is null then
      return jsonb_build_object('error', jsonb_build_object('http_code', 400, 'message', 'Please enter a valid phone number'));
    end if;
    if exists (select from public.profiles p where p.phone_number = number) then
      return jsonb_build_object('error', jsonb_build_object('http_code', 422, 'message',
        'This phone number is already registered with another account. Please use a different phone number or sign in.'));
    end if;
  end if;
  if given_name is not null and not coalesce(private.is_name(private.clean_name(given_name)), false) then
    return jsonb_build_object('error', jsonb_build_object('http_code', 400, 'message',
      'Please enter your name with letters, spaces, apostrophes and hyphens only'));
  end if;
  return '{}'::jsonb;
end $$;
grant execute on function public.before_user_created(jsonb) to supabase_auth_admin;
grant usage on schema public to supabase_auth_admin;
