-- What the navigation offers.

-- Which pages that an empty club has no use for have something to show: groups once there is a match or a group,
-- honours (with the leaderboards of matchdays and months) once there is a result or an archived leaderboard, and
-- divisions, the cup, last one standing and prizes while there is a draw, a game or a plan to show.
create function public.club_pages()
returns table (groups boolean, honours boolean, divisions boolean, cup boolean, last_standing boolean, prizes boolean)
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.matches)
           or exists (select from public.groups g where g.deleted_at is null and g.closed_at is null),
         exists (select from public.matches m where m.status = 'completed')
           or exists (select from public.leaderboard_archives),
         (private.shown_draw()).id is not null,
         (private.shown_cup()).id is not null,
         (private.shown_game()).id is not null,
         (private.shown_prize_plan()).id is not null
$$;
grant execute on function public.club_pages() to authenticated;
