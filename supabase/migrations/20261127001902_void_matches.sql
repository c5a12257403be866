set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.describe_match_change(_match public.matches)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format('%s v %s ', _match.home_team_name, _match.away_team_name)
      || case when _match.status = 'cancelled' and _match.completed_at is not null
                then 'is cancelled, so its result no longer counts'
              when _match.status = 'cancelled' then 'is cancelled'
              when not _match.kickoff_confirmed
                then format('is now on %s, at a time to be confirmed', private.format_day(_match.match_date))
              else format('now kicks off on %s, %s (club time)', private.format_day(_match.match_date),
                          to_char(_match.match_time, 'HH24:MI')) end
$function$;

CREATE OR REPLACE FUNCTION private.enforce_match_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_reopening boolean := coalesce(current_setting('scoreline.reopening_match', true) = old.id::text, false);
  is_rearranging boolean := coalesce(current_setting('scoreline.rearranging_match', true) = old.id::text, false);
  is_voiding boolean := coalesce(current_setting('scoreline.voiding_match', true) = old.id::text, false);
begin
  if private.is_undoing() then
    return new;
  end if;
  new.predictions_count := new.predictions_count + private.take_uncounted_predictions(new.id);
  if not (
       new.status = old.status
       or (is_reopening and new.status = 'upcoming')
       or (is_rearranging and old.status = 'live' and new.status = 'upcoming')
       or (is_voiding and old.status = 'completed' and new.status = 'cancelled')
       or (old.status = 'upcoming' and new.status in ('live', 'completed', 'cancelled'))
       or (old.status = 'live' and new.status in ('completed', 'cancelled'))) then
    raise exception 'A match that is % cannot become %', old.status, new.status using errcode = 'SL005';
  end if;
  if new.status = 'cancelled' then
    new.home_score := null;
    new.away_score := null;
  end if;
  -- When a team is renamed, the foreign key's update fires this trigger at depth 2; it is allowed.
  if new.predictions_count > 0 and pg_trigger_depth() = 1
     and (new.home_team_name, new.away_team_name, new.league) is distinct from (old.home_team_name, old.away_team_name,
       old.league) then
    raise exception 'Teams and competition cannot change after the first prediction' using errcode = 'SL006';
  end if;
  if (new.home_team_name, new.away_team_name) is distinct from (old.home_team_name, old.away_team_name) then
    if pg_trigger_depth() = 1 then
      new.home_team_name := private.club_team_name(new.home_team_name);
      new.away_team_name := private.club_team_name(new.away_team_name);
    end if;
    perform private.add_missing_teams(new.home_team_name, new.away_team_name);
  end if;
  if new.kickoff_confirmed then
    new.day_time_zone := null;
  end if;
  -- A match that is postponed keeps the lock that its kick-off had.
  if (new.match_date, new.match_time, new.day_time_zone)
       is distinct from (old.match_date, old.match_time, old.day_time_zone)
     or (new.kickoff_confirmed and not old.kickoff_confirmed) then
    new.kickoff_at := private.kickoff_of(new);
  end if;
  new.predictions_revealed_at := case when is_reopening then clock_timestamp() else old.predictions_revealed_at end;
  if is_reopening then
    new.locks_at := new.kickoff_at;
  elsif old.locks_at <= clock_timestamp() then
    new.locks_at := old.locks_at;
  elsif new.status <> 'upcoming' then
    -- Not now(): predictions may have been judged while this transaction waited for the row.
    new.locks_at := least(new.kickoff_at, clock_timestamp());
  else
    new.locks_at := new.kickoff_at;
  end if;
  if new.status = 'completed' and old.status <> 'completed' then
    new.completed_at := coalesce(new.completed_at, now());
  elsif is_reopening then
    new.completed_at := null;
  else
    new.completed_at := old.completed_at;
  end if;
  if new.home_team_name <> old.home_team_name then
    new.home_team_logo := (select t.logo_url from public.teams t where t.name = new.home_team_name);
  end if;
  if new.away_team_name <> old.away_team_name then
    new.away_team_logo := (select t.logo_url from public.teams t where t.name = new.away_team_name);
  end if;
  new.created_at := old.created_at;
  new.updated_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_match_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  title text := case new.status when 'cancelled' then 'Match cancelled' else 'Kick-off moved' end;
  words text := private.describe_match_change(new)
    || case when new.status <> 'cancelled' then '. Your pick is kept, and you can change it until then.'
            when old.status = 'completed' then '. Its points were taken back.'
            else '. No points are given for it.' end;
begin
  insert into public.notifications (user_id, type, title, message, link)
  select p.user_id, 'info', title, words, '/matches'
    from public.user_predictions p join private.message_choices_of('match_change') c on c.user_id = p.user_id
   where p.match_id = new.id and c.in_app;
  insert into private.match_changes (match_id, old_kickoff) values (new.id, old.kickoff_at)
  on conflict (match_id) do update set changed_at = excluded.changed_at;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.void_match(_match_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
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
  perform set_config('scoreline.voiding_match', _match_id::text, true);
  update public.matches m set status = 'cancelled' where m.id = _match_id;
  perform set_config('scoreline.voiding_match', '', true);
  undo_id := private.end_undo();
  perform private.write_audit('void_match', 'matches', _match_id::text,
    jsonb_build_object('match', private.match_label(before), 'status', before.status,
                       'home_score', before.home_score, 'away_score', before.away_score),
    jsonb_build_object('status', 'cancelled'));
  return undo_id;
end $function$;

ALTER FUNCTION "public"."void_match"(uuid) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "public"."void_match"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."void_match"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."void_match"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."void_match"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."void_match"(uuid) TO "service_role";
