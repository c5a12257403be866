-- "You scored 7 points, and now rank 12 of 340": once a day of matches, to whoever predicted one of its completed matches.

-- "1 point", "7 points"
create function private.counted(_number bigint, _one text, _many text default null) returns text
language sql immutable set search_path = ''
as $$ select _number || ' ' || case _number when 1 then _one else coalesce(_many, _one || 's') end $$;

-- Posts the results of the days that are over: all of a day's matches are completed or cancelled, or it is seven the next
-- morning. Only of the last two days, so that an import of old results tells nobody; a later correction tells nobody either.
-- Returns how many messages.
create function private.tell_results(_now timestamptz default clock_timestamp()) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  today date := (_now at time zone private.club_time_zone())::date;
  due date;
  reason text;
  posted bigint := 0;
begin
  for due in
    select m.match_date from public.matches m
     where m.match_date between today - 2 and today
       and not exists (select from private.occasions o where o.key = format('results %s', m.match_date))
     group by m.match_date
    having bool_or(m.status = 'completed')
       and (bool_and(m.status in ('completed', 'cancelled')) or _now >= (m.match_date + 1 + time '07:00') at time zone private.club_time_zone())
     order by m.match_date
  loop
    reason := format('results %s', due);
    insert into private.occasions (key) values (reason) on conflict do nothing;
    continue when not found;
    posted := posted + private.post('results', reason, array(
      with scored as materialized (
        select p.user_id, sum(p.points_earned) as points, count(*) as matches, count(*) filter (where p.points_earned = 3) as perfect
          from public.matches m join public.user_predictions p on p.match_id = m.id
         where m.match_date = due and m.status = 'completed' and p.points_earned is not null and p.cleared_at is null
         group by p.user_id
      ), standing as (
        select r.user_id, r.rank from private.ranked('overall', array(select s.user_id from scored s)) r
      )
      select row(s.user_id,
                 format('You scored %s', private.counted(s.points, 'point')),
                 format('%s: %s from %s', private.day_in_words(due), private.counted(s.points, 'point'), private.counted(s.matches, 'match', 'matches'))
                   || case when s.perfect > 0 then format(', %s of them perfect', s.perfect) else '' end
                   || coalesce(format(E'.\nYou now rank %s of %s overall.', t.rank, (select sum(l.players) from private.ladder l where l.scope = 'overall')), '.'),
                 '/leaderboard', _now + interval '1 day', null)::private.letter
        from scored s left join standing t on t.user_id = s.user_id));
  end loop;
  return posted;
end $$;

insert into private.jobs (name, every, query) values ('Tell results', interval '1 minute', 'select private.tell_results()');
