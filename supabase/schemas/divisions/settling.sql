-- Settling matchdays: what was earned becomes final.

-- Stores what all places earned on the matchdays of the running draw that are due; returns the number of matchdays.
-- Waits while points are being counted. _all: also those that have begun and are not due, whatever is being counted,
-- because a season or the draw ends.
create function private.settle_divisions(_all boolean default false) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  draw private.division_draws;
  due integer[];
begin
  select * into draw from private.division_draws d where d.ended_at is null;
  if draw.id is null then
    return 0;
  end if;
  due := array(select m.number from private.matchdays_of(draw) m
                where m.state in ('running', 'over') and (_all or m.settles_at <= clock_timestamp()));
  if due = '{}' or (private.is_counting() and not _all) then
    return 0;
  end if;
  insert into private.division_results as r (draw_id, number, division, place, points)
  select draw.id, e.number, e.division, e.place, e.points
    from private.division_points(draw) e where e.number = any (due)
  on conflict (draw_id, number, division, place) do update set points = excluded.points;
  update private.division_matchdays m set settled_at = clock_timestamp()
   where m.draw_id = draw.id and m.number = any (due);
  return cardinality(due);
end $$;
