-- Matches: their states, kick-off and lock.

-- The matches, with kick-off, lock, status and score.
create table public.matches (
  id uuid primary key default gen_random_uuid(),
  home_team_name text not null references public.teams (name) on update cascade,
  away_team_name text not null references public.teams (name) on update cascade,
  home_team_logo text,
  away_team_logo text,
  match_date date not null,
  match_time time not null default '20:00',
  league text not null references public.competitions (name),
  season text constraint seasons_are_1_to_40_long check (char_length(season) between 1 and 40),
  round text constraint rounds_are_1_to_60_long check (char_length(round) between 1 and 60),
  status text not null default 'upcoming'
    constraint status_is_known check (status in ('upcoming', 'live', 'completed', 'cancelled')),
  home_score integer,
  away_score integer,
  -- Set by triggers; the defaults only make the columns optional in the generated types.
  kickoff_at timestamptz not null default now(),
  locks_at timestamptz not null default now(),
  kickoff_confirmed boolean not null default true,
  predictions_count integer not null default 0,
  completed_at timestamptz,
  predictions_revealed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  day_time_zone text constraint day_time_zones_are_short check (char_length(day_time_zone) <= 60),
  constraint teams_must_differ check (home_team_name <> away_team_name),
  constraint goals_are_between_0_and_50 check (home_score between 0 and 50 and away_score between 0 and 50),
  constraint both_scores_or_none check ((home_score is null) = (away_score is null)),
  constraint a_completed_match_has_a_score check (status <> 'completed'
                                                  or (home_score is not null and completed_at is not null)),
  constraint only_played_matches_have_scores check (status in ('live', 'completed') or home_score is null),
  constraint match_dates_are_plausible check (match_date between '1950-01-01' and '2200-01-01'),
  constraint a_match_is_listed_once unique (league, season, round, home_team_name, away_team_name)
);
comment on column public.matches.match_date is
  'the date of the kick-off in the club''s time zone; while the time is to be confirmed, the day that was announced';
comment on column public.matches.kickoff_at is
  'the instant of match_date and match_time in the club''s time zone; the lock while the time is to be confirmed';
comment on column public.matches.locks_at is
  'when predictions close: the kick-off, or the earlier moment at which the match locked';
comment on column public.matches.kickoff_confirmed is 'false: the time is still to be confirmed';
comment on column public.matches.day_time_zone is
  'while the time is to be confirmed: where match_date is the day, and 12:00 the lock; null: in the club''s time zone';
comment on column public.matches.predictions_revealed_at is
  'when the match was last reopened: predictions from before were visible to everyone signed in, and stay visible';
-- A unique constraint treats nulls as different, so matches without a round need their own index: the same two teams
-- once a day.
create unique index a_match_without_a_round_is_listed_once_a_day
  on public.matches (league, home_team_name, away_team_name, match_date) where round is null;
create index matches_by_date on public.matches (match_date, match_time);
create index matches_by_league on public.matches (league, status, kickoff_at desc);
create index matches_due on public.matches (kickoff_at) where status = 'upcoming';
create index matches_by_away_team on public.matches (away_team_name);
create index matches_by_home_team on public.matches (home_team_name);

alter table public.matches enable row level security;
revoke all on public.matches from anon, authenticated, service_role;
grant select on public.matches to anon, authenticated, service_role;
grant insert (id, home_team_name, away_team_name, home_team_logo, away_team_logo, match_date, match_time, league,
              season, round,
              status, home_score, away_score, kickoff_confirmed),
      update (home_team_name, away_team_name, home_team_logo, away_team_logo, match_date, match_time, league, season,
              round, status, home_score, away_score, kickoff_confirmed, day_time_zone),
      delete on public.matches to authenticated, service_role;

create policy "anyone sees the matches" on public.matches for select to anon, authenticated using (true);
create policy "admins add matches" on public.matches
  for insert to authenticated with check ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins change matches" on public.matches
  for update to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins delete matches" on public.matches
  for delete to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- The instant of a kick-off from the club's local date and time.
