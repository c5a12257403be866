set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP TRIGGER "a_renamed_player_moves_among_equals" ON "public"."profiles";

DROP FUNCTION "private"."best_players"(text, uuid[]);

DROP FUNCTION "private"."refresh_top_players"(text);

DROP FUNCTION "private"."reorder_top_players"();

DROP FUNCTION "private"."players_from"(text, integer, integer);

ALTER TABLE "private"."scopes" DROP COLUMN "top_players";

CREATE TYPE "private"."leaderboard_place" AS ("minus_points" integer, "minus_perfect_scores" integer, "full_name" text, "user_id" uuid);

CREATE TYPE "private"."leaderboard_move" AS ("scope" text, "user_id" uuid, "old_place" private.leaderboard_place);

CREATE TABLE "private"."leaderboard_blocks" ("scope" text NOT NULL, "starts_at" private.leaderboard_place NOT NULL, "size" integer NOT NULL, "players" uuid[] NOT NULL, CONSTRAINT "a_block_knows_its_size" CHECK ((size = cardinality(players))));

ALTER TABLE "private"."leaderboard_blocks" ALTER COLUMN "players" SET STORAGE EXTERNAL;

ALTER TABLE "private"."leaderboard_blocks" OWNER TO "postgres";

CREATE TABLE "private"."leaderboard_sections" ("scope" text NOT NULL, "starts_at" private.leaderboard_place NOT NULL, "size" integer NOT NULL, "sizes" integer[] NOT NULL);

ALTER TABLE "private"."leaderboard_sections" OWNER TO "postgres";

ALTER TABLE "private"."points_distribution" SET (fillfactor=50);

ALTER TABLE "private"."points_distribution" ADD COLUMN "better" integer NOT NULL DEFAULT 0;

ALTER TABLE "private"."points_distribution" ADD COLUMN "earlier_better" integer NOT NULL DEFAULT 0;

ALTER TYPE "private"."leaderboard_move" OWNER TO "postgres";

ALTER TYPE "private"."leaderboard_place" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.accuracy_of(_right_outcomes bigint, _predictions_scored bigint)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select round(100.0 * _right_outcomes / nullif(_predictions_scored, 0), 1) $function$;

CREATE OR REPLACE FUNCTION private.block_of(_scope text, _place private.leaderboard_place)
 RETURNS private.leaderboard_place
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select b.starts_at from private.leaderboard_blocks b
           where b.scope = _scope and b.starts_at <= _place order by b.starts_at desc limit 1);
end $function$;

ALTER FUNCTION "private"."block_of"(text, private.leaderboard_place) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.block_with(_scope text, _place private.leaderboard_place)
 RETURNS private.leaderboard_place
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  likely private.leaderboard_place := private.block_of(_scope, _place);
begin
  if exists (select from private.leaderboard_blocks b
              where b.scope = _scope and b.starts_at = likely and _place.user_id = any (b.players)) then
    return likely;
  end if;
  return (
    select b.starts_at from private.leaderboard_blocks b
     where b.scope = _scope and _place.user_id = any (b.players)
       and b.starts_at >= private.block_of(
         _scope, row(_place.minus_points, _place.minus_perfect_scores, '', null)::private.leaderboard_place)
       and b.starts_at <= row(_place.minus_points, _place.minus_perfect_scores, null, null)::private.leaderboard_place
     limit 1);
end $function$;

ALTER FUNCTION "private"."block_with"(text, private.leaderboard_place) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_points()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'on'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  shortened_scopes text[];
  moved_scopes text[];
  moves private.leaderboard_move[];
  is_large boolean;
