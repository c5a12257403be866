-- The admin dashboard: charts, prediction completion, overview and player lists. Lists are paged.

-- Figures of each completed match, for the charts. They are computed after scoring, because summing 1.9 million
-- predictions per request is slow and computing them while scoring would slow every result. There is no foreign key:
-- its check, made while the totals are locked, could deadlock with the deletion of a match, which waits for that lock.
create table private.match_figures (
  match_id uuid primary key,
  predictions_scored integer not null,
  points integer not null,
  perfect_scores integer not null
);

-- The last count of open predictions, with the fingerprint of the data that was counted: at most one row.
create table private.open_predictions_count (
  only_row boolean primary key default true constraint one_row check (only_row),
  fingerprint text not null,
  predicted_all integer not null,
  predicted_some integer not null,
  predicted_none integer not null
);

-- Computes the figures of completed matches that have none, latest first, at most _at_most; returns their number.
-- Holds the totals' lock, so that no points change at the same time.
create function private.add_missing_match_figures(_at_most integer default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  missing uuid[] := array(
    select m.id from public.matches m
     where m.status = 'completed' and not exists (select from private.match_figures g where g.match_id = m.id)
       and m.id not in (select s.match_id from private.matches_to_score s)
     order by m.completed_at desc limit _at_most);
  added integer;
begin
  if cardinality(missing) = 0 then
    return 0;
  end if;
  perform private.lock_totals();
  insert into private.match_figures (match_id, predictions_scored, points, perfect_scores)
  select m.id, count(p.id), coalesce(sum(p.points_earned), 0),
         count(*) filter (where private.is_perfect(p.points_earned))
    from public.matches m
    left join public.user_predictions p on p.match_id = m.id and p.points_earned is not null and p.cleared_at is null
   where m.id = any (missing) and m.status = 'completed'
     and m.id not in (select s.match_id from private.matches_to_score s)
   group by m.id
  on conflict do nothing;
  get diagnostics added = row_count;
  return added;
end $$;

-- Deletes a match's figures when it is deleted; private.forget_figures() when its points change.
create function private.delete_match_figures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.match_figures g where g.match_id = old.id;
  return null;
end $$;

-- The points of each completion day (club dates), oldest first, the latest 366 days. Cleared predictions do not count.
-- Not stable, because it may first compute missing figures. Admins only (SL003).
create function public.points_over_time()
returns table (day date, matches integer, predictions_scored integer, points integer, perfect_scores integer)
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.add_missing_match_figures();
  return query
  select d.day, d.matches, d.predictions_scored, d.points, d.perfect_scores
    from (select private.completion_day(m) as day, count(*)::integer as matches,
          sum(g.predictions_scored)::integer as predictions_scored,
                 sum(g.points)::integer as points, sum(g.perfect_scores)::integer as perfect_scores
            from public.matches m join private.match_figures g on g.match_id = m.id
           where m.status = 'completed'
           group by 1 order by 1 desc limit 366) d
   order by d.day;
end $$;
grant execute on function public.points_over_time() to authenticated, service_role;

-- The number of predictions of each match day (club dates), oldest first: the latest 366 days up to today and the
-- days ahead, at most 732. Admins only (SL003).
create function public.predictions_over_time() returns table (day date, matches integer, predictions integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select m.match_date, count(*)::integer, sum(m.predictions_count)::integer
    from public.matches m
   where m.status <> 'cancelled' and m.match_date between private.club_today() - 365 and private.club_today() + 366
   group by m.match_date order by m.match_date;
end $$;
grant execute on function public.predictions_over_time() to authenticated, service_role;

-- The open matches of each competition that has any. With _match_ids only these.
create function private.open_matches(_match_ids uuid[] default null)
returns table (competition_id text, needs_subscription boolean, match_ids uuid[], matches integer)
language sql stable rows 5 security definer set search_path = ''
as $$
  select c.id, c.needs_subscription, array_agg(m.id), count(*)::integer
    from public.matches m join public.competitions c on c.name = m.league
   where m.status = 'upcoming' and m.locks_at > clock_timestamp() and (_match_ids is null or m.id = any (_match_ids))
   group by c.id
$$;

-- For every player: how many open matches they may predict, and how many of those they have predicted. Counted per
-- competition, so that players are not joined with matches. With _match_ids only these matches count.
create function private.prediction_completion(_match_ids uuid[] default null)
returns table (user_id uuid, predictions_made integer, total_upcoming integer)
language sql stable security definer set search_path = ''
as $$
  with open_competitions as (
    select * from private.open_matches(_match_ids)
  ), made as (
    select o.competition_id, p.user_id, p.predictions
      from open_competitions o
     cross join lateral (select u.user_id, count(*) as predictions from public.user_predictions u
                          where u.match_id = any (o.match_ids) group by u.user_id) p
  )
  select f.id, coalesce(sum(d.predictions), 0)::integer, coalesce(sum(o.matches), 0)::integer
    from private.members() f
    left join open_competitions o
      on not o.needs_subscription
      or exists (select from public.subscriptions s
                  where s.user_id = f.id and s.subscription_type = o.competition_id
                    and s.status = 'active' and s.expires_at > clock_timestamp())
    left join made d on d.user_id = f.id and d.competition_id = o.competition_id
   group by f.id
$$;

-- Prediction completion of these players: the caller's own, or anyone's for admins and the secret key. A match that
-- needs no subscription counts once, whatever the number of subscriptions.
create function public.get_prediction_completion_for_users(user_ids uuid[])
returns table (user_id uuid, predictions_made integer, total_upcoming integer)
language sql stable security definer set search_path = ''
as $$
  select u.id,
         coalesce(sum((select count(*) from public.user_predictions p
                        where p.user_id = u.id and p.match_id = any (o.match_ids))), 0)::integer,
         coalesce(sum(o.matches), 0)::integer
    from (select distinct id from unnest(user_ids) id
           where id = (select auth.uid()) or (select auth.role()) = 'service_role'
              or (select public.has_role((select auth.uid()), 'admin'))) u
    left join private.open_matches() o
      on not o.needs_subscription
      or exists (select from public.subscriptions s
                  where s.user_id = u.id and s.subscription_type = o.competition_id
                    and s.status = 'active' and s.expires_at > clock_timestamp())
   group by u.id
$$;
grant execute on function public.get_prediction_completion_for_users(uuid[]) to authenticated, service_role;

-- A text that changes whenever the counts of open predictions may change: every change of a prediction adds a row to
-- the log or changes its match's count, and a match without predictions may move to another competition.
create function private.open_predictions_fingerprint() returns text
language sql stable security definer set search_path = ''
as $$
  select concat_ws(' ',
    (select md5(string_agg(m.id || ':' || m.league || ':' || m.predictions_count, ',' order by m.id))
       from public.matches m where m.status = 'upcoming' and m.locks_at > clock_timestamp()),
    (select max(c.id) from public.prediction_changes c),
    (select count(*) from private.members()),
    (select count(*) || ' ' || max(s.started_at) from public.subscriptions s
      where s.status = 'active' and s.expires_at > clock_timestamp()))
$$;

-- How many of the players who may predict at least one open match have predicted all, some, and none of theirs; one
-- row. Recounted from the predictions only if something has changed. Admins only (SL003).
create function public.admin_open_predictions()
returns table (predicted_all integer, predicted_some integer, predicted_none integer)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  -- Read before the count, so that a change during the count causes a recount at the next call.
  current_fingerprint text := private.open_predictions_fingerprint();
begin
  perform private.require_admin();
  return query
  select c.predicted_all, c.predicted_some, c.predicted_none from private.open_predictions_count c
    where c.fingerprint = current_fingerprint;
  if found then
    return;
  end if;
  return query
  insert into private.open_predictions_count as c (fingerprint, predicted_all, predicted_some, predicted_none)
  select current_fingerprint,
         count(*) filter (where e.predictions_made = e.total_upcoming),
         count(*) filter (where e.predictions_made between 1 and e.total_upcoming - 1),
         count(*) filter (where e.predictions_made = 0)
    from private.prediction_completion() e where e.total_upcoming > 0
  on conflict (only_row) do update set fingerprint = excluded.fingerprint, predicted_all = excluded.predicted_all,
    predicted_some = excluded.predicted_some, predicted_none = excluded.predicted_none
  returning c.predicted_all, c.predicted_some, c.predicted_none;
end $$;
grant execute on function public.admin_open_predictions() to authenticated, service_role;

-- The summary cards and the Overview's figures, one row. accuracy: over all scored predictions (per cent, one
-- decimal, null before the first); completion_rate: completed / all matches in per cent; engagement: predictions per
-- user; top predictor: the first of the overall leaderboard, null before the first result. Admins only (SL003).
create function public.admin_overview()
returns table (total_users integer, total_matches integer, completed_matches integer, predictions bigint,
               accuracy numeric, top_user_id uuid, top_name text, top_points integer, completion_rate numeric,
               engagement numeric, open_matches integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select u.players, m.matches, m.completed, m.predictions, t.accuracy, top.user_id, top.full_name, top.points,
         round(100.0 * m.completed / nullif(m.matches, 0), 1), round(m.predictions::numeric / nullif(u.players, 0), 1),
         m.still_open
    from (select count(*)::integer as players from private.members()) u
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
end $$;
grant execute on function public.admin_overview() to authenticated, service_role;

-- Players for the Users and Management lists, with the total count. search: words of a name, phone number or email, in
-- any order and without regard to accents.
-- sort: 'points' (default), 'perfect_scores', 'accuracy', 'predictions' (scored ones), 'name' or 'joined' (newest
-- first). rank, points, perfect_scores, accuracy and predictions_scored are those of the overall leaderboard, null or
-- 0 for players who are not on it; predictions counts all. page_limit: 1 to 200. Admins only (SL003); raises 22023
-- for another sort.
create function public.admin_players(search text default null, sort text default 'points',
                                     page_limit integer default 50, page_offset integer default 0)
returns table (user_id uuid, full_name text, email text, phone_number text, joined_at timestamptz, is_admin boolean,
               rank integer, predictions integer, predictions_scored integer, points integer, perfect_scores integer,
               accuracy numeric, total_count integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  is_search boolean := coalesce(trim(search), '') <> '';
  players uuid[];
  found_in_all integer;
begin
  perform private.require_admin();
  if coalesce(sort, 'points') not in ('points', 'perfect_scores', 'accuracy', 'predictions', 'name', 'joined') then
    raise exception 'Players cannot be sorted by %', sort using errcode = '22023';
  end if;
  select array_agg(q.id order by q.place), max(q.in_all) into players, found_in_all
    from (
      select f.id, (count(*) over ())::integer as in_all,
             row_number() over (order by
               case sort when 'name' then null when 'joined' then null when 'perfect_scores' then t.perfect_scores
                         when 'accuracy' then private.accuracy_of(t.right_outcomes, t.predictions_scored)
                         when 'predictions' then t.predictions_scored else t.points end desc nulls last,
               case when sort = 'joined' then f.created_at end desc nulls last,
               case when coalesce(sort, 'points') = 'points' then t.perfect_scores end desc nulls last,
               f.full_name, f.id) as place
        from private.members() f
        left join private.player_totals t on t.scope = 'overall' and t.user_id = f.id
       where (not is_search or f.id in (select private.players_found(search, true)))
       order by place
       limit least(greatest(coalesce(page_limit, 50), 1), 200) offset greatest(coalesce(page_offset, 0), 0)) q;
  return query
  select f.id, f.full_name, u.email::text, f.phone_number, f.created_at,
         exists (select from public.user_roles r where r.user_id = f.id and r.role = 'admin'),
         k.rank, (select count(*)::integer from public.user_predictions p where p.user_id = f.id),
         coalesce(k.predictions_scored, 0), coalesce(k.points, 0), coalesce(k.perfect_scores, 0), k.accuracy,
         found_in_all
    from unnest(players) with ordinality n (id, place)
    join public.profiles f on f.id = n.id
    left join auth.users u on u.id = f.id
    left join private.ranked_players('overall', players) k on k.user_id = f.id
   order by n.place;
end $$;
grant execute on function public.admin_players(text, text, integer, integer) to authenticated, service_role;

-- All players for a file, page by page: those of the overall leaderboard in its order, then the others by id. A page
-- begins after the `place` of the page before (_after), which its last row has, so that each costs the same.
-- total_count: all players, on the first page only. A player whose points change meanwhile may be on two pages or on
-- none. The lateral queries with a limit look players up by their keys, also while the planner's statistics know none.
-- page_limit: 1 to 1,000. Admins only (SL003).
create function public.admin_export(_after jsonb default null, page_limit integer default 1000)
returns table (user_id uuid, full_name text, email text, phone_number text, joined_at timestamptz, rank integer,
               predictions integer, points integer, perfect_scores integer, accuracy numeric, place jsonb,
               total_count integer, points_per_match numeric)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  after private.leaderboard_place := jsonb_populate_record(null::private.leaderboard_place, _after);
  after_unlisted uuid := case when not _after ? 'minus_points' then (after).user_id end;
  page_size integer := least(greatest(coalesce(page_limit, 1000), 1), 1000);
  players uuid[] := '{}';
  locks timestamptz[] := private.locks_of_counted_matches('overall');
begin
  perform private.require_admin();
  if after_unlisted is null then
    players := private.players_after('overall', after, page_size);
  end if;
  if cardinality(players) < page_size then
    players := players || array(
      select f.id from private.members() f
       where (after_unlisted is null or f.id > after_unlisted)
         and not exists (select from private.player_totals t
                          where t.scope = 'overall' and t.user_id = f.id offset 0)
       order by f.id limit page_size - cardinality(players));
  end if;
  return query
  select f.id, f.full_name, u.email::text, f.phone_number, f.created_at,
         case when s.latest_day is not null then (
           select d.better + 1 from private.points_distribution d
            where d.scope = s.scope and d.points = t.points and d.perfect_scores = t.perfect_scores) end,
         (select count(*)::integer from public.user_predictions p where p.user_id = f.id),
         coalesce(t.points, 0), coalesce(t.perfect_scores, 0),
         private.accuracy_of(t.right_outcomes, t.predictions_scored),
         case when n.nth < cardinality(players) then null
              when t.user_id is null then jsonb_build_object('user_id', f.id)
              else to_jsonb(private.place_of(t.points, t.perfect_scores, f.full_name, f.id)) end,
         case when _after is null then (select count(*)::integer from private.members()) end,
         round(private.per_match(coalesce(t.points - t.question_points, 0),
                                 private.matches_since_joining(locks, f.created_at, t.predictions_scored)) / 100.0, 2)
    from unnest(players) with ordinality n (id, nth)
    join private.scopes s on s.scope = 'overall'
   cross join lateral (select o.* from public.profiles o where o.id = n.id limit 1) f
    left join lateral (select o.email from auth.users o where o.id = n.id limit 1) u on true
    left join lateral (
      select o.* from private.player_totals o where o.scope = 'overall' and o.user_id = n.id limit 1) t on true
   order by n.nth;
end $$;
grant execute on function public.admin_export(jsonb, integer) to authenticated, service_role;

-- For each player, by name: how many open matches they may predict and how many of those they have predicted, with
-- the total count of players. Never shows predictions. page_limit: 1 to 200. Admins only (SL003).
create function public.admin_completion(search text default null, page_limit integer default 50,
                                        page_offset integer default 0)
returns table (user_id uuid, full_name text, predictions_made integer, total_upcoming integer, total_count integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  is_search boolean := coalesce(trim(search), '') <> '';
begin
  perform private.require_admin();
  return query
  with page as materialized (
    select f.id, f.full_name, (count(*) over ())::integer as in_all from private.members() f
     where (not is_search or f.id in (select private.players_found(search, false)))
     order by f.full_name, f.id
     limit least(greatest(coalesce(page_limit, 50), 1), 200) offset greatest(coalesce(page_offset, 0), 0)
  )
  select p.id, coalesce(p.full_name, 'Player'), c.predictions_made, c.total_upcoming, p.in_all
    from page p
    join public.get_prediction_completion_for_users((select array_agg(n.id) from page n)) c on c.user_id = p.id
   order by p.full_name, p.id;
end $$;
grant execute on function public.admin_completion(text, integer, integer) to authenticated, service_role;

-- Players who have not predicted the named open match or (null) at least one open match that they may predict, of
-- these _matches: 'next_matchday' of each competition (as in public.next_rounds()), 'next_7_days' or 'all'. Sorted by
-- name, with the phone number, the number of missing predictions, and the total count of such players. A match that is
-- not open has none. page_limit: 1 to 500. Admins only (SL003); raises 22023 for other _matches.
create function public.players_missing_predictions(_match_id uuid default null, page_limit integer default 100,
                                                   page_offset integer default 0,
                                                   _matches text default 'next_matchday')
returns table (user_id uuid, full_name text, phone_number text, missing integer, total_count integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  chosen uuid[] := case
    when _match_id is not null then array[_match_id]
    when _matches = 'next_matchday' then array(select m.id from public.next_rounds() m)
    when _matches = 'next_7_days' then
      array(select m.id from public.matches m
             where m.status = 'upcoming' and m.locks_at <= clock_timestamp() + interval '7 days') end;
begin
  perform private.require_admin();
  if _match_id is null and coalesce(_matches, '') not in ('next_matchday', 'next_7_days', 'all') then
    raise exception 'There is no choice of matches %', _matches using errcode = '22023';
  end if;
  return query
  select n.user_id, coalesce(f.full_name, 'Player'), f.phone_number, n.total_upcoming - n.predictions_made,
         (count(*) over ())::integer
    from private.prediction_completion(chosen) n join public.profiles f on f.id = n.user_id
   where n.predictions_made < n.total_upcoming
   order by f.full_name, f.id
   limit least(greatest(coalesce(page_limit, 100), 1), 500) offset greatest(coalesce(page_offset, 0), 0);
end $$;
grant execute on function public.players_missing_predictions(uuid, integer, integer, text) to authenticated,
  service_role;

-- Recent activity, newest first: players who joined ('joined'), predicted ('made', 'changed', 'deleted'; never the
-- scores) or redeemed a code ('redeemed'), and results ('completed'). subject: the match, or the plan's competition.
-- page_limit: 1 to 100, up to the newest 1,000. Admins only (SL003).
create function public.admin_recent_activity(page_limit integer default 20, page_offset integer default 0)
returns table (kind text, user_id uuid, full_name text, subject text, happened_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  page_size integer := least(greatest(coalesce(page_limit, 20), 1), 100);
  first_row integer := least(greatest(coalesce(page_offset, 0), 0), 1000);
  rows_per_kind integer := page_size + first_row;
begin
  perform private.require_admin();
  return query
  with activity as (
    (select c.change as kind, c.user_id, c.match_label as subject, c.changed_at as moment
       from public.prediction_changes c order by c.id desc limit rows_per_kind)
    union all
    (select 'joined', f.id, null, f.created_at from private.members() f order by f.created_at desc limit rows_per_kind)
    union all
    (select 'redeemed', p.used_by, c.name, p.used_at
       from public.plan_codes p join public.competitions c on c.id = p.plan_type where p.is_used
         order by p.used_at desc limit rows_per_kind)
    union all
    (select 'completed', null, private.match_label(m), m.completed_at
       from public.matches m where m.status = 'completed' order by m.completed_at desc limit rows_per_kind)
  )
  select h.kind, h.user_id, f.full_name, h.subject, h.moment
    from activity h left join public.profiles f on f.id = h.user_id
   order by h.moment desc, h.kind, h.user_id
   limit page_size offset first_row;
end $$;
grant execute on function public.admin_recent_activity(integer, integer) to authenticated, service_role;

create trigger match_figures_are_reset_on_deleted_match after delete on public.matches
  for each row when (old.status = 'completed') execute function private.delete_match_figures();
