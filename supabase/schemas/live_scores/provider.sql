-- Live scores: the provider's matches, stored apart from the club's, and when the provider is polled. A provider's
-- answer changes public.matches only in private.apply_provider_scores() and private.apply_provider_fixtures().

-- The settings and state of the live-score provider: exactly one row, so that several hosts share its limits.
create table private.live_score_provider (
  only_row boolean primary key default true constraint there_is_one_provider check (only_row),
  provider text not null default 'football_data' constraint provider_is_known
    check (provider in ('football_data', 'api_football')),
  follows_scores boolean not null default true,
  follows_fixtures boolean not null default false,
  competitions text[] not null default '{premier_league,fa_cup,league_cup,champions_league}',
  -- The shortest time between two polls, by jobs, admins and all hosts, so that two polls are two observations.
  min_poll_gap interval not null default '20 seconds',
  latest_poll bigint not null default 0,
  polled_at timestamptz,
  fixtures_polled_at timestamptz,
  answered_at timestamptz,
  failures integer not null default 0,
  failed_at timestamptz,
  last_error text,
  paused_until timestamptz,
  -- Both providers' free plans allow ten requests a minute. The provider's response headers replace the count.
  minute_limit integer not null default 10 constraint minute_limits_are_at_least_4 check (minute_limit >= 4),
  minute_left integer not null default 10,
  minute_ends_at timestamptz not null default '-infinity',
  -- Null if the provider does not count days.
  day_left integer,
  -- What the latest poll asked for: a match of these competitions and days (UTC) that its answer lacks is missing.
  asked_competitions text[],
  asked_from date,
  asked_to date,
  -- last_error as facts (foundation/sentences.sql), if it is a sentence.
  error_facts jsonb
);
comment on column private.live_score_provider.latest_poll is
  'the number of the latest poll; an answer to an earlier one is dropped';
comment on column private.live_score_provider.follows_fixtures is
  'whether matches of these competitions are added and moved as the provider reports them';

insert into private.live_score_provider default values;

-- Serialises applying answers. Deleting matches takes the same lock, because it removes their links.
create function private.lock_provider() returns private.live_score_provider
language sql security definer set search_path = ''
as $$ select f from private.live_score_provider f for update $$;

-- Takes the lock before matches are deleted.
create function private.lock_provider_before_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_provider();
  return null;
end $$;

-- Replaces the provider and its key. Secret key only: the edge function update-api-key calls it after testing the key.
create function public.save_live_score_api_key(_api_key text, _provider text default null, _seen jsonb default null)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_changed(
    _seen || jsonb_build_object('key_set_at', (_seen ->> 'key_set_at')::timestamptz),
    jsonb_build_object('provider', settings.provider, 'key_set_at',
                       (select s.updated_at from private.secrets s where s.name = 'live_score_api_key')))
    from private.lock_provider() settings;
  insert into private.secrets (name, value) values ('live_score_api_key', _api_key)
  on conflict (name) do update set value = excluded.value, updated_at = now();
  update private.live_score_provider
     set provider = coalesce(_provider, provider), failures = 0, failed_at = null,
         last_error = null, error_facts = null, paused_until = null, day_left = null, minute_left = minute_limit,
         minute_ends_at = '-infinity';
end $$;
grant execute on function public.save_live_score_api_key(text, text, jsonb) to service_role;

-- Matches that are polled every minute: from ten minutes before the kick-off until the result is confirmed. A match
-- without a result is polled less often after six hours, or when the provider reports that it is not being played.
create function private.matches_in_play(_settings private.live_score_provider) returns setof public.matches
language sql stable security definer set search_path = ''
as $$
  select m.* from public.matches m join public.competitions c on c.name = m.league
   where c.id = any (_settings.competitions) and m.status in ('upcoming', 'live')
     and m.kickoff_at between clock_timestamp() - interval '6 hours' and clock_timestamp() + interval '10 minutes'
     and not exists (select from private.provider_matches f where f.provider = _settings.provider and f.match_id = m.id
                        and f.state in ('postponed', 'abandoned', 'cancelled', 'awarded'))
$$;

-- Matches that kicked off in the last two days, whose results the provider may still correct.
create function private.recently_played_matches(_settings private.live_score_provider) returns setof public.matches
language sql stable security definer set search_path = ''
as $$
  select m.* from public.matches m join public.competitions c on c.name = m.league
   where c.id = any (_settings.competitions) and m.status <> 'cancelled'
     and m.kickoff_at between clock_timestamp() - interval '2 days' and clock_timestamp()
$$;

