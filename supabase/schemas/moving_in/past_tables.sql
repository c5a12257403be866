-- Final tables of past seasons of another pool as archives (docs/rules.md): honours and careers have them as they have
-- the club's own.

-- What the final table [{ "place", "name", "points" }] of a past season means, in the order of the archive: [{ line,
-- place, name, points, member_id, problem: { kind } }]. place: the pasted places if all lines have one and they fit
-- the points, otherwise by the points. member_id: the member with exactly this name; null without one or with several.
-- Raises 22023 for a list that public.preview_move_in() refuses.
create function private.past_table(_lines jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with listed as materialized (
    select l.place as line, l.name, l.points, l.member_id,
           case when l.problem ->> 'kind' <> 'several_members_have_name' then l.problem end as problem,
           case when g.value ->> 'place' ~ '^[0-9]{1,4}$' then (g.value ->> 'place')::integer end as place
      from private.moving_lines(_lines, '{}') l
      join jsonb_array_elements(_lines) with ordinality g (value, n) on g.n = l.place
  ), compared as (
    select l.place, l.points, lag(l.place) over better as place_before, lag(l.points) over better as points_before
      from listed l
    window better as (order by l.place, l.points desc)
  ), judged as (
    select min(c.place) = 1 and max(c.place) <= count(*) and count(*) = count(c.place)
           and coalesce(bool_and(c.points = c.points_before
                                 or (c.points < c.points_before and c.place > c.place_before)), true) as fits
      from compared c
  )
  select jsonb_agg(jsonb_build_object('line', l.line, 'place', r.place, 'name', l.name, 'points', l.points,
                                      'member_id', l.member_id, 'problem', l.problem) order by r.place, l.line)
    from (select k.*, rank() over (order by k.points desc nulls last) as by_points from listed k) l
   cross join judged j
   cross join lateral (select case when j.fits then l.place else l.by_points end as place) r);
end $$;

-- What private.past_table() says, for admins (SL003).
create function public.preview_past_table(_lines jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '1min'
as $$
begin
  perform private.require_admin();
  return private.past_table(_lines);
end $$;
grant execute on function public.preview_past_table(jsonb) to authenticated, service_role;

-- Archives a table of private.past_table() as the leaderboard of a league and period. Returns the id for
-- public.undo(), which is valid for 30 days. Raises 22023 for a table that has a problem, a name that an archive has
-- and a last day in the future, 23503 for an unknown league, 23514 for a name, description or period that is not
-- valid. A second call with the same _request_key returns the first result and changes nothing. Admins only (SL003),
-- 50 in 5 minutes (SL004), audited without names of members.
create function public.archive_past_table(_name text, _description text, _league text, _start_date date,
                                          _end_date date, _lines jsonb, _request_key uuid default null)
returns uuid
language plpgsql security definer set search_path = '' set statement_timeout = '1min'
as $$
declare
  title constant text := private.tidy(_name);
  first jsonb;
  lines jsonb;
  wrong jsonb;
  added uuid;
  undo_id uuid;
begin
  perform private.begin_admin_action('archive_past_table');
  first := private.first_result(_request_key, 'archive_past_table');
  if first is not null then
    return (first ->> 'undo_id')::uuid;
  end if;
  if _end_date > private.club_today() then
    raise exception 'The last day is in the future. Choose an earlier one'
      using errcode = '22023', detail = '{"kind": "past_season_has_not_ended"}';
  end if;
  if exists (select from public.leaderboard_archives a where lower(a.name) = lower(title)) then
    raise exception 'An archive has this name. Choose another one'
      using errcode = '22023', detail = '{"kind": "archive_name_is_taken"}';
  end if;
  lines := private.past_table(_lines);
  wrong := jsonb_path_query_first(lines, '$[*] ? (@.problem != null)');
  if wrong is not null then
    perform private.refuse_line((wrong ->> 'line')::integer, wrong -> 'problem');
  end if;
  perform private.begin_undo('archive_past_table', null);
  insert into public.leaderboard_archives (name, description, league, start_date, end_date)
  values (title, nullif(trim(_description), ''), _league, _start_date, _end_date) returning id into added;
  perform private.write_archived_rows(added, (
    select jsonb_agg(jsonb_build_object(
             'rank', l -> 'place', 'user_id', l -> 'member_id', 'full_name', l -> 'name', 'points', l -> 'points',
             'predictions_scored', 0, 'perfect_scores', 0, 'question_points', 0))
      from jsonb_array_elements(lines) l));
  undo_id := private.end_undo(interval '30 days');
  perform private.write_audit('archive_past_table', 'leaderboard_archives', added::text, null, jsonb_build_object(
    'name', title, 'league', _league, 'players', jsonb_array_length(lines), 'undo_id', undo_id));
  perform private.keep_result(_request_key, jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.archive_past_table(text, text, text, date, date, jsonb, uuid)
  to authenticated, service_role;
