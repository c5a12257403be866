-- Moving in: what a list of members and points means, and the act (docs/rules.md).

-- A line of a list. by_round: its points of each matchday that the list has a column of. user_id: the member, or the
-- id for a new one, of which member_id is null. candidates: members with a similar name. problem: why it cannot be
-- moved in.
create type private.moving_line as (
  place integer, name text, points integer, by_round integer[], user_id uuid, member_id uuid, candidates jsonb,
  problem jsonb
);

-- The lines of a list as public.preview_move_in() describes it. Raises 22023 for another list.
create function private.moving_lines(_lines jsonb, _rounds text[]) returns setof private.moving_line
language plpgsql stable security definer set search_path = '' set pg_trgm.similarity_threshold = 0.4
as $$
begin
  if jsonb_typeof(_lines) is distinct from 'array' or jsonb_array_length(_lines) not between 1 and 1000
     or cardinality(_rounds) > 60 then
    raise exception 'A list has 1 to 1,000 members and up to 60 matchdays'
      using errcode = '22023', detail = '{"kind": "list_to_move_in_is_too_long"}';
  end if;
  return query
  with given as materialized (
    select e.place::integer as place, private.clean_name(e.line ->> 'name') as name,
           case when e.line ->> 'points' ~ '^[0-9]{1,5}$' then (e.line ->> 'points')::integer end as points,
           r.by_round, r.are_valid, private.uuid_in(e.line ->> 'member_id') as chosen,
           coalesce((e.line ->> 'is_new')::boolean, false) as is_new,
           e.line ? 'picks' and e.line ->> 'points' is null as has_picks_only
      from jsonb_array_elements(_lines) with ordinality e (line, place)
     cross join lateral (
       select array_agg(case when v.value ~ '^[0-9]{1,5}$' then v.value::integer end order by n) as by_round,
              bool_and(v.value is null or v.value ~ '^[0-9]{1,5}$') as are_valid
         from generate_subscripts(_rounds, 1) n
        cross join lateral (select e.line -> 'by_round' ->> (n - 1) as value) v) r
  ), matched as materialized (
    select g.*, s.same,
           case when g.is_new then null
                when g.chosen is not null then (select m.id from private.members() m where m.id = g.chosen)
                when cardinality(s.same) = 1 then s.same[1] end as member_id
      from given g
     cross join lateral (select array(select m.id from private.members() m where m.full_name = g.name) as same) s
  ), compared as (
    select m.*,
           (select min(o.place) from matched o where o.place < m.place and o.name = m.name) as same_name,
           (select min(o.place) from matched o where o.place < m.place and o.member_id = m.member_id) as same_member
      from matched m
  )
  select c.place, c.name, c.points, c.by_round, coalesce(c.member_id, gen_random_uuid()), c.member_id,
         (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.full_name) order by l.likeness desc,
                                    l.full_name), '[]')
            from (select m.id, m.full_name, extensions.similarity(n.name, k.words) as likeness
                    from (select private.searchable(c.name) as words) k
                    join private.player_search n
                      on n.name = k.words or n.name operator(extensions.%) k.words
                    join private.members() m on m.id = n.user_id
                   order by 3 desc, 2 limit 5) l),
         case when c.name is null then '{"kind": "no_name"}'
              when (c.points is null and not c.has_picks_only) or c.points > 10000 or not coalesce(c.are_valid, true)
                then '{"kind": "points_are_not_valid"}'
              when (select sum(v) from unnest(c.by_round) v) > c.points then '{"kind": "matchdays_exceed_total"}'
              when c.same_name is not null
                then jsonb_build_object('kind', 'same_name_as_line', 'line', c.same_name)
              when c.same_member is not null
                then jsonb_build_object('kind', 'same_member_as_line', 'line', c.same_member)
              when c.member_id is null and not c.is_new and cardinality(c.same) > 1
                then '{"kind": "several_members_have_name"}'
              when c.member_id is null and not private.is_valid_name(c.name)
                then '{"kind": "name_is_not_valid"}' end::jsonb
    from compared c
   order by c.place;
