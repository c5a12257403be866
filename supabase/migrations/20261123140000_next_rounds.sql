-- The matches to come of each competition that lock within four days of its first: a weekend or a midweek of each, however
-- many of another competition lie before it. In order of their lock. For everybody.
create function public.next_rounds() returns setof public.matches
language sql stable set search_path = ''
as $$
  select m.* from public.competitions c
    cross join lateral (
      select min(n.locks_at) as locks_at from public.matches n
       where n.league = c.name and n.status = 'upcoming' and n.locks_at > now()
    ) first
    join public.matches m on m.league = c.name and m.status = 'upcoming' and m.locks_at > now()
     and m.locks_at <= first.locks_at + interval '4 days'
   order by m.locks_at, m.id
$$;
grant execute on function public.next_rounds() to anon, authenticated, service_role;
