-- Matches that move or are cancelled: in the app at once, one notification a match; by mail and push a few minutes later, all
-- that changed in one message.

-- What is not told yet outside of the app. old_kickoff: before the first of the changes.
create table private.match_changes (
  id bigint generated always as identity primary key,
  match_id uuid not null unique references public.matches (id) on delete cascade,
  old_kickoff timestamptz not null,
  changed_at timestamptz not null default clock_timestamp()
);

-- "Arsenal v Chelsea now kicks off on Saturday 21 November 2026, 15:00 (club time)"
create function private.change_in_words(_match public.matches) returns text
language sql immutable set search_path = ''
as $$
  select format('%s v %s ', _match.home_team_name, _match.away_team_name)
      || case when _match.status = 'cancelled' then 'is cancelled'
              else format('now kicks off on %s, %s (club time)', private.day_in_words(_match.match_date), to_char(_match.match_time, 'HH24:MI')) end
$$;

-- Who predicted is told when the kick-off moves, as long as the match is still open to change the pick, and when the match is
-- cancelled.
create or replace function private.announce_move() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  title text := case new.status when 'cancelled' then 'Match cancelled' else 'Kick-off moved' end;
  words text := private.change_in_words(new) || case new.status when 'cancelled' then '. It earns nobody points.'
    else '. Your pick stays, and you can change it until then.' end;
begin
  insert into public.notifications (user_id, type, title, message, link)
  select p.user_id, 'info', title, words, '/matches'
    from public.user_predictions p join private.choices_of('match_change') c on c.user_id = p.user_id
   where p.match_id = new.id and c.in_app;
  insert into private.match_changes (match_id, old_kickoff) values (new.id, old.kickoff_at)
  on conflict (match_id) do update set changed_at = excluded.changed_at;
  return null;
end $$;
create trigger a_cancelled_match_is_announced after update of status on public.matches
  for each row
  when (new.status = 'cancelled' and old.status <> 'cancelled' and new.predictions_count > 0)
  execute function private.announce_move();

-- Posts the changes once nothing has changed for two minutes, or the first of them was ten minutes ago: one message for each
-- player. A match that is back where it was, or has locked since, is no news. Returns how many messages.
create function private.tell_match_changes(_now timestamptz default clock_timestamp()) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  told bigint[];
  posted bigint;
begin
  if not exists (select from private.match_changes having max(changed_at) <= _now - interval '2 minutes' or min(changed_at) <= _now - interval '10 minutes') then
    return 0;
  end if;
  told := array(select id from private.match_changes order by id for update);
  posted := private.post('match_change', format('match change %s', told[cardinality(told)]), array(
    with changed as materialized (
      select m.id, m.status = 'cancelled' as is_cancelled, m.kickoff_at, format('%s v %s', m.home_team_name, m.away_team_name) as label,
             private.change_in_words(m) as words
        from private.match_changes c join public.matches m on m.id = c.match_id
       where c.id = any (told)
         and (m.status = 'cancelled' or (m.status = 'upcoming' and m.kickoff_at <> c.old_kickoff and m.locks_at > _now))
    )
    select row(p.user_id,
               case when count(*) > 1 then format('%s of your matches have changed', count(*))
                    else min(case when c.is_cancelled then 'Cancelled: ' else 'Kick-off moved: ' end || c.label) end,
               string_agg(c.words, E',\n' order by c.kickoff_at, c.label) || '.'
                 || case when bool_or(not c.is_cancelled) then E'\nYour picks stay, and you can change them until then.' else '' end
                 || case when bool_or(c.is_cancelled) then E'\nA cancelled match earns nobody points.' else '' end,
               '/matches',
               max(case when c.is_cancelled then _now + interval '1 day' else c.kickoff_at end), null)::private.letter
      from changed c join public.user_predictions p on p.match_id = c.id
     group by p.user_id), '{mail,push}');
  delete from private.match_changes where id = any (told);
  return posted;
end $$;

insert into private.jobs (name, every, query) values ('Tell match changes', interval '1 minute', 'select private.tell_match_changes()');
