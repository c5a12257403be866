-- When the provider of live scores is asked, and how often: decided here, so that jobs, admins and several hosts agree.

-- Replaces the provider and its key. Secret key only: the function update-api-key stands in front of it and has tried the key.
drop function public.save_live_score_api_key(text);
create function public.save_live_score_api_key(_api_key text, _provider text default null) returns void
language sql security definer set search_path = ''
as $$
  insert into private.secrets (name, value) values ('live_score_api_key', _api_key)
  on conflict (name) do update set value = excluded.value, updated_at = now();
  update private.live_feed set provider = coalesce(_provider, provider), failures = 0, failed_at = null, last_error = null,
         waits_until = null, day_left = null, minute_left = minute_limit, minute_ends_at = '-infinity';
$$;
grant execute on function public.save_live_score_api_key(text, text) to service_role;

-- Matches that the feed is asked about every minute: from ten minutes before the kick-off until the result is confirmed. A
-- match that is neither goes on the slower rhythm after six hours, or as soon as the feed says that it is not being played.
create function private.matches_in_play(_feed private.live_feed) returns setof public.matches
language sql stable security definer set search_path = ''
as $$
  select m.* from public.matches m join public.competitions c on c.name = m.league
   where c.id = any (_feed.competitions) and m.status in ('upcoming', 'live')
     and m.kickoff_at between clock_timestamp() - interval '6 hours' and clock_timestamp() + interval '10 minutes'
     and not exists (select from private.feed_matches f where f.provider = _feed.provider and f.match_id = m.id
                        and f.state in ('postponed', 'abandoned', 'cancelled', 'awarded'))
$$;

-- Whether anything kicked off in the last two days, so that a correction may still come.
create function private.matches_to_look_back_at(_feed private.live_feed) returns setof public.matches
language sql stable security definer set search_path = ''
as $$
  select m.* from public.matches m join public.competitions c on c.name = m.league
   where c.id = any (_feed.competitions) and m.status <> 'cancelled'
     and m.kickoff_at between clock_timestamp() - interval '2 days' and clock_timestamp()
$$;

-- The competitions of the feed that are due to be asked about, and for what: 'scores' of these days or the 'fixtures' of the
-- next four weeks; null when nothing is. The rhythm: scores every minute while a match is in play (slower when the day's
-- requests would not last), every hour for two days after one; fixtures every six hours. An admin's call is always due.
create function private.due_question(_feed private.live_feed, _by_admin boolean, out purpose text, out competitions text[])
language plpgsql stable security definer set search_path = ''
as $$
declare
  moment timestamptz := clock_timestamp();
  pace interval := interval '0';
begin
  if _feed.follows_scores then
    purpose := 'scores';
    if _by_admin then
      competitions := _feed.competitions;
      return;
    end if;
    select array_agg(distinct c.id),
           (max(m.kickoff_at) + interval '150 minutes' - moment) * count(distinct c.id) / nullif(_feed.day_left, 0)
      into competitions, pace
      from private.matches_in_play(_feed) m join public.competitions c on c.name = m.league;
    if competitions is not null and (_feed.asked_at is null or pace is null or _feed.asked_at <= moment - pace) then
      return;
    end if;
    if competitions is null and (_feed.asked_at is null or _feed.asked_at <= moment - interval '1 hour') then
      select array_agg(distinct c.id) into competitions
        from private.matches_to_look_back_at(_feed) m join public.competitions c on c.name = m.league;
      if competitions is not null then
        return;
      end if;
    end if;
  end if;
  purpose := null;
  competitions := null;
  if _feed.follows_fixtures
     and (_by_admin or _feed.fixtures_asked_at is null or _feed.fixtures_asked_at <= moment - interval '6 hours') then
    purpose := 'fixtures';
    competitions := _feed.competitions;
  end if;
end $$;

