-- A matrix of picks: which match each column is, and what the picks earn here compared with the other pool's total
-- (docs/rules.md).

-- The matches of a competition in the season of its last result, without cancelled ones.
create function private.matches_to_move_in(_competition_id text) returns setof public.matches
language sql stable security definer set search_path = ''
as $$
  with games as materialized (
    select m as game, private.season_key_of(m.season, m.match_date) as season
      from public.matches m join public.competitions c on c.name = m.league and c.id = _competition_id
     where m.status <> 'cancelled'
  )
  select (g.game).* from games g
   where g.season = (select o.season from games o where (o.game).status = 'completed'
                      order by (o.game).kickoff_at desc limit 1)
$$;

-- The columns [{ "home", "away", "match_id", "is_left_out" }] of a matrix. match_id: the match that the organiser
-- chose, otherwise the only one of these teams (null without one). A name of three letters is also the only team of
-- the season that begins with them. is_over: whether picks of the match are moved in. candidates: its matches, if
-- there are several. Raises 22023 without a competition and if the matrix is too large.
create function private.columns_of_matrix(_competition_id text, _columns jsonb, _lines jsonb)
returns table (place integer, match_id uuid, is_over boolean, candidates uuid[], problem jsonb)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if _competition_id is null then
    raise exception 'Choose the competition of the matches'
      using errcode = '22023', detail = '{"kind": "matrix_needs_a_competition"}';
  end if;
  if jsonb_typeof(_columns) is distinct from 'array' or jsonb_array_length(_columns) not between 1 and 400
     or jsonb_array_length(_columns) * jsonb_array_length(_lines) > 25000 then
    raise exception 'A matrix has at most 400 matches and 25,000 picks'
      using errcode = '22023', detail = '{"kind": "matrix_is_too_large"}';
  end if;
  return query
  with given as materialized (
    select e.place::integer as place, btrim(e.game ->> 'home') as home, btrim(e.game ->> 'away') as away,
           private.uuid_in(e.game ->> 'match_id') as chosen,
           coalesce((e.game ->> 'is_left_out')::boolean, false) as is_left_out
      from jsonb_array_elements(_columns) with ordinality e (game, place)
  ), games as materialized (
    select * from private.matches_to_move_in(_competition_id)
  ), teams as materialized (
    select g.home_team_name as name from games g union select g.away_team_name from games g
  ), names as materialized (
    select n.name, array(select t.name from private.teams_meant(n.name) t) as meant
      from (select g.home as name from given g union select g.away from given g) n
  ), meant as materialized (
    select n.name, case when n.meant = '{}' and n.name ~ '^[[:alpha:]]{3}$' then array(
             select t.name from teams t where starts_with(private.team_key(t.name), private.team_key(n.name)))
           else n.meant end as meant, n.meant = '{}' as is_code
      from names n
  ), found as materialized (
    select g.place, g.is_left_out, case
             when g.is_left_out then '{}'
             when g.chosen is not null then array(select m.id from games m where m.id = g.chosen)
             when (h.is_code and cardinality(h.meant) > 1) or (a.is_code and cardinality(a.meant) > 1) then '{}'
             else array(select m.id from games m where m.home_team_name = any (h.meant)
                           and m.away_team_name = any (a.meant) order by m.kickoff_at) end as ids
      from given g
      left join meant h on h.name = g.home
      left join meant a on a.name = g.away
  ), matched as materialized (
    select f.place, f.is_left_out, f.ids, case when cardinality(f.ids) = 1 then f.ids[1] end as match_id from found f
  )
  select f.place, f.match_id, coalesce(m.status = 'completed' and m.locks_at <= clock_timestamp(), false),
         case when cardinality(f.ids) > 1 then f.ids else '{}' end,
         case when f.is_left_out then null
              when f.ids = '{}' then '{"kind": "match_is_not_found"}'
              when f.match_id is null then '{"kind": "several_matches_found"}'
              when s.same is not null then jsonb_build_object('kind', 'same_match_as_column', 'column', s.same)
              end::jsonb
    from matched f
    left join games m on m.id = f.match_id
   cross join lateral (
     select min(o.place) as same from matched o where o.place < f.place and o.match_id = f.match_id) s
   order by f.place;
end $$;

-- The picks "2-1" of a matrix, whose lines are the elements of _given, for the matches of its columns (null: left
-- out). home and away: null if it is no pick.
create function private.picks_of_matrix(_given jsonb, _match_ids uuid[])
returns table (place integer, number integer, match_id uuid, home integer, away integer, counts text)
language sql stable set search_path = ''
as $$
  select e.place::integer, v.n::integer, i.id, g.goals[1]::integer, g.goals[2]::integer, e.line ->> 'counts'
    from jsonb_array_elements(_given) with ordinality e (line, place)
   cross join lateral jsonb_array_elements_text(
     case when jsonb_typeof(e.line -> 'picks') = 'array' then e.line -> 'picks' else '[]' end)
     with ordinality v (pick, n)
    join unnest(_match_ids) with ordinality i (id, n) on i.n = v.n and i.id is not null
   cross join lateral (
     select regexp_match(v.pick, '^\s*([0-9]|[1-4][0-9]|50)\s*[-:–]\s*([0-9]|[1-4][0-9]|50)\s*$') as goals) g
   where btrim(v.pick, ' -–—') <> ''
