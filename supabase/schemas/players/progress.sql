-- A player's season: figures, points by round and rank over time.

-- How well a player stands: a better standing is a greater number. It sets no search_path, so that PostgreSQL
-- inlines it.
create function private.standing(_points bigint, _perfect_scores bigint) returns integer
language sql immutable parallel safe
as $$ select (10000 * $1 + $2)::integer $$;

-- The standings of a board at the end of a past completion day, worst first, each with its rank. The first is that of
-- a player who was not listed yet. Written when the next day begins (private.keep_past_ranks), and computed again
-- when somebody asks after a change of an older day (private.forget_figures) has deleted them.
create table private.past_ranks (
  board_id bigint not null references private.boards (id),
  day date not null,
  standings integer[] not null,
  ranks integer[] not null,
  primary key (board_id, day)
);

-- Counts the changes of the totals, so that ranks which were computed meanwhile are not kept.
create sequence private.changes_of_points;

-- The ranks of numbers of players with the same standing, in the form of private.past_ranks.
create function private.ranks_of(_board bigint, _day date, _standings integer[], _players integer[])
returns private.past_ranks
language sql immutable set search_path = ''
as $$
  select row(_board, _day, array[-1] || array_agg(l.standing order by l.standing),
             array[1 + coalesce(sum(l.players), 0)] || array_agg(1 + l.better order by l.standing))::private.past_ranks
    from (select u.standing, u.players,
                 sum(u.players) over (order by u.standing desc) - u.players as better
            from unnest(_standings, _players) u (standing, players)) l
$$;

-- Keeps the ranks of the day that was the latest one, when the first match of another day counts.
create function private.keep_past_ranks(_board bigint, _day date) returns void
language sql security definer set search_path = ''
as $$
  insert into private.past_ranks
  select r.* from (select array_agg(private.standing(l.points, l.perfect_scores)) as standings,
                          array_agg(l.players) as players
                     from private.points_distribution l where l.board_id = _board and l.players > 0) c
   cross join lateral private.ranks_of(_board, _day, c.standings, c.players) r
   where _day is not null
  on conflict do nothing
$$;

-- The latest completion days that count on a leaderboard, latest first: at most 120. After points were cleared, none
-- of before.
create function private.latest_days(_board bigint) returns setof date
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select distinct n.day
    from private.scored_matches n
    left join private.crowd_predictions k on k.match_id = n.match_id
   where _board = any (n.board_ids)
     and (not k.is_cleared
          or (n.question_id is not null
              and exists (select from public.season_answers a
                           where a.question_id = n.question_id and a.cleared_at is null))
          or exists (select from private.carried_points a
                      where a.carried_id = n.carried_id and a.cleared_at is null))
   order by n.day desc limit 120;
end $$;

-- Computes the ranks at the end of past days of a board, in order, from the present totals without what was earned
-- later: about 2 ms for a thousand players and a day. No rows while points wait to be counted.
create function private.compute_past_ranks(_board bigint, _days date[]) returns setof private.past_ranks
language plpgsql stable security definer set search_path = '' set enable_nestloop = off set jit = off
as $$
begin
  return query
  with earned as (
    -- What was earned later than the first `before` of the days. Standings are added like points.
    select p.user_id, width_bucket(n.day - 1, _days) as before,
           private.standing(sum(p.points_earned), count(*) filter (where private.is_perfect(p.points_earned)))
             as gained
      from private.scored_matches n
      join public.user_predictions p on p.match_id = n.match_id and p.points_earned > 0 and p.cleared_at is null
     where _board = any (n.board_ids) and n.day > _days[1]
     group by 1, 2
    union all
    select o.user_id, width_bucket(o.day - 1, _days), private.standing(o.points, 0)
      from private.other_gains(_board) o where o.day > _days[1]
  ), gains as (
    select e.user_id, e.before, sum(e.gained) as gained from earned e group by e.user_id, e.before
  ), past_totals as (
    select d.place, private.standing(t.points, t.perfect_scores) - coalesce(sum(g.gained) over later, 0) as standing
      from private.player_totals t
     cross join generate_subscripts(_days, 1) d (place)
      left join gains g on g.user_id = t.user_id and g.before = d.place
     where t.board_id = _board
    window later as (partition by t.user_id order by d.place desc rows unbounded preceding)
  ), counts as (
    select c.place, array_agg(c.standing::integer) as standings, array_agg(c.players) as players
      from (select l.place, l.standing, count(*)::integer as players
              from past_totals l group by l.place, l.standing) c
     group by c.place
  )
  select r.* from counts c cross join lateral private.ranks_of(_board, _days[c.place], c.standings, c.players) r
   where not private.is_counting();