end $$;

-- Refuses a list for the problem of a line.
create function private.refuse_line(_line integer, _problem jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception 'Line % cannot be moved in: %', _line, private.in_english(_problem)
    using errcode = '22023',
          detail = jsonb_build_object('kind', 'line_cannot_be_moved_in', 'line', _line, 'problem', _problem);
end $$;

-- What a list [{ "name", "points", "by_round", "picks", "counts", "member_id", "is_new" }] means, and the totals of
-- its members before and after it. _competition_id: null for the overall leaderboard. by_round: the points of the
-- matchdays in _rounds, which are a part of the points, or null. picks: "2-1" for each of the _columns of a matrix, as
-- private.columns_of_matrix() has them; with them points may be null. counts: as private.compare_matrix() has it.
-- member_id: the member whom the organiser chose; otherwise the member with exactly this name, if there is one and not
-- is_new. Returns { rounds: the name here of each matchday that has a leaderboard, or null, columns: [{ place,
-- match_id, is_over, candidates, problem: { kind } }], matches: what an organiser chooses from if a column has a
-- problem, lines: [{ place, name, points, member_id, member_name, candidates: [{ id, name }], before, after, picks:
-- { entered, kept, ours, carried }, problem: { kind } }] }. Raises 22023 for another list. Admins only (SL003). Slow
-- in a large club, so it sets its own statement_timeout.
create function public.preview_move_in(_competition_id text, _lines jsonb, _rounds text[] default '{}',
                                       _columns jsonb default null) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '1min'
as $$
declare
  lines private.moving_line[];
  columns jsonb := '[]';
  has_problem boolean := false;
  match_ids uuid[] := '{}';
begin
  perform private.require_admin();
  lines := array(select l from private.moving_lines(_lines, _rounds) l);
  if _columns is not null then
    select jsonb_agg(to_jsonb(c) order by c.place), bool_or(c.problem is not null),
           array_agg(case when c.is_over and c.problem is null then c.match_id end order by c.place)
      into columns, has_problem, match_ids
      from private.columns_of_matrix(_competition_id, _columns, _lines) c;
  end if;
  return jsonb_build_object(
    'rounds', (select coalesce(jsonb_agg((private.board_of_round(_competition_id, r.name)).round order by r.n), '[]')
                 from unnest(_rounds) with ordinality r (name, n)),
    'columns', columns,
    'matches', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', m.id, 'home', m.home_team_name, 'away', m.away_team_name, 'home_score', m.home_score,
               'away_score', m.away_score, 'match_date', m.match_date) order by m.kickoff_at, m.id), '[]')
        from private.matches_to_move_in(_competition_id) m
       where m.id = any (match_ids) or (has_problem and m.status = 'completed')),
    'lines', (
      select jsonb_agg(jsonb_build_object(
               'place', l.place, 'name', l.name, 'points', l.points, 'member_id', l.member_id,
               'member_name', m.full_name, 'candidates', l.candidates, 'before', coalesce(t.points, 0),
               'after', case when l.points is not null or l.problem is null then
                 coalesce(t.points, 0) + c.gained + c.carried end, 'picks', case when _columns is not null then
                 jsonb_build_object('entered', c.entered, 'kept', c.kept, 'ours', c.ours, 'carried', c.carried) end,
               'problem', c.problem) order by l.place)
        from unnest(lines) l
        join private.compare_matrix(lines, _lines, match_ids) c on c.place = l.place
        left join public.profiles m on m.id = l.member_id
        left join private.boards b
          on b.is_standing and b.competition_id is not distinct from _competition_id
        left join private.player_totals t on t.board_id = b.id and t.user_id = l.member_id));
end $$;
grant execute on function public.preview_move_in(text, jsonb, text[], jsonb) to authenticated, service_role;