$$;

-- What the picks of each line earn here. entered: predictions that are moved in; gained: their points. kept: those
-- that the member has here and keeps. ours: the points of both. carried: the points that are carried over, so that the
-- total is that of the other pool. "counts" of a line: 'ours' carries none over, 'total' moves no picks in.
create function private.compare_matrix(_lines private.moving_line[], _given jsonb, _match_ids uuid[])
returns table (place integer, entered integer, gained integer, kept integer, ours integer, carried integer,
               problem jsonb)
language sql stable security definer set search_path = ''
as $$
  with picks as materialized (
    select k.place, k.number, k.home is null as is_wrong, p.id is not null as is_kept,
           case when p.id is not null then coalesce(p.points_earned, 0)
                else private.prediction_points(k.home, k.away, m.home_score, m.away_score, false) end as points
      from private.picks_of_matrix(_given, _match_ids) k
      join public.matches m on m.id = k.match_id
      join unnest(_lines) l on l.place = k.place
      left join public.user_predictions p on p.match_id = k.match_id and p.user_id = l.member_id
  ), sums as (
    select l.place, l.points as theirs, l.problem, _given -> (l.place - 1) ->> 'counts' as counts,
           min(k.number) filter (where k.is_wrong) as wrong, count(*) filter (where not k.is_kept) as entered,
           coalesce(sum(k.points) filter (where not k.is_kept), 0) as gained,
           count(*) filter (where k.is_kept) as kept, coalesce(sum(k.points), 0) as ours
      from unnest(_lines) l left join picks k on k.place = l.place
     group by l.place, l.points, l.problem
  )
  select s.place, c.entered::integer, c.gained::integer, s.kept::integer, s.ours::integer,
         case when s.counts = 'ours' then 0 else greatest(s.theirs - s.ours + s.gained - c.gained, 0) end::integer,
         case when s.problem is not null then s.problem
              when s.wrong is not null then jsonb_build_object('kind', 'pick_is_not_valid', 'column', s.wrong)
              when s.theirs < s.ours and (s.counts in ('ours', 'total')) is not true
                then '{"kind": "picks_exceed_total"}' end
    from sums s
   cross join lateral (select case when s.counts = 'total' then 0 else s.entered end as entered,
                              case when s.counts = 'total' then 0 else s.gained end as gained) c
$$;

-- Locks what a matrix needs and returns the matches whose picks are moved in, each at the place of its column. Raises
-- 22023 for a column that has a problem.
create function private.lock_matches_of_matrix(_competition_id text, _columns jsonb, _given jsonb,
                                               _lines private.moving_line[]) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  match_ids uuid[] := '{}';
  title record;
begin
  for title in select * from private.columns_of_matrix(_competition_id, _columns, _given) loop
    if title.problem is not null then
      raise exception 'Column % cannot be moved in: %', title.place, private.in_english(title.problem)
        using errcode = '22023', detail = jsonb_build_object('kind', 'column_cannot_be_moved_in',
                                                             'column', title.place, 'problem', title.problem);
    end if;
    match_ids := array_append(match_ids, case when title.is_over then title.match_id end);
  end loop;
  -- Lock order: accounts, then matches, then totals.
  perform from auth.users u where u.id in (select l.member_id from unnest(_lines) l) order by u.id for key share;
  perform private.finish_scoring();
  perform private.lock_matches(array_remove(match_ids, null));
  return match_ids;
end $$;

-- Enters the picks of a matrix as predictions of a move and returns their number. The rules of predictions score them.
-- They are not recorded for the undo, which deletes them with the move. The caller has locked the matches.
create function private.enter_picks(_move_in_id uuid, _lines private.moving_line[], _given jsonb, _match_ids uuid[])
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  entered integer;
begin
  perform set_config('scoreline.allowed_change', 'moving in ' || _move_in_id, true);
  insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction, move_in_id)
  select l.user_id, k.match_id, k.home, k.away, _move_in_id
    from private.picks_of_matrix(_given, _match_ids) k
    join unnest(_lines) l on l.place = k.place
   where k.counts is distinct from 'total'
     and not exists (select from public.user_predictions p
                      where p.match_id = k.match_id and p.user_id = l.user_id);
  get diagnostics entered = row_count;
  perform set_config('scoreline.allowed_change', '', true);
  return entered;
end $$;
