-- What a live-score provider ("the feed") says about matches, kept apart from what the club says: a provider's answer
-- reaches public.matches only through private.apply_feed().

-- The one feed of the club, and how asking it goes. Several hosts share the row, and so its limits.
create table private.live_feed (
  only_row boolean primary key default true constraint there_is_one_feed check (only_row),
  provider text not null default 'football_data' constraint provider_is_known check (provider in ('football_data', 'api_football')),
  follows_scores boolean not null default true,
  follows_fixtures boolean not null default false,
  competitions text[] not null default '{premier_league,fa_cup,league_cup,champions_league}',
  -- Nobody asks again sooner than this, neither a job nor an admin nor another host: two polls are two different moments.
  least_gap interval not null default '20 seconds',
  poll bigint not null default 0,
  asked_at timestamptz,
  fixtures_asked_at timestamptz,
  answered_at timestamptz,
  failures integer not null default 0,
  failed_at timestamptz,
  last_error text,
  waits_until timestamptz,
  -- Both providers' free plans allow ten requests a minute; what the provider's headers say replaces the count.
  minute_limit integer not null default 10 constraint some_requests_are_allowed check (minute_limit >= 4),
  minute_left integer not null default 10,
  minute_ends_at timestamptz not null default '-infinity',
  -- Null where the provider counts no days.
  day_left integer
);
comment on column private.live_feed.poll is 'the latest question; an answer to an earlier one is dropped';
comment on column private.live_feed.follows_fixtures is 'whether matches of these competitions are added and moved as the feed has them';
insert into private.live_feed default values;

-- One at a time brings what the feed says into our matches; whoever deletes matches waits for it, since their links go with them.
-- Lock order: this, then match rows by their ids, private.lock_totals(), predictions.
create function private.lock_feed() returns private.live_feed
language sql security definer set search_path = ''
as $$ select f from private.live_feed f for update $$;

-- A match as the provider has it. Scores are those of 90 minutes; goals of extra time and of the shoot-out stand apart.
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
  state text not null constraint state_is_known check (state in ('scheduled', 'in_play', 'half_time', 'extra_time', 'penalties',
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

create function private.lock_feed_for_deleting() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_feed();
  return null;
end $$;
create trigger whoever_deletes_matches_waits_for_the_feed before delete on public.matches
  for each statement execute function private.lock_feed_for_deleting();

-- Matches whose score people set (by hand, by an import): the feed does not overwrite it unless an admin says so.
create table private.hand_scores (
  match_id uuid primary key references public.matches (id) on delete cascade,
  since timestamptz not null default clock_timestamp()
);
insert into private.hand_scores (match_id) select m.id from public.matches m where m.home_score is not null;

create function private.note_hand_score() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if current_setting('scoreline.feed', true) is distinct from 'on' then
    insert into private.hand_scores (match_id) values (new.id) on conflict (match_id) do nothing;
  end if;
  return null;
end $$;
create trigger a_score_by_hand_is_remembered after update of status, home_score, away_score on public.matches
  for each row
  when (new.home_score is not null and ((old.home_score, old.away_score) is distinct from (new.home_score, new.away_score)
        or (new.status = 'completed' and old.status <> 'completed')))
  execute function private.note_hand_score();

-- What everyone may know of a match beyond its score while the feed follows it. A row changes only when something in it does.
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
  updated_at timestamptz not null default now()
);
comment on column public.live_scores.minute is 'as the provider counts it; null where it does not say';
comment on column public.live_scores.extra_home is 'goals scored in extra time alone';
comment on column public.live_scores.is_provisional is 'the match is over, and its result is not confirmed yet';
alter table public.live_scores enable row level security;
revoke all on public.live_scores from anon, authenticated, service_role;
grant select on public.live_scores to anon, authenticated, service_role;
create policy "anyone sees the live scores" on public.live_scores for select to anon, authenticated using (true);
alter publication supabase_realtime add table public.live_scores;
