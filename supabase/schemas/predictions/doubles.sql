-- Doubles: predictions whose points count twice. Members mark them before the lock, as many as the club's rule allows.
-- The mark is a column of the prediction, so scoring, secrecy, undo and merges have one path.

create index doubles_by_user on public.user_predictions (user_id) where is_double;

-- The club's rule, the setting 'doubles': 'off', 'matchday' (one per matchday of a competition) or 'season N' (N per
-- competition and season). A missing setting is off.
create function private.doubles_rule() returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce((select s.setting_value from public.admin_settings s where s.setting_key = 'doubles'), 'off')
$$;

-- How many doubles a member has for the matches that share them: the competition and season of the match, or its
-- matchday. A match without a round belongs to no matchday.
create function private.doubles_allowed(_rule text, _round text) returns integer
language sql immutable set search_path = ''
as $$
  select case when _rule like 'season %' then substr(_rule, 8)::integer
              when _rule = 'matchday' and _round is not null then 1 else 0 end
$$;

-- The doubles that a member has spent on the other matches that share them. A cancelled match gives its double back.
create function private.doubles_spent(_user_id uuid, _match public.matches, _rule text) returns integer
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer
    from public.user_predictions p
    join public.matches m on m.id = p.match_id
   where p.user_id = _user_id and p.is_double and m.id <> _match.id and m.status <> 'cancelled'
     and m.league = _match.league and m.season is not distinct from _match.season
     and (_rule <> 'matchday' or m.round = _match.round)
$$;

-- Locks the doubles of a member until the transaction ends, so that two marks at the same time are counted one after
-- the other. private.return_doubles() locks those of all members with one lock, which marks share.
create function private.lock_doubles(_user_id uuid) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock_shared(hashtextextended('doubles', 0));
  select pg_advisory_xact_lock(hashtextextended('doubles ' || _user_id, 0));
$$;

-- The limit of doubles, for every role. The match is still open: prediction_rules_are_enforced has checked that.
-- Raises SL021 if the club plays without doubles, SL022 if the member has none left.
create function private.limit_doubles() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  game public.matches;
  rule text;
begin
  if private.rules_are_off() or not new.is_double or (tg_op = 'UPDATE' and old.is_double) then
    return new;
  end if;
  -- A change of the rule waits for this mark, and then counts it.
  perform from public.admin_settings s where s.setting_key = 'doubles' for share;
  rule := private.doubles_rule();
  if rule = 'off' then
    raise exception 'This club plays without doubles' using errcode = 'SL021';
  end if;
  perform private.lock_doubles(new.user_id);
  select * into game from public.matches m where m.id = new.match_id;
  if private.doubles_spent(new.user_id, game, rule) >= private.doubles_allowed(rule, game.round) then
    raise exception '%', case
        when rule = 'matchday' and game.round is null then 'This match belongs to no matchday, so it has no double'
        when rule = 'matchday' then 'You have used your double for this matchday'
        else 'You have no doubles left for this season' end
      using errcode = 'SL022';
  end if;
  return new;
end $$;

-- Marks the caller's prediction of an open match as a double, or takes the mark away. Returns the doubles that the
-- caller has left for the match's season or matchday. Repeating it changes nothing. Raises 42501 without a session,
-- SL023 if the caller has not predicted the match, and the errors of a changed prediction (SL001, SL002) and of
-- private.limit_doubles().
create function public.mark_double(_match_id uuid, _is_double boolean) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := (select auth.uid());
  game public.matches;
  rule text;
begin
  if me is null then
    raise exception 'Sign in to mark a double' using errcode = '42501';
  end if;
  if _is_double is null then
    raise exception 'Say whether the prediction is a double' using errcode = '22023';
  end if;
  perform private.require_open_session();
  -- Lock order: rule, match, doubles of the member, prediction, as in private.return_doubles() and its callers.
  perform from public.admin_settings s where s.setting_key = 'doubles' for share;
  perform from public.matches m
   where m.id = _match_id and m.status = 'upcoming' and m.locks_at > clock_timestamp() for share;
  perform private.lock_doubles(me);
  update public.user_predictions p set is_double = _is_double
   where p.user_id = me and p.match_id = _match_id and p.is_double <> _is_double;
  if not found and not exists (select from public.user_predictions p where p.user_id = me and p.match_id = _match_id)
  then
    raise exception 'Predict the match before you mark it' using errcode = 'SL023';
  end if;
  select * into game from public.matches m where m.id = _match_id;
  rule := private.doubles_rule();
  return greatest(0, private.doubles_allowed(rule, game.round) - private.doubles_spent(me, game, rule)
                     - _is_double::integer);
