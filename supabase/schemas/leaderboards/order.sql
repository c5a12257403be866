-- The order of each leaderboard (points, perfect scores, name, id), kept in blocks, so that a page at any position
-- costs the same at any size (decision 52).
--
--   leaderboard_blocks    the players in their order, in blocks of 256 to 512
--   leaderboard_sections  the number of players of each 64 to 128 blocks, so that a position takes two short steps
--
-- A block and a section begin at a place. None of their players comes before it, and no player of the blocks before
-- comes after it. The place stays when the player who had it moves. Functions that change totals or names call
-- private.move_players(), or private.order_leaderboard() after a change of most players, with the totals' lock.

-- Where a player stands. Points and perfect scores are negative, so that the place of the best player is the smallest;
-- a missing name is the last one.
create type private.leaderboard_place as (
  minus_points integer,
  minus_perfect_scores integer,
  full_name text,
  user_id uuid
);

-- A player of a leaderboard and the place that the player had, null for a new player.
create type private.leaderboard_move as (board_id bigint, user_id uuid, old_place private.leaderboard_place);

-- The players of each leaderboard in their order. The lists are stored beside the rows, so that counting reads few
-- pages.
create table private.leaderboard_blocks (
  board_id bigint not null,
  starts_at private.leaderboard_place not null,
  size integer not null,
  players uuid[] not null,
  primary key (board_id, starts_at),
  constraint a_block_knows_its_size check (size = cardinality(players))
);
alter table private.leaderboard_blocks alter column players set storage external;

-- The number of players from here to the next section, and of each of its blocks in their order.
create table private.leaderboard_sections (
  board_id bigint not null,
  starts_at private.leaderboard_place not null,
  size integer not null,
  sizes integer[] not null,
  primary key (board_id, starts_at)
);

-- A player's place. This and the two functions that sort below state the order of leaderboards.
create function private.place_of(_points integer, _perfect_scores integer, _full_name text, _user_id uuid)
returns private.leaderboard_place
language sql immutable parallel safe
as $$ select row(-_points, -_perfect_scores, _full_name, _user_id)::private.leaderboard_place $$;

-- The place before all others, where the first block and the first section begin.
create function private.first_place() returns private.leaderboard_place
language sql immutable parallel safe
as $$ select row(-2147483647, 0, '', '00000000-0000-0000-0000-000000000000')::private.leaderboard_place $$;

-- Counts the blocks and players of the sections that have these blocks, and divides sections of more than 128 blocks.
create function private.count_sections(_board bigint, _blocks private.leaderboard_place[]) returns void
language sql security definer set search_path = ''
as $$
  insert into private.leaderboard_sections as s (board_id, starts_at, size, sizes)
  select _board, case p.part when 0 then p.section else (array_agg(p.starts_at order by p.nth))[1] end,
         sum(p.size), array_agg(p.size order by p.nth)
    from (
      select o.starts_at as section, b.starts_at, b.size, row_number() over w as nth,
             case when count(*) over (partition by o.starts_at) > 128 then (row_number() over w - 1) / 64 else 0 end
               as part
        from (
          select c.starts_at, coalesce(lead(c.starts_at) over (order by c.starts_at),
                                       row(1, 0, '', null)::private.leaderboard_place) as ends_at
            from private.leaderboard_sections c where c.board_id = _board) o
        join private.leaderboard_blocks b
          on b.board_id = _board and b.starts_at >= o.starts_at and b.starts_at < o.ends_at
       where exists (select from unnest(_blocks) k where k >= o.starts_at and k < o.ends_at)
      window w as (partition by o.starts_at order by b.starts_at)) p
   group by p.section, p.part
  on conflict (board_id, starts_at) do update set size = excluded.size, sizes = excluded.sizes
$$;

-- Sorts all players of a leaderboard.
create function private.order_leaderboard(_board bigint) returns void
language plpgsql security definer set search_path = '' set enable_nestloop = off
  set plan_cache_mode = force_custom_plan