create function private.kickoff_instant(_date date, _time time) returns timestamptz
language sql stable set search_path = ''
as $$ select (_date + _time) at time zone private.club_time_zone() $$;

-- The kick-off of a match. While its time is to be confirmed, 12:00 of its day, so that nobody predicts after the
-- kick-off.
create function private.kickoff_of(_match public.matches) returns timestamptz
language sql stable set search_path = ''
as $$
  select case when _match.kickoff_confirmed then private.kickoff_instant(_match.match_date, _match.match_time)
              else (_match.match_date + time '12:00')
                   at time zone coalesce(_match.day_time_zone, private.club_time_zone()) end
$$;

-- "Arsenal v Chelsea, 21 Nov 2026"
create function private.match_label(_match public.matches) returns text
language sql immutable set search_path = ''
as $$
  select _match.home_team_name || ' v ' || _match.away_team_name || to_char(_match.match_date, ', FMDD Mon YYYY')
$$;

-- The address of the match on the Matches page, as matchPath in web/paths.ts writes it.
create function private.match_link(_match_id uuid) returns text
language sql immutable set search_path = ''
as $$ select '/matches?match=' || _match_id $$;

-- The club date on which the match was completed.
create function private.completion_day(_match public.matches) returns date
language sql stable set search_path = ''
as $$ select (_match.completed_at at time zone private.club_time_zone())::date $$;

-- How long after its kick-off a match is live at most: with extra time in a cup.
create function private.live_period(_is_cup boolean) returns interval
language sql immutable set search_path = ''
as $$ select case when _is_cup then interval '210 minutes' else interval '150 minutes' end $$;

