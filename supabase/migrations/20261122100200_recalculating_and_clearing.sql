-- Recalculating everybody's points, and clearing them behind a PIN.

-- Scores every prediction of every completed match anew and counts the totals from the start; cleared ones stay at 0.
-- Returns how many predictions it went through and how many of them had other points before.
-- Under the totals' lock: a match that completes meanwhile has either been scored before, and is recalculated, or waits
-- with its row and is scored after.
create function private.recalculate_points(out recalculated integer, out changed integer)
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_totals();
  select count(*) into recalculated
    from public.user_predictions p join public.matches m on m.id = p.match_id and m.status = 'completed'
   where p.cleared_at is null;
  update public.user_predictions p
     set points_earned = public.calculate_prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score)
    from public.matches m
   where m.id = p.match_id and m.status = 'completed' and p.cleared_at is null
     and p.points_earned is distinct from
         public.calculate_prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score);
  get diagnostics changed = row_count;
  perform private.rebuild_totals(null);
  delete from private.past_ranks;
  delete from private.match_figures;
end $$;

-- Recalculates all points from the results; returns the number of predictions recalculated. Running it again, or beside a
-- match that completes, changes nothing that is right. Admins only (SL003), 50 in 5 minutes (SL004), audited.
-- Long for a big club, so it brings its own time limit: the data API applies a function's statement_timeout to its transaction
-- (https://docs.postgrest.org/en/v12/references/transactions.html).
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

-- The club's PIN, as a hash. Four digits are soon tried by whoever holds the hash; what protects them is that nobody can
-- read it here, and that five wrong ones lock.
create table private.clear_points_pin (
  only_row boolean primary key default true constraint there_is_one_pin check (only_row),
  hash text not null,
  set_at timestamptz not null default now()
);

-- Whether the signed-in admin gave the password within the last five minutes: the token's `amr` says how its session was
-- opened and when, and refreshing a token does not make that younger
-- (https://supabase.com/docs/guides/auth/jwt-fields). So "asks for the admin's password" is enforced here, for whoever calls.
create function private.gave_password_lately() returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from jsonb_array_elements(case when jsonb_typeof((select auth.jwt()) -> 'amr') = 'array' then (select auth.jwt()) -> 'amr' else '[]' end) a (way)
     where a.way ->> 'method' = 'password'
       and to_timestamp((a.way ->> 'timestamp')::double precision) > clock_timestamp() - interval '5 minutes')
$$;

-- Sets the PIN that clearing all points asks for. Raises SL009 when the admin has not signed in with the password within
-- the last five minutes, 22023 for anything but four digits. Admins only (SL003), 50 in 5 minutes (SL004), audited without the PIN.
create function public.set_clear_points_pin(pin text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_admin_action('set_clear_points_pin');
  if coalesce((select auth.role()), 'service_role') <> 'service_role' and not private.gave_password_lately() then
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

-- Whether there is a PIN, and since when; never the PIN. For admins and the secret key (SL003).
create function public.clear_points_pin_state() returns table (is_set boolean, set_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.only_admins();
  return query select p.set_at is not null, p.set_at from (values (true)) o (only_row) left join private.clear_points_pin p using (only_row);
end $$;
grant execute on function public.clear_points_pin_state() to authenticated, service_role;

-- The secret key's clearing without a snapshot goes: there is one way, below.
drop function public.clear_all_points();

-- Clears everyone's points: recalculation, snapshot and reset in one transaction, so that without the snapshot nothing is
-- cleared. One row comes back: outcome is 'cleared' (with the number of predictions and the snapshot), 'no_pin' (none is
-- set yet), 'wrong_pin' (with the attempts left) or 'locked' (5 wrong PINs of this admin within 15 minutes; with the seconds
-- to wait). A wrong PIN does not raise: that would forget the attempt. The secret key needs no PIN.
-- Admins only (SL003), 50 in 5 minutes (SL004), audited, wrong PINs too.
-- Long for a big club, so it brings its own time limit: the data API applies a function's statement_timeout to its transaction
-- (https://docs.postgrest.org/en/v12/references/transactions.html).
create function public.clear_all_points(pin text default null, snapshot_name text default null, description text default null)
returns table (outcome text, cleared integer, snapshot_id uuid, attempts_left integer, retry_after_seconds integer)
language plpgsql security definer set search_path = '' set statement_timeout = '5min'
as $$
declare
  bucket text := format('clear-points-pin:%s', (select auth.uid()));
  failures_window constant interval := interval '15 minutes';
  failures integer;
  stored_hash text;
  done record;
  kept uuid;
  kept_name text := coalesce(nullif(trim(clear_all_points.snapshot_name), ''),
    'Before clearing, ' || to_char(clock_timestamp() at time zone private.club_time_zone(), 'FMDD Mon YYYY, HH24:MI'));
  cleared_predictions integer;
begin
  perform private.begin_admin_action('clear_all_points');
  if coalesce((select auth.role()), 'service_role') <> 'service_role' then
    failures := private.attempts_within(bucket, failures_window);
    if failures >= 5 then
      return query select 'locked', null::integer, null::uuid, 0, private.seconds_until_free(bucket, failures_window);
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
  values (kept_name, nullif(trim(clear_all_points.description), '')) returning predictions_snapshots.id into kept;
  select * into done from private.recalculate_points();
  perform private.fill_snapshot(kept);
  cleared_predictions := private.clear_points(null);
  perform private.write_audit('clear_all_points', 'user_predictions', null, null, jsonb_build_object(
    'outcome', 'cleared', 'predictions', cleared_predictions, 'recalculated', done.recalculated, 'snapshot_id', kept));
  return query select 'cleared', cleared_predictions, kept, null::integer, null::integer;
end $$;
grant execute on function public.clear_all_points(text, text, text) to authenticated, service_role;
