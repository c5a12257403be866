-- The matches, season questions and carried points that count, and where.

-- The completed matches as the totals count them: in which competition, on which completion day, on which day they
-- were played, and on which boards, in their order (leaderboards/boards.sql). Settled season questions too
-- (questions/points.sql), and carried points (moving_in/carried_points.sql).
create table private.scored_matches (
  id bigint generated always as identity primary key,
  match_id uuid unique,
  competition_id text,
  day date not null,
  match_date date not null,
  board_ids bigint[] not null,
  question_id uuid unique,
  carried_id uuid unique,
  kind text not null default 'match' constraint kind_of_scored_is_known 
    check (kind in ('match', 'question', 'carried'))
);
comment on column private.scored_matches.competition_id is
  'null for points that count on the overall leaderboard only';
comment on column private.scored_matches.match_id is
  'null when the match no longer counts, until the points that it takes along are counted';
comment on column private.scored_matches.carried_id is 'of carried points';
comment on column private.scored_matches.question_id is 'of a settled season question, which has no match';

-- Sets the completion days of every standing board from the scored matches. On a new latest day, movement compares
-- with the present totals. Returns the boards whose latest day no longer counts, so that their earlier totals must be
-- recounted.
create function private.update_completion_days() returns bigint[]
language plpgsql security definer set search_path = ''
as $$
declare
  changed record;
  shortened bigint[] := '{}';
begin
  for changed in
    update private.boards b set latest_day = d.days[1], previous_day = d.days[2]
      from (select o.id, o.latest_day, array(
              select distinct n.day from private.scored_matches n
               where num_nonnulls(n.match_id, n.question_id, n.carried_id) > 0 and o.id = any (n.board_ids)
               order by n.day desc limit 2) as days
              from private.boards o where o.is_standing) d
     where d.id = b.id and (b.latest_day, b.previous_day) is distinct from (d.days[1], d.days[2])
    returning b.id, b.latest_day, d.latest_day as latest_before
  loop
    if changed.latest_day > changed.latest_before or changed.latest_before is null then
      perform private.keep_past_ranks(changed.id, changed.latest_before);
      update private.points_distribution l set earlier_players = l.players, earlier_better = l.better
       where l.board_id = changed.id and (l.earlier_players, l.earlier_better) <> (l.players, l.better);
      delete from private.points_distribution l where l.board_id = changed.id and l.players = 0;
    elsif changed.latest_day is distinct from changed.latest_before then
      shortened := shortened || changed.id;
    end if;
  end loop;
  return shortened;
end $$;

-- Lists these matches (null: all) in private.scored_matches as they are now, if they are completed, and recounts the
-- boards that a match has left or joined.
create function private.list_scored_matches(_match_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  moved_boards bigint[];
begin
  perform private.add_periods(_match_ids);
  with present as (
    select m.id, c.id as competition_id, private.completion_day(m) as day, m.match_date,
           private.boards_of(m, c.id) as board_ids
      from public.matches m join public.competitions c on c.name = m.league
     where m.status = 'completed' and (_match_ids is null or m.id = any (_match_ids))
  ), added as (
    insert into private.scored_matches (match_id, competition_id, day, match_date, board_ids)
    select p.id, p.competition_id, p.day, p.match_date, p.board_ids from present p
    on conflict do nothing
  ), moved as (
    update private.scored_matches n set match_date = p.match_date, board_ids = p.board_ids
      from private.scored_matches o join present p on p.id = o.match_id
     where n.id = o.id and (o.match_date, o.board_ids) <> (p.match_date, p.board_ids)
    returning o.board_ids as before, p.board_ids as after
  )
  select array_agg(distinct i.board_id) into moved_boards
    from moved m cross join unnest(m.before || m.after) i (board_id)
   where (i.board_id = any (m.before)) <> (i.board_id = any (m.after));
  if moved_boards <> '{}' then
    perform private.recount_boards(moved_boards);
  end if;
end $$;
