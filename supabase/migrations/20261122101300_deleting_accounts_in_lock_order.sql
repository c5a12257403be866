-- A leaving player's locks are taken before the profile's row is: whoever deletes a match, or moves one, holds it while
-- foreign keys look at its players' profiles, and would wait for a deletion that waits for the match.
drop trigger a_leaving_player_waits_in_order on public.profiles;
create trigger a_leaving_player_waits_in_order before delete on auth.users
  for each row execute function private.lock_for_leaving();