end $$;

-- The past days of a leaderboard that count and have no ranks, in order.
create function private.days_without_ranks(_board bigint) returns date[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select d from private.latest_days(_board) d
     where d < (select b.latest_day from private.boards b where b.id = _board)
       and not exists (select from private.past_ranks r where r.board_id = _board and r.day = d)
     order by d)
$$;

-- Computes the ranks of these days without a lock, so that no result waits for it, and keeps them unless points are
-- counted at the same time. Returns them.
create function private.add_past_ranks(_board bigint, _days date[]) returns setof private.past_ranks
language plpgsql security definer set search_path = ''
as $$
declare
  changes constant bigint := (select c.last_value from private.changes_of_points c);
  computed constant private.past_ranks[] := array(select c from private.compute_past_ranks(_board, _days) c);
begin
  perform from private.boards b where b.id = _board for share skip locked;
  if found and changes = (select c.last_value from private.changes_of_points c) then
    insert into private.past_ranks select c.* from unnest(computed) c on conflict do nothing;
  end if;
  return query select c.* from unnest(computed) c;
end $$;

-- How many days can be computed for `_most` players at once, at least one.
create function private.days_at_once(_board bigint, _most integer) returns integer
language sql stable security definer set search_path = ''
as $$
  select greatest(1, _most / greatest(1, (select sum(l.size) from private.leaderboard_sections l
                                           where l.board_id = _board)))::integer
$$;

-- The ranks of a leaderboard's latest days. Missing days of a large club are left to the job.
create function private.latest_past_ranks(_board bigint) returns setof private.past_ranks
language plpgsql security definer set search_path = ''
as $$
declare
  missing constant date[] := private.days_without_ranks(_board);
begin
  return query select r.* from private.past_ranks r where r.board_id = _board;
  if cardinality(missing) between 1 and private.days_at_once(_board, 300000) then
    return query select r.* from private.add_past_ranks(_board, missing) r;
  end if;
end $$;

-- Adds the latest missing days of a leaderboard that misses some; returns their number. A job calls it. One
-- leaderboard at a time, because what has been kept locks the totals until the end.
create function private.add_missing_past_ranks() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  board bigint;
  missing date[];
begin
  for board in select b.id from private.boards b where b.is_standing and not private.is_counting() order by b.id loop
    missing := private.days_without_ranks(board);
    if missing <> '{}' then
      return (select count(*) from private.add_past_ranks(
        board, missing[1 + cardinality(missing) - private.days_at_once(board, 5000000):]));
    end if;
  end loop;
  return 0;
end $$;

-- One player's figures on one leaderboard; no row if the player is not on it.
create function public.player_figures(_user_id uuid, league text default 'Overall')
returns table (user_id uuid, full_name text, rank integer, previous_rank integer, players integer,
               predictions_scored integer, points integer, perfect_scores integer, right_outcomes integer,
               accuracy numeric)
language plpgsql stable security definer set search_path = ''
as $$
declare
  board constant bigint := private.board_of(league);