begin
  perform private.lock_totals();
  shortened_scopes := private.update_completion_days();
  if exists (select from private.uncounted_points) then
    is_large := exists (select from private.uncounted_points offset 1000);
    -- Many rows are joined in one pass. Before the first result the planner would expect few.
    perform set_config('enable_nestloop', (not exists (select from private.uncounted_points offset 200))::text, true);
    with gains as materialized (
      select s.scope, s.latest_day, v.user_id,
             sum(v.sign)::integer as scored,
             sum(v.sign * v.points)::integer as points,
             coalesce(sum(v.sign) filter (where v.points = 3), 0)::integer as perfect,
             coalesce(sum(v.sign) filter (where v.points > 0), 0)::integer as outcomes,
             coalesce(sum(v.sign * v.points) filter (where n.day < s.latest_day), 0)::integer as earlier_points,
             coalesce(sum(v.sign) filter (where v.points = 3 and n.day < s.latest_day), 0)::integer as earlier_perfect
        from private.uncounted_points v
        join private.scored_matches n on n.id = v.scored_id
        join private.scopes s on s.scope in (n.competition_id, 'overall')
       group by s.scope, s.latest_day, v.user_id
    ), moved as (
      update private.player_totals t
         set predictions_scored = t.predictions_scored + g.scored,
             points = t.points + g.points,
             perfect_scores = t.perfect_scores + g.perfect,
             right_outcomes = t.right_outcomes + g.outcomes,
             earlier_points = case when t.earlier_day = g.latest_day then t.earlier_points else t.points end
                            + g.earlier_points,
             earlier_perfect = case when t.earlier_day = g.latest_day then t.earlier_perfect else t.perfect_scores end
                             + g.earlier_perfect,
             earlier_day = g.latest_day
        from gains g
       where t.scope = g.scope and t.user_id = g.user_id
      returning t.scope, t.user_id, t.points, t.perfect_scores, t.earlier_points, t.earlier_perfect,
                g.points as gained, g.perfect as gained_perfect, g.earlier_points as gained_earlier,
                g.earlier_perfect as gained_earlier_perfect
    ), steps as (
      select scope, points, perfect_scores, gained, gained_perfect, false as earlier, count(*)::integer as players
        from moved where gained <> 0 or gained_perfect <> 0 group by 1, 2, 3, 4, 5
      union all
      select scope, earlier_points, earlier_perfect, gained_earlier, gained_earlier_perfect, true, count(*)::integer
        from moved where gained_earlier <> 0 or gained_earlier_perfect <> 0 group by 1, 2, 3, 4, 5
    ), shifts as (
      select scope, points, perfect_scores, earlier, players from steps
      union all
      select scope, points - gained, perfect_scores - gained_perfect, earlier, -players from steps
    ), shifted as (
      insert into private.points_distribution as l (scope, points, perfect_scores, players, earlier_players)
      select scope, points, perfect_scores,
             coalesce(sum(players) filter (where not earlier), 0), coalesce(sum(players) filter (where earlier), 0)
        from shifts group by scope, points, perfect_scores
      on conflict (scope, points, perfect_scores) do update
        set players = l.players + excluded.players, earlier_players = l.earlier_players + excluded.earlier_players
      returning l.scope
    )
    select (select array_agg(distinct s.scope) from shifted s),
           (select array_agg(row(m.scope, m.user_id, private.place_of(
                               m.points - m.gained, m.perfect_scores - m.gained_perfect, p.full_name, m.user_id)
                             )::private.leaderboard_move)
              from moved m left join public.profiles p on p.id = m.user_id
             where not is_large and (m.gained <> 0 or m.gained_perfect <> 0))
      into moved_scopes, moves;
    delete from private.points_distribution l
     where l.scope = any (moved_scopes) and l.players = 0 and l.earlier_players = 0;
    perform private.refresh_ranks(s) from unnest(moved_scopes) s;
    if is_large then
      perform private.order_leaderboard(s) from unnest(moved_scopes) s;
    else
      perform private.move_players(moves);
    end if;
    perform private.count_period_points();
    perform private.count_points_before_joining();
    perform private.refresh_crowd(array(
      select n.match_id from private.scored_matches n
       where n.match_id is not null and n.id in (select v.scored_id from private.uncounted_points v)));
    perform private.leave_leaderboards(array(
      select distinct t.user_id from private.player_totals t
       where t.predictions_scored = 0
         and t.user_id in (select v.user_id from private.uncounted_points v where v.sign = -1)));
    delete from private.uncounted_points;
  end if;
  perform private.recount_earlier(s) from unnest(shortened_scopes) s;
  delete from private.scored_matches n where n.match_id is null;
end $function$;