-- Adds the accounts of these members, with which nobody can sign in, and the codes to claim them.
create function private.add_placeholders(_lines private.moving_line[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The auth service reads the tokens of an account as texts.
  insert into auth.users (instance_id, id, aud, role, raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
                          confirmation_token, recovery_token, email_change, email_change_token_new)
  select '00000000-0000-0000-0000-000000000000', l.user_id, 'authenticated', 'authenticated', '{"providers": []}',
         jsonb_build_object('full_name', l.name), now(), now(), '', '', '', ''
    from unnest(_lines) l;
  insert into private.placeholders (user_id) select l.user_id from unnest(_lines) l;
end $$;

-- Moves a list of public.preview_move_in() in, with a label such as "Carried over from Kicktipp, until matchday 12".
-- Names without a member get an account without a sign-in. Returns the id for public.undo(), which is valid for 30
-- days. Raises 22023 for a list that has a problem, 23503 for an unknown competition, 23514 for a label that is not
-- valid. A second call with the same _request_key returns the first result and changes nothing. Admins only (SL003),
-- 50 in 5 minutes (SL004), audited without names. Slow in a large club, so it sets its own statement_timeout.
create function public.move_in(_label text, _competition_id text, _lines jsonb, _rounds text[] default '{}',
                               _columns jsonb default null, _request_key uuid default null)
returns uuid
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
declare
  first jsonb;
  lines private.moving_line[];
  wrong private.moving_line;
  match_ids uuid[] := '{}';
  entered integer := 0;
  rest uuid;
  added private.moves_in;
  undo_id uuid;
begin
  perform private.begin_admin_action('move_in');
  first := private.first_result(_request_key, 'move_in');
  if first is not null then
    return (first ->> 'undo_id')::uuid;
  end if;
  lines := array(select l from private.moving_lines(_lines, _rounds) l);
  if _columns is not null then
    match_ids := private.lock_matches_of_matrix(_competition_id, _columns, _lines, lines);
  end if;
  -- The points of picks are no carried points.
  lines := array(
    select row(l.place, l.name, c.carried, l.by_round, l.user_id, l.member_id, l.candidates,
               c.problem)::private.moving_line
      from unnest(lines) l join private.compare_matrix(lines, _lines, match_ids) c on c.place = l.place
     order by l.place);
  select * into wrong from unnest(lines) l where l.problem is not null order by l.place limit 1;
  if found then
    perform private.refuse_line(wrong.place, wrong.problem);
  end if;
  perform private.begin_undo('move_in', null);
  insert into private.moves_in (label, competition_id) values (private.tidy(_label), _competition_id)
  returning * into added;
  perform private.add_placeholders(array(select l from unnest(lines) l where l.member_id is null));
  perform private.lock_totals();
  insert into private.carried_parts (move_in_id) values (added.id) returning id into rest;
  insert into private.carried_parts (move_in_id, season, round)
  select distinct added.id, b.season, b.round
    from unnest(_rounds) r (name) cross join lateral private.board_of_round(_competition_id, r.name) b
   where b.id is not null;
  perform private.list_carried(array(select p.id from private.carried_parts p where p.move_in_id = added.id));
  with of_rounds as (
    select p.id as part_id, l.user_id, sum(l.by_round[r.n])::integer as points
      from unnest(lines) l
     cross join unnest(_rounds) with ordinality r (name, n)
     cross join lateral private.board_of_round(_competition_id, r.name) b
      join private.carried_parts p
        on p.move_in_id = added.id and p.round = b.round and p.season is not distinct from b.season
     group by p.id, l.user_id
    having sum(l.by_round[r.n]) > 0
  )
  insert into private.carried_points (carried_id, user_id, points_earned)
  select o.part_id, o.user_id, o.points from of_rounds o
  union all
  select rest, l.user_id,
         l.points - coalesce((select sum(o.points) from of_rounds o where o.user_id = l.user_id), 0)::integer
    from unnest(lines) l;
  undo_id := private.end_undo(interval '30 days');
  if _columns is not null then
    entered := private.enter_picks(added.id, lines, _lines, match_ids);
  end if;
  perform private.count_points();
  perform private.write_audit('move_in', 'moves_in', added.id::text, null, jsonb_build_object(
    'label', added.label, 'competition', _competition_id, 'members', cardinality(lines),
    'new_members', (select count(*) from unnest(lines) l where l.member_id is null),
    'points', (select sum(l.points) from unnest(lines) l), 'undo_id', undo_id)
    || case when _columns is not null then jsonb_build_object('predictions', entered) else '{}' end);
  perform private.keep_result(_request_key, jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.move_in(text, text, jsonb, text[], jsonb, uuid) to authenticated, service_role;

-- The points of a member that were moved in.
create function private.points_moved_in(_user_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(e.points_earned), 0)
    from (select a.points_earned from private.carried_points a where a.user_id = _user_id
          union all
          select p.points_earned from public.user_predictions p
           where p.user_id = _user_id and p.move_in_id is not null) e
$$;

-- What was moved in, latest first, and the members who have not claimed their points yet: { moves: [{ id, label,
-- competition, moved_at, members, points, predictions }], placeholders: [{ user_id, name, code, points }] }. Admins
-- only (SL003).
create function public.moved_in() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'moves', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', i.id, 'label', i.label, 'competition', c.name, 'moved_at', i.moved_at, 'members', s.members,
               'points', s.points + k.points, 'predictions', k.predictions) order by i.moved_at desc), '[]')
        from private.moves_in i
        left join public.competitions c on c.id = i.competition_id
       cross join lateral (
         select count(distinct a.user_id) as members, coalesce(sum(a.points_earned), 0) as points
           from private.carried_parts p join private.carried_points a on a.carried_id = p.id
          where p.move_in_id = i.id) s
       cross join lateral (
         select count(*) as predictions, coalesce(sum(p.points_earned), 0) as points
           from public.user_predictions p where p.move_in_id = i.id) k),
    'placeholders', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'user_id', l.user_id, 'name', f.full_name, 'code', l.code,
               'points', private.points_moved_in(l.user_id))
               order by f.full_name, l.user_id), '[]')
        from private.placeholders l join public.profiles f on f.id = l.user_id));