-- Whether the match awaits its result: it is over by the clock, and is neither completed nor cancelled. A match whose
-- kick-off is to be confirmed has not started, so it awaits no result. `web/football/rules/awaiting-result.ts` has the
-- same rule, and `tests/database/shared-lists.test.ts` compares both.
create function private.is_awaiting_result(_match public.matches, _now timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select (_match.status = 'live' or (_match.status = 'upcoming' and _match.kickoff_confirmed))
     and _now >= _match.kickoff_at + (select private.live_period(c.is_cup) from public.competitions c
                                       where c.name = _match.league)
$$;

-- Adds the teams of a match that are not listed yet, and audits them. In the order of names, so that two matches with
-- the same new teams do not deadlock.
create function private.add_missing_teams(_home text, _away text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  added public.teams;
begin
  for added in
    insert into public.teams (name)
    select n.name from unnest(array[_home, _away]) n (name)
     where n.name is not null and not exists (select from public.teams t where t.name = n.name)
     group by n.name order by n.name
    on conflict (name) do nothing
    returning *
  loop
    perform private.write_audit('teams.insert', 'teams', added.id::text, null, to_jsonb(added));
  end loop;
end $$;

-- When the predictions of an open match close; matches.locks_at is this moment, or that of an earlier change of the
-- status. Texts say it too: matchHasLocked in words/en/backend.json, picksClose in calendar.json, coverLead in
-- home.json.
create function private.lock_of(_match public.matches) returns timestamptz
language sql stable set search_path = ''
as $$ select _match.kickoff_at $$;

-- Sets the columns that a new match starts with, and adds its teams. Another name of a team of the club becomes the
-- club's. A match without a season gets that of its date. A match without a logo gets its team's current logo.
create function private.initialize_match() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.rules_are_off() then
    return new;
  end if;
  if new.status <> 'upcoming' or new.home_score is not null then
    raise exception 'A new match starts as upcoming, without a score' using errcode = 'SL005';
  end if;
  new.home_team_name := private.club_team_name(new.home_team_name);
  new.away_team_name := private.club_team_name(new.away_team_name);
  new.season := coalesce(nullif(btrim(new.season), ''), private.likely_season(new.league, new.match_date));
  -- Only a match of the club becomes postponed: a new one has a day.
  new.day_time_zone := case when not new.kickoff_confirmed
                            then coalesce(new.day_time_zone, private.club_time_zone()) end;
  new.kickoff_at := private.kickoff_of(new);
  new.locks_at := private.lock_of(new);
  new.predictions_count := 0;
  new.completed_at := null;
  new.predictions_revealed_at := null;
  new.created_at := now();
  new.updated_at := now();
  perform private.add_missing_teams(new.home_team_name, new.away_team_name);
  new.home_team_logo := coalesce(new.home_team_logo,
                                 (select t.logo_url from public.teams t where t.name = new.home_team_name));
  new.away_team_logo := coalesce(new.away_team_logo,
                                 (select t.logo_url from public.teams t where t.name = new.away_team_name));
  return new;
end $$;

-- Enforces the state machine of a match (SL005), fixes teams and competition after the first prediction (SL006), and
-- counts predictions and sets the lock. A lock that has passed moves only when public.reopen_match() reopens the
-- match, or an undo, which reopens it for everyone to see (private.log_undone_lock); an interrupted match that
-- public.accept_provider_match() moves to another date stays locked. A match that is cancelled while it is open is
-- closed, but its predictions stay secret until the lock that it had. A completed match becomes cancelled only by
-- public.void_match(), and keeps completed_at. Adds teams that the match changes to.
create function private.enforce_match_rules() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  allowed_change text := coalesce(current_setting('scoreline.allowed_change', true), '');
  is_reopening boolean := allowed_change = 'reopening ' || old.id;
  is_rearranging boolean := allowed_change = 'rearranging ' || old.id;
  is_voiding boolean := allowed_change = 'voiding ' || old.id;
  -- Not now(): predictions may have been judged while this transaction waited for the row.
  moment timestamptz := clock_timestamp();
begin
  if private.rules_are_off() then
    -- What everyone could see is not hidden again, whatever row is restored.
    new.predictions_revealed_at := case
      when old.locks_at <= moment and new.locks_at > moment then moment
      else greatest(old.predictions_revealed_at, new.predictions_revealed_at) end;
    return new;
  end if;
  new.predictions_count := new.predictions_count + private.take_uncounted_predictions(new.id);
  if not (
       new.status = old.status
       or (is_reopening and new.status = 'upcoming')
       or (is_rearranging and old.status = 'live' and new.status = 'upcoming')
       or (is_voiding and old.status = 'completed' and new.status = 'cancelled')
       or (old.status = 'upcoming' and new.status in ('live', 'completed', 'cancelled'))
       or (old.status = 'live' and new.status in ('completed', 'cancelled'))) then
    raise exception 'A match that is % cannot become %', old.status, new.status using errcode = 'SL005';
  end if;
  if new.status = 'cancelled' then
    new.home_score := null;
    new.away_score := null;
  end if;
  -- When a team is renamed, the foreign key's update fires this trigger at depth 2; it is allowed.
  if new.predictions_count > 0 and pg_trigger_depth() = 1
     and (new.home_team_name, new.away_team_name, new.league) is distinct from (old.home_team_name, old.away_team_name,
       old.league) then
    raise exception 'Teams and competition cannot change after the first prediction' using errcode = 'SL006';
  end if;
  if (new.home_team_name, new.away_team_name) is distinct from (old.home_team_name, old.away_team_name) then
    if pg_trigger_depth() = 1 then
      new.home_team_name := private.club_team_name(new.home_team_name);
      new.away_team_name := private.club_team_name(new.away_team_name);
    end if;
    perform private.add_missing_teams(new.home_team_name, new.away_team_name);
  end if;
  if new.kickoff_confirmed then
    new.day_time_zone := null;
  elsif new.match_date <> old.match_date and new.day_time_zone is null then
    new.day_time_zone := private.club_time_zone();
  end if;
  -- A match that is postponed keeps the lock that its kick-off had.
  if (new.match_date, new.match_time, new.day_time_zone)
       is distinct from (old.match_date, old.match_time, old.day_time_zone)
     or (new.kickoff_confirmed and not old.kickoff_confirmed) then
    new.kickoff_at := private.kickoff_of(new);
  end if;
  new.predictions_revealed_at := case when is_reopening and old.locks_at <= moment then moment
                                      else old.predictions_revealed_at end;
  if old.locks_at <= moment and not is_reopening then
    new.locks_at := old.locks_at;
  elsif new.status in ('live', 'completed') then
    new.locks_at := least(private.lock_of(new), moment);
  else
    new.locks_at := private.lock_of(new);
  end if;
  if new.status = 'completed' and old.status <> 'completed' then
    new.completed_at := coalesce(new.completed_at, now());
  elsif is_reopening then
    new.completed_at := null;
  else
    new.completed_at := old.completed_at;
  end if;
  if new.home_team_name <> old.home_team_name then
    new.home_team_logo := (select t.logo_url from public.teams t where t.name = new.home_team_name);
  end if;
  if new.away_team_name <> old.away_team_name then
    new.away_team_logo := (select t.logo_url from public.teams t where t.name = new.away_team_name);
  end if;
  new.created_at := old.created_at;
  new.updated_at := now();
  return new;
end $$;

-- Copies a team's new logo to the matches that showed the old one.
create function private.copy_logo_to_matches() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.matches set home_team_logo = new.logo_url
   where home_team_name = new.name and home_team_logo is not distinct from old.logo_url;
  update public.matches set away_team_logo = new.logo_url
   where away_team_name = new.name and away_team_logo is not distinct from old.logo_url;
  return null;
end $$;

-- Sets the status of upcoming matches to live at their kick-off; returns their number. A scheduled job calls it every
-- 15 seconds. A match with an unconfirmed kick-off (postponed) does not start.
create function public.start_due_matches() returns integer
language sql security definer set search_path = '' set scoreline.recording_undo = 'jobs'
as $$
  with started as (
    update public.matches m set status = 'live'
      from (select d.id from public.matches d
             where d.status = 'upcoming' and d.kickoff_confirmed and d.kickoff_at <= clock_timestamp()
             order by d.id for no key update) due
     where m.id = due.id
    returning 1
  )
  select count(*)::integer from started
$$;
grant execute on function public.start_due_matches() to service_role;

-- Whether an action on this match can still be undone.
create function private.can_be_undone(_match public.matches, _now timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.undo_rows r join private.undos u on u.id = r.undo_id
                  where r.table_name = 'public.matches' and r.row_key = _match.id::text
                    and u.undone_at is null and u.done_at > _now - private.undo_window())
$$;

create trigger new_matches_are_initialized before insert on public.matches
  for each row execute function private.initialize_match();
create trigger match_rules_are_enforced before update on public.matches
  for each row execute function private.enforce_match_rules();
create trigger only_admins_write_matches before insert or update or delete on public.matches
  for each statement execute function private.guard_admin_write();
create trigger matches_are_audited after insert or update or delete on public.matches
  for each row execute function private.audit_row();

create trigger logo_changes_are_copied_to_matches after update of logo_url on public.teams
  for each row when (new.logo_url is distinct from old.logo_url)
  execute function private.copy_logo_to_matches();
create trigger requests_lock_every_match before update or delete on public.matches
  for each statement when (current_user in ('authenticated', 'service_role'))
  execute function private.lock_every_match();
create trigger added_rows_are_recorded_for_undo after insert or delete on public.matches
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
-- The number of predictions follows from them.
create trigger changes_are_recorded_for_undo after update on public.matches
  for each row when (current_setting('scoreline.recording_undo', true) <> ''
                     and to_jsonb(new) - '{predictions_count,updated_at}'::text[]
                         <> to_jsonb(old) - '{predictions_count,updated_at}'::text[])
  execute function private.record_for_undo('id');
create trigger undo_is_kept_after_deletion after delete on public.matches
  for each statement execute function private.end_direct_undo();
