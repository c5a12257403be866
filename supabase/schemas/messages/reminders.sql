-- Reminders of missing predictions.

-- Whether the match is played on match_date: its time is known, or only the time is to be confirmed. A postponed match
-- has no day.
create function private.is_on_its_day(_match public.matches) returns boolean
language sql immutable set search_path = ''
as $$ select _match.kickoff_confirmed or _match.day_time_zone is not null $$;

-- The days whose reminder is due, with the lead: '24 h' before the first kick-off of the day, or '2 h' when both are
-- due. Leads are elapsed hours, so a change of the clocks moves a reminder by an hour of local time.
create function private.due_reminders(_now timestamptz) returns table (match_date date, lead text, key text)
language sql stable security definer set search_path = ''
as $$
  select d.match_date, l.lead, k.key
    from (select m.match_date, min(m.kickoff_at) as first_kickoff
            from public.matches m
           where m.match_date between (_now at time zone private.club_time_zone())::date
             and (_now at time zone private.club_time_zone())::date + 2
             and private.is_on_its_day(m) and m.status <> 'cancelled'
           group by m.match_date) d
   cross join lateral (select case when _now < d.first_kickoff - interval '2 hours' then '24 h'
                       else '2 h' end) l (lead)
   cross join lateral (select format('reminder %s %s', l.lead, d.match_date)) k (key)
   where _now >= d.first_kickoff - interval '24 hours' and _now < d.first_kickoff
     and not exists (select from private.announcements o where o.key = k.key)
$$;

-- The players who may predict matches of the day and have not predicted all of them, with those by kick-off.
create function private.missing_predictions(_day date, _now timestamptz)
returns table (user_id uuid, missing uuid[], first_kickoff timestamptz, list text, matches jsonb)
language sql stable security definer set search_path = ''
as $$
  with open_matches as materialized (
    select m.id, m.kickoff_at, m.match_time,
           format('%s v %s', m.home_team_name, m.away_team_name)
             || case when m.kickoff_confirmed then to_char(m.match_time, '" at "HH24:MI')
                     else ', time to be confirmed' end as label,
           jsonb_build_object('home', m.home_team_name, 'away', m.away_team_name, 'time',
                              case when m.kickoff_confirmed then to_char(m.match_time, 'HH24:MI') end) as facts,
           case when c.needs_subscription then c.id end as needs
      from public.matches m join public.competitions c on c.name = m.league
     where m.match_date = _day and m.status = 'upcoming' and private.is_on_its_day(m) and m.locks_at > _now
  ), allowed as (
    select p.id as user_id, o.* from public.profiles p join open_matches o on o.needs is null
    union all
    select s.user_id, o.* from public.subscriptions s join open_matches o on o.needs = s.subscription_type
     where private.is_active(s, _now)
  ), missing as (
    select a.*, row_number() over (partition by a.user_id order by a.kickoff_at, a.label) as place
      from allowed a left join public.user_predictions p on p.match_id = a.id and p.user_id = a.user_id
     where p.id is null
  )
  select l.user_id, array_agg(l.id order by l.place), min(l.kickoff_at),
         -- At most 15 fit into a message.
         string_agg(l.label, E',\n' order by l.place) filter (where l.place <= 15)
           || case when count(*) > 15 then format(E'\nand %s more', count(*) - 15) else '' end,
         jsonb_agg(l.facts order by l.place) filter (where l.place <= 15)
    from missing l group by l.user_id
$$;

-- Queues the reminders that are due, once for each day and lead; returns the number of messages.
create function private.send_reminders(_now timestamptz default clock_timestamp()) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  due record;
  posted bigint := 0;
begin
  for due in select * from private.due_reminders(_now) loop
    insert into private.announcements (key) values (due.key) on conflict do nothing;
    continue when not found;
    posted := posted + private.queue_messages('reminder', due.key, array(
      select row(u.user_id,
                 case cardinality(u.missing) when 1 then format('Not yet predicted: %s', u.list)
                      else format('%s matches not yet predicted for %s', cardinality(u.missing),
                                  to_char(due.match_date::timestamp, 'FMDay')) end,
                 format(E'Not yet predicted for %s (club time):\n%s.', private.format_day(due.match_date), u.list),
                 private.match_link(u.missing[1]), u.first_kickoff, u.missing,
                 jsonb_build_object('kind', 'reminder', 'day', due.match_date, 'count', cardinality(u.missing),
                                    'matches', u.matches))::private.message_content
        from private.missing_predictions(due.match_date, _now) u
       -- After a match has moved, a player who had a '2 h' reminder gets no '24 h' one.
       where due.lead = '2 h' or not exists (
         select from private.messages m where m.user_id = u.user_id
           and m.dedupe_key = format('reminder 2 h %s', due.match_date))));
    -- The '2 h' reminder replaces a '24 h' one that was not sent yet.
    update private.messages set state = 'dropped', last_error = 'The next reminder replaces it'
     where state = 'waiting' and due.lead = '2 h' and dedupe_key = format('reminder 24 h %s', due.match_date);
  end loop;
  return posted;
end $$;

-- Makes the reminders of a changed day due again. Waiting reminders are replaced, and sent ones are not repeated.
create function private.reset_reminders() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reasons text[] := array(select format('reminder %s %s', l.lead, d.day) from unnest(array['24 h', '2 h']) l (lead),
    unnest(array[new.match_date, case when tg_op = 'UPDATE' then old.match_date end]) d (day));
begin
  if private.rules_are_off() then
    return null;
  end if;
  delete from private.announcements where key = any (reasons);
  if tg_op = 'UPDATE' then
    delete from private.messages m
     where m.state = 'waiting' and m.attempts = 0 and m.dedupe_key = any (reasons) and new.id = any (m.match_ids);
  end if;
  return null;
end $$;

create trigger a_new_match_resets_reminders after insert on public.matches
  for each row execute function private.reset_reminders();
create trigger a_moved_match_resets_reminders after update of match_date, match_time,
  kickoff_confirmed on public.matches
  for each row
  when (new.status = 'upcoming' and (new.kickoff_at, new.kickoff_confirmed)
        is distinct from (old.kickoff_at, old.kickoff_confirmed))
  execute function private.reset_reminders();