-- The purpose and the competitions of the poll that is due: current 'scores', or 'fixtures' of the next four weeks;
-- null if no poll is due. Scores: every minute while a match is in play (less often if the day's requests would not
-- last), every hour for two days afterwards. Fixtures: every six hours. A call by an admin is always due.
create function private.due_poll(_settings private.live_score_provider, _by_admin boolean, out purpose text,
                                 out competitions text[])
language plpgsql stable security definer set search_path = ''
as $$
declare
  moment timestamptz := clock_timestamp();
  pace interval := interval '0';
begin
  if _settings.follows_scores then
    purpose := 'scores';
    if _by_admin then
      competitions := _settings.competitions;
      return;
    end if;
    select array_agg(distinct c.id),
           (max(m.kickoff_at) + interval '150 minutes' - moment) * count(distinct c.id) / nullif(_settings.day_left, 0)
      into competitions, pace
      from private.matches_in_play(_settings) m join public.competitions c on c.name = m.league;
    if competitions is not null
       and (_settings.polled_at is null or pace is null or _settings.polled_at <= moment - pace) then
      return;
    end if;
    if competitions is null and (_settings.polled_at is null or _settings.polled_at <= moment - interval '1 hour') then
      select array_agg(distinct c.id) into competitions
        from private.recently_played_matches(_settings) m join public.competitions c on c.name = m.league;
      if competitions is not null then
        return;
      end if;
    end if;
  end if;
  purpose := null;
  competitions := null;
  if _settings.follows_fixtures
     and (_by_admin or _settings.fixtures_polled_at is null
          or _settings.fixtures_polled_at <= moment - interval '6 hours') then
    purpose := 'fixtures';
    competitions := _settings.competitions;
  end if;
end $$;

-- Reserves the requests of a poll. Returns one row with the outcome: 'poll' (with what the poll needs, dates in UTC),
-- 'no_key', 'off', 'not_due' (no match is near) or 'wait' (wait_seconds, with the provider's last error if that is
-- the reason). Secret key only, because it returns the provider's key.
create function public.begin_provider_poll(_by_admin boolean)
returns table (outcome text, wait_seconds integer, last_error text, poll bigint, provider text, api_key text,
               purpose text, competitions text[], from_date date, to_date date, error_facts jsonb)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  settings private.live_score_provider;
  key text := (select s.value from private.secrets s where s.name = 'live_score_api_key');
  moment timestamptz;
  due record;
  free_at timestamptz;
  requests integer;
begin
  select * into settings from private.live_score_provider for update;
  moment := clock_timestamp();
  provider := settings.provider;
  if key is null then
    outcome := 'no_key';
    return next; return;
  end if;
  if not settings.follows_scores and not settings.follows_fixtures or settings.competitions = '{}' then
    outcome := 'off';
    return next; return;
  end if;
  select * into due from private.due_poll(settings, _by_admin);
  if due.purpose is null then
    outcome := 'not_due';
    return next; return;
  end if;
  -- football-data.org returns the scores of all competitions in one request. Its fixtures, and everything of
  -- API-Football, take one request for each competition.
  requests := case when settings.provider = 'football_data' and due.purpose = 'scores' then 1
                   else cardinality(due.competitions) end;
  if settings.minute_ends_at <= moment then
    settings.minute_left := settings.minute_limit;
    settings.minute_ends_at := moment + interval '1 minute';
  end if;
  free_at := greatest(
    settings.paused_until, settings.polled_at + settings.min_poll_gap,
    case when settings.minute_left < requests then settings.minute_ends_at end,
    -- The provider's days end at midnight UTC.
    case when settings.day_left < requests
         then date_trunc('day', settings.polled_at at time zone 'UTC') at time zone 'UTC' + interval '1 day' end);
  if free_at > moment then
    outcome := 'wait';
    wait_seconds := ceil(extract(epoch from free_at - moment));
    if settings.failed_at >= coalesce(settings.answered_at, '-infinity') then
      last_error := settings.last_error;
      error_facts := settings.error_facts;
    end if;
    return next; return;
  end if;
  update private.live_score_provider f
     set latest_poll = settings.latest_poll + 1, polled_at = moment, minute_left = settings.minute_left - requests,
         minute_ends_at = settings.minute_ends_at,
         day_left = case when settings.polled_at >= date_trunc('day', moment at time zone 'UTC') at time zone 'UTC'
                         then settings.day_left - requests end,
         fixtures_polled_at = case when due.purpose = 'fixtures' then moment else f.fixtures_polled_at end,
         asked_competitions = due.competitions, asked_from = days.first, asked_to = days.last
    from (select (moment at time zone 'UTC')::date - case due.purpose when 'scores' then 2 else 0 end as first,
                 (moment at time zone 'UTC')::date + case due.purpose when 'scores' then 1 else 28 end as last) days
  returning f.asked_from, f.asked_to into from_date, to_date;
  outcome := 'poll';
  poll := settings.latest_poll + 1;
  api_key := key;
  purpose := due.purpose;
  competitions := due.competitions;
  return next;
