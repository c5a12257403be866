-- Matches that do not take place (cancelled before their result) or do not count (voided after it: abandoned, or the
-- result was annulled).

-- Cancels an upcoming or live match: its predictions stay and earn no points. Returns the id for public.undo(). Raises
-- PT404 for an unknown match, SL005 if it is completed or cancelled. Admins only (SL003), 50 in 5 minutes (SL004),
-- audited.
create function public.cancel_match(_match_id uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  before public.matches;
  undo_id uuid;
begin
  perform private.begin_admin_action('cancel_match');
  select * into before from public.matches m where m.id = _match_id for no key update;
  if before.id is null then
    raise exception 'There is no such match' using errcode = 'PT404';
  end if;
  if before.status not in ('upcoming', 'live') then
    raise exception 'A match that is % cannot become cancelled', before.status using errcode = 'SL005';
  end if;
  perform private.begin_undo('cancel_match', _match_id::text);
  update public.matches m set status = 'cancelled' where m.id = _match_id;
  undo_id := private.end_undo();
  perform private.write_audit('cancel_match', 'matches', _match_id::text,
    jsonb_build_object('match', private.match_label(before), 'status', before.status),
    jsonb_build_object('status', 'cancelled'));
  return undo_id;
end $$;
grant execute on function public.cancel_match(uuid) to authenticated, service_role;

-- Cancels a completed match: its result no longer counts, its points are taken back, and its predictions are kept.
-- The members who predicted it are told once. Returns the id for public.undo(). Raises PT404 for an unknown match,
-- SL005 if it is not completed (public.cancel_match() cancels others). Admins only (SL003), 50 in 5 minutes (SL004),
-- audited. Slow in a large club, so it sets its own statement_timeout.
create function public.void_match(_match_id uuid) returns uuid
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
declare
  before public.matches;
  undo_id uuid;
begin
  perform private.begin_admin_action('void_match');
  perform private.lock_provider();
  select * into before from public.matches m where m.id = _match_id for no key update;
  if before.id is null then
    raise exception 'There is no such match' using errcode = 'PT404';
  end if;
  if before.status <> 'completed' then
    raise exception 'A match that is % has no result to void', before.status using errcode = 'SL005';
  end if;
  perform private.begin_undo('void_match', _match_id::text);
  perform set_config('scoreline.allowed_change', 'voiding ' || _match_id, true);
  update public.matches m set status = 'cancelled' where m.id = _match_id;
  perform set_config('scoreline.allowed_change', '', true);
  undo_id := private.end_undo();
  perform private.write_audit('void_match', 'matches', _match_id::text,
    jsonb_build_object('match', private.match_label(before), 'status', before.status,
                       'home_score', before.home_score, 'away_score', before.away_score),
    jsonb_build_object('status', 'cancelled'));
  return undo_id;
end $$;
grant execute on function public.void_match(uuid) to authenticated, service_role;