CREATE OR REPLACE FUNCTION private.count_sections(_scope text, _blocks private.leaderboard_place[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.leaderboard_sections as s (scope, starts_at, size, sizes)
  select _scope, case p.part when 0 then p.section else (array_agg(p.starts_at order by p.nth))[1] end,
         sum(p.size), array_agg(p.size order by p.nth)
    from (
      select o.starts_at as section, b.starts_at, b.size, row_number() over w as nth,
             case when count(*) over (partition by o.starts_at) > 128 then (row_number() over w - 1) / 64 else 0 end
               as part
        from (
          select c.starts_at, coalesce(lead(c.starts_at) over (order by c.starts_at),
                                       row(1, 0, '', null)::private.leaderboard_place) as ends_at
            from private.leaderboard_sections c where c.scope = _scope) o
        join private.leaderboard_blocks b
          on b.scope = _scope and b.starts_at >= o.starts_at and b.starts_at < o.ends_at
       where exists (select from unnest(_blocks) k where k >= o.starts_at and k < o.ends_at)
      window w as (partition by o.starts_at order by b.starts_at)) p
   group by p.section, p.part
  on conflict (scope, starts_at) do update set size = excluded.size, sizes = excluded.sizes
$function$;

ALTER FUNCTION "private"."count_sections"(text, private.leaderboard_place[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.first_place()
 RETURNS private.leaderboard_place
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select row(-2147483647, 0, '', '00000000-0000-0000-0000-000000000000')::private.leaderboard_place $function$;

ALTER FUNCTION "private"."first_place"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.join_leaderboards(_entries private.leaderboard_entry[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  joined private.leaderboard_move[];
begin
  if not exists (
    select from unnest(_entries) p cross join lateral (values (p.scope), ('overall')) s (scope)
     where not exists (select from private.player_totals t where t.scope = s.scope and t.user_id = p.user_id)) then
    return;
  end if;
  perform private.lock_totals();
  with added as (
    insert into private.player_totals (scope, user_id)
    select distinct s.scope, p.user_id from unnest(_entries) p
      cross join lateral (values (p.scope), ('overall')) s (scope)
    on conflict do nothing
    returning scope, user_id
  )
  select array_agg(row(scope, user_id, null)::private.leaderboard_move) into joined from added;
  -- A new player has no points, so all others are better or equal.
  insert into private.points_distribution as l (scope, points, perfect_scores, players, earlier_players, better,
                                                earlier_better)
  select j.scope, 0, 0, j.players, j.players, coalesce(w.better + w.players, 0),
         coalesce(w.earlier_better + w.earlier_players, 0)
    from (select m.scope, count(*)::integer as players from unnest(joined) m group by m.scope) j
    left join lateral (
      select d.* from private.points_distribution d where d.scope = j.scope
       order by d.points, d.perfect_scores limit 1) w on true
  on conflict (scope, points, perfect_scores) do update
    set players = l.players + excluded.players, earlier_players = l.earlier_players + excluded.earlier_players;
  perform private.move_players(joined);
end $function$;

CREATE OR REPLACE FUNCTION private.leave_leaderboards(_user_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  gone private.leaderboard_move[];
  left_scopes text[];
begin
  perform private.lock_totals();
  with removed as (
    delete from private.player_totals t using private.scopes s
     where s.scope = t.scope and t.user_id = any (_user_ids)
       and (not exists (select from public.profiles f where f.id = t.user_id) or (
         -- A player with a scored prediction need not be looked up.
         t.predictions_scored = 0
         and not exists (
           select from public.user_predictions p
             join public.matches m on m.id = p.match_id
             join public.competitions c on c.name = m.league and t.scope in (c.id, 'overall')
            where p.user_id = t.user_id)
         and not exists (
           select from public.subscriptions u
            where u.user_id = t.user_id and u.status = 'active' and u.expires_at > now()
              and t.scope in (u.subscription_type, 'overall'))))
    returning t.scope, t.user_id, t.points, t.perfect_scores,
              case when t.earlier_day = s.latest_day then t.earlier_points else t.points end as earlier_points,
              case when t.earlier_day = s.latest_day then t.earlier_perfect
                else t.perfect_scores end as earlier_perfect
  ), shifts as (
    select scope, points, perfect_scores, 1 as current_players, 0 as earlier_players from removed
    union all
    select scope, earlier_points, earlier_perfect, 0, 1 from removed
  ), moved as (
    update private.points_distribution l
       set players = l.players - g.current_players, earlier_players = l.earlier_players - g.earlier_players
      from (select scope, points, perfect_scores, sum(current_players) as current_players,
                   sum(earlier_players) as earlier_players
              from shifts group by scope, points, perfect_scores) g
     where (l.scope, l.points, l.perfect_scores) = (g.scope, g.points, g.perfect_scores)
  )
  select array_agg(distinct r.scope),
         array_agg(row(r.scope, r.user_id, private.place_of(r.points, r.perfect_scores, p.full_name, r.user_id)
                      )::private.leaderboard_move)
    into left_scopes, gone
    from removed r left join public.profiles p on p.id = r.user_id;
  delete from private.points_distribution l
   where l.scope = any (left_scopes) and l.players = 0 and l.earlier_players = 0;
  perform private.refresh_ranks(s) from unnest(left_scopes) s;
  perform private.move_players(gone);
end $function$;

CREATE OR REPLACE FUNCTION private.move_players(_moves private.leaderboard_move[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  board_scope text;
  moves bigint;
  changed private.leaderboard_place[];
  emptied private.leaderboard_place[];
begin
  for board_scope, moves in select m.scope, count(*) from unnest(_moves) m group by m.scope loop
    if moves * 200 >= (select coalesce(sum(s.size), 0) from private.leaderboard_sections s
                        where s.scope = board_scope) then
      perform private.order_leaderboard(board_scope);
      continue;
    end if;
    with moved as materialized (
      select m.user_id, case when (m.old_place).user_id is not null then
               private.block_with(board_scope, m.old_place) end as old_block,
             case when t.user_id is not null then
               private.block_of(board_scope, private.place_of(t.points, t.perfect_scores, p.full_name, t.user_id)) end
               as new_block
        from unnest(_moves) m
        left join lateral (
          select o.* from private.player_totals o
           where o.scope = board_scope and o.user_id = m.user_id limit 1) t on true
        left join lateral (select f.full_name from public.profiles f where f.id = m.user_id limit 1) p on true
       where m.scope = board_scope
    ), affected as materialized (
      select old_block as block from moved where old_block is not null
      union select new_block from moved where new_block is not null
    ), listed as (
      select a.block, l.user_id
        from affected a
       cross join lateral (
         select o.players from private.leaderboard_blocks o
          where o.scope = board_scope and o.starts_at = a.block limit 1) b
       cross join unnest(b.players) l (user_id)
       where l.user_id not in (select m.user_id from moved m)
      union all
      select m.new_block, m.user_id from moved m where m.new_block is not null
    ), sorted as (
      select l.block, l.user_id, t.points, t.perfect_scores, p.full_name,
             row_number() over w - 1 as nth, count(*) over (partition by l.block) as size
        from listed l
       cross join lateral (
         select o.* from private.player_totals o where o.scope = board_scope and o.user_id = l.user_id limit 1) t
        left join lateral (select f.full_name from public.profiles f where f.id = l.user_id limit 1) p on true
      window w as (partition by l.block order by t.points desc, t.perfect_scores desc, p.full_name, t.user_id)
    ), divided as (
      select s.*, case when s.size > 512 then s.nth / 256 else 0 end as part from sorted s
    ), written as (
      insert into private.leaderboard_blocks as b (scope, starts_at, size, players)
      select board_scope,
             case d.part when 0 then d.block else
               (array_agg(private.place_of(d.points, d.perfect_scores, d.full_name, d.user_id) order by d.nth))[1] end,
             count(*), array_agg(d.user_id order by d.nth)
        from divided d group by d.block, d.part
      on conflict (scope, starts_at) do update set size = excluded.size, players = excluded.players
      returning b.starts_at
    )
    select array_agg(w.starts_at), (select array_agg(e.block) from (
             select a.block from affected a except select l.block from listed l) e)
      into changed, emptied
      from written w;
    if emptied is not null then
      update private.leaderboard_blocks b set size = 0, players = '{}'
       where b.scope = board_scope and b.starts_at = any (emptied);
    end if;
    changed := changed || emptied;
    perform private.count_sections(board_scope, changed);
  end loop;
end $function$;

ALTER FUNCTION "private"."move_players"(private.leaderboard_move[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_renamed_players()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.move_players(array(
    select row(t.scope, t.user_id, private.place_of(t.points, t.perfect_scores, o.full_name, t.user_id)
              )::private.leaderboard_move
      from old_rows o join new_rows n on n.id = o.id and n.full_name is distinct from o.full_name
      join private.player_totals t on t.scope in (select s.scope from private.scopes s) and t.user_id = o.id));
  return null;
end $function$;

ALTER FUNCTION "private"."move_renamed_players"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_leaderboard(_scope text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  delete from private.leaderboard_blocks b where b.scope = _scope;
  delete from private.leaderboard_sections s where s.scope = _scope;
  insert into private.leaderboard_blocks (scope, starts_at, size, players)
  select _scope,
         case o.nth / 256 when 0 then private.first_place() else
           (array_agg(private.place_of(o.points, o.perfect_scores, o.full_name, o.user_id))
              filter (where o.nth % 256 = 0))[1] end,
         count(*), array_agg(o.user_id order by o.nth)
    from (
      select t.user_id, t.points, t.perfect_scores, p.full_name,
             row_number() over (order by t.points desc, t.perfect_scores desc, p.full_name, t.user_id) - 1 as nth
        from private.player_totals t left join public.profiles p on p.id = t.user_id
       where t.scope = _scope) o
   group by o.nth / 256;
  insert into private.leaderboard_sections (scope, starts_at, size, sizes)
  select b.scope, b.starts_at, 0, '{}'
    from private.leaderboard_blocks b where b.scope = _scope and b.starts_at = private.first_place();
  perform private.count_sections(_scope, array[private.first_place()]);
end $function$;

ALTER FUNCTION "private"."order_leaderboard"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.place_of(_points integer, _perfect_scores integer, _full_name text, _user_id uuid)
 RETURNS private.leaderboard_place
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select row(-_points, -_perfect_scores, _full_name, _user_id)::private.leaderboard_place $function$;

ALTER FUNCTION "private"."place_of"(integer, integer, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.players_at(_scope text, _position bigint, _count integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_sort TO 'off'
AS $function$
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
            from private.leaderboard_sections o where o.scope = _scope) s
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
     where b.scope = _scope and b.starts_at >= section.starts_at order by b.starts_at offset nth
  loop
    players := players || block.players[greatest(_position - skipped, 0) + 1 : _position + _count - skipped];
    skipped := skipped + block.size;
    exit when skipped >= _position + _count;
  end loop;
  return players;
end $function$;

ALTER FUNCTION "private"."players_at"(text, bigint, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.ranked_players(_scope text, _user_ids uuid[])
 RETURNS SETOF public.leaderboard_row
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select case when s.latest_day is not null then (
           select d.better + 1 from private.points_distribution d
            where d.scope = s.scope and d.points = t.points and d.perfect_scores = t.perfect_scores) end,
         case when s.previous_day is not null then (
           select d.earlier_better + 1 from private.points_distribution d
            where d.scope = s.scope
              and d.points = case when t.earlier_day = s.latest_day then t.earlier_points else t.points end
              and d.perfect_scores = case when t.earlier_day = s.latest_day then t.earlier_perfect
                else t.perfect_scores end) end,
         t.user_id, coalesce(p.full_name, 'Player'), t.predictions_scored, t.points, t.perfect_scores,
         private.accuracy_of(t.right_outcomes, t.predictions_scored)
    from private.scopes s
    join private.player_totals t on t.scope = s.scope and t.user_id = any (_user_ids)
    left join public.profiles p on p.id = t.user_id
   where s.scope = _scope
   order by t.points desc, t.perfect_scores desc, p.full_name, t.user_id;
end $function$;

CREATE OR REPLACE FUNCTION private.rebuild_totals()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
begin
  perform private.lock_totals();
  delete from private.uncounted_points;
  delete from private.scored_matches;
  perform private.list_scored_matches(null);
  update private.scopes s set latest_day = d.days[1], previous_day = d.days[2]
    from (select o.scope, array(
            select distinct n.day from private.scored_matches n where o.scope in (n.competition_id, 'overall')
             order by n.day desc limit 2) as days
            from private.scopes o) d
   where d.scope = s.scope;
  delete from private.player_totals;
  delete from private.points_distribution;
  with games as materialized (
    select m.id, c.id as competition_id, n.match_id is not null as is_scored,
           coalesce(n.day < s.latest_day, false) as is_earlier,
           coalesce(n.day < o.latest_day, false) as is_earlier_overall
      from public.matches m
      join public.competitions c on c.name = m.league
      join private.scopes s on s.scope = c.id
      join private.scopes o on o.scope = 'overall'
      left join private.scored_matches n on n.match_id = m.id
  ), picks as (
    select g.*, p.user_id, p.points_earned,
           g.is_scored and p.points_earned is not null and p.cleared_at is null as counts
      from public.user_predictions p
      join games g on g.id = p.match_id
      join public.profiles f on f.id = p.user_id
  ), by_competition as materialized (
    -- Every competition that a player has predicted in, scored or not.
    select p.competition_id, p.user_id,
           count(*) filter (where p.counts) as predictions_scored,
           coalesce(sum(p.points_earned) filter (where p.counts), 0) as points,
           count(*) filter (where p.counts and p.points_earned = 3) as perfect_scores,
           count(*) filter (where p.counts and p.points_earned > 0) as right_outcomes,
           coalesce(sum(p.points_earned) filter (where p.counts and p.is_earlier), 0) as earlier_points,
           count(*) filter (where p.counts and p.points_earned = 3 and p.is_earlier) as earlier_perfect,
           coalesce(sum(p.points_earned) filter (where p.counts and p.is_earlier_overall), 0)
             as earlier_points_overall,
           count(*) filter (where p.counts and p.points_earned = 3 and p.is_earlier_overall)
             as earlier_perfect_overall
      from picks p group by p.competition_id, p.user_id
  ), board_entries as (
    select competition_id, user_id, predictions_scored, points, perfect_scores, right_outcomes,
           earlier_points, earlier_perfect, earlier_points_overall, earlier_perfect_overall from by_competition
    union all
    -- Subscribers without a prediction are listed with no points.
    select s.subscription_type, s.user_id, 0, 0, 0, 0, 0, 0, 0, 0
      from public.subscriptions s join public.profiles f on f.id = s.user_id
     where s.status = 'active' and s.expires_at > now()
  ), inserted as (
    insert into private.player_totals (scope, user_id, predictions_scored, points, perfect_scores, right_outcomes,
                                       earlier_day, earlier_points, earlier_perfect)
    select s.scope, b.user_id, sum(b.predictions_scored), sum(b.points), sum(b.perfect_scores), sum(b.right_outcomes),
           s.latest_day, sum(case when s.scope = 'overall' then b.earlier_points_overall else b.earlier_points end),
           sum(case when s.scope = 'overall' then b.earlier_perfect_overall else b.earlier_perfect end)
      from board_entries b join private.scopes s on s.scope in (b.competition_id, 'overall')
     group by s.scope, b.user_id
    returning scope, points, perfect_scores, earlier_points, earlier_perfect
  ), counts as (
    select scope, points, perfect_scores, 1 as current_players, 0 as earlier_players from inserted
    union all
    select scope, earlier_points, earlier_perfect, 0, 1 from inserted
  )
  insert into private.points_distribution (scope, points, perfect_scores, players, earlier_players)
  select scope, points, perfect_scores, sum(current_players), sum(earlier_players)
    from counts group by scope, points, perfect_scores;
  perform private.refresh_ranks(s.scope), private.order_leaderboard(s.scope) from private.scopes s;
  perform private.refresh_group_baselines(null);
  perform private.refresh_crowd(array(select n.match_id from private.scored_matches n));
  perform private.recount_periods(array(select p.id from private.periods p));
end $function$;

CREATE OR REPLACE FUNCTION private.recount_earlier(_scope text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  latest date := (select s.latest_day from private.scopes s where s.scope = _scope);
begin
  with gains as (
    select p.user_id, sum(p.points_earned)::integer as points,
           (count(*) filter (where p.points_earned = 3))::integer as perfect
      from private.scored_matches n
      join public.user_predictions p on p.match_id = n.match_id and p.points_earned > 0 and p.cleared_at is null
     where n.day = latest and _scope in (n.competition_id, 'overall')
     group by p.user_id
  )
  update private.player_totals t
     set earlier_day = latest, earlier_points = t.points - coalesce(g.points, 0),
         earlier_perfect = t.perfect_scores - coalesce(g.perfect, 0)
    from private.player_totals o left join gains g on g.user_id = o.user_id
   where o.scope = _scope and (g.user_id is not null or o.earlier_day = latest)
     and t.scope = o.scope and t.user_id = o.user_id;
  update private.points_distribution l set earlier_players = 0 where l.scope = _scope;
  insert into private.points_distribution as l (scope, points, perfect_scores, players, earlier_players)
  select _scope, e.points, e.perfect, 0, count(*)
    from private.player_totals t
   cross join lateral (select case when t.earlier_day = latest then t.earlier_points else t.points end as points,
                              case when t.earlier_day = latest then t.earlier_perfect
                                else t.perfect_scores end as perfect) e
   where t.scope = _scope
   group by e.points, e.perfect
  on conflict (scope, points, perfect_scores) do update set earlier_players = excluded.earlier_players;
  delete from private.points_distribution l where l.scope = _scope and l.players = 0 and l.earlier_players = 0;
  perform private.refresh_ranks(_scope);
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_ranks(_scope text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.points_distribution l set better = r.better, earlier_better = r.earlier_better
    from (select d.points, d.perfect_scores, (sum(d.players) over w - d.players)::integer as better,
                 (sum(d.earlier_players) over w - d.earlier_players)::integer as earlier_better
            from private.points_distribution d where d.scope = _scope
          window w as (order by d.points desc, d.perfect_scores desc)) r
   where l.scope = _scope and l.points = r.points and l.perfect_scores = r.perfect_scores
     and (l.better, l.earlier_better) <> (r.better, r.earlier_better)
$function$;

ALTER FUNCTION "private"."refresh_ranks"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.update_completion_days()
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed record;
  shortened text[] := '{}';
begin
  for changed in
    update private.scopes s set latest_day = d.days[1], previous_day = d.days[2]
      from (select o.scope, o.latest_day, array(
              select distinct n.day from private.scored_matches n
               where n.match_id is not null and o.scope in (n.competition_id, 'overall')
               order by n.day desc limit 2) as days
              from private.scopes o) d
     where d.scope = s.scope and (s.latest_day, s.previous_day) is distinct from (d.days[1], d.days[2])
    returning s.scope, s.latest_day, d.latest_day as latest_before
  loop
    if changed.latest_day > changed.latest_before or changed.latest_before is null then
      update private.points_distribution l set earlier_players = l.players, earlier_better = l.better
       where l.scope = changed.scope and (l.earlier_players, l.earlier_better) <> (l.players, l.better);
      delete from private.points_distribution l where l.scope = changed.scope and l.players = 0;
    elsif changed.latest_day is distinct from changed.latest_before then
      shortened := shortened || changed.scope;
    end if;
  end loop;
  return shortened;
end $function$;

CREATE OR REPLACE FUNCTION public.admin_overview()
 RETURNS TABLE(total_users integer, total_matches integer, completed_matches integer, predictions bigint, accuracy numeric, top_user_id uuid, top_name text, top_points integer, completion_rate numeric, engagement numeric, open_matches integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query
  select u.players, m.matches, m.completed, m.predictions, t.accuracy, top.user_id, top.full_name, top.points,
         round(100.0 * m.completed / nullif(m.matches, 0), 1), round(m.predictions::numeric / nullif(u.players, 0), 1),
         m.still_open
    from (select count(*)::integer as players from public.profiles) u
   cross join (select count(*)::integer as matches,
                      (count(*) filter (where status = 'completed'))::integer as completed,
                      (count(*) filter (where status = 'upcoming'
                                        and locks_at > clock_timestamp()))::integer as still_open,
                      coalesce(sum(predictions_count), 0)::bigint as predictions
                 from public.matches) m
   cross join (select private.accuracy_of(sum(right_outcomes), sum(predictions_scored)) as accuracy
                 from private.player_totals where scope = 'overall') t
    left join (select r.user_id, r.full_name, r.points
                 from private.scopes s cross join lateral private.ranked_players(
                   s.scope, private.players_at(s.scope, 0, 1)) r
                where s.scope = 'overall' and s.latest_day is not null) top on true;
end $function$;

CREATE OR REPLACE FUNCTION public.home_leaderboards()
 RETURNS TABLE(league text, rank integer, previous_rank integer, user_id uuid, full_name text, predictions_scored integer, points integer, perfect_scores integer, accuracy numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select c.name, r.rank, r.previous_rank, r.user_id, r.full_name, r.predictions_scored, r.points, r.perfect_scores,
         r.accuracy
    from public.competitions c
    join private.scopes s on s.scope = c.id and s.latest_day is not null
   cross join lateral private.ranked_players(c.id, private.players_at(c.id, 0, 5)) r
   where c.id = any (private.ids_in_setting('home_display_leaderboards'))
   order by c.position, r.points desc, r.perfect_scores desc, r.full_name, r.user_id;
end $function$;

CREATE OR REPLACE FUNCTION public.leaderboard(league text DEFAULT 'Overall'::text, page_limit integer DEFAULT 50, page_offset integer DEFAULT 0)
 RETURNS SETOF public.leaderboard_row
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  board_scope text := private.scope_of(league);
begin
  return query select * from private.ranked_players(board_scope, private.players_at(
    board_scope, greatest(coalesce(page_offset, 0), 0), least(greatest(coalesce(page_limit, 50), 1), 200)));
end $function$;

CREATE OR REPLACE FUNCTION public.leaderboard_summary(league text DEFAULT 'Overall'::text)
 RETURNS TABLE(players integer, matches_completed integer, compared_with date, is_counting boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select sum(l.size) from private.leaderboard_sections l where l.scope = s.scope), 0)::integer,
         (select count(*) from public.matches m
           where m.status = 'completed' and (s.scope = 'overall' or m.league = leaderboard_summary.league))::integer,
         s.previous_day, exists (select from private.uncounted_points)
    from private.scopes s where s.scope = private.scope_of(leaderboard_summary.league)
$function$;

CREATE OR REPLACE FUNCTION public.player_above(league text DEFAULT 'Overall'::text)
 RETURNS SETOF public.leaderboard_row
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  board_scope text := private.scope_of(league);
begin
  return query
  select a.* from public.my_leaderboard_row(league) m
   cross join lateral private.ranked_players(board_scope, private.players_at(board_scope, m.rank - 2, 1)) a
   where m.rank > 1;
end $function$;

CREATE OR REPLACE FUNCTION public.player_figures(_user_id uuid, league text DEFAULT 'Overall'::text)
 RETURNS TABLE(user_id uuid, full_name text, rank integer, previous_rank integer, players integer, predictions_scored integer, points integer, perfect_scores integer, right_outcomes integer, accuracy numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select r.user_id, r.full_name, r.rank, r.previous_rank,
         (select sum(l.size) from private.leaderboard_sections l where l.scope = t.scope)::integer,
         r.predictions_scored, r.points, r.perfect_scores, t.right_outcomes, r.accuracy
    from private.ranked_players(private.scope_of(league), array[_user_id]) r
    join private.player_totals t on t.scope = private.scope_of(league) and t.user_id = r.user_id;
end $function$;

ALTER TABLE "private"."leaderboard_blocks" ADD CONSTRAINT "leaderboard_blocks_pkey" PRIMARY KEY (scope, starts_at);

ALTER TABLE "private"."leaderboard_sections" ADD CONSTRAINT "leaderboard_sections_pkey" PRIMARY KEY (scope, starts_at);

CREATE TRIGGER renamed_players_move_among_equals AFTER UPDATE ON public.profiles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.move_renamed_players();

REVOKE ALL ON FUNCTION "private"."block_of"(text, private.leaderboard_place) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."block_of"(text, private.leaderboard_place) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."block_of"(text, private.leaderboard_place) TO "postgres";

REVOKE ALL ON FUNCTION "private"."block_with"(text, private.leaderboard_place) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."block_with"(text, private.leaderboard_place) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."block_with"(text, private.leaderboard_place) TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_sections"(text, private.leaderboard_place[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_sections"(text, private.leaderboard_place[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_sections"(text, private.leaderboard_place[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."first_place"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."first_place"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."first_place"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_players"(private.leaderboard_move[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_players"(private.leaderboard_move[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_players"(private.leaderboard_move[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_renamed_players"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_renamed_players"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_renamed_players"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."order_leaderboard"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_leaderboard"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_leaderboard"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."place_of"(integer, integer, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."place_of"(integer, integer, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."place_of"(integer, integer, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."players_at"(text, bigint, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."players_at"(text, bigint, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."players_at"(text, bigint, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_ranks"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_ranks"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refresh_ranks"(text) TO "postgres";
-- The order replaces the first 1,000 players of each leaderboard.
select private.refresh_ranks(s.scope), private.order_leaderboard(s.scope) from private.scopes s;
