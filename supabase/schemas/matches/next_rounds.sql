-- The next round of each competition.

-- The next round of each competition: the open matches of the season and round of the match that locks next, up to 7
-- days after its lock. A match without a round belongs to the round if it locks within four days, usually a weekend or
-- midweek, and so do all matches if the first has no round. Ordered by lock. Anyone may call it.
-- `web/football/time/coming-round.ts` has the same rule, and `tests/database/live-lists.sweep.test.ts` compares both.
create function public.next_rounds() returns setof public.matches
language sql stable set search_path = ''
as $$
  select m.* from public.competitions c
    cross join lateral (
      select n.locks_at, n.season, n.round from public.matches n
       where n.league = c.name and n.status = 'upcoming' and n.locks_at > now()
       order by n.locks_at, n.id limit 1
    ) first
    join public.matches m on m.league = c.name and m.status = 'upcoming' and m.locks_at > now()
     and case when first.round is not null and m.round is not null
           then m.round = first.round and m.season is not distinct from first.season
                and m.locks_at <= first.locks_at + interval '7 days'
         else m.locks_at <= first.locks_at + interval '4 days' end
   order by m.locks_at, m.id
$$;
grant execute on function public.next_rounds() to anon, authenticated, service_role;