as $$
begin
  delete from private.leaderboard_blocks b where b.board_id = _board;
  delete from private.leaderboard_sections s where s.board_id = _board;
  insert into private.leaderboard_blocks (board_id, starts_at, size, players)
  select _board,
         case o.nth / 256 when 0 then private.first_place() else
           (array_agg(private.place_of(o.points, o.perfect_scores, o.full_name, o.user_id))
              filter (where o.nth % 256 = 0))[1] end,
         count(*), array_agg(o.user_id order by o.nth)
    from (
      select t.user_id, t.points, t.perfect_scores, p.full_name,
             row_number() over (order by t.points desc, t.perfect_scores desc, p.full_name, t.user_id) - 1 as nth
        from private.player_totals t left join public.profiles p on p.id = t.user_id
       where t.board_id = _board) o
   group by o.nth / 256;
  insert into private.leaderboard_sections (board_id, starts_at, size, sizes)
  select b.board_id, b.starts_at, 0, '{}'
    from private.leaderboard_blocks b where b.board_id = _board and b.starts_at = private.first_place();
  perform private.count_sections(_board, array[private.first_place()]);
  update private.boards b set order_is_due = false where b.id = _board and b.order_is_due;
end $$;

-- The start of the block that has this place.
create function private.block_of(_board bigint, _place private.leaderboard_place) returns private.leaderboard_place
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select b.starts_at from private.leaderboard_blocks b
           where b.board_id = _board and b.starts_at <= _place order by b.starts_at desc limit 1);
end $$;

-- The start of the block that lists this player. The name of the place is unknown after the account was deleted; then
-- all blocks with players of equal points are searched.
create function private.block_with(_board bigint, _place private.leaderboard_place) returns private.leaderboard_place
language plpgsql stable security definer set search_path = ''
as $$
declare
  likely private.leaderboard_place := private.block_of(_board, _place);
begin
  if exists (select from private.leaderboard_blocks b
              where b.board_id = _board and b.starts_at = likely and _place.user_id = any (b.players)) then
    return likely;
  end if;
  return (
    select b.starts_at from private.leaderboard_blocks b
     where b.board_id = _board and _place.user_id = any (b.players)
       and b.starts_at >= private.block_of(
         _board, row(_place.minus_points, _place.minus_perfect_scores, '', null)::private.leaderboard_place)
       and b.starts_at <= row(_place.minus_points, _place.minus_perfect_scores, null, null)::private.leaderboard_place
     limit 1);
end $$;

