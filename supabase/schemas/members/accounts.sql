-- What accounts and profiles tell each other, and the lookups of people who are not signed in yet.

-- The name to store: without angle brackets, double quotes and invisible characters, and with single spaces. Null if
-- that leaves no text.
create function private.clean_name(_name text) returns text
language sql immutable set search_path = ''
as $$ select nullif(private.tidy(regexp_replace(_name, '[<>"]', '', 'g')), '') $$;
grant execute on function private.clean_name(text) to anon, authenticated, service_role, supabase_auth_admin;

-- The name of a profile for a name that nobody checked, such as another provider's "mia_92": without the characters
-- that a name may not have, and its first 100 characters. Null if that leaves no text.
create function private.permitted_name(_name text) returns text
language sql immutable set search_path = ''
as $$
  select private.clean_name(left(private.clean_name(
    regexp_replace(_name, '[0-9!"#$%&()*+,./:;<=>?@\[\\\]^_`{|}~[:cntrl:]]', ' ', 'g')), 100))
$$;

-- Creates the profile of a new account from the sign-up's metadata.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, full_name, phone_number, language)
  values (
    new.id,
    private.permitted_name(new.raw_user_meta_data ->> 'full_name'),
    coalesce(private.e164('+' || nullif(new.phone, '')),
             private.e164(nullif(new.raw_user_meta_data ->> 'phone_number', ''))),
    -- Anything can be in the metadata, and no account is refused because of its language.
    (select l from unnest(array['en', 'fr', 'mfe']) l where l = new.raw_user_meta_data ->> 'language')
  );
  perform private.store_confirmation(new.id, new.raw_user_meta_data);
  return null;
end $$;

-- Copies a confirmed new phone number to the profile.
create function private.copy_phone_to_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set phone_number = private.e164('+' || new.phone) where id = new.id;
  return null;
end $$;

-- Copies a new name and language to the account's metadata, which the welcome line and the emails of the auth service
-- read.
create function private.copy_profile_to_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users u
     set raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}')
                           || jsonb_build_object('full_name', new.full_name, 'language', new.language)
   where u.id = new.id;
  return null;
end $$;

