-- Live scores: what the provider reports, kept apart from the club's own matches, and when it is polled. A provider's
-- answer changes public.matches only through private.apply_feed() and private.take_fixtures().

-- The settings and state of the live-score provider: exactly one row, so that several hosts share its limits.
create table private.live_feed (
  only_row boolean primary key default true constraint there_is_one_feed check (only_row),
  provider text not null default 'football_data' constraint provider_is_known
    check (provider in ('football_data', 'api_football')),
  follows_scores boolean not null default true,
  follows_fixtures boolean not null default false,
  competitions text[] not null default '{premier_league,fa_cup,league_cup,champions_league}',
  -- The shortest time between two polls, for jobs, admins and all hosts: two polls must be two different moments.
  least_gap interval not null default '20 seconds',
  poll bigint not null default 0,
  asked_at timestamptz,
  fixtures_asked_at timestamptz,
  answered_at timestamptz,
  failures integer not null default 0,
  failed_at timestamptz,
  last_error text,
  waits_until timestamptz,
  -- Both providers' free plans allow ten requests a minute. The provider's response headers replace the count.
  minute_limit integer not null default 10 constraint some_requests_are_allowed check (minute_limit >= 4),
  minute_left integer not null default 10,
  minute_ends_at timestamptz not null default '-infinity',
  -- Null if the provider does not count days.
  day_left integer
);
comment on column private.live_feed.poll is 'the latest question; an answer to an earlier one is dropped';
comment on column private.live_feed.follows_fixtures is
  'whether matches of these competitions are added and moved as the feed has them';

insert into private.live_feed default values;

-- A match as the provider reports it. Scores are those of 90 minutes; extra time and shoot-out have their own
-- columns.
create table private.feed_matches (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  provider_match_id text not null,
  competition_id text not null references public.competitions (id),
  home_name text not null,
  away_name text not null,
  season text,
  round text,
  kickoff_at timestamptz not null,
  kickoff_confirmed boolean not null,
  state text not null constraint state_is_known
    check (state in ('scheduled', 'in_play', 'half_time', 'extra_time', 'penalties',
    'finished', 'postponed', 'suspended', 'abandoned', 'cancelled', 'awarded')),
  minute integer,
  home_score integer,
  away_score integer,
  extra_home integer,
  extra_away integer,
  penalties_home integer,
  penalties_away integer,
  previous_state text,
  state_since timestamptz not null,
  agreed boolean not null default false,
  seen_at timestamptz not null,
  match_id uuid references public.matches (id) on delete set null,
  linked_by text constraint links_are_by_names_or_an_admin check (linked_by in ('names', 'admin')),
  ignored boolean not null default false,
  kept_home integer,
  kept_away integer,
  constraint a_provider_lists_a_match_once unique (provider, provider_match_id),
  constraint goals_are_between_0_and_50 check (home_score between 0 and 50 and away_score between 0 and 50),
  constraint both_scores_or_none check ((home_score is null) = (away_score is null))
);
comment on column private.feed_matches.previous_state is 'what the poll before this one said';
comment on column private.feed_matches.agreed is 'two polls one after the other said finished, with the same scores';
comment on column private.feed_matches.kept_home is 'the feed''s score that an admin has refused';
create unique index a_match_has_one_link_a_provider on private.feed_matches (provider, match_id);
create index feed_matches_by_match on private.feed_matches (match_id);

-- Matches whose score a person or an import set. The provider does not overwrite it unless an admin agrees.
create table private.hand_scores (
  match_id uuid primary key references public.matches (id) on delete cascade,
  since timestamptz not null default clock_timestamp()
);

-- What anyone may see of a match beyond its score while the provider reports it. A row is written only if it changes.
create table public.live_scores (
  match_id uuid primary key references public.matches (id) on delete cascade,
  source text not null,
  state text not null,
  minute integer,
  extra_home integer,
  extra_away integer,
  penalties_home integer,
  penalties_away integer,
  is_provisional boolean not null,
  updated_at timestamptz not null default now(),
  by_hand boolean not null default false
);
comment on column public.live_scores.minute is 'as the provider counts it; null where it does not say';
comment on column public.live_scores.extra_home is 'goals scored in extra time alone';
comment on column public.live_scores.is_provisional is 'the match is over, and its result is not confirmed yet';
comment on column public.live_scores.by_hand is 'the score is one that people set, not the provider''s';

alter table public.live_scores enable row level security;
revoke all on public.live_scores from anon, authenticated, service_role;
grant select on public.live_scores to anon, authenticated, service_role;

create policy "anyone sees the live scores" on public.live_scores for select to anon, authenticated using (true);

