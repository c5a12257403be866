-- The calendar feed: a player's matches at a secret address, for calendar programs that cannot sign in.

-- The secret part of each player's calendar address. A new token makes the old address invalid.
create table private.calendar_tokens (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  -- 122 random bits.
  token text not null default replace(gen_random_uuid()::text, '-', '') constraint calendar_tokens_are_unique unique,
  made_at timestamptz not null default now()
);

-- How often the calendar entry of a match has changed, and when it last changed. Calendar programs update an event
-- only for a higher sequence. Scores are not counted, so a match without other changes has no row.
create table private.match_revisions (
  match_id uuid primary key references public.matches (id) on delete cascade,
  sequence integer not null default 1 constraint sequences_are_positive check (sequence >= 1),
  changed_at timestamptz not null default now()
);

-- Counts a change of a match that calendars show.
create function private.count_match_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.match_revisions as r (match_id) values (new.id)
  on conflict (match_id) do update set sequence = r.sequence + 1, changed_at = now();
  return null;
end $$;

-- The secret part of the caller's calendar address, created on the first call.
create function public.my_calendar_token() returns text
language sql security definer set search_path = ''
as $$
  select private.require_open_session();
  insert into private.calendar_tokens (user_id) values ((select auth.uid()))
  on conflict (user_id) do update set user_id = excluded.user_id
  returning token
$$;
grant execute on function public.my_calendar_token() to authenticated;

-- Replaces the token; the old address no longer works.
create function public.renew_calendar_token() returns text
language sql security definer set search_path = ''
as $$
  select private.require_open_session();
  insert into private.calendar_tokens (user_id) values ((select auth.uid()))
  on conflict (user_id) do update set token = excluded.token, made_at = excluded.made_at
  returning token
$$;
grant execute on function public.renew_calendar_token() to authenticated;

-- The matches of a calendar address, by kick-off, from 90 days ago on: of free competitions and of those that the
-- player is subscribed to now. No row for an unknown token; one row of nulls if there are no matches. Secret key
-- only: called by the edge function calendar.
create function public.calendar_feed(_token text)
returns table (match_id uuid, home_team_name text, away_team_name text, league text, round text,
               kickoff_at timestamptz, kickoff_confirmed boolean, is_cancelled boolean, sequence integer,
               changed_at timestamptz, match_date date, language text, is_postponed boolean)
language sql stable security definer set search_path = ''
as $$
  select m.id, m.home_team_name, m.away_team_name, m.league, m.round, m.kickoff_at, m.kickoff_confirmed,
         m.status = 'cancelled',
         coalesce(r.sequence, 0), coalesce(r.changed_at, m.created_at), m.match_date, p.language,
         m.status = 'upcoming' and not private.is_on_its_day(m)
    from private.calendar_tokens t
    join public.profiles p on p.id = t.user_id
    left join public.matches m on m.kickoff_at > now() - interval '90 days' and m.league in (
      select c.name from public.competitions c where private.may_play(t.user_id, c, now()))
    left join private.match_revisions r on r.match_id = m.id
   where t.token = _token
   order by m.kickoff_at, m.id
$$;
grant execute on function public.calendar_feed(text) to service_role;

create trigger calendar_revisions_are_counted after update on public.matches
  for each row when (
    (new.kickoff_at, new.kickoff_confirmed, new.day_time_zone is null, new.match_date, new.home_team_name,
     new.away_team_name, new.league, new.round, new.status = 'cancelled')
    is distinct from
    (old.kickoff_at, old.kickoff_confirmed, old.day_time_zone is null, old.match_date, old.home_team_name,
     old.away_team_name, old.league, old.round, old.status = 'cancelled'))
  execute function private.count_match_revision();
create trigger changes_are_recorded_for_undo after delete on private.match_revisions
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('match_id');
