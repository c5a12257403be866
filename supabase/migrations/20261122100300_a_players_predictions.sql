-- One player's predictions, for an admin.

-- A player's predictions, the newest first, with how many there are in all. Of a match that is still open the pick is the
-- player's own secret: its row says that there is one (is_open) and its scores are null. Admins only (SL003), 50 in
-- 5 minutes (SL004), and every look is audited. page_limit: 1 to 400, a whole season.
create function public.admin_user_predictions(_user_id uuid, page_limit integer default 100, page_offset integer default 0)
returns table (id uuid, match_id uuid, home_team_name text, away_team_name text, match_league text, kickoff_at timestamptz,
               is_open boolean, home_prediction integer, away_prediction integer, status text, home_score integer,
               away_score integer, points_earned integer, cleared_at timestamptz, created_at timestamptz, total_count integer)
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_admin_action('admin_user_predictions');
  perform private.write_audit('admin_user_predictions', 'user_predictions', _user_id::text, null, null);
  return query
  select p.id, m.id, m.home_team_name, m.away_team_name, m.league, m.kickoff_at, o.is_open,
         case when not o.is_open then p.home_prediction end, case when not o.is_open then p.away_prediction end,
         m.status, m.home_score, m.away_score, p.points_earned, p.cleared_at, p.created_at,
         (count(*) over ())::integer
    from public.user_predictions p
    join public.matches m on m.id = p.match_id
   cross join lateral (select m.locks_at > clock_timestamp() as is_open) o
   where p.user_id = _user_id
   order by p.created_at desc, p.id
   limit least(greatest(coalesce(page_limit, 100), 1), 400) offset greatest(coalesce(page_offset, 0), 0);
end $$;
grant execute on function public.admin_user_predictions(uuid, integer, integer) to authenticated, service_role;

-- Deletes predictions that the caller has chosen (_prediction_id null: all of the player's), their points with them, and
-- audits them as one act; open picks are counted there, not shown. Locks in the order that scoring does.
create function private.delete_predictions(_action text, _user_id uuid, _prediction_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  lost jsonb;
  deleted integer;
begin
  perform from public.matches m
   where m.id in (select p.match_id from public.user_predictions p
                   where p.user_id = _user_id and (_prediction_id is null or p.id = _prediction_id))
   order by m.id for no key update;
  perform private.lock_totals();
  with gone as (
    delete from public.user_predictions p
     where p.user_id = _user_id and (_prediction_id is null or p.id = _prediction_id)
    returning p.match_id, p.home_prediction, p.away_prediction, p.points_earned
  )
  select count(*), jsonb_build_object(
           'open', count(*) filter (where m.locks_at > clock_timestamp()),
           'predictions', coalesce(jsonb_agg(jsonb_build_object('match', private.label_of(m),
             'prediction', g.home_prediction || '-' || g.away_prediction, 'points', g.points_earned) order by m.kickoff_at)
             filter (where m.locks_at <= clock_timestamp()), '[]'))
    into deleted, lost
    from gone g join public.matches m on m.id = g.match_id;
  if deleted > 0 then
    perform private.write_audit(_action, 'user_predictions', coalesce(_prediction_id, _user_id)::text, lost, jsonb_build_object('deleted', deleted));
  end if;
  return deleted;
end $$;

-- Deletes all of a player's predictions; returns how many. Their points leave every table. Admins only (SL003), 50 in
-- 5 minutes (SL004), audited as one act.
create function public.clear_user_predictions(_user_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_admin_action('clear_user_predictions');
  return private.delete_predictions('clear_user_predictions', _user_id, null);
end $$;
grant execute on function public.clear_user_predictions(uuid) to authenticated, service_role;

-- Deletes one prediction, open or locked (an admin cannot see an open one, so the table's own delete does not reach it).
-- Raises P0002 when there is none. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.delete_user_prediction(_prediction_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id uuid;
begin
  perform private.begin_admin_action('delete_user_prediction');
  select p.user_id into owner_id from public.user_predictions p where p.id = _prediction_id;
  if coalesce(private.delete_predictions('delete_user_prediction', owner_id, _prediction_id), 0) = 0 then
    raise exception 'There is no such prediction' using errcode = 'P0002';
  end if;
end $$;
grant execute on function public.delete_user_prediction(uuid) to authenticated, service_role;
