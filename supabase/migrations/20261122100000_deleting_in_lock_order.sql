-- Deleting a player or a match takes its locks in the order that scoring, clearing and recalculating do (match rows,
-- private.lock_totals(), predictions), so that an admin who deletes and one who clears cannot wait for each other.

-- Before a player's predictions go with the account: their matches, in one order, and the totals.
create function private.lock_for_leaving() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.matches m
   where m.id in (select p.match_id from public.user_predictions p where p.user_id = old.id)
   order by m.id for no key update;
  perform private.lock_totals();
  return old;
end $$;
create trigger a_leaving_player_waits_in_order before delete on public.profiles
  for each row execute function private.lock_for_leaving();

-- Deleting a match removes its predictions first, while the match still says which table they counted on.
create or replace function private.delete_match() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_totals();
  perform set_config('scoreline.deleting_match', old.id::text, true);
  delete from public.user_predictions where match_id = old.id;
  perform set_config('scoreline.deleting_match', '', true);
  return old;
end $$;

-- Refuses whoever is neither an admin nor the secret key (SL003). For reading: it counts nothing.
create function private.only_admins() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce((select auth.role()), 'service_role') <> 'service_role'
     and not coalesce(public.has_role((select auth.uid()), 'admin'), false) then
    raise exception 'Only an admin may do this' using errcode = 'SL003';
  end if;
end $$;

-- What an admin's search must match: the words anywhere, with no wildcards of their own.
create function private.containing(_words text) returns text
language sql immutable set search_path = ''
as $$ select '%' || regexp_replace(trim(coalesce(_words, '')), '([\\%_])', '\\\1', 'g') || '%' $$;
