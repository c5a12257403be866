-- The messages about subscriptions that begin and end, and about news.

-- News items that have been active; announced_at is null until the item is announced.
create table private.announced_news (
  news_id uuid primary key references public.news (id) on delete cascade,
  announced_at timestamptz
);

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
                  else private.is_active(s, _now) and s.started_at <= _now - interval '1 day' end
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

create trigger active_news_is_announced after insert or update of is_active on public.news
  for each row when (new.is_active)
  execute function private.queue_news_announcement();
create trigger changes_are_recorded_for_undo after insert or update or delete on private.announced_news
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('news_id');
