-- What is stored of live scores: the matches as the provider reports them, scores set by hand, and what pages show.

-- A match as the provider reports it. The scores are those after 90 minutes; extra time and shoot-out have their own
-- columns.
create table private.provider_matches (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  external_id text not null,
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
  polls_agree boolean not null default false,
  seen_at timestamptz not null,
  match_id uuid references public.matches (id) on delete set null,
  linked_by text constraint links_are_by_names_or_an_admin check (linked_by in ('names', 'admin')),
  ignored boolean not null default false,
  rejected_home integer,
  rejected_away integer,
  missing_since timestamptz,
  interrupted boolean not null default false,
  accepted_home text,
  accepted_away text,
  accepted_kickoff_at timestamptz,
  problem text,
  constraint a_provider_lists_a_match_once unique (provider, external_id),
  constraint goals_are_between_0_and_50 check (home_score between 0 and 50 and away_score between 0 and 50),
  constraint both_scores_or_none check ((home_score is null) = (away_score is null))
);
comment on column private.provider_matches.previous_state is 'the state in the poll before the latest one';
comment on column private.provider_matches.polls_agree is
  'whether two polls in a row reported the match as finished with the same scores';
comment on column private.provider_matches.rejected_home is 'the provider''s score that an admin has rejected';
comment on column private.provider_matches.missing_since is
  'since when the provider''s answers lack the match, although they should have it; null if they have it';
comment on column private.provider_matches.interrupted is
  'whether the match was suspended or abandoned, and no admin has accepted another date since';
comment on column private.provider_matches.accepted_home is
  'the provider''s name of the home team that an admin has accepted for the club''s match, with accepted_away';
comment on column private.provider_matches.accepted_kickoff_at is
  'the provider''s kick-off that an admin has accepted for the club''s match';
comment on column private.provider_matches.problem is
  'what private.link_problem() returned for the latest answer, so that admins are notified once';
create unique index one_link_per_match_and_provider on private.provider_matches (provider, match_id);
create index provider_matches_by_match on private.provider_matches (match_id);

-- Matches whose score an admin or an import set. The provider's score replaces it only if an admin accepts it.
create table private.manual_scores (
  match_id uuid primary key references public.matches (id) on delete cascade,
  set_at timestamptz not null default clock_timestamp()
);

-- What the provider reports about a match in addition to its score; anyone may read it. A row is updated only if it
-- changes.
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
  is_manual boolean not null default false
);
comment on column public.live_scores.minute is 'the minute that the provider reports; null if it reports none';
comment on column public.live_scores.extra_home is 'goals of extra time only';
comment on column public.live_scores.is_provisional is 'whether the match is over and its result is not confirmed yet';
comment on column public.live_scores.is_manual is 'whether an admin or an import set the score';

alter table public.live_scores enable row level security;
revoke all on public.live_scores from anon, authenticated, service_role;
grant select on public.live_scores to anon, authenticated, service_role;

create policy "anyone sees the live scores" on public.live_scores for select to anon, authenticated using (true);

-- Records a score that neither private.apply_provider_scores() nor accept_provider_score() set.
create function private.record_manual_score() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if current_setting('scoreline.applying_provider_answer', true) is distinct from 'on'
     and not private.rules_are_off() then
    insert into private.manual_scores (match_id) values (new.id) on conflict (match_id) do nothing;
  end if;
  return null;
end $$;

-- Publishes in live_scores whether the score was set manually.
create function private.publish_manual_score() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.live_scores l set is_manual = tg_op = 'INSERT', updated_at = now()
   where l.match_id = case tg_op when 'INSERT' then new.match_id else old.match_id end and not private.rules_are_off();
  return null;
end $$;

create trigger a_score_set_manually_is_recorded after update of status, home_score, away_score on public.matches
  for each row
  when (new.home_score is not null and (
        (old.home_score, old.away_score) is distinct from (new.home_score, new.away_score)
        or (new.status = 'completed' and old.status <> 'completed')))
  execute function private.record_manual_score();

create trigger manual_scores_are_published after insert or delete on private.manual_scores
  for each row execute function private.publish_manual_score();
create trigger changes_are_recorded_for_undo after insert or update or delete on private.manual_scores
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('match_id');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.live_scores
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('match_id');
create trigger changes_are_recorded_for_undo after insert or update or delete on private.provider_matches
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
