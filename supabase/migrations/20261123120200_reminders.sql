-- Reminders: 24 hours and 2 hours before the first kick-off of a day where the club is, to who may predict on that day and has
-- not predicted everything. Hours are hours: where the clocks change in between, a reminder comes an hour earlier or later by
-- the clock on the wall.

-- The days whose reminder is due at that moment: the later lead alone, once both are.
create function private.reminders_due(_now timestamptz) returns table (match_date date, lead text, key text)
language sql stable security definer set search_path = ''
as $$
  select d.match_date, l.lead, k.key
    from (select m.match_date, min(m.kickoff_at) as first_kickoff
            from public.matches m
           where m.match_date between (_now at time zone private.club_time_zone())::date and (_now at time zone private.club_time_zone())::date + 2
             and m.kickoff_confirmed and m.status <> 'cancelled'
           group by m.match_date) d
   cross join lateral (select case when _now < d.first_kickoff - interval '2 hours' then '24 h' else '2 h' end) l (lead)
   cross join lateral (select format('reminder %s %s', l.lead, d.match_date)) k (key)
   where _now >= d.first_kickoff - interval '24 hours' and _now < d.first_kickoff
     and not exists (select from private.occasions o where o.key = k.key)
$$;

-- Who may predict at that moment on that day and has not predicted everything, with what is missing, earliest first.
create function private.unpredicted(_day date, _now timestamptz)
returns table (user_id uuid, missing uuid[], first_kickoff timestamptz, list text)
language sql stable security definer set search_path = ''
as $$
  with open_matches as materialized (
    select m.id, m.kickoff_at, m.match_time, format('%s v %s at %s', m.home_team_name, m.away_team_name, to_char(m.match_time, 'HH24:MI')) as label,
           case when c.needs_subscription then c.id end as needs
      from public.matches m join public.competitions c on c.name = m.league
     where m.match_date = _day and m.status = 'upcoming' and m.kickoff_confirmed and m.locks_at > _now
  ), allowed as (
    select p.id as user_id, o.* from public.profiles p join open_matches o on o.needs is null
    union all
    select s.user_id, o.* from public.subscriptions s join open_matches o on o.needs = s.subscription_type
     where s.status = 'active' and s.expires_at > _now
  ), left_open as (
    select a.*, row_number() over (partition by a.user_id order by a.kickoff_at, a.label) as place
      from allowed a left join public.user_predictions p on p.match_id = a.id and p.user_id = a.user_id
     where p.id is null
  )
  select l.user_id, array_agg(l.id), min(l.kickoff_at),
         -- As many as fit into a message.
         string_agg(l.label, E',\n' order by l.place) filter (where l.place <= 15)
           || case when count(*) > 15 then format(E'\nand %s more', count(*) - 15) else '' end
    from left_open l group by l.user_id
$$;

-- Posts the reminders that are due, each day's once; returns how many messages.
create function private.remind(_now timestamptz default clock_timestamp()) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  due record;
  posted bigint := 0;
begin
  for due in select * from private.reminders_due(_now) loop
    insert into private.occasions (key) values (due.key) on conflict do nothing;
    continue when not found;
    posted := posted + private.post('reminder', due.key, array(
      select row(u.user_id,
                 case cardinality(u.missing) when 1 then format('Not yet predicted: %s', u.list)
                      else format('%s matches not yet predicted for %s', cardinality(u.missing), to_char(due.match_date::timestamp, 'FMDay')) end,
                 format(E'Not yet predicted for %s (club time):\n%s.', private.day_in_words(due.match_date), u.list),
                 '/matches', u.first_kickoff, u.missing)::private.letter
        from private.unpredicted(due.match_date, _now) u
       -- After the later reminder, of a match that has moved since, the earlier one is none.
       where due.lead = '2 h' or not exists (
         select from private.messages m where m.user_id = u.user_id and m.dedupe_key = format('reminder 2 h %s', due.match_date))));
    -- One that still waits says no more than this one.
    update private.messages set state = 'dropped', last_error = 'The next reminder replaces it'
     where state = 'waiting' and due.lead = '2 h' and dedupe_key = format('reminder 24 h %s', due.match_date);
  end loop;
  return posted;
end $$;

-- A day whose matches have changed is looked at again: a reminder that waits is written anew for the new time, one that was
-- sent is not repeated, because a player is told once.
create function private.remind_anew() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reasons text[] := array(select format('reminder %s %s', l.lead, d.day) from unnest(array['24 h', '2 h']) l (lead),
    unnest(array[new.match_date, case when tg_op = 'UPDATE' then old.match_date end]) d (day));
begin
  delete from private.occasions where key = any (reasons);
  if tg_op = 'UPDATE' then
    delete from private.messages m
     where m.state = 'waiting' and m.attempts = 0 and m.dedupe_key = any (reasons) and new.id = any (m.about);
  end if;
  return null;
end $$;
create trigger a_new_match_is_reminded_of after insert on public.matches
  for each row execute function private.remind_anew();
create trigger a_moved_match_is_reminded_of_anew after update of match_date, match_time, kickoff_confirmed on public.matches
  for each row
  when (new.status = 'upcoming' and (new.kickoff_at, new.kickoff_confirmed) is distinct from (old.kickoff_at, old.kickoff_confirmed))
  execute function private.remind_anew();

insert into private.jobs (name, every, query) values ('Remind players', interval '1 minute', 'select private.remind()');