-- The sign-up hook (config.toml, before_user_created): refuses a phone number that another profile has, an invalid
-- name and a missing confirmation of the age, but not the name that another provider tells, nor that it confirms no
-- age: nobody could correct it there. Input and output follow Supabase's hook contract. The sign-up form shows the
-- message.
create function public.before_user_created(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  metadata jsonb := event #> '{user,user_metadata}';
  given_name text := metadata ->> 'full_name';
  given_phone text := coalesce(nullif(event #>> '{user,phone}', ''), nullif(metadata ->> 'phone_number', ''));
  is_own_form constant boolean := coalesce(event #>> '{user,app_metadata,provider}', 'email') in ('email', 'phone');
  number text;
begin
  if given_phone is not null then
    -- GoTrue stores the phone number without its plus; the metadata keeps it.
    number := private.e164(case when nullif(event #>> '{user,phone}', '') is not null
                                then '+' || ltrim(given_phone, '+') else given_phone end);
    if number is null then
      return jsonb_build_object('error', jsonb_build_object('http_code', 400,
                                                            'message', 'Please enter a valid phone number'));
    end if;
    if exists (select from public.profiles p where p.phone_number = number) then
      return jsonb_build_object('error', jsonb_build_object('http_code', 422, 'message',
        'This phone number is already registered with another account. '
        'Please use a different phone number or sign in.'));
    end if;
  end if;
  if given_name is not null and is_own_form
     and not coalesce(private.is_valid_name(private.clean_name(given_name)), false) then
    return jsonb_build_object('error', jsonb_build_object('http_code', 400, 'message',
      'Please enter your name with letters, spaces, apostrophes and hyphens only'));
  end if;
  return coalesce(case when is_own_form then private.unconfirmed_sign_up(metadata) end, '{}');
end $$;
grant execute on function public.before_user_created(jsonb) to supabase_auth_admin;

-- Counts a call about a phone number by someone who is not signed in. Returns the seconds to wait if that is too many,
-- otherwise null. At most 5 calls per number and 30 per IP address in 15 minutes, for each purpose.
create function private.count_phone_call(_purpose text, _phone text, _address text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  number_bucket text := format('%s:%s', _purpose, coalesce(private.e164(_phone), left(_phone, 40), ''));
  address_bucket text := format('%s-from:%s', _purpose, private.limited_address(_address));
  limit_window constant interval := interval '15 minutes';
begin
  if private.count_recent_attempts(address_bucket, limit_window) >= 30 then
    return private.seconds_until_retry(address_bucket, limit_window);
  end if;
  if private.count_recent_attempts(number_bucket, limit_window) >= 5 then
    return private.seconds_until_retry(number_bucket, limit_window);
  end if;
  insert into private.attempts (bucket) values (number_bucket), (address_bucket);
  return null;
end $$;

-- The email of the account whose profile has this phone number, for signing in by phone with an account made by
-- email. Secret key only: called by the edge function phone-lookup. Returns one row: outcome 'ok' (email null if
-- there is none), or 'limited' with the seconds to wait. At most 5 lookups per number and 30 per IP address in 15
-- minutes.
create function public.phone_lookup(_phone text, _address text)
returns table (outcome text, email text, retry_after_seconds integer)
language plpgsql security definer set search_path = ''
as $$
declare
  seconds integer := private.count_phone_call('phone-lookup', _phone, _address);
begin
  if seconds is not null then
    return query select 'limited', null::text, seconds;
    return;
  end if;
  return query select 'ok', (select u.email::text from public.profiles p join auth.users u on u.id = p.id
                             where p.phone_number = private.e164(_phone)), null::integer;
end $$;
grant execute on function public.phone_lookup(text, text) to service_role;

-- How to recover the password of the account with this phone number. Secret key only: called by the edge function
-- recover-by-phone. Returns one row. outcome 'code': recipient is the number with which the account signs in. 'email':
-- only the profile has the number, so recipient is the account's email. 'none': no account. 'limited': the seconds to
-- wait. At most 5 calls per number and 30 per IP address in 15 minutes.
create function public.begin_phone_recovery(_phone text, _address text)
returns table (outcome text, recipient text, retry_after_seconds integer)
language plpgsql security definer set search_path = ''
as $$
declare
  number text := private.e164(_phone);
  seconds integer := private.count_phone_call('phone-recovery', _phone, _address);
  found_email text;
begin
  if seconds is not null then
    return query select 'limited', null::text, seconds;
    return;
  end if;
  if exists (select from auth.users u where u.phone = ltrim(number, '+')) then
    return query select 'code', number, null::integer;
    return;
  end if;
  select u.email into found_email
    from public.profiles p join auth.users u on u.id = p.id where p.phone_number = number;
  return query select case when found_email <> '' then 'email' else 'none' end, nullif(found_email, ''),
                      null::integer;
end $$;
grant execute on function public.begin_phone_recovery(text, text) to service_role;

-- Removes the mark of a temporary password when the password changes. The admin API changes the password first and
-- sets the mark afterwards, so a new temporary password keeps it. Until then the account can request no other email or
-- phone number (SL017).
create function private.guard_temporary_password() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.encrypted_password is distinct from old.encrypted_password then
    new.raw_app_meta_data := coalesce(new.raw_app_meta_data, '{}') - 'temporary_password';
  elsif coalesce(new.email_change, '') not in ('', coalesce(old.email_change, ''))
     or coalesce(new.phone_change, '') not in ('', coalesce(old.phone_change, '')) then
    raise exception 'Choose your own password first' using errcode = 'SL017';
  end if;
  return new;
end $$;

create trigger a_temporary_password_is_changed_first before update on auth.users
  for each row when (old.raw_app_meta_data ->> 'temporary_password' = 'true')
  execute function private.guard_temporary_password();
create trigger an_account_gets_a_profile after insert on auth.users
  for each row execute function private.create_profile();
create trigger phone_changes_are_copied_to_the_profile after update of phone on auth.users
  for each row when (new.phone is distinct from old.phone and coalesce(new.phone, '') <> '')
  execute function private.copy_phone_to_profile();
create trigger profile_changes_are_copied_to_the_account after update of full_name, language on public.profiles
  for each row when ((new.full_name, new.language) is distinct from (old.full_name, old.language))
  execute function private.copy_profile_to_account();
