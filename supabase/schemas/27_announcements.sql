-- The messages to players: reminders, match changes, results, subscriptions and news.

-- Match changes that are not announced by email and push yet. old_kickoff: the kick-off before the first change.
create table private.match_changes (
  id bigint generated always as identity primary key,
  match_id uuid not null unique references public.matches (id) on delete cascade,
  old_kickoff timestamptz not null,
  changed_at timestamptz not null default clock_timestamp()
);

-- News items that have been active; announced_at is null until the item is announced.
create table private.announced_news (
  news_id uuid primary key references public.news (id) on delete cascade,
  announced_at timestamptz
);

-- "Saturday 21 November 2026"
create function private.format_day(_day date) returns text
language sql immutable set search_path = ''
as $$ select to_char(_day::timestamp, 'FMDay FMDD FMMonth YYYY') $$;

-- "1 point", "7 points"
create function private.pluralize(_number bigint, _one text, _many text default null) returns text
language sql immutable set search_path = ''
as $$ select _number || ' ' || case _number when 1 then _one else coalesce(_many, _one || 's') end $$;

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

-- The players who may predict matches of the day and have not predicted all of them, with the missing matches.
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
     where s.status = 'active' and s.expires_at > _now
  ), missing as (
    select a.*, row_number() over (partition by a.user_id order by a.kickoff_at, a.label) as place
      from allowed a left join public.user_predictions p on p.match_id = a.id and p.user_id = a.user_id
     where p.id is null
  )
  select l.user_id, array_agg(l.id), min(l.kickoff_at),
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
                 '/matches', u.first_kickoff, u.missing,
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
  select p.user_id, 'info', title, words, '/matches',
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
               '/matches',
               max(case when c.is_cancelled then _now + interval '1 day' else c.kickoff_at end),
               null,
               jsonb_build_object('kind', 'match_changes', 'changes',
                                  jsonb_agg(c.facts order by c.kickoff_at, c.label)))::private.message_content
      from changed c join public.user_predictions p on p.match_id = c.id
     group by p.user_id), '{email,push}');
  delete from private.match_changes where id = any (announced);
  return posted;
end $$;

-- Tells players that a subscription ends, three days before and after its end, in one message per player and date. A
-- subscription that started less than a day ago gets no warning. Returns the number of messages.
create function private.announce_subscriptions(_now timestamptz default clock_timestamp()) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  today date := (_now at time zone private.club_time_zone())::date;
  due record;
  posted bigint := 0;
begin
  for due in
    select d.day, private.end_of_day(d.day) as ends_at, e.ended,
           format('subscription %s %s', case when e.ended then 'ended' else 'ends' end, d.day) as key
      from (select today + n from generate_series(-2, 3) n) d (day)
     cross join lateral (select private.end_of_day(d.day) <= _now) e (ended)
     where e.ended or _now >= private.end_of_day(d.day) - interval '3 days'
     order by d.day
  loop
    continue when exists (select from private.announcements o where o.key = due.key);
    insert into private.announcements (key) values (due.key) on conflict do nothing;
    continue when not found;
    posted := posted + private.queue_messages('subscription', due.key, array(
      select row(s.user_id,
                 format(case when due.ended then 'Your %s %s ended' else 'Your %s %s soon' end,
                   case count(*) when 1 then min(c.name) || ' subscription' else count(*) || ' subscriptions' end,
                   case when due.ended and count(*) = 1 then 'has' when due.ended then 'have'
                        when count(*) = 1 then 'ends' else 'end' end),
                 format(case when due.ended
                          then E'%s: your subscription ended at the end of %s (club time).\n'
                               'To predict again, ask your organiser for a new code and redeem it under '
                               'Subscriptions. Your picks and points are kept.'
                          else E'%s: your subscription ends at the end of %s (club time).\n'
                               'To continue, ask your organiser for a new code and redeem it under Subscriptions.' end,
                   string_agg(c.name, ', ' order by c.position), private.format_day(due.day)),
                 '/subscriptions', case when due.ended then _now + interval '1 day' else due.ends_at end,
                 null,
                 jsonb_build_object('kind', case when due.ended then 'subscription_ended' else 'subscription_ends' end,
                                    'competitions', jsonb_agg(c.name order by c.position), 'day', due.day)
                )::private.message_content
        from public.subscriptions s join public.competitions c on c.id = s.subscription_type
       where (s.expires_at at time zone private.club_time_zone())::date = due.day
         and case when due.ended then s.expires_at <= _now and s.status <> 'inactive'
                  else s.expires_at > _now and s.status = 'active' and s.started_at <= _now - interval '1 day' end
       group by s.user_id));
  end loop;
  return posted;
end $$;

-- Marks a news item for announcement when it becomes active for the first time.
create function private.queue_news_announcement() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.rules_are_off() then
    insert into private.announced_news (news_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end $$;

-- Announces news that has become active, each item once; returns the number of messages.
create function private.announce_news(_now timestamptz default clock_timestamp()) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  piece public.news;
  posted bigint := 0;
begin
  for piece in
    select n.* from private.announced_news t join public.news n on n.id = t.news_id
     where t.announced_at is null and n.is_active order by n.created_at for update of t
  loop
    update private.announced_news set announced_at = _now where news_id = piece.id;
    posted := posted + private.queue_messages('news', format('news %s', piece.id), array(
      select row(p.id, piece.title, piece.content, '/', _now + interval '3 days', null, null)::private.message_content
        from public.profiles p));
  end loop;
  return posted;
end $$;

create trigger a_moved_kickoff_is_announced after update of match_date, match_time on public.matches
  for each row
  when (old.status = 'upcoming' and new.status = 'upcoming' and new.kickoff_at is distinct from old.kickoff_at
        and new.locks_at > clock_timestamp() and new.predictions_count > 0
        -- public.reopen_match() sends its own message.
        and new.predictions_revealed_at is not distinct from old.predictions_revealed_at)
  execute function private.notify_match_change();
create trigger a_new_match_resets_reminders after insert on public.matches
  for each row execute function private.reset_reminders();
create trigger a_moved_match_resets_reminders after update of match_date, match_time,
  kickoff_confirmed on public.matches
  for each row
  when (new.status = 'upcoming' and (new.kickoff_at, new.kickoff_confirmed)
        is distinct from (old.kickoff_at, old.kickoff_confirmed))
  execute function private.reset_reminders();
create trigger a_cancelled_match_is_announced after update of status on public.matches
  for each row
  -- The last step of the season's end tells members of all cancelled matches (63_season_steps.sql).
  when (new.status = 'cancelled' and old.status <> 'cancelled' and new.predictions_count > 0
        and coalesce(current_setting('scoreline.ending_season', true), '') <> 'on')
  execute function private.notify_match_change();

create trigger active_news_is_announced after insert or update of is_active on public.news
  for each row when (new.is_active)
  execute function private.queue_news_announcement();