end $$;
grant execute on function public.begin_provider_poll(boolean) to service_role;

-- Stores the remaining requests from the provider's response headers; null does not change a value.
create function private.store_request_limits(_minute_left integer, _minute_ends_in integer, _day_left integer)
returns void
language sql security definer set search_path = ''
as $$
  update private.live_score_provider
     set minute_left = coalesce(_minute_left, minute_left),
         minute_ends_at = case when _minute_ends_in is null then minute_ends_at
                               else clock_timestamp()
                                    + make_interval(secs => least(greatest(_minute_ends_in, 0), 3600)) end,
         day_left = coalesce(_day_left, day_left)
$$;

-- Records a failed poll. The next poll waits _wait_seconds or, without it, 45 seconds, doubled for each failure up to
-- half an hour. _facts: the error as facts (foundation/sentences.sql). Secret key only.
create function public.fail_provider_poll(_poll bigint, _error text, _wait_seconds integer default null,
                                          _minute_left integer default null, _minute_ends_in integer default null,
                                          _day_left integer default null, _facts jsonb default null)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from private.live_score_provider f where f.latest_poll = _poll for update;
  if not found then
    return;
  end if;
  perform private.store_request_limits(_minute_left, _minute_ends_in, _day_left);
  update private.live_score_provider f
     set failures = f.failures + 1, failed_at = clock_timestamp(), last_error = left(_error, 300),
         error_facts = _facts,
         paused_until = clock_timestamp() + make_interval(secs => case when _wait_seconds is null
           then least(45 * 2 ^ least(f.failures, 10), 1800) else least(greatest(_wait_seconds, 1), 86400) end);
end $$;
grant execute on function public.fail_provider_poll(bigint, text, integer, integer, integer, integer, jsonb)
  to service_role;

-- The provider's settings and state: times, last error, requests left; never the key. Admins only (SL003).
create function public.provider_state()
returns table (provider text, key_is_set boolean, key_set_at timestamptz, follows_scores boolean,
               follows_fixtures boolean, competitions text[], polled_at timestamptz, answered_at timestamptz,
               failures integer, failed_at timestamptz,
               last_error text, paused_until timestamptz, minute_left integer, day_left integer, in_play integer,
               error_facts jsonb)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select f.provider, s.name is not null, s.updated_at, f.follows_scores, f.follows_fixtures, f.competitions,
         f.polled_at, f.answered_at,
         f.failures, f.failed_at, f.last_error, f.paused_until,
         case when f.minute_ends_at > clock_timestamp() then f.minute_left else f.minute_limit end, f.day_left,
         (select count(*)::integer from private.matches_in_play(f)), f.error_facts
    from private.live_score_provider f left join private.secrets s on s.name = 'live_score_api_key';
end $$;
grant execute on function public.provider_state() to authenticated, service_role;

-- Sets whether scores and fixtures are followed, and in which competitions. Raises 22023 for an unknown competition
-- or one that no provider has (the Friendly Club). _seen: { "follows_scores", "follows_fixtures", "competitions" } as
-- the admin saw them; raises SL016 if one has changed. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.set_provider_settings(_follows_scores boolean, _follows_fixtures boolean,
                                             _competitions text[], _seen jsonb default null)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb;
begin
  perform private.begin_admin_action('set_provider_settings');
  if _competitions is null or not _competitions <@ (select array_agg(c.id) from public.competitions c
                                                    where c.id <> 'friendly_club') then
    raise exception 'One of these competitions is not available from any provider' using errcode = '22023';
  end if;
  select jsonb_build_object('follows_scores', f.follows_scores, 'follows_fixtures', f.follows_fixtures,
                            'competitions', f.competitions)
    into before from private.live_score_provider f for update;
  perform private.refuse_changed(_seen, before, 'live_score_provider');
  update private.live_score_provider set follows_scores = _follows_scores, follows_fixtures = _follows_fixtures,
         fixtures_polled_at = null,
         competitions = (select coalesce(array_agg(c.id order by c.position), '{}') from public.competitions c
                         where c.id = any (_competitions));
  perform private.write_audit('set_provider_settings', 'live_score_provider', null, before, jsonb_build_object(
    'follows_scores', _follows_scores, 'follows_fixtures', _follows_fixtures, 'competitions', _competitions));
end $$;
grant execute on function public.set_provider_settings(boolean, boolean, text[], jsonb)
  to authenticated, service_role;

create trigger provider_is_locked_before_deletion before delete on public.matches
  for each statement execute function private.lock_provider_before_deletion();