-- Asks leave to ask the provider, and takes the requests it will need out of the minute's. One row. outcome: 'ask' (with all
-- that is needed for it, dates in UTC), 'no_key', 'off', 'nothing' (no match is near), 'wait' (wait_seconds to go, with the
-- provider's last error if that is why). Secret key only: it hands out the provider's key.
create function public.begin_feed_poll(_by_admin boolean)
returns table (outcome text, wait_seconds integer, last_error text, poll bigint, provider text, api_key text, purpose text,
               competitions text[], from_date date, to_date date)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  feed private.live_feed;
  key text := (select s.value from private.secrets s where s.name = 'live_score_api_key');
  moment timestamptz;
  question record;
  free_at timestamptz;
  requests integer;
begin
  select * into feed from private.live_feed for update;
  moment := clock_timestamp();
  provider := feed.provider;
  if key is null then
    outcome := 'no_key';
    return next; return;
  end if;
  if not feed.follows_scores and not feed.follows_fixtures or feed.competitions = '{}' then
    outcome := 'off';
    return next; return;
  end if;
  select * into question from private.due_question(feed, _by_admin);
  if question.purpose is null then
    outcome := 'nothing';
    return next; return;
  end if;
  -- football-data.org answers for all competitions at once; fixtures, and everything at API-Football, are one request each.
  requests := case when feed.provider = 'football_data' and question.purpose = 'scores' then 1
                   else cardinality(question.competitions) end;
  if feed.minute_ends_at <= moment then
    feed.minute_left := feed.minute_limit;
    feed.minute_ends_at := moment + interval '1 minute';
  end if;
  free_at := greatest(
    feed.waits_until, feed.asked_at + feed.least_gap,
    case when feed.minute_left < requests then feed.minute_ends_at end,
    -- Days end at midnight UTC.
    case when feed.day_left < requests then date_trunc('day', feed.asked_at at time zone 'UTC') at time zone 'UTC' + interval '1 day' end);
  if free_at > moment then
    outcome := 'wait';
    wait_seconds := ceil(extract(epoch from free_at - moment));
    last_error := case when feed.failed_at >= coalesce(feed.answered_at, '-infinity') then feed.last_error end;
    return next; return;
  end if;
  update private.live_feed f
     set poll = feed.poll + 1, asked_at = moment, minute_left = feed.minute_left - requests, minute_ends_at = feed.minute_ends_at,
         day_left = case when feed.asked_at >= date_trunc('day', moment at time zone 'UTC') at time zone 'UTC' then feed.day_left - requests end,
         fixtures_asked_at = case when question.purpose = 'fixtures' then moment else f.fixtures_asked_at end;
  outcome := 'ask';
  poll := feed.poll + 1;
  api_key := key;
  purpose := question.purpose;
  competitions := question.competitions;
  from_date := (moment at time zone 'UTC')::date - case purpose when 'scores' then 2 else 0 end;
  to_date := (moment at time zone 'UTC')::date + case purpose when 'scores' then 1 else 28 end;
  return next;
end $$;
grant execute on function public.begin_feed_poll(boolean) to service_role;

-- What the provider's headers said is left; null where they said nothing.
create function private.note_limits(_minute_left integer, _minute_ends_in integer, _day_left integer) returns void
language sql security definer set search_path = ''
as $$
  update private.live_feed
     set minute_left = coalesce(_minute_left, minute_left),
         minute_ends_at = case when _minute_ends_in is null then minute_ends_at
                               else clock_timestamp() + make_interval(secs => least(greatest(_minute_ends_in, 0), 3600)) end,
         day_left = coalesce(_day_left, day_left)
$$;

-- The provider did not answer, or not with matches: remembered for admins, and not asked again for _wait_seconds, or for 45
-- seconds, doubled with every failure up to half an hour. Nothing else changes. Secret key only.
create function public.fail_feed_poll(_poll bigint, _error text, _wait_seconds integer default null, _minute_left integer default null,
                                      _minute_ends_in integer default null, _day_left integer default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from private.live_feed f where f.poll = _poll for update;
  if not found then
    return;
  end if;
  perform private.note_limits(_minute_left, _minute_ends_in, _day_left);
  update private.live_feed f
     set failures = f.failures + 1, failed_at = clock_timestamp(), last_error = left(_error, 300),
         waits_until = clock_timestamp() + make_interval(secs => case when _wait_seconds is null
           then least(45 * 2 ^ least(f.failures, 10), 1800) else least(greatest(_wait_seconds, 1), 86400) end);
end $$;
grant execute on function public.fail_feed_poll(bigint, text, integer, integer, integer, integer) to service_role;

-- The feed as admins see it (SL003): source, age of what is shown, last error, requests left; never the key.
create function public.live_feed_state()
returns table (provider text, key_is_set boolean, key_set_at timestamptz, follows_scores boolean, follows_fixtures boolean,
               competitions text[], asked_at timestamptz, answered_at timestamptz, failures integer, failed_at timestamptz,
               last_error text, waits_until timestamptz, minute_left integer, day_left integer, in_play integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.only_admins();
  return query
  select f.provider, s.name is not null, s.updated_at, f.follows_scores, f.follows_fixtures, f.competitions, f.asked_at, f.answered_at,
         f.failures, f.failed_at, f.last_error, f.waits_until,
         case when f.minute_ends_at > clock_timestamp() then f.minute_left else f.minute_limit end, f.day_left,
         (select count(*)::integer from private.matches_in_play(f))
    from private.live_feed f left join private.secrets s on s.name = 'live_score_api_key';
end $$;
grant execute on function public.live_feed_state() to authenticated, service_role;

-- What the feed may do: follow scores, add and move fixtures, and in which competitions. Raises 22023 for a competition that is
-- not one, or that no provider has (the Friendly Club is the club's own). Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.set_live_feed(_follows_scores boolean, _follows_fixtures boolean, _competitions text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb;
begin
  perform private.begin_admin_action('set_live_feed');
  if _competitions is null or not _competitions <@ (select array_agg(c.id) from public.competitions c where c.id <> 'friendly_club') then
    raise exception 'No provider has one of these competitions' using errcode = '22023';
  end if;
  select jsonb_build_object('follows_scores', f.follows_scores, 'follows_fixtures', f.follows_fixtures, 'competitions', f.competitions)
    into before from private.live_feed f for update;
  update private.live_feed set follows_scores = _follows_scores, follows_fixtures = _follows_fixtures,
         fixtures_asked_at = null,
         competitions = (select coalesce(array_agg(c.id order by c.position), '{}') from public.competitions c where c.id = any (_competitions));
  perform private.write_audit('set_live_feed', 'live_feed', null, before, jsonb_build_object(
    'follows_scores', _follows_scores, 'follows_fixtures', _follows_fixtures, 'competitions', _competitions));
end $$;
grant execute on function public.set_live_feed(boolean, boolean, text[]) to authenticated, service_role;

insert into private.jobs (name, every, edge_function) values ('Sync live scores', interval '1 minute', 'sync-live-scores');
