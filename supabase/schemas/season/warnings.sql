-- What the panels of the single steps warn of.

-- What an organiser should know before a separate panel archives a leaderboard ('archive', of a league and these days)
-- or clears all points ('clear'), as sentences (foundation/sentences.sql). No rows if the order is right. Raises 22023
-- for another act. Admins only (SL003).
create function public.season_warnings(_act text, _league text default null, _start_date date default null,
                                       _end_date date default null)
returns setof jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  unarchived jsonb;
  late bigint;
begin
  perform private.require_admin();
  if coalesce(_act, '') not in ('archive', 'clear') then
    raise exception 'There are no warnings of %', _act using errcode = '22023';
  end if;
  if _act = 'archive' and not exists (
    select from private.running_matches() m
     where m.league = _league and m.match_date between _start_date and _end_date) then
    return next private.sentence(case when exists (
        select from public.matches m
         where m.status = 'completed' and m.league = _league and m.match_date between _start_date and _end_date)
      then '{"kind": "days_without_points"}'
      else jsonb_build_object('kind', 'days_without_results', 'league', _league) end);
  end if;
  if _act = 'clear' then
    -- An archive with all days and predictions of the competition.
    select jsonb_agg(c.name order by c.position) into unarchived
      from public.competitions c cross join lateral private.running_season(c.name) s
     where not exists (
       select from public.leaderboard_archives a
        where a.league = c.name and a.start_date <= s.first_day and a.end_date >= s.last_day
          and (select sum(r.predictions_scored) from public.archived_leaderboard_rows r where r.archive_id = a.id)
              >= (select sum(t.predictions_scored) from private.player_totals t
                   where t.board_id = (select private.board_of(c.name))));
    if unarchived is not null then
      return next private.sentence(jsonb_build_object('kind', 'points_without_archive', 'leagues', unarchived));
    end if;
  end if;
  select count(*) into late from public.matches m
   where private.is_awaiting_result(m, clock_timestamp())
     and (_act = 'clear' or (m.league = _league and m.match_date between _start_date and _end_date));
  if late > 3 then
    return next private.sentence(jsonb_build_object('kind', 'results_missing', 'count', late));
  end if;
end $$;
grant execute on function public.season_warnings(text, text, date, date) to authenticated, service_role;
