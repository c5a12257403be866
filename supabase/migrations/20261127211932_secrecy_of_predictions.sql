set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP POLICY "signed-in users see all changes after the lock" ON "public"."prediction_changes";

DROP POLICY "signed-in users see changes from before a reopening" ON "public"."prediction_changes";

DROP POLICY "signed-in users see all changes of answers after the lock" ON "public"."season_answer_changes";

DROP POLICY "signed-in users see all answers after the lock" ON "public"."season_answers";

DROP POLICY "signed-in users see all predictions after the lock" ON "public"."user_predictions";

DROP POLICY "signed-in users see predictions from before a reopening" ON "public"."user_predictions";

DROP TRIGGER "renaming_takes_locks_first" ON "public"."profiles";

DROP FUNCTION "private"."lock_for_renaming"();

ALTER TABLE "private"."match_reopenings" ALTER COLUMN "reason" DROP NOT NULL;

CREATE OR REPLACE FUNCTION private.announce_reopening(_match public.matches, _reopening private.match_reopenings)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.match_changes c where c.match_id = _match.id;
  -- The day's results may have been announced; the players of this match then get another message.
  delete from private.announcements a where a.key = format('results %s', _match.match_date);
  perform private.queue_messages('match_change', format('reopening %s', _reopening.id), array(
    select row(u.user_id, format('Open again: %s v %s', _match.home_team_name, _match.away_team_name),
               format('%s v %s was reopened and now kicks off on %s, %s (club time). %s',
                      _match.home_team_name, _match.away_team_name, private.format_day(_match.match_date),
                      to_char(_match.match_time, 'HH24:MI'),
                      case when p.id is null then 'You can predict it until then.'
                           else 'Your pick is kept, and you can change it until then.' end
                        || case _reopening.old_status when 'completed' then ' Its points were taken back.' else '' end
                        || case when _reopening.reason is null then E'\nAn action that had locked it was undone.'
                                else E'\nThe organiser''s reason: ' || _reopening.reason end),
               '/matches', _match.kickoff_at, null,
               private.match_change_facts(_match)
                 || jsonb_build_object('kind', 'reopened', 'has_pick', p.id is not null, 'points_taken_back',
                                       _reopening.old_status = 'completed', 'reason', _reopening.reason)
              )::private.message_content
      from (select g.user_id from public.user_predictions g where g.match_id = _match.id
            union
            select s.user_id from public.subscriptions s
              join public.competitions c on c.id = s.subscription_type and c.name = _match.league
             where s.status = 'active' and s.expires_at > clock_timestamp()) u
      left join public.user_predictions p on p.match_id = _match.id and p.user_id = u.user_id));
end $function$;

