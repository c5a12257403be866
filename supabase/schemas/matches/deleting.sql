-- Deleting matches with their predictions.

-- Deletes a match with its predictions and their points. Returns the id for public.undo(). Raises PT404 for an unknown
-- match. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.delete_match(_match_id uuid) returns uuid
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
declare
  before public.matches;
  undo_id uuid;
begin
  perform private.begin_admin_action('delete_match');
  perform private.lock_matches(array[_match_id]);
  select * into before from public.matches m where m.id = _match_id;
  perform private.begin_undo('delete_match', _match_id::text);
  delete from public.matches m where m.id = _match_id;
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('delete_match', 'matches', _match_id::text, to_jsonb(before),
                              jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.delete_match(uuid) to authenticated, service_role;

-- Deletes 1 to 1,000 matches with their predictions and points, all or none. Returns the id for public.undo(). Raises
-- PT404 if one does not exist. Admins only (SL003), 50 in 5 minutes (SL004), audited as one action. Slow in a large
-- club, so it sets its own statement_timeout.
create function public.delete_matches(_match_ids uuid[]) returns uuid
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
declare
  deleted jsonb;
  undo_id uuid;
begin
  perform private.begin_admin_action('delete_matches');
  if coalesce(cardinality(_match_ids), 0) not between 1 and 1000 then
    raise exception 'Choose 1 to 1,000 matches' using errcode = '22023';
  end if;
  perform private.lock_matches(_match_ids);
  select jsonb_build_object('matches', jsonb_agg(private.match_label(m) order by m.kickoff_at, m.id)) into deleted
    from public.matches m where m.id = any (_match_ids);
  perform private.begin_undo('delete_matches', null);
  -- All predictions in one statement, so that the totals are counted again only once.
  delete from public.user_predictions p where p.match_id = any (_match_ids);
  delete from public.matches m where m.id = any (_match_ids);
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('delete_matches', 'matches', null, deleted, jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.delete_matches(uuid[]) to authenticated, service_role;