-- Serialises applying answers. Deleting matches takes the same lock, because it removes their links. Lock order:
-- this, then match rows by their ids, private.lock_totals(), predictions.
create function private.lock_feed() returns private.live_feed
language sql security definer set search_path = ''
as $$ select f from private.live_feed f for update $$;

-- Takes the lock before matches are deleted.
create function private.lock_feed_for_deleting() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_feed();
  return null;
end $$;

-- Records that a score was not set by private.apply_feed() or take_feed_score().
create function private.note_hand_score() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if current_setting('scoreline.feed', true) is distinct from 'on' then
    insert into private.hand_scores (match_id) values (new.id) on conflict (match_id) do nothing;
  end if;
  return null;
end $$;

-- Publishes whether people set the score.
create function private.show_hand_score() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.live_scores l set by_hand = tg_op = 'INSERT', updated_at = now()
   where l.match_id = case tg_op when 'INSERT' then new.match_id else old.match_id end;
  return null;
end $$;

-- Replaces the provider and its key. Secret key only: called by the edge function update-api-key, which has tried the
-- key.
create function public.save_live_score_api_key(_api_key text, _provider text default null) returns void
language sql security definer set search_path = ''
as $$
  insert into private.secrets (name, value) values ('live_score_api_key', _api_key)
  on conflict (name) do update set value = excluded.value, updated_at = now();
  update private.live_feed
     set provider = coalesce(_provider, provider), failures = 0, failed_at = null,
  last_error = null, waits_until = null, day_left = null, minute_left = minute_limit, minute_ends_at = '-infinity';
$$;
grant execute on function public.save_live_score_api_key(text, text) to service_role;