end $$;
grant execute on function public.mark_double(uuid, boolean) to authenticated;

-- The doubles that the caller has spent, by competition and season, and by round while the rule is one per matchday
-- (otherwise round is null). Cancelled matches are not counted.
create function public.my_doubles()
returns table (league text, season text, round text, spent integer)
language sql stable security definer set search_path = ''
as $$
  select m.league, m.season, case when private.doubles_rule() = 'matchday' then m.round end, count(*)::integer
    from public.user_predictions p
    join public.matches m on m.id = p.match_id and m.status <> 'cancelled'
   where p.user_id = (select auth.uid()) and p.is_double
   group by 1, 2, 3
$$;
grant execute on function public.my_doubles() to authenticated;

-- Takes back the marks beyond the rule, from open matches only, and first from those that lock last. Those of locked
-- matches always stay. Of these members (null: all members with a double).
create function private.return_doubles(_user_ids uuid[] default null) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  rule text := private.doubles_rule();
begin
  perform pg_advisory_xact_lock(hashtextextended('doubles', 0));
  -- The rules of predictions do not apply: a mark is taken back from a match whose competition needs a subscription.
  perform private.rules_off();
  with marks as (
    select p.id, o.is_open, private.doubles_allowed(rule, m.round) as allowed,
           row_number() over (
             partition by p.user_id, m.league, m.season, case when rule = 'matchday' then m.round end
                 order by o.is_open, m.locks_at, m.id) as nth
      from public.user_predictions p
      join public.matches m on m.id = p.match_id and m.status <> 'cancelled'
     cross join lateral (select m.status = 'upcoming' and m.locks_at > clock_timestamp() as is_open) o
     where p.is_double and (_user_ids is null or p.user_id = any (_user_ids))
  ), returned as (
    update public.user_predictions p set is_double = false from marks k
     where p.id = k.id and k.is_open and k.nth > k.allowed
    returning p.*
  )
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction)
  select r.user_id, m.id, private.match_label(m), 'changed', r.home_prediction, r.away_prediction
    from returned r join public.matches m on m.id = r.match_id;
  perform private.rules_on();
end $$;

-- Takes back the marks that the changed rule does not allow.
create function private.return_doubles_beyond_the_rule() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.return_doubles();
  return null;
end $$;

-- Takes back the marks that a match which counts again, or counts elsewhere, has made too many. At the end of the
-- transaction, when the rows that public.undo() restores are complete.
create function private.return_doubles_of_match() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  user_ids uuid[] := array(
    select p.user_id from public.user_predictions p where p.match_id = new.id and p.is_double);
begin
  if user_ids <> '{}' then
    perform private.return_doubles(user_ids);
  end if;
  return null;
end $$;

-- After prediction_rules_are_enforced, by its name.
create trigger the_number_of_doubles_is_limited before insert or update of is_double on public.user_predictions
  for each row execute function private.limit_doubles();
create trigger doubles_follow_the_rule after insert or update on public.admin_settings
  for each row when (new.setting_key = 'doubles') execute function private.return_doubles_beyond_the_rule();
create trigger doubles_end_with_the_rule after delete on public.admin_settings
  for each row when (old.setting_key = 'doubles') execute function private.return_doubles_beyond_the_rule();
create constraint trigger doubles_follow_the_match after update of status, league, season, round on public.matches
  deferrable initially deferred for each row
  when ((old.status = 'cancelled' and new.status <> 'cancelled')
        or (old.league, old.season, old.round) is distinct from (new.league, new.season, new.round))
  execute function private.return_doubles_of_match();
create constraint trigger doubles_follow_a_restored_match after insert on public.matches
  deferrable initially deferred for each row when (current_setting('scoreline.rules_off', true) <> '')
  execute function private.return_doubles_of_match();
