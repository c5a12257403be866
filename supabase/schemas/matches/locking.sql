-- The locks of matches, taken in one order.

-- Locks every match before a request that changes or deletes some, or their predictions, or names and logos of teams:
-- which ones is not known before the first row, after which it may wait for the totals.
create function private.lock_every_match() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (tg_table_name, tg_op) = ('matches', 'DELETE') then
    perform from public.matches m order by m.id for update;
  else
    perform from public.matches m order by m.id for no key update;
  end if;
  if tg_table_name = 'user_predictions' then
    perform private.lock_totals();
  end if;
  return null;
end $$;

-- Locks these matches, in the order of the locks of scoring. Raises PT404 if one does not exist.
create function private.lock_matches(_match_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_provider();
  perform from public.matches m where m.id = any (_match_ids) order by m.id for update;
  if exists (select unnest(_match_ids) except select m.id from public.matches m) then
    raise exception 'There is no such match' using errcode = 'PT404';
  end if;
  perform private.lock_totals();
end $$;