-- Whether a key is stored, and since when; never the key. Admins and the secret key only (SL003).
create function public.live_score_api_key_state() returns table (is_set boolean, updated_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce((select auth.role()), 'service_role') <> 'service_role'
     and not public.has_role((select auth.uid()), 'admin') then
    raise exception 'Only an admin may do this' using errcode = 'SL003';
  end if;
  return query select s.name is not null, s.updated_at
    from (values ('live_score_api_key')) k (name) left join private.secrets s on s.name = k.name;
end $$;
grant execute on function public.live_score_api_key_state() to authenticated, service_role;

-- Matches that are polled every minute: from ten minutes before the kick-off until the result is confirmed. A match
-- without a result is polled less often after six hours, or when the provider says that it is not being played.
create function private.matches_in_play(_feed private.live_feed) returns setof public.matches
language sql stable security definer set search_path = ''
as $$
  select m.* from public.matches m join public.competitions c on c.name = m.league
   where c.id = any (_feed.competitions) and m.status in ('upcoming', 'live')
     and m.kickoff_at between clock_timestamp() - interval '6 hours' and clock_timestamp() + interval '10 minutes'
     and not exists (select from private.feed_matches f where f.provider = _feed.provider and f.match_id = m.id
                        and f.state in ('postponed', 'abandoned', 'cancelled', 'awarded'))
$$;

-- Matches that kicked off in the last two days, whose result may still be corrected.
create function private.matches_to_look_back_at(_feed private.live_feed) returns setof public.matches
language sql stable security definer set search_path = ''
as $$
  select m.* from public.matches m join public.competitions c on c.name = m.league
   where c.id = any (_feed.competitions) and m.status <> 'cancelled'
     and m.kickoff_at between clock_timestamp() - interval '2 days' and clock_timestamp()
$$;

-- The competitions that are due to be polled, and for what: current 'scores', or 'fixtures' of the next four weeks;
-- null if none is. Scores: every minute while a match is in play (less often if the day's requests would not last),
-- every hour for two days afterwards. Fixtures: every six hours. An admin's call is always due.
create function private.due_question(_feed private.live_feed, _by_admin boolean, out purpose text,
                                     out competitions text[])
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

-- Reserves the requests of a poll. Returns one row with the outcome: 'ask' (with what the poll needs, dates in UTC),
-- 'no_key', 'off', 'nothing' (no match is near) or 'wait' (wait_seconds, with the provider's last error if that is
-- the reason). Secret key only, because it returns the provider's key.
create function public.begin_feed_poll(_by_admin boolean)
returns table (outcome text, wait_seconds integer, last_error text, poll bigint, provider text, api_key text,
               purpose text, competitions text[], from_date date, to_date date)
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
  -- football-data.org returns scores of all competitions at once. Its fixtures, and all of API-Football, take a
  -- request each.
  requests := case when feed.provider = 'football_data' and question.purpose = 'scores' then 1
                   else cardinality(question.competitions) end;
  if feed.minute_ends_at <= moment then
    feed.minute_left := feed.minute_limit;
    feed.minute_ends_at := moment + interval '1 minute';
  end if;
  free_at := greatest(
    feed.waits_until, feed.asked_at + feed.least_gap,
    case when feed.minute_left < requests then feed.minute_ends_at end,
    -- The provider's days end at midnight UTC.
    case when feed.day_left < requests
         then date_trunc('day', feed.asked_at at time zone 'UTC') at time zone 'UTC' + interval '1 day' end);
  if free_at > moment then
    outcome := 'wait';
    wait_seconds := ceil(extract(epoch from free_at - moment));
    last_error := case when feed.failed_at >= coalesce(feed.answered_at, '-infinity') then feed.last_error end;
    return next; return;
  end if;
  update private.live_feed f
     set poll = feed.poll + 1, asked_at = moment, minute_left = feed.minute_left - requests,
         minute_ends_at = feed.minute_ends_at,
         day_left = case when feed.asked_at >= date_trunc('day', moment at time zone 'UTC') at time zone 'UTC'
                         then feed.day_left - requests end,
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

-- Stores the remaining requests from the provider's response headers; null leaves a value as it is.
create function private.note_limits(_minute_left integer, _minute_ends_in integer, _day_left integer) returns void
language sql security definer set search_path = ''
as $$
  update private.live_feed
     set minute_left = coalesce(_minute_left, minute_left),
         minute_ends_at = case when _minute_ends_in is null then minute_ends_at
                               else clock_timestamp()
                                    + make_interval(secs => least(greatest(_minute_ends_in, 0), 3600)) end,
         day_left = coalesce(_day_left, day_left)
$$;

-- Records a failed poll. The next one waits _wait_seconds or, without it, 45 seconds doubled per failure up to half
-- an hour. Secret key only.
create function public.fail_feed_poll(_poll bigint, _error text, _wait_seconds integer default null,
                                      _minute_left integer default null, _minute_ends_in integer default null,
                                      _day_left integer default null)
returns void
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

-- The provider's state for admins (SL003): source, times, last error, requests left; never the key.
create function public.live_feed_state()
returns table (provider text, key_is_set boolean, key_set_at timestamptz, follows_scores boolean,
               follows_fixtures boolean, competitions text[], asked_at timestamptz, answered_at timestamptz,
               failures integer, failed_at timestamptz,
               last_error text, waits_until timestamptz, minute_left integer, day_left integer, in_play integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.only_admins();
  return query
  select f.provider, s.name is not null, s.updated_at, f.follows_scores, f.follows_fixtures, f.competitions,
         f.asked_at, f.answered_at,
         f.failures, f.failed_at, f.last_error, f.waits_until,
         case when f.minute_ends_at > clock_timestamp() then f.minute_left else f.minute_limit end, f.day_left,
         (select count(*)::integer from private.matches_in_play(f))
    from private.live_feed f left join private.secrets s on s.name = 'live_score_api_key';
end $$;
grant execute on function public.live_feed_state() to authenticated, service_role;

-- Sets whether scores and fixtures are followed, and in which competitions. Raises 22023 for an unknown competition
-- or one that no provider has (the Friendly Club). Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.set_live_feed(_follows_scores boolean, _follows_fixtures boolean,
                                     _competitions text[])
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb;
begin
  perform private.begin_admin_action('set_live_feed');
  if _competitions is null or not _competitions <@ (select array_agg(c.id) from public.competitions c
                                                    where c.id <> 'friendly_club') then
    raise exception 'One of these competitions is not available from any provider' using errcode = '22023';
  end if;
  select jsonb_build_object('follows_scores', f.follows_scores, 'follows_fixtures', f.follows_fixtures,
                            'competitions', f.competitions)
    into before from private.live_feed f for update;
  update private.live_feed set follows_scores = _follows_scores, follows_fixtures = _follows_fixtures,
         fixtures_asked_at = null,
         competitions = (select coalesce(array_agg(c.id order by c.position), '{}') from public.competitions c
                         where c.id = any (_competitions));
  perform private.write_audit('set_live_feed', 'live_feed', null, before, jsonb_build_object(
    'follows_scores', _follows_scores, 'follows_fixtures', _follows_fixtures, 'competitions', _competitions));
end $$;
grant execute on function public.set_live_feed(boolean, boolean, text[]) to authenticated, service_role;

create trigger whoever_deletes_matches_waits_for_the_feed before delete on public.matches
  for each statement execute function private.lock_feed_for_deleting();
create trigger a_score_by_hand_is_remembered after update of status, home_score, away_score on public.matches
  for each row
  when (new.home_score is not null and (
        (old.home_score, old.away_score) is distinct from (new.home_score, new.away_score)
        or (new.status = 'completed' and old.status <> 'completed')))
  execute function private.note_hand_score();

create trigger live_scores_say_who_set_them after insert or delete on private.hand_scores
  for each row execute function private.show_hand_score();
