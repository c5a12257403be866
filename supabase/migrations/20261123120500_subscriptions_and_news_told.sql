-- Subscriptions that end, and news.

-- Posts, once a date, who has a subscription that ends with it: three days before, and when it has ended. One message a
-- player, whatever the number of subscriptions. One begun less than a day ago is not warned of. Returns how many messages.
create function private.tell_subscriptions(_now timestamptz default clock_timestamp()) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  today date := (_now at time zone private.club_time_zone())::date;
  due record;
  posted bigint := 0;
begin
  for due in
    select d.day, private.end_of_day(d.day) as ends_at, e.ended, format('subscription %s %s', case when e.ended then 'ended' else 'ends' end, d.day) as key
      from (select today + n from generate_series(-2, 3) n) d (day)
     cross join lateral (select private.end_of_day(d.day) <= _now) e (ended)
     where e.ended or _now >= private.end_of_day(d.day) - interval '3 days'
     order by d.day
  loop
    continue when exists (select from private.occasions o where o.key = due.key);
    insert into private.occasions (key) values (due.key) on conflict do nothing;
    continue when not found;
    posted := posted + private.post('subscription', due.key, array(
      select row(s.user_id,
                 format(case when due.ended then 'Your %s %s ended' else 'Your %s %s soon' end,
                   case count(*) when 1 then min(c.name) || ' subscription' else count(*) || ' subscriptions' end,
                   case when due.ended then 'has' when count(*) = 1 then 'ends' else 'end' end),
                 format(case when due.ended
                          then E'%s: your right to predict there ended with %s (club time).\nA new code opens it again: ask your organiser for one and redeem it under Subscriptions. Your picks and points stay.'
                          else E'%s: your right to predict there ends with %s (club time).\nTo go on, ask your organiser for a new code and redeem it under Subscriptions.' end,
                   string_agg(c.name, ', ' order by c.position), private.day_in_words(due.day)),
                 '/subscriptions', case when due.ended then _now + interval '1 day' else due.ends_at end, null)::private.letter
        from public.subscriptions s join public.competitions c on c.id = s.subscription_type
       where (s.expires_at at time zone private.club_time_zone())::date = due.day
         and case when due.ended then s.expires_at <= _now and s.status <> 'inactive'
                  else s.expires_at > _now and s.status = 'active' and s.started_at <= _now - interval '1 day' end
       group by s.user_id));
  end loop;
  return posted;
end $$;

-- Which news everybody has been told of; those without a time wait for the next run.
create table private.told_news (
  news_id uuid primary key references public.news (id) on delete cascade,
  told_at timestamptz
);
insert into private.told_news (news_id, told_at) select n.id, now() from public.news n where n.is_active;

-- The first time that a piece is active.
create function private.note_news() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.told_news (news_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger active_news_is_told after insert or update of is_active on public.news
  for each row when (new.is_active)
  execute function private.note_news();

-- Posts the news that has become active, a piece once; returns how many messages.
create function private.tell_news(_now timestamptz default clock_timestamp()) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  piece public.news;
  posted bigint := 0;
begin
  for piece in
    select n.* from private.told_news t join public.news n on n.id = t.news_id
     where t.told_at is null and n.is_active order by n.created_at for update of t
  loop
    update private.told_news set told_at = _now where news_id = piece.id;
    posted := posted + private.post('news', format('news %s', piece.id), array(
      select row(p.id, piece.title, piece.content, '/', _now + interval '3 days', null)::private.letter from public.profiles p));
  end loop;
  return posted;
end $$;

insert into private.jobs (name, every, query) values
  ('Tell subscriptions', interval '1 minute', 'select private.tell_subscriptions()'),
  ('Tell news', interval '1 minute', 'select private.tell_news()');
