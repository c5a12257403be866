-- Deleting predictions: those of a match, of a member, and single ones.

-- Deletes a match's predictions before the match, because their log needs its label.
create function private.delete_predictions_of_match() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_totals();
  perform set_config('scoreline.deleting_match', old.id::text, true);
  delete from public.user_predictions where match_id = old.id;
  perform set_config('scoreline.deleting_match', '', true);
  perform private.take_uncounted_predictions(old.id);
  delete from private.counted_matches c where c.match_id = old.id;
  return old;
end $$;

-- Deletes a prediction (_prediction_id null: all of the player's) with its points and audits the deletion as one
-- action. The audit row counts predictions of open matches without their scores. Takes locks in the same order as
-- scoring.
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
  with removed as (
    delete from public.user_predictions p
     where p.user_id = _user_id and (_prediction_id is null or p.id = _prediction_id)
    returning p.match_id, p.home_prediction, p.away_prediction, p.points_earned, p.updated_at
  )
  select count(*), jsonb_build_object(
           'open', count(*) filter (where o.is_open),
           'predictions', coalesce(jsonb_agg(jsonb_build_object('match', private.match_label(m),
             'prediction', g.home_prediction || '-' || g.away_prediction, 'points', g.points_earned)
               order by m.kickoff_at)
             filter (where not o.is_open), '[]'))
    into deleted, lost
    from removed g join public.matches m on m.id = g.match_id
   cross join lateral (
     select not private.may_see(g.updated_at, m.locks_at, m.predictions_revealed_at) as is_open) o;
  if deleted > 0 then
    perform private.write_audit(_action, 'user_predictions', coalesce(_prediction_id, _user_id)::text, lost,
                                jsonb_build_object('deleted', deleted, 'user_id', _user_id, 'undo_id',
                                                   current_setting('scoreline.recording_undo', true)));
  end if;
  return deleted;
end $$;

-- Deletes all of a player's predictions with their points on every leaderboard; returns their number. Admins only
-- (SL003), 50 in 5 minutes (SL004), audited as one action. Can be undone.
create function public.clear_user_predictions(_user_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  deleted integer;
begin
  perform private.begin_admin_action('clear_user_predictions');
  perform private.begin_undo('clear_user_predictions', _user_id::text);
  deleted := private.delete_predictions('clear_user_predictions', _user_id, null);
  perform private.end_undo(private.long_undo_window());
  return deleted;
end $$;
grant execute on function public.clear_user_predictions(uuid) to authenticated, service_role;

-- Deletes one prediction, open or locked. Admins need this function for open predictions, because row-level security
-- hides those from a direct delete. Raises PT404 if there is none. Admins only (SL003), 50 in 5 minutes (SL004),
-- audited. Can be undone.
create function public.delete_user_prediction(_prediction_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id uuid;
begin
  perform private.begin_admin_action('delete_user_prediction');
  select p.user_id into owner_id from public.user_predictions p where p.id = _prediction_id;
  perform private.begin_undo('delete_user_prediction', _prediction_id::text);
  if coalesce(private.delete_predictions('delete_user_prediction', owner_id, _prediction_id), 0) = 0 then
    raise exception 'There is no such prediction' using errcode = 'PT404';
  end if;
  perform private.end_undo(private.long_undo_window());
end $$;
grant execute on function public.delete_user_prediction(uuid) to authenticated, service_role;

-- Audits a prediction that an admin or the secret key deleted from the table. As in private.delete_predictions(), the
-- entry does not have the score of an open match, because admins read the log.
create function private.audit_deleted_prediction() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  lost jsonb := to_jsonb(old);
begin
  if exists (select from public.matches m
              where m.id = old.match_id
                and not private.may_see(old.updated_at, m.locks_at, m.predictions_revealed_at)) then
    lost := lost - '{home_prediction,away_prediction,is_double}'::text[];
  end if;
  perform private.write_audit('user_predictions.delete', 'user_predictions', old.id::text, lost, null);
  return null;
end $$;

create trigger deleted_predictions_are_audited after delete on public.user_predictions
  for each row when (current_user in ('authenticated', 'service_role'))
  execute function private.audit_deleted_prediction();
create trigger predictions_are_deleted_before_their_match before delete on public.matches
  for each row execute function private.delete_predictions_of_match();
