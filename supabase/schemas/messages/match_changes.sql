-- The messages about moved and cancelled matches.

-- Match changes that are not announced by email and push yet. old_kickoff: the kick-off before the first change.
create table private.match_changes (
  id bigint generated always as identity primary key,
  match_id uuid not null unique references public.matches (id) on delete cascade,
  old_kickoff timestamptz not null,
  changed_at timestamptz not null default clock_timestamp()
);

-- "Arsenal v Chelsea now kicks off on Saturday 21 November 2026, 15:00 (club time)", or "... is now on Saturday 21
-- November 2026, at a time to be confirmed"
create function private.describe_match_change(_match public.matches) returns text
language sql immutable set search_path = ''
as $$
  select format('%s v %s ', _match.home_team_name, _match.away_team_name)
      || case when _match.status = 'cancelled' and _match.completed_at is not null
                then 'is cancelled, so its result no longer counts'
              when _match.status = 'cancelled' then 'is cancelled'
              when not _match.kickoff_confirmed
                then format('is now on %s, at a time to be confirmed', private.format_day(_match.match_date))
              else format('now kicks off on %s, %s (club time)', private.format_day(_match.match_date),
                          to_char(_match.match_time, 'HH24:MI')) end
$$;

-- The same as facts: { home, away, change, day, time }. change: void, cancelled, undated or moved.
create function private.match_change_facts(_match public.matches) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'home', _match.home_team_name, 'away', _match.away_team_name,
    'change', case when _match.status = 'cancelled' and _match.completed_at is not null then 'void'
                   when _match.status = 'cancelled' then 'cancelled'
                   when not _match.kickoff_confirmed then 'undated' else 'moved' end,
    'day', _match.match_date, 'time', to_char(_match.match_time, 'HH24:MI'))
$$;

-- Notifies the players who predicted a match when its kick-off moves while it is open, and when it is cancelled.
create function private.notify_match_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  title text := case new.status when 'cancelled' then 'Match cancelled' else 'Kick-off moved' end;
  words text := private.describe_match_change(new)
    || case when new.status <> 'cancelled' then '. Your pick is kept, and you can change it until then.'
            when old.status = 'completed' then '. Its points were taken back.'
            else '. No points are given for it.' end;
begin
  insert into public.notifications (user_id, type, title, message, link, facts)
  select p.user_id, 'info', title, words, private.match_link(new.id),
         private.match_change_facts(new) || jsonb_build_object('kind', 'match_change', 'points_taken_back',
                                                               old.status = 'completed')
    from public.user_predictions p join private.message_choices_of('match_change') c on c.user_id = p.user_id
   where p.match_id = new.id and c.in_app;
  insert into private.match_changes (match_id, old_kickoff) values (new.id, old.kickoff_at)
  on conflict (match_id) do update set changed_at = excluded.changed_at;
  return null;
end $$;

-- Announces match changes by email and push two minutes after the last change, or ten minutes after the first, in one
-- message per player. Skips a match that is back at its old time or has locked. Returns the number of messages.
create function private.announce_match_changes(_now timestamptz default clock_timestamp()) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  announced bigint[];
  posted bigint;
begin
  if not exists (select from private.match_changes having max(changed_at) <= _now - interval '2 minutes'
                 or min(changed_at) <= _now - interval '10 minutes') then
    return 0;
  end if;
  announced := array(select id from private.match_changes order by id for update);
  posted := private.queue_messages('match_change', format('match change %s', announced[cardinality(announced)]), array(
    with changed as materialized (
      select m.id, m.status = 'cancelled' as is_cancelled, m.kickoff_at,
             format('%s v %s', m.home_team_name, m.away_team_name) as label,
             private.describe_match_change(m) as words, private.match_change_facts(m) as facts
        from private.match_changes c join public.matches m on m.id = c.match_id
       where c.id = any (announced)
         and (m.status = 'cancelled' or (m.status = 'upcoming' and m.kickoff_at <> c.old_kickoff
                                         and m.locks_at > _now))
    )
    select row(p.user_id,
               case when count(*) > 1 then format('%s of your matches have changed', count(*))
                    else min(case when c.is_cancelled then 'Cancelled: ' else 'Kick-off moved: ' end || c.label) end,
               string_agg(c.words, E',\n' order by c.kickoff_at, c.label) || '.'
                 || case when bool_or(not c.is_cancelled)
                   then E'\nYour picks are kept, and you can change them until then.' else '' end
                 || case when bool_or(c.is_cancelled) then E'\nNo points are given for a cancelled match.' else '' end,
               private.match_link((array_agg(c.id order by c.kickoff_at, c.label))[1]),
               max(case when c.is_cancelled then _now + interval '1 day' else c.kickoff_at end),
               null,
               jsonb_build_object('kind', 'match_changes', 'changes',
                                  jsonb_agg(c.facts order by c.kickoff_at, c.label)))::private.message_content
      from changed c join public.user_predictions p on p.match_id = c.id
     group by p.user_id), '{email,push}');
  delete from private.match_changes where id = any (announced);
  return posted;
end $$;

create trigger a_moved_kickoff_is_announced after update of match_date, match_time on public.matches
  for each row
  when (old.status = 'upcoming' and new.status = 'upcoming' and new.kickoff_at is distinct from old.kickoff_at
        and new.locks_at > clock_timestamp() and new.predictions_count > 0
        -- public.reopen_match() sends its own message.
        and new.predictions_revealed_at is not distinct from old.predictions_revealed_at)
  execute function private.notify_match_change();
create trigger a_cancelled_match_is_announced after update of status on public.matches
  for each row
  -- The last step of the season's end tells members of all cancelled matches (season/steps.sql).
  when (new.status = 'cancelled' and old.status <> 'cancelled' and new.predictions_count > 0
        and coalesce(current_setting('scoreline.ending_season', true), '') <> 'on')
  execute function private.notify_match_change();
create trigger changes_are_recorded_for_undo after insert or update or delete on private.match_changes
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
