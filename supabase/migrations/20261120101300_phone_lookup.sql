-- The email of the account whose profile holds this phone number, for signing in by phone where the account was made by
-- email. Secret key only: the function phone-lookup stands in front of it. One row: outcome 'ok' (email null when
-- there is none) or 'limited' with the seconds to wait. At most 5 questions per number and 30 per address in 15 minutes.
create function public.phone_lookup(_phone text, _address text)
returns table (outcome text, email text, retry_after_seconds integer)
language plpgsql security definer set search_path = ''
as $$
declare
  number text := private.e164(_phone);
  number_bucket text := 'phone-lookup:' || coalesce(number, left(_phone, 40), '');
  address_bucket text := 'phone-lookup-from:' || coalesce(_address, '');
  limit_window constant interval := interval '15 minutes';
begin
  if private.attempts_within(address_bucket, limit_window) >= 30 then
    return query select 'limited', null::text, private.seconds_until_free(address_bucket, limit_window);
    return;
  end if;
  if private.attempts_within(number_bucket, limit_window) >= 5 then
    return query select 'limited', null::text, private.seconds_until_free(number_bucket, limit_window);
    return;
  end if;
  insert into private.attempts (bucket) values (number_bucket), (address_bucket);
  return query select 'ok', (select u.email::text from public.profiles p join auth.users u on u.id = p.id where p.phone_number = number), null::integer;
end $$;
grant execute on function public.phone_lookup(text, text) to service_role;
