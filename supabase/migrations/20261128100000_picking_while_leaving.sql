-- A pick and the end of its player's account wait for each other before the pick has locked a match. One that got in between
-- brought a match that the deletion had not locked in its turn; whoever deleted another player of that match waited for the
-- totals, and was waited for.

-- The law of the game, for every role: a prediction is taken while its match is upcoming, before it locks, from a
-- player who may play there. Judged by clock_timestamp() after the match row is locked, so that waiting gains nothing.
-- Raises SL001 (too late) and SL002 (no subscription).
create or replace function private.take_prediction() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  the_match public.matches;
  competition public.competitions;
  moment timestamptz;
begin
  if tg_op = 'UPDATE' then
    if (new.user_id, new.match_id) is distinct from (old.user_id, old.match_id) then
      raise exception 'A prediction stays with its player and match' using errcode = '23514';
    end if;
    select * into the_match from public.matches m where m.id = new.match_id for share;
  else
    -- A deletion holds the account from its beginning.
    perform from auth.users u where u.id = new.user_id for key share;
    -- An insert also counts on the match row: taking the stronger lock at once avoids two shares waiting for each other.
    select * into the_match from public.matches m where m.id = new.match_id for no key update;
    new.points_earned := null;
    new.cleared_at := null;
  end if;
  if the_match.id is null then
    return new; -- the foreign key says it
  end if;
  -- One reading, taken after the wait: what is judged by it is also what is written down.
  moment := clock_timestamp();
  if the_match.status <> 'upcoming' or moment >= the_match.locks_at then
    raise exception 'Predictions for this match are closed' using errcode = 'SL001',
      detail = format('It locked at %s', to_char(the_match.locks_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  end if;
  select * into competition from public.competitions c where c.name = the_match.league;
  if competition.needs_subscription and not exists (
       select from public.subscriptions s
        where s.user_id = new.user_id and s.subscription_type = competition.id
          and s.status = 'active' and s.expires_at > moment) then
    raise exception 'Predicting in the % needs a subscription', competition.name using errcode = 'SL002';
  end if;
  if tg_op = 'INSERT' then
    new.created_at := moment;
  end if;
  new.updated_at := moment;
  return new;
end $$;