-- Moves players whose points or name changed, who were added or who were removed, by sorting the blocks that they
-- leave and enter. Sorts whole leaderboards if that is less work. The caller holds the totals' lock. The lateral
-- queries with a limit look players up by their keys, also while the planner's statistics do not know the leaderboard.
create function private.move_players(_moves private.leaderboard_move[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  board bigint;
  moves bigint;
  changed private.leaderboard_place[];
  emptied private.leaderboard_place[];
begin
  for board, moves in select m.board_id, count(*) from unnest(_moves) m group by m.board_id loop
    -- The last part of the points that are being counted sorts all players.
    continue when (select b.order_is_due from private.boards b where b.id = board);
    if moves * 200 >= (select coalesce(sum(s.size), 0) from private.leaderboard_sections s
                        where s.board_id = board) then
      perform private.order_leaderboard(board);
      continue;
    end if;
    with moved as materialized (
      select m.user_id, case when (m.old_place).user_id is not null then
               private.block_with(board, m.old_place) end as old_block,
             case when t.user_id is not null then
               private.block_of(board, private.place_of(t.points, t.perfect_scores, p.full_name, t.user_id)) end
               as new_block
        from unnest(_moves) m
        left join lateral (
          select o.* from private.player_totals o
           where o.board_id = board and o.user_id = m.user_id limit 1) t on true
        left join lateral (select f.full_name from public.profiles f where f.id = m.user_id limit 1) p on true
       where m.board_id = board
    ), affected as materialized (
      select old_block as block from moved where not (old_block is null)
      union select new_block from moved where not (new_block is null)
    ), listed as (
      select a.block, l.user_id
        from affected a
       cross join lateral (
         select o.players from private.leaderboard_blocks o
          where o.board_id = board and o.starts_at = a.block limit 1) b
       cross join unnest(b.players) l (user_id)
       where l.user_id not in (select m.user_id from moved m)
      union all
      select m.new_block, m.user_id from moved m where not (m.new_block is null)
    ), sorted as (
      select l.block, l.user_id, t.points, t.perfect_scores, p.full_name,
             row_number() over w - 1 as nth, count(*) over (partition by l.block) as size
        from listed l
       cross join lateral (
         select o.* from private.player_totals o where o.board_id = board and o.user_id = l.user_id limit 1) t
        left join lateral (select f.full_name from public.profiles f where f.id = l.user_id limit 1) p on true
      window w as (partition by l.block order by t.points desc, t.perfect_scores desc, p.full_name, t.user_id)
    ), divided as (
      select s.*, case when s.size > 512 then s.nth / 256 else 0 end as part from sorted s
    ), written as (
      insert into private.leaderboard_blocks as b (board_id, starts_at, size, players)
      select board,
             case d.part when 0 then d.block else
               (array_agg(private.place_of(d.points, d.perfect_scores, d.full_name, d.user_id) order by d.nth))[1] end,
             count(*), array_agg(d.user_id order by d.nth)
        from divided d group by d.block, d.part
      on conflict (board_id, starts_at) do update set size = excluded.size, players = excluded.players
      returning b.starts_at
    )
    select array_agg(w.starts_at), (select array_agg(e.block) from (
             select a.block from affected a except select l.block from listed l) e)
      into changed, emptied
      from written w;
    if emptied is not null then
      update private.leaderboard_blocks b set size = 0, players = '{}'
       where b.board_id = board and b.starts_at = any (emptied);
    end if;
    changed := changed || emptied;
    perform private.count_sections(board, changed);
  end loop;
end $$;

-- The players of a leaderboard from this position on (0 is the first), at most _count, in their order. It reads
-- sections and blocks by their indexes up to the position: sorting them by their places takes five times as long.
create function private.players_at(_board bigint, _position bigint, _count integer) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_sort = off
as $$
declare
  section record;
  block record;
  block_size integer;
  nth integer := 0;
  skipped bigint;
  players uuid[] := '{}';
begin
  select s.starts_at, s.sizes, s.so_far - s.size as skipped into section
    from (select o.*, sum(o.size) over (order by o.starts_at rows unbounded preceding) as so_far
            from private.leaderboard_sections o where o.board_id = _board) s
   where s.so_far > _position limit 1;
  if not found then
    return players;
  end if;
  skipped := section.skipped;
  foreach block_size in array section.sizes loop
    exit when skipped + block_size > _position;
    skipped := skipped + block_size;
    nth := nth + 1;
  end loop;
  for block in
    select b.size, b.players from private.leaderboard_blocks b
     where b.board_id = _board and b.starts_at >= section.starts_at order by b.starts_at offset nth
  loop
    players := players || block.players[greatest(_position - skipped, 0) + 1 : _position + _count - skipped];
    skipped := skipped + block.size;
    exit when skipped >= _position + _count;
  end loop;
  return players;
end $$;

-- The players of a leaderboard after this place (null: from the first on), at most _count, in their order.
create function private.players_after(_board bigint, _place private.leaderboard_place, _count integer) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
declare
  first_block private.leaderboard_place := private.block_of(_board, coalesce(_place, private.first_place()));
  block record;
  players uuid[] := '{}';
begin
  for block in
    select b.starts_at, b.players from private.leaderboard_blocks b
     where b.board_id = _board and b.starts_at >= first_block order by b.starts_at
  loop
    players := players || case when block.starts_at <= _place then array(
      select l.user_id
        from unnest(block.players) with ordinality l (user_id, nth)
       cross join lateral (
         select o.* from private.player_totals o where o.board_id = _board and o.user_id = l.user_id limit 1) t
        left join lateral (select f.full_name from public.profiles f where f.id = l.user_id limit 1) p on true
       where private.place_of(t.points, t.perfect_scores, p.full_name, l.user_id) > _place
       order by l.nth) else block.players end;
    exit when cardinality(players) >= _count;
  end loop;
  return players[1:_count];
end $$;