CREATE OR REPLACE FUNCTION private.answers_of_snapshot()
 RETURNS TABLE(user_id uuid, user_name text, points integer, answers jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.user_id, coalesce(f.full_name, 'Player'), coalesce(sum(a.points_earned), 0)::integer,
         jsonb_agg(jsonb_build_object(
           'match', q.title, 'actual', array_to_string(q.correct_answers, ', '),
           'prediction', array_to_string(a.answer, ', '), 'points', a.points_earned) order by q.locks_at, q.id)
    from public.season_answers a
    join public.season_questions q on q.id = a.question_id and private.may_see('infinity', q.locks_at, null)
    join public.profiles f on f.id = a.user_id
   group by a.user_id, f.full_name
$function$;

CREATE OR REPLACE FUNCTION private.audit_deleted_prediction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.delete_predictions(_action text, _user_id uuid, _prediction_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
                                jsonb_build_object('deleted', deleted, 'user_id', _user_id));
  end if;
  return deleted;
end $function$;

CREATE OR REPLACE FUNCTION private.end_access_of_season(_ending private.season_endings, _choices jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made jsonb;
  ends_all boolean := coalesce((_choices ->> 'all')::boolean, false);
begin
  perform from public.plan_codes c
   where c.id in (select e.id from private.codes_to_end(_ending, ends_all) e) order by c.id for no key update;
  with ended as (
    update public.subscriptions s set status = 'expired'
     where s.id in (select e.id from private.subscriptions_to_end(_ending, ends_all) e)
    returning s.id, s.expires_at
  ), codes as (
    select c.id, c.expires_at as before from private.codes_to_end(_ending, ends_all) c
  ), ended_codes as (
    update public.plan_codes c set expires_at = now() from codes o where c.id = o.id and not c.is_used
    returning c.id, o.before, c.expires_at as after
  )
  select jsonb_build_object('subscriptions', coalesce((select jsonb_agg(to_jsonb(e)) from ended e), '[]'),
                            'codes', coalesce((select jsonb_agg(to_jsonb(e)) from ended_codes e), '[]')) into made;
  return jsonb_build_object(
    'facts', jsonb_build_object('kind', 'access_ended', 'subscriptions', jsonb_array_length(made -> 'subscriptions'),
                                'codes', jsonb_array_length(made -> 'codes')),
    'made', made);
end $function$;

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
  -- Not now(): predictions may have been judged while this transaction waited for the row.
  moment timestamptz := clock_timestamp();
begin
  if private.is_undoing() then
    -- What everyone could see is not hidden again, whatever row is restored.
    new.predictions_revealed_at := case
      when old.locks_at <= moment and new.locks_at > moment then moment
      else greatest(old.predictions_revealed_at, new.predictions_revealed_at) end;
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
  new.predictions_revealed_at := case when is_reopening and old.locks_at <= moment then moment
                                      else old.predictions_revealed_at end;
  if old.locks_at <= moment and not is_reopening then
    new.locks_at := old.locks_at;
  elsif new.status in ('live', 'completed') then
    new.locks_at := least(new.kickoff_at, moment);
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

CREATE OR REPLACE FUNCTION private.fill_snapshot(_snapshot_id uuid)
 RETURNS public.predictions_snapshots
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  created public.predictions_snapshots;
begin
  with answered as materialized (
    select * from private.answers_of_snapshot()
  ), written as (
    insert into public.snapshot_players (snapshot_id, "position", user_id, user_name, total_points, predictions)
    select _snapshot_id, row_number() over (order by o.total_points desc, o.user_name, o.user_id), o.*
      from (
      select coalesce(t.user_id, q.user_id) as user_id, coalesce(t.user_name, q.user_name) as user_name,
             coalesce(t.total_points, 0) + coalesce(q.points, 0) as total_points,
             case when q.user_id is null then t.predictions
               else coalesce(t.predictions, '[]') || q.answers end as predictions
      from (select p.user_id, coalesce(f.full_name, 'Player') as user_name,
                   coalesce(sum(p.points_earned), 0)::integer as total_points,
                   -- Built as text and parsed once, because building 1.5 million JSON objects takes twice as long.
                   ('[' || string_agg(m.opening || p.home_prediction || '-' || p.away_prediction || '", "points": '
                     || coalesce(p.points_earned::text, 'null') || '}', ', ' order by m.place)
                       || ']')::jsonb as predictions
              from (select n.id, row_number() over (order by n.kickoff_at, n.id) as place,
                           format('{"match": %s, "actual": %s, "prediction": "', to_json(private.match_label(n)),
                             coalesce(to_json(n.home_score || '-' || n.away_score)::text, 'null')) as opening
                      from public.matches n where private.may_see('infinity', n.locks_at, null)) m
              join public.user_predictions p on p.match_id = m.id
              join public.profiles f on f.id = p.user_id
             group by p.user_id, f.full_name) t
      full join answered q on q.user_id = t.user_id) o
    returning predictions
  ), counted as (
    select count(*)::integer as players,
           (coalesce(sum(jsonb_array_length(w.predictions)), 0)
             - (select coalesce(sum(jsonb_array_length(a.answers)), 0) from answered a))::integer as predictions
      from written w
  )
  update public.predictions_snapshots s set players = c.players, predictions = c.predictions
    from counted c where s.id = _snapshot_id
  returning s.* into created;
  return created;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_for_account_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.matches m
   where m.id in (select p.match_id from public.user_predictions p where p.user_id = old.id)
   order by m.id for no key update;
  -- Both are of the account: the deletion clears these columns.
  perform from public.plan_codes c where old.id in (c.used_by, c.created_by) order by c.id for no key update;
  perform private.lock_totals();
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_for_season_undo(_ending_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made jsonb := (select jsonb_object_agg(s.step, s.made) from private.season_steps s where s.ending_id = _ending_id);
begin
  perform private.lock_provider();
  perform from public.matches m
   where m.id in (select i::uuid from jsonb_array_elements_text(made -> 'matches' -> 'cancelled') i)
   order by m.id for no key update;
  perform from public.plan_codes c
   where c.id in (select (e ->> 'id')::uuid from jsonb_array_elements(made -> 'access' -> 'codes') e)
   order by c.id for update;
  perform private.lock_totals();
end $function$;

CREATE OR REPLACE FUNCTION private.log_reopening(_before public.matches, _match public.matches, _reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  entry private.match_reopenings;
begin
  insert into private.match_reopenings (match_id, reopened_by, reason, old_status, old_kickoff_at, new_kickoff_at)
  values (_match.id, (select p.id from public.profiles p where p.id = (select auth.uid())), _reason, _before.status,
          _before.kickoff_at, _match.kickoff_at)
  returning * into entry;
  perform private.announce_reopening(_match, entry);
end $function$;

ALTER FUNCTION "private"."log_reopening"(public.matches, public.matches, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.log_undone_lock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.log_reopening(old, new, null);
  return null;
end $function$;

ALTER FUNCTION "private"."log_undone_lock"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.may_see(_saved_at timestamp with time zone, _locks_at timestamp with time zone, _revealed_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select coalesce($2 <= statement_timestamp() or $1 <= $3, false) $function$;

ALTER FUNCTION "private"."may_see"(timestamp with time zone, timestamp with time zone, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.picture_of_match(_match_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
      'league', m.league, 'day', to_char(m.match_date, 'FMDay FMDD FMMonth'), 'date', m.match_date,
      'status', m.status,
      'home', m.home_team_name, 'away', m.away_team_name, 'home_score', m.home_score, 'away_score', m.away_score,
      'my_home', v.home_prediction, 'my_away', v.away_prediction, 'points', v.points, 'is_double', v.is_double,
      'user_id', v.user_id, 'name', v.full_name, 'same', s.same, 'players', s.home + s.draw + s.away,
      'split', jsonb_build_array(s.home, s.draw, s.away))
    from public.matches m
    join private.visible_picks(m.id) v on v.user_id = (select auth.uid())
   cross join lateral (
     select count(*) filter (where o.home_prediction > o.away_prediction) as home,
            count(*) filter (where o.home_prediction = o.away_prediction) as draw,
            count(*) filter (where o.home_prediction < o.away_prediction) as away,
            count(*) filter (where o.home_prediction = v.home_prediction and o.away_prediction = v.away_prediction)
              as same
       from public.user_predictions o
      where o.match_id = m.id and private.may_see(o.updated_at, m.locks_at, m.predictions_revealed_at)) s
   where m.id = _match_id and m.status <> 'cancelled'
$function$;

CREATE OR REPLACE FUNCTION private.refuse_open_matches_of_helpers(_match_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.acts_as_admin()
     and exists (select from public.matches m
                  where m.id = any (_match_ids) and not private.may_see('infinity', m.locks_at, null)) then
    raise exception 'Only an admin completes a match that is still open' using errcode = 'SL003';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.season_step_facts(_step text, _ending private.season_endings)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case _step
    when 'matches' then
      return (select jsonb_build_object(
                'kind', case when count(*) = 0 then 'no_unfinished_matches' else 'unfinished_matches' end,
                'count', count(*))
                from private.unfinished_matches(_ending.seasons));
    when 'leaderboards' then
      return (select jsonb_build_object(
                'kind', 'leaderboards', 'count', count(distinct m.league),
                'members', (select count(*) from private.player_totals t
                             where t.scope = 'overall' and t.predictions_scored > 0))
                from private.running_matches() m);
    when 'subscriptions' then
      return (select jsonb_build_object('kind', 'subscriptions', 'count', count(*)) from public.subscriptions s
               where s.started_at >= private.first_subscription_day(_ending)::timestamp at time zone 'UTC');
    when 'snapshot' then
      return (select jsonb_build_object('kind', 'predictions', 'count', coalesce(sum(m.predictions_count), 0))
                from public.matches m where private.may_see('infinity', m.locks_at, null));
    when 'honours' then
      return private.honours_in_facts();
    when 'access' then
      return (select jsonb_build_object('kind', 'access_ends', 'subscriptions', count(*),
                                        'codes', (select count(*) from private.codes_to_end(_ending, false)))
                from private.subscriptions_to_end(_ending, false));
    when 'points' then
      return (select jsonb_build_object('kind', 'points_cleared', 'count', coalesce(sum(t.predictions_scored), 0))
                from private.player_totals t where t.scope = 'overall');
    when 'import' then
      return (select jsonb_build_object(
                'kind', case when n.matches = 0 then 'no_next_season' else 'next_season' end, 'count', n.matches)
                from (select private.next_season_matches(_ending) as matches) n);
    when 'members' then
      -- Counted when the step is next, because it looks at the choices of every member.
      if not exists (select from private.season_steps s where s.ending_id = _ending.id and s.step = 'import') then
        return (select jsonb_build_object('kind', 'to_members', 'members', count(*)) from public.profiles);
      end if;
      return (select jsonb_build_object('kind', 'to_members_by', 'members', r.members, 'bell', r.bell,
                                        'push', r.push, 'email', r.email)
                from public.preview_club_message('everyone') r);
  end case;
end $function$;

CREATE OR REPLACE FUNCTION private.take_totals_first()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_totals();
  return null;
end $function$;

ALTER FUNCTION "private"."take_totals_first"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.visible_picks(_match_id uuid)
 RETURNS TABLE(user_id uuid, full_name text, home_prediction integer, away_prediction integer, points_earned integer, points integer, is_double boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.user_id, coalesce(f.full_name, 'Player'), p.home_prediction, p.away_prediction, p.points_earned,
         coalesce(p.points_earned, case when m.home_score is not null and m.away_score is not null
           then private.prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score,
                                          p.is_double)
         end), p.is_double
    from public.matches m
    join public.user_predictions p on p.match_id = m.id
    join public.profiles f on f.id = p.user_id
   where m.id = _match_id and private.may_see(p.updated_at, m.locks_at, m.predictions_revealed_at)
$function$;

CREATE OR REPLACE FUNCTION public.admin_user_predictions(_user_id uuid, page_limit integer DEFAULT 100, page_offset integer DEFAULT 0, before_created timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, match_id uuid, home_team_name text, away_team_name text, match_league text, kickoff_at timestamp with time zone, is_open boolean, home_prediction integer, away_prediction integer, status text, home_score integer, away_score integer, points_earned integer, cleared_at timestamp with time zone, created_at timestamp with time zone, total_count integer, is_double boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.begin_admin_action('admin_user_predictions');
  perform private.write_audit('admin_user_predictions', 'user_predictions', _user_id::text, null, null);
  return query
  select p.id, m.id, m.home_team_name, m.away_team_name, m.league, m.kickoff_at, o.is_open,
         case when not o.is_open then p.home_prediction end, case when not o.is_open then p.away_prediction end,
         m.status, m.home_score, m.away_score, p.points_earned, p.cleared_at, p.created_at,
         (select count(*) from public.user_predictions a where a.user_id = _user_id)::integer,
         case when not o.is_open then p.is_double end
    from public.user_predictions p
    join public.matches m on m.id = p.match_id
   cross join lateral (
     select not private.may_see(p.updated_at, m.locks_at, m.predictions_revealed_at) as is_open) o
   where p.user_id = _user_id and (before_id is null or (p.created_at, p.id) < (before_created, before_id))
   order by p.created_at desc, p.id desc
   limit least(greatest(coalesce(page_limit, 100), 1), 400) offset greatest(coalesce(page_offset, 0), 0);
end $function$;

CREATE OR REPLACE FUNCTION public.end_subscription(_user_id uuid, _type text)
 RETURNS public.subscriptions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.subscriptions;
  ended public.subscriptions;
begin
  perform private.begin_admin_action('end_subscription');
  perform private.lock_totals();
  select * into before from public.subscriptions s
   where s.user_id = _user_id and s.subscription_type = _type and s.status = 'active';
  if before.id is null then
    raise exception 'There is no active subscription to end' using errcode = 'PT404';
  end if;
  perform private.begin_undo('end_subscription', before.id::text);
  update public.subscriptions s set status = 'inactive' where s.id = before.id returning s.* into ended;
  perform private.end_undo();
  perform private.write_audit('end_subscription', 'subscriptions', ended.id::text, to_jsonb(before), to_jsonb(ended));
  return ended;
end $function$;

CREATE OR REPLACE FUNCTION public.give_subscription(_user_id uuid, _type text, _expires_on date)
 RETURNS public.subscriptions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.subscriptions;
  given public.subscriptions;
begin
  perform private.begin_admin_action('give_subscription');
  if not exists (select from public.competitions c where c.id = _type and c.needs_subscription) then
    raise exception 'Please select a subscription plan' using errcode = '22023';
  end if;
  if _expires_on is null or _expires_on < private.club_today() then
    raise exception 'The expiry date has passed' using errcode = '22023';
  end if;
  perform private.require_plausible(_expires_on);
  perform private.lock_totals();
  if not exists (select from public.profiles p where p.id = _user_id) then
    raise exception 'There is no such player' using errcode = 'PT404';
  end if;
  select * into before from public.subscriptions s where s.user_id = _user_id and s.subscription_type = _type;
  insert into public.subscriptions as s (user_id, subscription_type, expires_at, assigned_by_admin)
  values (_user_id, _type, private.end_of_day(_expires_on), true)
  on conflict on constraint one_subscription_per_player_and_competition do update
    set started_at = case when s.status = 'active' and s.expires_at > clock_timestamp() then s.started_at
                          else now() end,
        expires_at = excluded.expires_at, status = 'active', assigned_by_admin = true
  returning s.* into given;
  perform private.write_audit('give_subscription', 'subscriptions', given.id::text,
    case when before.id is not null then to_jsonb(before) end, to_jsonb(given));
  return given;
end $function$;

CREATE OR REPLACE FUNCTION public.head_to_head(_user_id uuid, league text DEFAULT 'Overall'::text, _season text DEFAULT NULL::text, before_kickoff timestamp with time zone DEFAULT NULL::timestamp with time zone, before_match uuid DEFAULT NULL::uuid, _with_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(match_id uuid, kickoff_at timestamp with time zone, match_league text, season text, round text, home_team_name text, away_team_name text, home_score integer, away_score integer, my_home integer, my_away integer, my_points integer, their_home integer, their_away integer, their_points integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select q.id, q.kickoff_at, q.league, q.season, q.round, q.home_team_name, q.away_team_name, q.home_score,
         q.away_score, q.my_home, q.my_away,
         case when q.my_home is not null and q.home_score is not null then private.prediction_points(
           q.my_home, q.my_away, q.home_score, q.away_score, q.my_is_double) end,
         q.their_home, q.their_away,
         case when q.their_home is not null and q.home_score is not null then private.prediction_points(
           q.their_home, q.their_away, q.home_score, q.away_score, q.their_is_double) end
    from (select m.id, m.kickoff_at, m.league, m.season, m.round, m.home_team_name, m.away_team_name,
                 case when m.status = 'completed' then m.home_score end as home_score,
                 case when m.status = 'completed' then m.away_score end as away_score,
                 mine.home_prediction as my_home, mine.away_prediction as my_away,
                 mine.is_double as my_is_double, theirs.home_prediction as their_home,
                 theirs.away_prediction as their_away, theirs.is_double as their_is_double
            from public.matches m
            left join public.user_predictions mine
              on mine.match_id = m.id and mine.user_id = coalesce(_with_id, (select auth.uid()))
            left join public.user_predictions theirs on theirs.match_id = m.id and theirs.user_id = _user_id
           where _user_id <> coalesce(_with_id, (select auth.uid()))
             and private.may_see('infinity', m.locks_at, null) and m.status <> 'cancelled'
             and head_to_head.league in ('Overall', m.league)
             and (head_to_head._season is null or m.season = head_to_head._season)
             and (mine.match_id is not null or theirs.match_id is not null)
             and (before_match is null or (m.kickoff_at, m.id) < (before_kickoff, before_match))
           order by m.kickoff_at desc, m.id desc limit 1000) q
   order by q.kickoff_at, q.id
$function$;

CREATE OR REPLACE FUNCTION public.import_matches(_league text, _season text, _time_zone text, _matches jsonb, _options jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(teams_added integer, matches_added integer, matches_changed integer, results_entered integer, matches_cancelled integer, left_out integer, undo_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5min'
AS $function$
#variable_conflict use_column
declare
  stored text;
  plan jsonb;
  refused record;
  scored uuid[];
  changed uuid[];
  locked uuid[] := '{}';
begin
  perform private.begin_admin_action('import_matches');
  perform private.check_import(_league, _season, _time_zone, _matches, _options);
  -- One import at a time, because each decides by what the club has.
  perform pg_advisory_xact_lock(hashtextextended('import_matches', 0));
  stored := private.stored_season(_league, _season);
  loop
    select coalesce(jsonb_agg(to_jsonb(p) order by p.place), '[]') into plan
      from private.plan_import(_league, stored, _time_zone, _matches, _options) p where p.place is not null;
    changed := array(select m.id from private.import_rows(plan) p join public.matches m on m.id = p.match_id
                      where not p.changes && '{refused,undecided}' and (p.changes <> '{}' or m.season is null));
    exit when changed <@ locked;
    perform from public.matches m where m.id = any (changed) order by m.id for no key update;
    -- Again after the wait: a match may have got a result.
    locked := locked || changed;
  end loop;
  select count(*) over () as matches, p.* into refused
    from jsonb_to_recordset(plan) p (place integer, file_home text, file_away text, changes text[], reason text,
                                     reason_kind text)
   where p.changes = '{refused}' order by p.place limit 1;
  if found and not coalesce((_options ->> 'skip_invalid')::boolean, false) then
    raise exception '% of % matches cannot be imported, the first is match % (% v %): %', refused.matches,
      jsonb_array_length(plan), refused.place, coalesce(refused.file_home, '?'), coalesce(refused.file_away, '?'),
      refused.reason using errcode = '22023',
      detail = jsonb_build_object('kind', 'matches_cannot_be_imported', 'refused', refused.matches,
                                  'matches', jsonb_array_length(plan), 'place', refused.place,
                                  'home', coalesce(refused.file_home, '?'), 'away', coalesce(refused.file_away, '?'),
                                  'reason', jsonb_build_object('kind', refused.reason_kind));
  end if;

  perform private.begin_undo('import_matches', null);
  insert into public.team_aliases (alias, team_name)
  select btrim(s.key), s.value from jsonb_each_text(coalesce(_options -> 'same_teams', '{}')) s
   where private.canonical_team_name(s.key) <> private.canonical_team_name(s.value)
  on conflict do nothing;
  insert into public.teams (name)
  select distinct n.name
    from private.import_rows(plan) p cross join lateral (values (p.home), (p.away)) n (name)
   where 'added' = any (p.changes) and not exists (select from public.teams t where t.name = n.name)
   order by n.name
  on conflict (name) do nothing;
  get diagnostics teams_added = row_count;

  perform private.exchange_sides(array(select p.match_id from private.import_rows(plan) p
                                        where 'exchanged' = any (p.changes)));
  -- A round that another match of the two teams leaves in this import is free only after that.
  update public.matches m set round = null
    from private.import_rows(plan) p
   where m.id = p.match_id and 'round' = any (p.changes)
     and exists (select from public.matches o
                  where (o.league, o.season, o.round, o.home_team_name, o.away_team_name)
                        = (_league, stored, p.round, p.home, p.away));
  update public.matches m
     set round = p.round, season = stored,
         match_date = case when p.moves then p.match_date else m.match_date end,
         match_time = case when p.moves then p.match_time else m.match_time end,
         day_time_zone = case when p.moves then p.day_time_zone else m.day_time_zone end,
         kickoff_confirmed = case when p.moves then p.kickoff_confirmed else m.kickoff_confirmed end
    from (select r.*, 'moved' = any (r.changes) as moves from private.import_rows(plan) r) p
   where m.id = p.match_id and not p.changes && '{added,refused,undecided}'
     and (p.changes && '{moved,round,exchanged}' or m.season is null);
  get diagnostics matches_changed = row_count;

  insert into public.matches (id, home_team_name, away_team_name, match_date, match_time, day_time_zone, league,
                              season, round, kickoff_confirmed)
  select p.match_id, p.home, p.away, p.match_date, p.match_time, p.day_time_zone, _league, stored, p.round,
         p.kickoff_confirmed
    from private.import_rows(plan) p where 'added' = any (p.changes) order by p.place;
  get diagnostics matches_added = row_count;

  perform set_config('scoreline.scoring_together', 'on', true);
  with entered as (
    update public.matches m
       set status = 'completed', home_score = p.home_score, away_score = p.away_score,
           completed_at = m.kickoff_at + interval '2 hours'
      from private.import_rows(plan) p
     where m.id = p.match_id and p.changes && '{result,corrected}'
    returning m.id
  )
  select coalesce(array_agg(e.id), '{}') into scored from entered e;
  results_entered := cardinality(scored);
  perform set_config('scoreline.scoring_together', '', true);
  perform private.score_matches(scored || array(
    select p.match_id from private.import_rows(plan) p join public.matches m on m.id = p.match_id
     where 'exchanged' = any (p.changes) and m.status = 'completed' and not p.match_id = any (scored)));
  update public.matches m set status = 'cancelled'
    from private.import_rows(plan) p where m.id = p.match_id and 'cancelled' = any (p.changes);
  get diagnostics matches_cancelled = row_count;
  select count(*)::integer into left_out from private.import_rows(plan) p where p.changes && '{refused,undecided}';

  undo_id := private.end_undo(interval '30 days');
  perform private.write_audit('import_matches', 'matches', null, null, jsonb_build_object(
    'league', _league, 'season', stored, 'teams_added', teams_added, 'matches_added', matches_added,
    'matches_changed', matches_changed, 'results_entered', results_entered, 'matches_cancelled', matches_cancelled,
    'left_out', left_out, 'undo_id', undo_id));
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.live_points(_match_ids uuid[])
 RETURNS TABLE(match_id uuid, exact integer, outcome integer, miss integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
  select m.id, count(*) filter (where e.points = 3)::integer, count(*) filter (where e.points = 1)::integer,
         count(*) filter (where e.points = 0)::integer
    from public.matches m
    join public.user_predictions p on p.match_id = m.id
   cross join lateral (select public.calculate_prediction_points(p.home_prediction, p.away_prediction, m.home_score,
                                                                 m.away_score) as points) e
   where m.id = any (_match_ids[1:200]) and m.home_score is not null
     and private.may_see(p.updated_at, m.locks_at, m.predictions_revealed_at)
   group by m.id;
end $function$;

CREATE OR REPLACE FUNCTION public.match_splits(_match_ids uuid[])
 RETURNS TABLE(match_id uuid, home integer, draw integer, away integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.id,
         count(*) filter (where p.home_prediction > p.away_prediction)::integer,
         count(*) filter (where p.home_prediction = p.away_prediction)::integer,
         count(*) filter (where p.home_prediction < p.away_prediction)::integer
    from public.matches m join public.user_predictions p on p.match_id = m.id
   where m.id = any (_match_ids[1:200])
     and private.may_see(p.updated_at, m.locks_at, m.predictions_revealed_at)
   group by m.id
$function$;

CREATE OR REPLACE FUNCTION public.merge_matches(_pairs jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5min'
AS $function$
declare
  merges private.match_merge[];
  keep_ids uuid[];
  remove_ids uuid[];
  scores public.matches[];
  labels jsonb;
  record_id text;
  moved integer;
  dropped integer;
  undo_id uuid;
begin
  perform private.begin_admin_action('merge_matches');
  merges := private.planned_merges(_pairs);
  perform private.lock_matches(array(select unnest(array[m.keep_id, m.remove_id]) from unnest(merges) m));
  -- Again after the wait: a match may have got a result.
  merges := private.planned_merges(_pairs);
  keep_ids := array(select distinct m.keep_id from unnest(merges) m);
  remove_ids := array(select m.remove_id from unnest(merges) m);
  scores := array(
    select jsonb_populate_record(r, jsonb_build_object(
             'id', m.keep_id, 'locks_at', m.locks_at,
             'home_score', case when m.is_exchanged then r.away_score else r.home_score end,
             'away_score', case when m.is_exchanged then r.home_score else r.away_score end))
      from unnest(merges) m join public.matches r on r.id = m.remove_id where m.takes_score);
  select jsonb_build_object('matches', jsonb_agg(private.match_label(r) order by r.kickoff_at, r.id)) into labels
    from public.matches r where r.id = any (remove_ids);
  record_id := case cardinality(keep_ids) when 1 then keep_ids[1]::text end;

  perform set_config('scoreline.undoing', 'on', true);
  update public.matches r set locks_at = clock_timestamp()
    from unnest(merges) m
   where r.id = m.remove_id and r.locks_at > clock_timestamp() and m.locks_at <= clock_timestamp();
  perform set_config('scoreline.undoing', '', true);
  perform private.begin_undo('merge_matches', record_id);
  delete from public.user_predictions p using private.merged_predictions(merges) g where p.id = g.id and not g.counts;
  get diagnostics dropped = row_count;
  select count(*) into moved from public.user_predictions p where p.match_id = any (remove_ids);
  perform private.move_to_kept_matches(merges, scores);
  delete from public.matches m where m.id = any (remove_ids);
  perform set_config('scoreline.undoing', 'on', true);
  update public.matches k
     set status = s.status, home_score = s.home_score, away_score = s.away_score, completed_at = s.completed_at
    from unnest(scores) s where k.id = s.id;
  update public.matches k
     set match_date = s.match_date, match_time = s.match_time, day_time_zone = s.day_time_zone,
         kickoff_at = s.kickoff_at, kickoff_confirmed = s.kickoff_confirmed, locks_at = s.locks_at
    from unnest(scores) s where k.id = s.id and s.status = 'completed';
  delete from private.uncounted_predictions u where u.match_id = any (keep_ids);
  update public.matches k set predictions_count = g.predictions, updated_at = now()
    from (select i.id, (select count(*) from public.user_predictions p where p.match_id = i.id) as predictions
            from unnest(keep_ids) i (id)) g
   where k.id = g.id;
  perform set_config('scoreline.undoing', '', true);
  perform private.score_matches(keep_ids);
  -- A double that a cancelled match had given back may count again.
  perform private.return_doubles(array(
    select p.user_id from public.user_predictions p where p.match_id = any (keep_ids) and p.is_double));
  delete from private.past_ranks;
  undo_id := private.end_undo(interval '30 days');
  perform private.write_audit('merge_matches', 'matches', record_id, labels, jsonb_build_object(
    'merged', cardinality(remove_ids), 'moved', moved, 'dropped', dropped, 'undo_id', undo_id));
  return undo_id;
end $function$;

CREATE OR REPLACE FUNCTION public.preview_merge_members(_keep_id uuid, _remove_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  problem text;
begin
  perform private.require_admin();
  problem := private.merge_problem(_keep_id, _remove_id);
  return jsonb_build_object(
    'problem', private.in_english(jsonb_build_object('kind', problem)), 'problem_kind', problem,
    'keep', private.account_facts(_keep_id), 'remove', private.account_facts(_remove_id),
    'predictions', (
      select count(*) from public.user_predictions r
       where r.user_id = _remove_id
         and not exists (select from public.user_predictions k
                          where k.match_id = r.match_id and k.user_id = _keep_id)),
    'conflicts', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'match_id', m.id, 'match', private.match_label(m), 'is_open', o.is_open,
               'keep', case when not o.is_open then k.home_prediction || '-' || k.away_prediction end,
               'remove', case when not o.is_open then r.home_prediction || '-' || r.away_prediction end,
               'keep_points', k.points_earned, 'remove_points', r.points_earned)
               order by m.kickoff_at desc, m.id), '[]')
        from public.user_predictions r
        join public.user_predictions k on k.match_id = r.match_id and k.user_id = _keep_id
        join public.matches m on m.id = r.match_id
       cross join lateral (
         select not private.may_see(greatest(k.updated_at, r.updated_at), m.locks_at, m.predictions_revealed_at)
                as is_open) o
       where r.user_id = _remove_id and _keep_id <> _remove_id),
    'subscriptions', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'type', r.subscription_type, 'expires_at', case when k.id is null or private.outlasts(r, k)
                                                               then r.expires_at else k.expires_at end,
               'both', k.id is not null) order by r.subscription_type), '[]')
        from public.subscriptions r
        left join public.subscriptions k on k.user_id = _keep_id and k.subscription_type = r.subscription_type
       where r.user_id = _remove_id),
    'payments', (select count(*) from public.payments p where _remove_id in (p.user_id, p.payer_id)),
    'codes', (select count(*) from public.plan_codes c where c.used_by = _remove_id),
    'groups', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'name', g.name, 'is_owner', g.owner_id = _remove_id,
               'both', exists (select from public.group_members k
                                where k.group_id = g.id and k.user_id = _keep_id)) order by g.name, g.id), '[]')
        from public.group_members r join public.groups g on g.id = r.group_id where r.user_id = _remove_id),
    'honours', (select count(*) from private.period_winners w where w.user_id = _remove_id));
end $function$;

CREATE OR REPLACE FUNCTION public.preview_results(_results jsonb)
 RETURNS TABLE(matches integer, predictions integer, players integer, scoring_players integer, exact integer, outcomes integer, open_matches integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_act('preview_results');
  perform private.check_results(_results);
  return query
  with changes as (
    select m.id, private.may_see('infinity', m.locks_at, null) as is_locked, i.home_score, i.away_score
      from private.incoming_results(_results) i join public.matches m on m.id = i.match_id
     where (m.status, m.home_score, m.away_score) is distinct from ('completed', i.home_score, i.away_score)
  ), earned as (
    select p.user_id, public.calculate_prediction_points(p.home_prediction, p.away_prediction, c.home_score,
                                                         c.away_score) as points
      from changes c join public.user_predictions p on p.match_id = c.id and p.cleared_at is null
     where c.is_locked
  )
  select (select count(*) from changes)::integer, count(*)::integer, count(distinct e.user_id)::integer,
         (count(distinct e.user_id) filter (where e.points > 0))::integer,
         (count(*) filter (where e.points = 3))::integer, (count(*) filter (where e.points = 1))::integer,
         (select count(*) from changes c where not c.is_locked)::integer
    from earned e;
end $function$;

CREATE OR REPLACE FUNCTION public.reopen_match(_match_id uuid, _kickoff timestamp with time zone, _reason text)
 RETURNS public.matches
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  words text := trim(regexp_replace(coalesce(_reason, ''), '\s+', ' ', 'g'));
  club_time timestamp := _kickoff at time zone private.club_time_zone();
  before public.matches;
  reopened public.matches;
begin
  perform private.begin_admin_action('reopen_match');
  perform private.lock_provider();
  select * into before from public.matches m where m.id = _match_id for no key update;
  if before.id is null then
    raise exception 'There is no such match' using errcode = 'PT404';
  end if;
  if before.status = 'upcoming' and before.locks_at > clock_timestamp() then
    raise exception 'This match is still open for predictions' using errcode = 'SL005';
  end if;
  if char_length(words) not between 3 and 200 then
    raise exception 'Give a reason of 3 to 200 characters' using errcode = '22023';
  end if;
  if coalesce(_kickoff <= clock_timestamp() or not isfinite(_kickoff), true) then
    raise exception 'The new kick-off must be in the future' using errcode = 'SL013';
  end if;
  perform set_config('scoreline.reopening_match', _match_id::text, true);
  update public.matches m
     set status = 'upcoming', home_score = null, away_score = null, kickoff_confirmed = true,
         match_date = club_time::date, match_time = club_time::time
   where m.id = _match_id returning m.* into reopened;
  perform set_config('scoreline.reopening_match', '', true);
  -- The club's clock repeats an hour when summer time ends: the date and time may mean the earlier one.
  if reopened.kickoff_at <= clock_timestamp() then
    raise exception 'The new kick-off must be in the future' using errcode = 'SL013';
  end if;
  delete from private.manual_scores s where s.match_id = _match_id;
  delete from public.live_scores s where s.match_id = _match_id;
  perform private.log_reopening(before, reopened, words);
  perform private.write_audit('reopen_match', 'matches', _match_id::text,
    jsonb_build_object('status', before.status, 'kickoff_at', before.kickoff_at, 'home_score', before.home_score,
                       'away_score', before.away_score),
    jsonb_build_object('status', reopened.status, 'kickoff_at', reopened.kickoff_at, 'reason', words));
  return reopened;
end $function$;

CREATE OR REPLACE FUNCTION public.season_answer_counts(_question_id uuid)
 RETURNS TABLE(answer text, members integer, is_right boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with parts as (
    select p.part, count(*) as members
      from public.season_answers a cross join unnest(a.answer) p (part)
     where a.question_id = _question_id group by p.part
  ), keyed as (
    select p.*, private.answer_key(q.kind, p.part) as key, q.kind, q.correct_answers
      from parts p
      join public.season_questions q on q.id = _question_id and private.may_see('infinity', q.locks_at, null)
  )
  select (array_agg(k.part order by k.members desc, k.part))[1], sum(k.members)::integer,
         bool_or(k.key = any (array(select private.answer_key(k.kind, c) from unnest(k.correct_answers) c)))
           filter (where k.correct_answers is not null)
    from keyed k group by k.key order by 2 desc, 1 limit 100
$function$;

CREATE OR REPLACE FUNCTION public.season_answers_of(_question_id uuid, page_limit integer DEFAULT 50, page_offset integer DEFAULT 0)
 RETURNS TABLE(user_id uuid, full_name text, answer text[], points_earned integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.user_id, coalesce(p.full_name, 'Player'), a.answer, case when a.cleared_at is null then a.points_earned end
    from public.season_answers a
    join public.season_questions q on q.id = a.question_id and private.may_see('infinity', q.locks_at, null)
    left join public.profiles p on p.id = a.user_id
   where a.question_id = _question_id
   order by p.full_name, a.user_id
   limit least(greatest(coalesce(page_limit, 50), 1), 200) offset greatest(coalesce(page_offset, 0), 0)
$function$;

CREATE OR REPLACE FUNCTION public.start_due_matches()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with started as (
    update public.matches m set status = 'live'
      from (select d.id from public.matches d
             where d.status = 'upcoming' and d.kickoff_confirmed and d.kickoff_at <= clock_timestamp()
             order by d.id for no key update) due
     where m.id = due.id
    returning 1
  )
  select count(*)::integer from started
$function$;

CREATE CONSTRAINT TRIGGER an_undone_lock_is_logged AFTER UPDATE ON public.matches DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((current_setting('scoreline.undoing'::text, true) = 'on'::text) AND (new.locks_at > old.locks_at) AND (new.predictions_revealed_at IS DISTINCT FROM old.predictions_revealed_at))) EXECUTE FUNCTION private.log_undone_lock();

CREATE TRIGGER renaming_takes_locks_first BEFORE UPDATE OF full_name ON public.profiles FOR EACH STATEMENT EXECUTE FUNCTION private.take_totals_first();

CREATE TRIGGER subscriptions_take_totals_first BEFORE INSERT OR DELETE OR UPDATE ON public.subscriptions FOR EACH STATEMENT EXECUTE FUNCTION private.take_totals_first();

CREATE POLICY "signed-in users see all changes after the lock" ON "public"."prediction_changes" FOR SELECT TO "authenticated" USING ((match_id IN ( SELECT m.id
   FROM public.matches m
  WHERE private.may_see('infinity'::timestamp with time zone, m.locks_at, m.predictions_revealed_at))));

CREATE POLICY "signed-in users see changes from before a reopening" ON "public"."prediction_changes" FOR SELECT TO "authenticated" USING (((match_id IN ( SELECT m.id
   FROM public.matches m
  WHERE (m.predictions_revealed_at IS NOT NULL))) AND (EXISTS ( SELECT
   FROM public.matches m
  WHERE ((m.id = prediction_changes.match_id) AND private.may_see(prediction_changes.changed_at, m.locks_at, m.predictions_revealed_at))))));

CREATE POLICY "signed-in users see all changes of answers after the lock" ON "public"."season_answer_changes" FOR SELECT TO "authenticated" USING ((question_id IN ( SELECT q.id
   FROM public.season_questions q
  WHERE private.may_see('infinity'::timestamp with time zone, q.locks_at, NULL::timestamp with time zone))));

CREATE POLICY "signed-in users see all answers after the lock" ON "public"."season_answers" FOR SELECT TO "authenticated" USING ((question_id IN ( SELECT q.id
   FROM public.season_questions q
  WHERE private.may_see('infinity'::timestamp with time zone, q.locks_at, NULL::timestamp with time zone))));

CREATE POLICY "signed-in users see all predictions after the lock" ON "public"."user_predictions" FOR SELECT TO "authenticated" USING ((match_id IN ( SELECT m.id
   FROM public.matches m
  WHERE private.may_see('infinity'::timestamp with time zone, m.locks_at, m.predictions_revealed_at))));

CREATE POLICY "signed-in users see predictions from before a reopening" ON "public"."user_predictions" FOR SELECT TO "authenticated" USING (((match_id IN ( SELECT m.id
   FROM public.matches m
  WHERE (m.predictions_revealed_at IS NOT NULL))) AND (EXISTS ( SELECT
   FROM public.matches m
  WHERE ((m.id = user_predictions.match_id) AND private.may_see(user_predictions.updated_at, m.locks_at, m.predictions_revealed_at))))));

REVOKE ALL ON FUNCTION "private"."log_reopening"(public.matches, public.matches, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_reopening"(public.matches, public.matches, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_reopening"(public.matches, public.matches, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_undone_lock"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_undone_lock"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_undone_lock"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."may_see"(timestamp with time zone, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_see"(timestamp with time zone, timestamp with time zone, timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."may_see"(timestamp with time zone, timestamp with time zone, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_see"(timestamp with time zone, timestamp with time zone, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_see"(timestamp with time zone, timestamp with time zone, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."take_totals_first"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_totals_first"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_totals_first"() TO "postgres";