end $$;
grant execute on function public.moved_in() to authenticated, service_role;

-- Gives the caller all that the member without a sign-in has whose code it is, by a merge of both accounts. Returns
-- { name, points }. An admin can undo it for 24 hours. Raises PT404 for a code that nobody has any more, SL012 if the
-- session has ended. Audited. Attempts are not counted: a code has 122 random bits.
create function public.claim_points(_code text) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
declare
  me constant uuid := (select auth.uid());
  claimed private.placeholders;
  claimed_name text;
  points bigint;
begin
  perform private.require_open_session();
  select * into claimed from private.placeholders l where l.code = lower(trim(_code));
  if claimed.user_id is not null then
    perform private.lock_for_closing(me, claimed.user_id);
    -- Again after the wait: another account may have claimed it.
    select * into claimed from private.placeholders l where l.code = lower(trim(_code));
  end if;
  if claimed.user_id is null or claimed.user_id = me then
    raise exception 'Nobody''s points have this code any more' using errcode = 'PT404';
  end if;
  select p.full_name into claimed_name from public.profiles p where p.id = claimed.user_id;
  points := private.points_moved_in(claimed.user_id);
  perform private.begin_undo('claim_points', me::text);
  perform private.merge_accounts(me, claimed.user_id, '{}');
  perform private.write_audit('claim_points', 'profiles', me::text, null, jsonb_build_object(
    'points', points, 'undo_id', private.end_undo(private.long_undo_window())));
  return jsonb_build_object('name', claimed_name, 'points', points);
end $$;
grant execute on function public.claim_points(text) to authenticated;
