-- Scoring completed matches, recalculating all points, and clearing points behind a PIN.

-- The hash of the club's PIN for clearing all points: at most one row. Four digits could be guessed from the hash, so
-- no role of the API can read it, and five wrong PINs lock.
create table private.clear_points_pin (
  only_row boolean primary key default true constraint there_is_one_pin check (only_row),
  hash text not null,
  set_at timestamptz not null default now()
);

-- The points of a prediction: 3 for the exact score, 1 for the right outcome, otherwise 0.
create function public.calculate_prediction_points(home_prediction integer, away_prediction integer,
                                                   home_score integer, away_score integer)
returns integer
language sql immutable parallel safe
-- No `set search_path`, because PostgreSQL inlines only functions without one, and inlining makes this function almost
-- free (bench/score-a-match.ts). It uses only built-in operators, which are always found in pg_catalog first.
as $$
  select case
    when $1 = $3 and $2 = $4 then 3
    when sign($1 - $2) = sign($3 - $4) then 1
    else 0
  end
$$;
grant execute on function public.calculate_prediction_points(integer, integer, integer, integer)
  to anon, authenticated, service_role;

-- Scores a completed match: updates its predictions, and the totals and points distributions of both scopes, with one
-- set-based statement each. After a correction it writes only what changed. Cleared predictions keep 0 points.
create function private.score_match(_match_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  the_match public.matches;
  match_scopes text[];
  match_day date;
  affected text[];
begin
  select * into the_match from public.matches m where m.id = _match_id;
  match_day := private.completion_day(the_match);
  select array[c.id, 'overall'] into match_scopes from public.competitions c where c.name = the_match.league;
  perform private.lock_totals();

  -- On a new completion day, movement compares with the totals before this match.
  update private.points_distribution l set earlier_players = l.players
    from private.scopes s
   where s.scope = l.scope and s.scope = any (match_scopes) and (s.latest_day is null or s.latest_day < match_day)
     and l.earlier_players <> l.players;
  update private.scopes s
     set previous_day = case when s.latest_day < match_day then s.latest_day
                             else greatest(s.previous_day, match_day) end,
         latest_day = greatest(s.latest_day, match_day)
   where s.scope = any (match_scopes) and (s.latest_day is distinct from match_day);
  update private.scopes s set previous_day = null where s.scope = any (match_scopes) and s.previous_day = s.latest_day;

  -- Materialized, so that the planner estimates the number of rows correctly and joins them in one pass.
  with rescored as materialized (
    select p.user_id,
           (p.points_earned is null)::integer as scored,
           c.points - coalesce(p.points_earned, 0) as points,
           (c.points = 3)::integer - coalesce(p.points_earned = 3, false)::integer as perfect,
           (c.points > 0)::integer - coalesce(p.points_earned > 0, false)::integer as outcome
      from public.user_predictions p
     cross join lateral (select public.calculate_prediction_points(
       p.home_prediction, p.away_prediction, the_match.home_score, the_match.away_score) as points) c
     where p.match_id = _match_id and p.cleared_at is null and p.points_earned is distinct from c.points
  ), moved as (
    update private.player_totals t
       set predictions_scored = t.predictions_scored + r.scored,
           points = t.points + r.points,
           perfect_scores = t.perfect_scores + r.perfect,
           right_outcomes = t.right_outcomes + r.outcome,
           earlier_points = case when t.earlier_day = s.latest_day then t.earlier_points else t.points end
                          + case when match_day < s.latest_day then r.points else 0 end,
           earlier_perfect = case when t.earlier_day = s.latest_day then t.earlier_perfect else t.perfect_scores end
                           + case when match_day < s.latest_day then r.perfect else 0 end,
           earlier_day = s.latest_day
      from rescored r, private.scopes s
     where s.scope = any (match_scopes) and t.scope = s.scope and t.user_id = r.user_id
    returning t.scope, t.points, t.perfect_scores, t.earlier_points, t.earlier_perfect,
              r.points as gained, r.perfect as gained_perfect, match_day < s.latest_day as earlier_too
  ), steps as (
    select scope, points, perfect_scores, gained, gained_perfect, false as earlier, count(*)::integer as players
      from moved where gained <> 0 or gained_perfect <> 0 group by 1, 2, 3, 4, 5
    union all
    select scope, earlier_points, earlier_perfect, gained, gained_perfect, true, count(*)::integer
      from moved where earlier_too and (gained <> 0 or gained_perfect <> 0) group by 1, 2, 3, 4, 5
  ), shifts as (
    select scope, points, perfect_scores, earlier, players from steps
    union all
    select scope, points - gained, perfect_scores - gained_perfect, earlier, -players from steps
  )
  insert into private.points_distribution as l (scope, points, perfect_scores, players, earlier_players)
  select scope, points, perfect_scores,
         coalesce(sum(players) filter (where not earlier), 0), coalesce(sum(players) filter (where earlier), 0)
    from shifts group by scope, points, perfect_scores
  on conflict (scope, points, perfect_scores) do update
    set players = l.players + excluded.players, earlier_players = l.earlier_players + excluded.earlier_players;
  delete from private.points_distribution where scope = any (match_scopes) and players = 0 and earlier_players = 0;

  perform private.score_periods(the_match);
  perform private.refresh_crowd(array[_match_id]);
  update public.user_predictions p
     set points_earned = public.calculate_prediction_points(p.home_prediction, p.away_prediction, the_match.home_score,
                                                            the_match.away_score)
   where p.match_id = _match_id and p.cleared_at is null
     and p.points_earned is distinct from
         public.calculate_prediction_points(p.home_prediction, p.away_prediction, the_match.home_score,
                                            the_match.away_score);
  if found then
    perform private.refresh_top_players(s) from unnest(match_scopes) s;
  end if;
  perform private.refresh_group_baselines_after(the_match);
end $$;

-- Sets the points of these matches' predictions by the matches' present state (none unless completed), and recounts
-- the totals of their players and of _user_ids. Cleared predictions keep 0 points.
create function private.rescore_matches(_match_ids uuid[], _user_ids uuid[] default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_totals();
  update public.user_predictions p
     set points_earned = case when m.status = 'completed' then public.calculate_prediction_points(
           p.home_prediction, p.away_prediction, m.home_score, m.away_score) end
    from public.matches m
   where m.id = any (_match_ids) and p.match_id = m.id and p.cleared_at is null
     and p.points_earned is distinct from case when m.status = 'completed' then public.calculate_prediction_points(
           p.home_prediction, p.away_prediction, m.home_score, m.away_score) end;
  perform private.rebuild_totals(case when not private.refresh_completion_days() then array(
    select p.user_id from public.user_predictions p where p.match_id = any (_match_ids) union select unnest(_user_ids))
    end);
  perform private.refresh_crowd(_match_ids);
  delete from private.past_ranks;
  delete from private.match_figures g where g.match_id = any (_match_ids);
end $$;

-- Scores completed matches. Beyond a few matches, recounting the totals once is quicker than updating them for each.
create function private.score_matches(_match_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if cardinality(_match_ids) > 20 then
    perform private.rescore_matches(_match_ids);
  else
    perform private.score_match(m.id) from public.matches m where m.id = any (_match_ids);
  end if;
end $$;

-- Scores a match when it is completed, and again when its result changes. public.complete_matches() scores all of its
-- matches together, and public.undo() scores after it has restored every row.
create function private.score_completed_match() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_undoing() or current_setting('scoreline.scoring_together', true) = 'on' then
    return null;
  end if;
  perform private.score_match(new.id);
  return null;
end $$;

-- Takes the points of a match back when it is reopened.
create function private.take_points_back() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_undoing() then
    perform private.rescore_matches(array[new.id]);
  end if;
  return null;
end $$;

-- Scores every prediction of every completed match again and recounts all totals. Cleared predictions stay at 0.
-- Returns the number of predictions and how many of them changed. Holds the totals' lock, so a match that completes at
-- the same time is scored either before or after.
create function private.recalculate_points(out recalculated integer, out changed integer)
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_totals();
  select count(*) into recalculated
    from public.user_predictions p join public.matches m on m.id = p.match_id and m.status = 'completed'
   where p.cleared_at is null;
  update public.user_predictions p
     set points_earned = public.calculate_prediction_points(p.home_prediction, p.away_prediction, m.home_score,
                                                            m.away_score)
    from public.matches m
   where m.id = p.match_id and m.status = 'completed' and p.cleared_at is null
     and p.points_earned is distinct from
         public.calculate_prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score);
  get diagnostics changed = row_count;
  perform private.rebuild_totals(null);
  delete from private.past_ranks;
  delete from private.match_figures;
end $$;

-- Recalculates all points; returns the number of predictions. Safe to repeat, and to run while a match completes.
-- Admins only (SL003), 50 in 5 minutes (SL004), audited. Slow in a large club, so it sets its own statement_timeout,
-- which the data API applies (https://docs.postgrest.org/en/v12/references/transactions.html).
create function public.recalculate_all_points() returns integer
language plpgsql security definer set search_path = '' set statement_timeout = '5min'
as $$
declare
  done record;
begin
  perform private.begin_admin_action('recalculate_all_points');
  select * into done from private.recalculate_points();
  perform private.write_audit('recalculate_all_points', 'user_predictions', null, null,
    jsonb_build_object('predictions', done.recalculated, 'changed', done.changed));
  return done.recalculated;
end $$;
grant execute on function public.recalculate_all_points() to authenticated, service_role;

-- Sets the scored predictions of these players (null: all) to 0 points permanently; returns the number of predictions.
create function private.clear_points(_user_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  cleared integer;
begin
  perform private.lock_totals();
  if _user_ids is null then
    perform private.end_season_of_records();
  end if;
  update public.user_predictions set points_earned = 0, cleared_at = clock_timestamp()
   where points_earned is not null and cleared_at is null and (_user_ids is null or user_id = any (_user_ids));
  get diagnostics cleared = row_count;
  perform private.rebuild_totals(_user_ids);
  if _user_ids is null then
    perform private.refresh_crowd(array(select c.match_id from private.crowd_predictions c));
  end if;
  return cleared;
end $$;

-- Clears one player's points; the predictions stay. Returns the number of predictions. Admins only, audited. Can be
-- undone.
create function public.clear_player_points(_user_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  points_before jsonb;
  cleared integer;
begin
  perform private.begin_admin_action('clear_player_points');
  select jsonb_object_agg(t.scope, t.points) into points_before
    from private.player_totals t where t.user_id = _user_id;
  perform private.begin_undo('clear_player_points', _user_id::text);
  cleared := private.clear_points(array[_user_id]);
  perform private.end_undo();
  perform private.write_audit('clear_player_points', 'user_predictions', _user_id::text, points_before,
                              jsonb_build_object('predictions', cleared));
  return cleared;
end $$;
grant execute on function public.clear_player_points(uuid) to authenticated, service_role;

-- True if the signed-in admin entered the password within the last five minutes. The token's `amr` claim has the
-- session's sign-in methods with their times, and a token refresh does not change them
-- (https://supabase.com/docs/guides/auth/jwt-fields).
create function private.entered_password_recently() returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from jsonb_array_elements(case when jsonb_typeof((select auth.jwt()) -> 'amr') = 'array'
                                     then (select auth.jwt()) -> 'amr' else '[]' end) a (way)
     where a.way ->> 'method' = 'password'
       and to_timestamp((a.way ->> 'timestamp')::double precision) > clock_timestamp() - interval '5 minutes')
$$;

-- Sets the PIN that clearing all points requires. Raises SL009 if the admin has not signed in with the password
-- within the last five minutes, 22023 unless the PIN is four digits. Admins only (SL003), 50 in 5 minutes (SL004),
-- audited without the PIN.
create function public.set_clear_points_pin(pin text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_admin_action('set_clear_points_pin');
  if coalesce((select auth.role()), 'service_role') <> 'service_role' and not private.entered_password_recently() then
    raise exception 'Enter your password again to set the PIN' using errcode = 'SL009';
  end if;
  if coalesce(pin, '') !~ '^[0-9]{4}$' then
    raise exception 'The PIN is four digits' using errcode = '22023';
  end if;
  insert into private.clear_points_pin (hash) values (extensions.crypt(pin, extensions.gen_salt('bf', 8)))
  on conflict (only_row) do update set hash = excluded.hash, set_at = excluded.set_at;
  perform private.write_audit('set_clear_points_pin', 'clear_points_pin', null, null, null);
end $$;
grant execute on function public.set_clear_points_pin(text) to authenticated, service_role;

-- Whether a PIN is set, and since when; never the PIN. Admins and the secret key only (SL003).
create function public.clear_points_pin_state() returns table (is_set boolean, set_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select p.set_at is not null, p.set_at from (values (true)) o (only_row)
    left join private.clear_points_pin p using (only_row);
end $$;
grant execute on function public.clear_points_pin_state() to authenticated, service_role;

-- Clears all points: recalculation, snapshot and reset in one transaction, so points are never cleared without a
-- snapshot. Returns one row with the outcome: 'cleared' (with the number of predictions and the snapshot), 'no_pin'
-- (none is set), 'wrong_pin' (with the attempts left) or 'locked' (5 wrong PINs of this admin within 15 minutes; with
-- the seconds to wait). A wrong PIN does not raise, because an error would roll back the counted attempt. The secret
-- key needs no PIN. Admins only (SL003), 50 in 5 minutes (SL004), audited including wrong PINs. Slow in a large club,
-- so it sets its own statement_timeout, which the data API applies
-- (https://docs.postgrest.org/en/v12/references/transactions.html).
create function public.clear_all_points(pin text default null, snapshot_name text default null,
                                        description text default null)
returns table (outcome text, cleared integer, snapshot_id uuid, attempts_left integer, retry_after_seconds integer)
language plpgsql security definer set search_path = '' set statement_timeout = '5min'
as $$
declare
  bucket text := format('clear-points-pin:%s', (select auth.uid()));
  failures_window constant interval := interval '15 minutes';
  failures integer;
  stored_hash text;
  done record;
  new_snapshot_id uuid;
  new_snapshot_name text := coalesce(nullif(trim(clear_all_points.snapshot_name), ''),
    'Before clearing, ' || to_char(clock_timestamp() at time zone private.club_time_zone(), 'FMDD Mon YYYY, HH24:MI'));
  cleared_predictions integer;
begin
  perform private.begin_admin_action('clear_all_points');
  if coalesce((select auth.role()), 'service_role') <> 'service_role' then
    failures := private.count_recent_attempts(bucket, failures_window);
    if failures >= 5 then
      return query select 'locked', null::integer, null::uuid, 0, private.seconds_until_retry(bucket, failures_window);
      return;
    end if;
    select p.hash into stored_hash from private.clear_points_pin p;
    if stored_hash is null then
      return query select 'no_pin', null::integer, null::uuid, null::integer, null::integer;
      return;
    end if;
    if extensions.crypt(coalesce(pin, ''), stored_hash) <> stored_hash then
      insert into private.attempts (bucket) values (bucket);
      perform private.write_audit('clear_all_points', 'user_predictions', null, null, '{"outcome": "wrong_pin"}');
      return query select 'wrong_pin', null::integer, null::uuid, 4 - failures, null::integer;
      return;
    end if;
  end if;

  insert into public.predictions_snapshots (snapshot_name, description)
  values (new_snapshot_name, nullif(trim(clear_all_points.description), ''))
  returning predictions_snapshots.id into new_snapshot_id;
  select * into done from private.recalculate_points();
  perform private.fill_snapshot(new_snapshot_id);
  cleared_predictions := private.clear_points(null);
  perform private.write_audit('clear_all_points', 'user_predictions', null, null, jsonb_build_object(
    'outcome', 'cleared', 'predictions', cleared_predictions, 'recalculated', done.recalculated,
    'snapshot_id', new_snapshot_id));
  return query select 'cleared', cleared_predictions, new_snapshot_id, null::integer, null::integer;
end $$;
grant execute on function public.clear_all_points(text, text, text) to authenticated, service_role;

create trigger a_completed_match_is_scored after update of status, home_score, away_score on public.matches
  for each row
  when (new.status = 'completed' and (old.status, old.home_score, old.away_score)
        is distinct from (new.status, new.home_score, new.away_score))
  execute function private.score_completed_match();
create trigger points_of_a_reopened_match_are_taken_back after update of status on public.matches
  for each row when (old.status = 'completed' and new.status <> 'completed')
  execute function private.take_points_back();
