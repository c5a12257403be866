-- Which members lack predictions for open matches.

-- The last count of open predictions, with the fingerprint of the data that was counted: at most one row.
create table private.open_predictions_count (
  only_row boolean primary key default true constraint one_row check (only_row),
  fingerprint text not null,
  predicted_all integer not null,
  predicted_some integer not null,
  predicted_none integer not null
);

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
                    and private.is_active(s, clock_timestamp()))
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
                    and private.is_active(s, clock_timestamp()))
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
      where private.is_active(s, clock_timestamp())))
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

-- Players who have not predicted the named open match or (null) at least one open match that they may predict, of
-- these _matches: 'next_matchday' of each competition (as in public.next_rounds()), 'next_7_days' or 'all'. Sorted by
-- name, with the phone number, the language, the number of missing predictions, when an organiser has reminded the
-- player of them and who (personal_reminders.sql), and the total count of such players. A match that is not open has
-- none. page_limit: 1 to 500. Admins only (SL003); raises 22023 for other _matches.
create function public.players_missing_predictions(_match_id uuid default null, page_limit integer default 100,
                                                   page_offset integer default 0,
                                                   _matches text default 'next_matchday')
returns table (user_id uuid, full_name text, phone_number text, member_language text, missing integer,
               written_at timestamptz, written_by text, total_count integer)
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
  select n.user_id, coalesce(f.full_name, 'Player'), f.phone_number, f.language,
         n.total_upcoming - n.predictions_made, r.written_at, r.written_by, (count(*) over ())::integer
    from private.prediction_completion(chosen) n join public.profiles f on f.id = n.user_id
    left join private.reminders_about('picks') r on r.user_id = n.user_id
   where n.predictions_made < n.total_upcoming
   order by f.full_name collate "und-x-icu", f.id
   limit private.page_limit(page_limit, 100, 500) offset private.page_offset(page_offset);
end $$;
grant execute on function public.players_missing_predictions(uuid, integer, integer, text) to authenticated,
  service_role;