begin
  return query
  select r.user_id, r.full_name, r.rank, r.previous_rank,
         (select sum(l.size) from private.leaderboard_sections l where l.board_id = t.board_id)::integer,
         r.predictions_scored, r.points, r.perfect_scores, t.right_outcomes, r.accuracy
    from private.ranked_players(board, array[_user_id]) r
    join private.player_totals t on t.board_id = board and t.user_id = r.user_id;
end $$;
comment on function public.player_figures(uuid, text) is
  'right_outcomes: scored predictions that earned points, exact ones included';
grant execute on function public.player_figures(uuid, text) to authenticated, service_role;

-- A player's points by round, oldest first, the latest 60. Within a competition a round is the matches' round, or
-- their day if they have none; overall it is a calendar week (Monday to Sunday, club time).
create function public.player_rounds(_user_id uuid, league text default 'Overall')
returns table (round text, starts_on date, predictions_scored integer, points integer, perfect_scores integer,
               right_outcomes integer)
language sql stable security definer set search_path = ''
as $$
  select r.round, r.starts_on, r.predictions_scored, r.points, r.perfect_scores, r.right_outcomes
    from (select case when player_rounds.league <> 'Overall' then m.round end as round,
                 case when player_rounds.league = 'Overall' then min(date_trunc('week', m.match_date)::date)
                   else min(m.match_date) end as starts_on,
                 count(*)::integer as predictions_scored, sum(p.points_earned)::integer as points,
                 (count(*) filter (where private.is_perfect(p.points_earned)))::integer as perfect_scores,
                 (count(*) filter (where p.points_earned > 0))::integer as right_outcomes
            from public.user_predictions p
            join public.matches m on m.id = p.match_id and m.status = 'completed'
           where p.user_id = _user_id and p.points_earned is not null and p.cleared_at is null
             and player_rounds.league in ('Overall', m.league)
           group by 1, case when player_rounds.league = 'Overall' then date_trunc('week', m.match_date)::date
                            when m.round is null then m.match_date end,
                    case when player_rounds.league <> 'Overall' then m.season end
           order by 2 desc limit 60) r
   order by r.starts_on
$$;
grant execute on function public.player_rounds(uuid, text) to authenticated, service_role;

-- A player's rank at the end of each completion day of a leaderboard, oldest first, the latest 120. Not stable,
-- because it keeps days that were missing. No rows if the player is not on the leaderboard.
create function public.player_ranks(_user_id uuid, league text default 'Overall')
returns table (day date, points integer, rank integer)
language plpgsql security definer set search_path = ''
as $$
declare
  board constant bigint := private.board_of(league);
begin
  return query
  with gains as (
    select n.day, sum(p.points_earned) as points,
           count(*) filter (where private.is_perfect(p.points_earned)) as perfect_scores
      from public.user_predictions p
      join private.scored_matches n on n.match_id = p.match_id and board = any (n.board_ids)
     where p.user_id = _user_id and p.points_earned > 0 and p.cleared_at is null
     group by n.day
    union all
    select o.day, o.points, 0 from private.other_gains(board, array[_user_id]) o
  )
  select d.day, e.points::integer,
         case when d.day = b.latest_day
              then (select n.rank from private.ranked_players(board, array[_user_id]) n)
              else r.ranks[width_bucket(private.standing(e.points, e.perfect_scores), r.standings)] end
    from private.boards b
    join private.player_totals t on t.board_id = b.id and t.user_id = _user_id
   cross join private.latest_days(board) d (day)
    left join private.latest_past_ranks(board) r on r.day = d.day
   cross join lateral (
     select t.points - coalesce(sum(g.points), 0)::bigint as points,
            t.perfect_scores - coalesce(sum(g.perfect_scores), 0)::bigint as perfect_scores
       from gains g where g.day > d.day) e
   where b.id = board and (d.day = b.latest_day or r.day is not null)
   order by d.day;
end $$;
grant execute on function public.player_ranks(uuid, text) to authenticated, service_role;
