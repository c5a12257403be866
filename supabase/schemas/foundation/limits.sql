-- Limits of attempts: how often a caller may do something in a time.

-- Attempts counted in a sliding window, per bucket ('admin:<user>:<action>', 'redeem:<user>', ...).
create table private.attempts (
  id bigint generated always as identity primary key,
  bucket text not null,
  attempted_at timestamptz not null default clock_timestamp()
);
create index attempts_by_bucket on private.attempts (bucket, attempted_at);

-- The address that limits count. IPv6 clients usually control a whole /64, so of an IPv6 address it is the /64 prefix.
-- Any other text is returned unchanged. The host does the same (server/gateway/address.ts).
create function private.limited_address(_address text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if _address !~ ':' or _address::inet <<= '::ffff:0:0/96' then
    return _address;
  end if;
  return network(set_masklen(_address::inet, 64))::text;
exception when invalid_text_representation then
  return _address;
end $$;

-- The client's IP address as limits count it; null outside a request. Supabase's proxy sets cf-connecting-ip and does
-- not check x-forwarded-for. The host removes cf-connecting-ip and replaces x-forwarded-for.
create function private.caller_address() returns text
language sql stable set search_path = ''
as $$
  select private.limited_address(coalesce(
           nullif(h.headers ->> 'cf-connecting-ip', ''),
           nullif(trim(split_part(h.headers ->> 'x-forwarded-for', ',', 1)), '')))
    from (select nullif(current_setting('request.headers', true), '')::json as headers) h
$$;

-- The number of attempts in the bucket within the window. Locks the bucket until the transaction ends, so that
-- concurrent callers do not read the same number.
create function private.count_recent_attempts(_bucket text, _window interval) returns integer
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(_bucket, 0));
  delete from private.attempts where bucket = _bucket and attempted_at <= clock_timestamp() - _window;
  return (select count(*) from private.attempts where bucket = _bucket);
end $$;

-- Seconds until the bucket's oldest attempt leaves the window; at least 1.
create function private.seconds_until_retry(_bucket text, _window interval) returns integer
language sql security definer set search_path = ''
as $$
  select greatest(1, ceil(extract(epoch from min(attempted_at) + _window - clock_timestamp())))::integer
    from private.attempts where bucket = _bucket
$$;

-- Counts an act in the bucket. Raises SL004 with the message if there were `_most` within the window.
create function private.count_act(_bucket text, _most integer, _window interval, _message text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.count_recent_attempts(_bucket, _window) >= _most then
    raise exception '%', _message using errcode = 'SL004',
      hint = format('Try again in %s seconds', private.seconds_until_retry(_bucket, _window));
  end if;
  insert into private.attempts (bucket) values (_bucket);
end $$;
