-- What the admin dashboard reads. Totals, ladders and counts that are kept anyway answer most of it; lists come by the page.

-- The open matches of each competition that has any.
create function private.open_matches()
returns table (competition_id text, needs_subscription boolean, match_ids uuid[], matches integer)
language sql stable rows 5 security definer set search_path = ''
as $$
  select c.id, c.needs_subscription, array_agg(m.id), count(*)::integer
    from public.matches m join public.competitions c on c.name = m.league
   where m.status = 'upcoming' and m.locks_at > clock_timestamp()
   group by c.id
$$;

-- For every player: how many open matches they may predict, and for how many of those a prediction is in. Counted by
-- competition, so that players are never multiplied with matches.
create function private.completion_of_everyone() returns table (user_id uuid, predictions_made integer, total_upcoming integer)
language sql stable security definer set search_path = ''
as $$
  with offered as (
    select * from private.open_matches()
  ), made as (
    select o.competition_id, p.user_id, p.predictions
      from offered o
     cross join lateral (select u.user_id, count(*) as predictions from public.user_predictions u
                          where u.match_id = any (o.match_ids) group by u.user_id) p
  )
  select f.id, coalesce(sum(d.predictions), 0)::integer, coalesce(sum(o.matches), 0)::integer
    from public.profiles f
    left join offered o
      on not o.needs_subscription
      or exists (select from public.subscriptions s
                  where s.user_id = f.id and s.subscription_type = o.competition_id
                    and s.status = 'active' and s.expires_at > clock_timestamp())
    left join made d on d.user_id = f.id and d.competition_id = o.competition_id
   group by f.id
$$;

-- The same of these players, once each: of oneself, of anybody for admins and the secret key. A match that needs no subscription
-- counts once, however many subscriptions a player has.
create or replace function public.get_prediction_completion_for_users(user_ids uuid[])
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

