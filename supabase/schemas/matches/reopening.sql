-- Reopening a match that was locked, started, completed or cancelled by mistake. Also an undo reopens a match, if its
-- predictions could be seen meanwhile.

-- The public log of reopened matches: who, when and why (null: by an undo).
create table private.match_reopenings (
  id bigint generated always as identity primary key,
  match_id uuid not null references public.matches (id) on delete cascade,
  reopened_at timestamptz not null default clock_timestamp(),
  reopened_by uuid references public.profiles (id) on delete set null,
  reason text constraint reasons_are_3_to_200_long check (char_length(reason) between 3 and 200),
  old_status text not null,
  old_kickoff_at timestamptz not null,
  new_kickoff_at timestamptz not null,
  constraint a_match_is_reopened_before_its_kickoff check (reopened_at < new_kickoff_at)
);
create index match_reopenings_by_match on private.match_reopenings (match_id, id desc);

-- The reopenings of these matches, the latest first, with the organiser's name (null after the account was deleted and
-- for the secret key).
create function public.match_reopenings(_match_ids uuid[])
returns table (match_id uuid, reopened_at timestamptz, organiser text, reason text, old_status text,
               old_kickoff_at timestamptz, new_kickoff_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select r.match_id, r.reopened_at, p.full_name, r.reason, r.old_status, r.old_kickoff_at, r.new_kickoff_at
    from private.match_reopenings r left join public.profiles p on p.id = r.reopened_by
   where r.match_id = any (_match_ids[1:200])
   order by r.id desc
$$;
grant execute on function public.match_reopenings(uuid[]) to authenticated, service_role;

-- Tells the players who predicted a reopened match, and the subscribers of its competition, that it is open again.
-- Replaces a message about the match that was not sent yet. One message per player and channel.
create function private.announce_reopening(_match public.matches, _reopening private.match_reopenings) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.match_changes c where c.match_id = _match.id;
  -- The day's results may have been announced; the players of this match then get another message.
  delete from private.announcements a where a.key = format('results %s', _match.match_date);
  perform private.queue_messages('match_change', format('reopening %s', _reopening.id), array(
    select row(u.user_id, format('Open again: %s v %s', _match.home_team_name, _match.away_team_name),
               format('%s v %s was reopened and now kicks off on %s, %s (club time). %s',
                      _match.home_team_name, _match.away_team_name, private.format_day(_match.match_date),
                      to_char(_match.match_time, 'HH24:MI'),
                      case when p.id is null then 'You can predict it until then.'
                           else 'Your pick is kept, and you can change it until then.' end
                        || case _reopening.old_status when 'completed' then ' Its points were taken back.' else '' end
                        || case when _reopening.reason is null then E'\nAn action that had locked it was undone.'
                                else E'\nThe organiser''s reason: ' || _reopening.reason end),
               private.match_link(_match.id), _match.kickoff_at, null,
               private.match_change_facts(_match)
                 || jsonb_build_object('kind', 'reopened', 'has_pick', p.id is not null, 'points_taken_back',
                                       _reopening.old_status = 'completed', 'reason', _reopening.reason)
              )::private.message_content
      from (select g.user_id from public.user_predictions g where g.match_id = _match.id
            union
            select s.user_id from public.subscriptions s
              join public.competitions c on c.id = s.subscription_type and c.name = _match.league
             where private.is_active(s, clock_timestamp())) u
      left join public.user_predictions p on p.match_id = _match.id and p.user_id = u.user_id));
end $$;

-- Logs that the caller has reopened a match, and tells its players. _reason: null for an undo.
create function private.log_reopening(_before public.matches, _match public.matches, _reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  entry private.match_reopenings;
begin
  insert into private.match_reopenings (match_id, reopened_by, reason, old_status, old_kickoff_at, new_kickoff_at)
  values (_match.id, (select p.id from public.profiles p where p.id = (select auth.uid())), _reason, _before.status,
          _before.kickoff_at, _match.kickoff_at)
  returning * into entry;
  perform private.announce_reopening(_match, entry);
end $$;

-- Logs that an undo has reopened a match whose predictions could be seen meanwhile.
create function private.log_undone_lock() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_reopening(old, new, null);
  return null;
end $$;

-- Reopens a match that has locked, started, was completed or was cancelled: it is upcoming again, with a new kick-off
-- and without a score. In the same transaction its points are taken back, the reopening is logged, and the players
-- are told. Predictions stay; those that were visible stay visible until they are changed. Returns the match. Raises
-- PT404 for an unknown match, SL005 for a match that is open, SL013 if the kick-off is not in the future, 22023 if the
-- reason does not have 3 to 200 characters. Admins only (SL003), 50 in 5 minutes (SL004), audited. Slow in a large
-- club, so it sets its own statement_timeout.
create function public.reopen_match(_match_id uuid, _kickoff timestamptz, _reason text) returns public.matches
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
declare
  words text := trim(regexp_replace(coalesce(_reason, ''), '\s+', ' ', 'g'));
  club_time timestamp := _kickoff at time zone private.club_time_zone();
  before public.matches;
  reopened public.matches;
begin
  perform private.begin_admin_action('reopen_match');
  perform private.lock_provider();
  select * into before from public.matches m where m.id = _match_id for no key update;
  if before.id is null then
    raise exception 'There is no such match' using errcode = 'PT404';
  end if;
  if before.status = 'upcoming' and before.locks_at > clock_timestamp() then
    raise exception 'This match is still open for predictions' using errcode = 'SL005';
  end if;
  if char_length(words) not between 3 and 200 then
    raise exception 'Give a reason of 3 to 200 characters' using errcode = '22023';
  end if;
  if coalesce(_kickoff <= clock_timestamp() or not isfinite(_kickoff), true) then
    raise exception 'The new kick-off must be in the future' using errcode = 'SL013';
  end if;
  perform set_config('scoreline.allowed_change', 'reopening ' || _match_id, true);
  update public.matches m
     set status = 'upcoming', home_score = null, away_score = null, kickoff_confirmed = true,
         match_date = club_time::date, match_time = club_time::time
   where m.id = _match_id returning m.* into reopened;
  perform set_config('scoreline.allowed_change', '', true);
  -- The club's clock repeats an hour when summer time ends: the date and time may mean the earlier one.
  if reopened.locks_at <= clock_timestamp() then
    raise exception 'The new kick-off must be in the future' using errcode = 'SL013';
  end if;
  delete from private.manual_scores s where s.match_id = _match_id;
  delete from public.live_scores s where s.match_id = _match_id;
  perform private.log_reopening(before, reopened, words);
  perform private.write_audit('reopen_match', 'matches', _match_id::text,
    jsonb_build_object('status', before.status, 'kickoff_at', before.kickoff_at, 'home_score', before.home_score,
                       'away_score', before.away_score),
    jsonb_build_object('status', reopened.status, 'kickoff_at', reopened.kickoff_at, 'reason', words));
  return reopened;
end $$;
grant execute on function public.reopen_match(uuid, timestamptz, text) to authenticated, service_role;

-- Deferred, because the undo restores the predictions after the match.
create constraint trigger an_undone_lock_is_logged after update on public.matches deferrable initially deferred
  for each row
  when (current_setting('scoreline.rules_off', true) <> '' and new.locks_at > old.locks_at
        and new.predictions_revealed_at is distinct from old.predictions_revealed_at)
  execute function private.log_undone_lock();
create trigger changes_are_recorded_for_undo after insert or update or delete on private.match_reopenings
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
