-- Clearing points behind a PIN: those of all players at a season's end, or of one.

-- The hash of the club's PIN for clearing all points: at most one row. Four digits could be guessed from the hash, so
-- no role of the API can read it, and five wrong PINs lock.
create table private.clear_points_pin (
  only_row boolean primary key default true constraint there_is_one_pin check (only_row),
  hash text not null,
  set_at timestamptz not null default now()
);

-- Sets the scored predictions of these players (null: all) to 0 points; returns the number of predictions. Those of a
-- match that is scored in parts count as scored if the match is completed.
create function private.clear_points(_user_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  cleared integer;
  completed uuid[];
  reopened uuid[];
begin
  perform private.lock_totals();
  select array_agg(m.id) filter (where m.status = 'completed'), array_agg(m.id) filter (where m.status <> 'completed')
    into completed, reopened
    from private.matches_to_score s join public.matches m on m.id = s.match_id where not s.is_scored;
  if _user_ids is null then
    perform private.end_season_of_records();
    perform private.settle_divisions(true);
    perform private.settle_cup(true);
    perform private.settle_season_prizes();
  end if;
  update public.user_predictions set points_earned = 0, cleared_at = clock_timestamp()
   where (points_earned is not null or match_id = any (coalesce(completed, '{}')))
     and match_id <> all (coalesce(reopened, '{}'))
     and cleared_at is null and (_user_ids is null or user_id = any (_user_ids));
  get diagnostics cleared = row_count;
  perform private.clear_answers(_user_ids);
  update private.carried_points a set cleared_at = clock_timestamp()
   where a.cleared_at is null and (_user_ids is null or a.user_id = any (_user_ids));
  if _user_ids is null then
    perform private.refresh_crowd(array(select c.match_id from private.crowd_predictions c));
  end if;
  return cleared;
end $$;

-- Clears the points of one player (null: of all) as an action that can be undone for 24 hours.
create function private.clear_points_for_now(_action text, _user_id uuid, out cleared integer, out undo_id uuid)
language plpgsql security definer set search_path = ''
as $$
declare
  began_at timestamptz;
begin
  -- No other action clears points meanwhile.
  perform private.lock_totals();
  began_at := clock_timestamp();
  perform private.begin_undo(_action, _user_id::text);
  cleared := private.clear_points(case when _user_id is not null then array[_user_id] end);
  undo_id := private.end_undo(private.long_undo_window(), tstzrange(began_at, clock_timestamp(), '[]'));
end $$;

-- Gives back the points that were cleared between these moments, to everyone or to one member, as the results are now.
-- All totals follow by difference (scoring/counting_points.sql).
create function private.restore_cleared_points(_cleared tstzrange, _user_id uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.finish_scoring();
  perform private.lock_totals();
  update public.user_predictions p
     set cleared_at = null,
         points_earned = case when m.status = 'completed' then private.prediction_points(
           p.home_prediction, p.away_prediction, m.home_score, m.away_score, p.is_double) end
    from public.matches m
   where m.id = p.match_id and p.cleared_at between lower(_cleared) and upper(_cleared)
     and (_user_id is null or p.user_id = _user_id);
  update public.season_answers a set cleared_at = null
   where a.cleared_at between lower(_cleared) and upper(_cleared) and (_user_id is null or a.user_id = _user_id);
  update private.carried_points a set cleared_at = null
   where a.cleared_at between lower(_cleared) and upper(_cleared) and (_user_id is null or a.user_id = _user_id);
  perform private.count_points();
end $$;

-- Clears one player's points; the predictions stay. Returns the number of predictions. Admins only, audited. Can be
-- undone for 24 hours.
create function public.clear_player_points(_user_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  points_before jsonb;
  done record;
begin
  perform private.begin_admin_action('clear_player_points');
  perform private.lock_totals();
  -- The points that wait are too many to count here.
  select jsonb_object_agg(coalesce(b.competition_id, b.kind), t.points + coalesce((
           select sum(v.sign * v.points)
             from private.uncounted_points v join private.scored_matches n on n.id = v.scored_id
            where v.user_id = t.user_id and b.id = any (n.board_ids)), 0)) into points_before
    from private.boards b join private.player_totals t on t.board_id = b.id and t.user_id = _user_id
   where b.is_standing;
  select * into done from private.clear_points_for_now('clear_player_points', _user_id);
  perform private.write_audit('clear_player_points', 'user_predictions', _user_id::text, points_before,
                              jsonb_build_object('predictions', done.cleared, 'undo_id', done.undo_id));
  return done.cleared;
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

-- Clears all points as public.clear_all_points() describes. _action: its name for public.undo().
create function private.clear_all(pin text, snapshot_name text, description text, _action text, out outcome text,
                                  out cleared integer, out snapshot_id uuid, out attempts_left integer,
                                  out retry_after_seconds integer, out undo_id uuid)
language plpgsql security definer set search_path = ''
as $$
declare
  bucket text := format('clear-points-pin:%s', (select auth.uid()));
  failures_window constant interval := interval '15 minutes';
  failures integer;
  stored_hash text;
  done record;
  new_snapshot_name text := coalesce(nullif(trim(clear_all.snapshot_name), ''),
    'Before clearing, ' || to_char(clock_timestamp() at time zone private.club_time_zone(), 'FMDD Mon YYYY, HH24:MI'));
begin
  perform private.begin_admin_action('clear_all_points');
  if coalesce((select auth.role()), 'service_role') <> 'service_role' then
    failures := private.count_recent_attempts(bucket, failures_window);
    if failures >= 5 then
      outcome := 'locked';
      attempts_left := 0;
      retry_after_seconds := private.seconds_until_retry(bucket, failures_window);
      return;
    end if;
    select p.hash into stored_hash from private.clear_points_pin p;
    if stored_hash is null then
      outcome := 'no_pin';
      return;
    end if;
    if extensions.crypt(coalesce(pin, ''), stored_hash) <> stored_hash then
      insert into private.attempts (bucket) values (bucket);
      perform private.write_audit('clear_all_points', 'user_predictions', null, null, '{"outcome": "wrong_pin"}');
      outcome := 'wrong_pin';
      attempts_left := 4 - failures;
      return;
    end if;
  end if;

  insert into public.predictions_snapshots (snapshot_name, description)
  values (new_snapshot_name, nullif(trim(clear_all.description), ''))
  returning predictions_snapshots.id into snapshot_id;
  select * into done from private.recalculate_points();
  perform private.fill_snapshot(snapshot_id);
  select c.cleared, c.undo_id into cleared, undo_id from private.clear_points_for_now(_action, null) c;
  outcome := 'cleared';
  perform private.write_audit('clear_all_points', 'user_predictions', null, null, jsonb_build_object(
    'outcome', 'cleared', 'predictions', cleared, 'recalculated', done.recalculated, 'snapshot_id', snapshot_id)
    || case when _action = 'clear_all_points' then jsonb_build_object('undo_id', undo_id) else '{}' end);
end $$;

-- Clears all points: recalculation, snapshot and reset in one transaction, so points are never cleared without a
-- snapshot. Returns [{ outcome, cleared, snapshot_id, attempts_left, retry_after_seconds }]. outcome: 'cleared' (with
-- the number of predictions and the snapshot), 'no_pin' (none is set), 'wrong_pin' (with the attempts left) or
-- 'locked' (5 wrong PINs of this admin within 15 minutes; with the seconds to wait). A wrong PIN does not raise,
-- because an error would roll back the counted attempt; one value as in public.redeem_plan_code(). The secret key
-- needs no PIN. Admins only (SL003), 50 in 5 minutes (SL004), audited including wrong PINs. Slow in a large club, so
-- it sets its own statement_timeout, which the data API applies
-- (https://docs.postgrest.org/en/v12/references/transactions.html). Can be undone for 24 hours; the snapshot stays.
create function public.clear_all_points(pin text default null, snapshot_name text default null,
                                        description text default null) returns jsonb
language sql volatile security definer set search_path = '' set statement_timeout = '5min'
as $$
  select jsonb_agg(to_jsonb(r) - 'undo_id')
    from private.clear_all(pin, snapshot_name, description, 'clear_all_points') r
$$;
grant execute on function public.clear_all_points(text, text, text) to authenticated, service_role;

-- Sets the scored answers of these members (null: all) to 0 points permanently, with private.clear_points(). When all
-- points are cleared, the settled questions are closed.
create function private.clear_answers(_user_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.season_answers a set points_earned = 0, cleared_at = clock_timestamp()
   where a.points_earned is not null and a.cleared_at is null
     and (_user_ids is null or a.user_id = any (_user_ids));
  if _user_ids is null then
    update public.season_questions q set closed_at = clock_timestamp()
     where q.settled_at is not null and q.closed_at is null;
  end if;
end $$;