-- The summary cards and the Overview's figures, one row. accuracy pools all scored predictions (per cent, one decimal, null
-- before the first); completion_rate: completed / all matches in per cent; engagement: predictions per user; top predictor:
-- the first of the overall table, null before the first result. predicted_all, _some, _none count the players who may
-- predict at least one open match. Admins only (SL003).
create function public.admin_overview()
returns table (total_users integer, total_matches integer, completed_matches integer, predictions bigint, accuracy numeric,
               top_user_id uuid, top_name text, top_points integer, completion_rate numeric, engagement numeric,
               open_matches integer, predicted_all integer, predicted_some integer, predicted_none integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.only_admins();
  return query
  select u.players, m.matches, m.completed, m.predictions, t.accuracy, top.user_id, top.full_name, top.points,
         round(100.0 * m.completed / nullif(m.matches, 0), 1), round(m.predictions::numeric / nullif(u.players, 0), 1),
         m.still_open, c.predicted_all, c.predicted_some, c.predicted_none
    from (select count(*)::integer as players from public.profiles) u
   cross join (select count(*)::integer as matches, (count(*) filter (where status = 'completed'))::integer as completed,
                      (count(*) filter (where status = 'upcoming' and locks_at > clock_timestamp()))::integer as still_open,
                      coalesce(sum(predictions_count), 0)::bigint as predictions
                 from public.matches) m
   cross join (select private.accuracy_of(sum(right_outcomes), sum(predictions_scored)) as accuracy
                 from private.player_totals where scope = 'overall') t
   cross join (select (count(*) filter (where predictions_made = total_upcoming))::integer as predicted_all,
                      (count(*) filter (where predictions_made between 1 and total_upcoming - 1))::integer as predicted_some,
                      (count(*) filter (where predictions_made = 0))::integer as predicted_none
                 from private.completion_of_everyone() where total_upcoming > 0) c
    left join (select r.user_id, r.full_name, r.points
                 from private.scopes s cross join lateral private.ranked(s.scope, s.head[1:1]) r
                where s.scope = 'overall' and s.latest_day is not null) top on true;
end $$;
grant execute on function public.admin_overview() to authenticated, service_role;

-- Players for the Users and Management tables, with how many there are. search: words of a name, phone number or email.
-- sort: 'points' (best first, the default), 'perfect_scores', 'accuracy', 'predictions' (scored ones), 'name' or 'joined' (newest first).
-- rank, points, perfect_scores, accuracy and predictions_scored are the overall table's, null or 0 for who is not on it;
-- predictions counts all that are in. page_limit: 1 to 200. Admins only (SL003); raises 22023 for another sort.
create function public.admin_players(search text default null, sort text default 'points', page_limit integer default 50, page_offset integer default 0)
returns table (user_id uuid, full_name text, email text, phone_number text, joined_at timestamptz, is_admin boolean, rank integer,
               predictions integer, predictions_scored integer, points integer, perfect_scores integer, accuracy numeric, total_count integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  pattern text := private.containing(search);
  players uuid[];
  found_in_all integer;
begin
  perform private.only_admins();
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
        from public.profiles f
        left join auth.users u on u.id = f.id
        left join private.player_totals t on t.scope = 'overall' and t.user_id = f.id
       where pattern = '%%' or f.full_name ilike pattern or f.phone_number like pattern or u.email ilike pattern
       order by place
       limit least(greatest(coalesce(page_limit, 50), 1), 200) offset greatest(coalesce(page_offset, 0), 0)) q;
  return query
  select f.id, f.full_name, u.email::text, f.phone_number, f.created_at,
         exists (select from public.user_roles r where r.user_id = f.id and r.role = 'admin'),
         k.rank, (select count(*)::integer from public.user_predictions p where p.user_id = f.id),
         coalesce(k.predictions_scored, 0), coalesce(k.points, 0), coalesce(k.perfect_scores, 0), k.accuracy, found_in_all
    from unnest(players) with ordinality n (id, place)
    join public.profiles f on f.id = n.id
    left join auth.users u on u.id = f.id
    left join private.ranked('overall', players) k on k.user_id = f.id
   order by n.place;
end $$;
grant execute on function public.admin_players(text, text, integer, integer) to authenticated, service_role;

-- For each player, by name: how many open matches they may predict, and for how many a prediction is in; with how many
-- players there are. Numbers only, never picks. page_limit: 1 to 200. Admins only (SL003).
create function public.admin_completion(search text default null, page_limit integer default 50, page_offset integer default 0)
returns table (user_id uuid, full_name text, predictions_made integer, total_upcoming integer, total_count integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  pattern text := private.containing(search);
begin
  perform private.only_admins();
  return query
  with page as materialized (
    select f.id, f.full_name, (count(*) over ())::integer as in_all from public.profiles f
     where pattern = '%%' or f.full_name ilike pattern
     order by f.full_name, f.id
     limit least(greatest(coalesce(page_limit, 50), 1), 200) offset greatest(coalesce(page_offset, 0), 0)
  )
  select p.id, coalesce(p.full_name, 'Player'), c.predictions_made, c.total_upcoming, p.in_all
    from page p
    join public.get_prediction_completion_for_users((select array_agg(n.id) from page n)) c on c.user_id = p.id
   order by p.full_name, p.id;
end $$;
grant execute on function public.admin_completion(text, integer, integer) to authenticated, service_role;

-- Who has not predicted: the open match named, or (null) at least one open match; only players who may predict there.
-- By name, with the phone number to write to, how many they miss, and how many such players there are. A match that is
-- not open has none. page_limit: 1 to 500. Admins only (SL003).
create function public.who_has_not_predicted(_match_id uuid default null, page_limit integer default 100, page_offset integer default 0)
returns table (user_id uuid, full_name text, phone_number text, missing integer, total_count integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.only_admins();
  return query
  with missers as (
    select c.user_id, c.total_upcoming - c.predictions_made as missing
      from private.completion_of_everyone() c where _match_id is null and c.predictions_made < c.total_upcoming
    union all
    select f.id, 1
      from public.matches m
      join public.competitions c on c.name = m.league
      join public.profiles f
        on not c.needs_subscription
        or exists (select from public.subscriptions s where s.user_id = f.id and s.subscription_type = c.id
                      and s.status = 'active' and s.expires_at > clock_timestamp())
     where m.id = _match_id and m.status = 'upcoming' and m.locks_at > clock_timestamp()
       and not exists (select from public.user_predictions p where p.match_id = m.id and p.user_id = f.id)
  )
  select n.user_id, coalesce(f.full_name, 'Player'), f.phone_number, n.missing, (count(*) over ())::integer
    from missers n join public.profiles f on f.id = n.user_id
   order by f.full_name, f.id
   limit least(greatest(coalesce(page_limit, 100), 1), 500) offset greatest(coalesce(page_offset, 0), 0);
end $$;
grant execute on function public.who_has_not_predicted(uuid, integer, integer) to authenticated, service_role;

-- What happened lately, the newest first: players who joined ('joined'), predicted ('made', 'changed', 'deleted'; never the
-- pick) or redeemed a code ('redeemed'), and results ('completed'). subject: the match, or the plan's competition.
-- page_limit: 1 to 100; the newest 1,000 can be paged through. Admins only (SL003).
create function public.admin_recent_activity(page_limit integer default 20, page_offset integer default 0)
returns table (kind text, user_id uuid, full_name text, subject text, happened_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  places integer := least(greatest(coalesce(page_limit, 20), 1), 100);
  first_place integer := least(greatest(coalesce(page_offset, 0), 0), 1000);
  reach integer := places + first_place;
begin
  perform private.only_admins();
  return query
  with happened as (
    (select c.change as kind, c.user_id, c.match_label as subject, c.changed_at as moment
       from public.prediction_changes c order by c.id desc limit reach)
    union all
    (select 'joined', f.id, null, f.created_at from public.profiles f order by f.created_at desc limit reach)
    union all
    (select 'redeemed', p.used_by, c.name, p.used_at
       from public.plan_codes p join public.competitions c on c.id = p.plan_type where p.is_used order by p.used_at desc limit reach)
    union all
    (select 'completed', null, private.label_of(m), m.completed_at
       from public.matches m where m.status = 'completed' order by m.completed_at desc limit reach)
  )
  select h.kind, h.user_id, f.full_name, h.subject, h.moment
    from happened h left join public.profiles f on f.id = h.user_id
   order by h.moment desc, h.kind, h.user_id
   limit places offset first_place;
end $$;
grant execute on function public.admin_recent_activity(integer, integer) to authenticated, service_role;
