-- Predictions: their rules and lock, the change log, and read permissions.

-- Players' predictions with the points they earned. The fillfactor and the missing index on points_earned keep scoring
-- an in-place (HOT) update, which is 9 to 22 times faster.
create table public.user_predictions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  match_id uuid not null references public.matches (id) on delete cascade,
  home_prediction integer not null,
  away_prediction integer not null,
  points_earned integer,
  cleared_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_double boolean not null default false,
  constraint goals_are_between_0_and_50 check (home_prediction between 0 and 50 and away_prediction between 0 and 50),
  constraint points_are_0_1_or_3_and_twice_for_a_double
    check (points_earned in (0, 1, 3) or (is_double and points_earned in (2, 6))),
  constraint one_prediction_per_player_and_match unique (match_id, user_id)
) with (fillfactor = 80);
comment on column public.user_predictions.points_earned is 'null until the match is scored';
comment on column public.user_predictions.cleared_at is 'when an admin cleared these points; they stay 0';
comment on column public.user_predictions.is_double is 'its points count twice; set by mark_double()';
create index user_predictions_by_user on public.user_predictions (user_id, created_at desc);

alter table public.user_predictions enable row level security;
revoke all on public.user_predictions from anon, authenticated, service_role;
grant select, delete, insert (user_id, match_id, home_prediction, away_prediction),
      update (user_id, match_id, home_prediction, away_prediction)
   on public.user_predictions to authenticated, service_role;
-- Members mark doubles with public.mark_double().
grant insert (is_double), update (is_double) on public.user_predictions to service_role;

create policy "players see their own predictions" on public.user_predictions
  for select to authenticated using (user_id = (select auth.uid()));
create policy "signed-in users see all predictions after the lock" on public.user_predictions
  for select to authenticated
  using (match_id in (select m.id from public.matches m
                       where private.may_see('infinity', m.locks_at, m.predictions_revealed_at)));
-- The first condition is quick and almost always false, so the second one is rarely evaluated.
create policy "signed-in users see predictions from before a reopening" on public.user_predictions
  for select to authenticated using (
    match_id in (select m.id from public.matches m where m.predictions_revealed_at is not null)
    and exists (select from public.matches m where m.id = user_predictions.match_id
                   and private.may_see(user_predictions.updated_at, m.locks_at, m.predictions_revealed_at)));
create policy "players predict for themselves" on public.user_predictions
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "players change their own prediction" on public.user_predictions
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "admins delete predictions" on public.user_predictions
  for delete to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- The append-only log of predictions. It stores the match label, so that it is readable after the match is deleted.
create table public.prediction_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  match_id uuid references public.matches (id) on delete set null,
  match_label text not null,
  change text not null constraint change_is_known check (change in ('made', 'changed', 'deleted')),
  home_prediction integer not null,
  away_prediction integer not null,
  changed_at timestamptz not null default clock_timestamp(),
  is_double boolean not null default false
);
create index prediction_changes_by_user on public.prediction_changes (user_id, changed_at desc);
create index prediction_changes_by_match on public.prediction_changes (match_id);

alter table public.prediction_changes enable row level security;
revoke all on public.prediction_changes from anon, authenticated, service_role;
grant select on public.prediction_changes to authenticated, service_role;

create policy "players see their own changes" on public.prediction_changes
  for select to authenticated using (user_id = (select auth.uid()));
create policy "signed-in users see all changes after the lock" on public.prediction_changes
  for select to authenticated
  using (match_id in (select m.id from public.matches m
                       where private.may_see('infinity', m.locks_at, m.predictions_revealed_at)));

create policy "signed-in users see changes from before a reopening" on public.prediction_changes
  for select to authenticated using (
    match_id in (select m.id from public.matches m where m.predictions_revealed_at is not null)
    and exists (select from public.matches m where m.id = prediction_changes.match_id
                   and private.may_see(prediction_changes.changed_at, m.locks_at, m.predictions_revealed_at)));

-- The rules for a prediction, for every role: the match is upcoming and has not locked, and the player may predict in
-- its competition. The time is read after the match row is locked, so a statement that waited for the row cannot be
-- accepted late. The lock is shared, so saves of one match do not wait for each other. A late save is refused before
-- it takes the lock, because a stream of them could keep the match's own updates waiting. Raises SL001 (too late),
-- SL002 (no subscription) and 42501 (another player's prediction).
create function private.enforce_prediction_rules() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  the_match public.matches;
  competition public.competitions;
  moment timestamptz := clock_timestamp();
begin
  if private.rules_are_off() then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if (new.user_id, new.match_id) is distinct from (old.user_id, old.match_id) then
      raise exception 'The player and match of a prediction cannot change' using errcode = '23514';
    end if;
  else
    -- Row-level security refuses this after the trigger, whose errors would tell whether the other player subscribes.
    if new.user_id <> (select auth.uid()) then
      raise exception 'new row violates row-level security policy for table "user_predictions"'
        using errcode = '42501';
    end if;
    -- Lock order: account, then match, as in the deletion of an account.
    perform from auth.users u where u.id = new.user_id for key share;
    new.points_earned := null;
    new.cleared_at := null;
  end if;
  select * into the_match from public.matches m where m.id = new.match_id;
  if the_match.id is null then
    return new; -- the foreign key refuses it
  end if;
  if the_match.status = 'upcoming' and moment < the_match.locks_at then
    select * into the_match from public.matches m where m.id = new.match_id for share;
    -- Read once, after the wait, for both the decision and the stored time.
    moment := clock_timestamp();
  end if;
  if the_match.id is null then
    return new; -- deleted during the wait
  end if;
  if the_match.status <> 'upcoming' or moment >= the_match.locks_at then
    raise exception 'Predictions for this match are closed' using errcode = 'SL001',
      detail = format('It locked at %s', to_char(the_match.locks_at at time zone 'UTC',
                                                 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
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

-- Logs a changed prediction, with the moment that was compared with the lock.
create function private.log_changed_prediction() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.rules_are_off() then
    return null;
  end if;
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction,
                                         changed_at, is_double)
  select new.user_id, m.id, private.match_label(m), 'changed', new.home_prediction, new.away_prediction,
         new.updated_at, new.is_double
    from public.matches m where m.id = new.match_id;
  return null;
end $$;

-- Logs new predictions and counts them on their matches. While nobody else saves a prediction of a match, its count is
-- written at once, but only once a second by different transactions, because every open page receives it. A scheduled
-- job counts the others.
create function private.log_and_count_new_predictions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  free uuid[];
begin
  if private.rules_are_off() then
    return null;
  end if;
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction,
                                         changed_at)
  select p.user_id, m.id, private.match_label(m), 'made', p.home_prediction, p.away_prediction, p.updated_at
    from inserted p join public.matches m on m.id = p.match_id;
  insert into private.uncounted_predictions (match_id, predictions)
  select match_id, count(*) from inserted group by match_id;
  -- Skips matches that others have locked, so it never waits and cannot deadlock.
  select array_agg(f.id) into free from (
    select m.id from public.matches m
     where m.id in (select match_id from inserted)
       and not exists (select from private.counted_matches c
                        where c.match_id = m.id and c.counted_at <> now()
                          and c.counted_at > clock_timestamp() - interval '1 second')
     order by m.id for no key update skip locked) f;
  if free is not null then
    insert into private.counted_matches (match_id, counted_at) select id, now() from unnest(free) id
    on conflict (match_id) do update set counted_at = excluded.counted_at;
    perform private.count_predictions(free);
  end if;
  return null;
end $$;

-- Logs deleted predictions and lowers their matches' counts.
create function private.log_and_count_deleted_predictions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  deleting uuid := nullif(current_setting('scoreline.deleting_match', true), '')::uuid;
begin
  if private.rules_are_off() or not exists (select from deleted) then
    return null;
  end if;
  -- Nothing is logged for a deleted account: its log rows are deleted with it.
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction,
                                         is_double)
  select p.user_id, nullif(m.id, deleting), private.match_label(m), 'deleted', p.home_prediction, p.away_prediction,
         p.is_double
    from deleted p join public.matches m on m.id = p.match_id join public.profiles f on f.id = p.user_id;
  -- Locks matches in the order of their ids, so that two deletions cannot deadlock.
  perform from public.matches m
   where m.id in (select match_id from deleted)
     and m.id is distinct from deleting
   order by m.id for no key update;
  insert into private.uncounted_predictions (match_id, predictions)
  select match_id, -count(*) from deleted group by match_id;
  perform private.count_predictions(array(select match_id from deleted));
  return null;
end $$;

-- Deletes a match's predictions before the match, because their log needs its label.
create function private.delete_predictions_of_match() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_totals();
  perform set_config('scoreline.deleting_match', old.id::text, true);
  delete from public.user_predictions where match_id = old.id;
  perform set_config('scoreline.deleting_match', '', true);
  perform private.take_uncounted_predictions(old.id);
  delete from private.counted_matches c where c.match_id = old.id;
  return old;
end $$;

-- The number of home win, draw and away win predictions of each match that has locked, or of those that were visible
-- when it was reopened.
create function public.match_splits(_match_ids uuid[])
returns table (match_id uuid, home integer, draw integer, away integer)
language sql stable security definer set search_path = ''
as $$
  select m.id,
         count(*) filter (where p.home_prediction > p.away_prediction)::integer,
         count(*) filter (where p.home_prediction = p.away_prediction)::integer,
         count(*) filter (where p.home_prediction < p.away_prediction)::integer
    from public.matches m join public.user_predictions p on p.match_id = m.id
   where m.id = any (_match_ids[1:200])
     and private.may_see(p.updated_at, m.locks_at, m.predictions_revealed_at)
   group by m.id
$$;
grant execute on function public.match_splits(uuid[]) to authenticated;

-- A player's predictions with their matches, latest kick-off first, and the caller's own predictions of them.
-- Security invoker: row-level security hides other players' predictions of open matches. Further pages begin after the
-- row with before_kickoff and before_match. page_limit: 1 to 100.
create function public.player_predictions(_user_id uuid, league text default 'Overall', page_limit integer default 20,
                                          page_offset integer default 0, before_kickoff timestamptz default null,
                                          before_match uuid default null)
returns table (match_id uuid, home_team_name text, away_team_name text, match_league text, round text,
               kickoff_at timestamptz, locks_at timestamptz, status text, home_score integer, away_score integer,
               home_prediction integer, away_prediction integer, points_earned integer, updated_at timestamptz,
               my_home_prediction integer, my_away_prediction integer, my_points_earned integer,
               kickoff_confirmed boolean, match_date date, is_double boolean, my_is_double boolean)
language sql stable set search_path = ''
as $$
  select m.id, m.home_team_name, m.away_team_name, m.league, m.round, m.kickoff_at, m.locks_at, m.status, m.home_score,
         m.away_score, p.home_prediction, p.away_prediction, p.points_earned, p.updated_at,
         mine.home_prediction, mine.away_prediction, mine.points_earned, m.kickoff_confirmed, m.match_date,
         p.is_double, mine.is_double
    from public.user_predictions p
    join public.matches m on m.id = p.match_id and player_predictions.league in ('Overall', m.league)
    left join public.user_predictions mine on mine.match_id = p.match_id and mine.user_id = (select auth.uid())
   where p.user_id = _user_id and (before_match is null or (m.kickoff_at, m.id) < (before_kickoff, before_match))
   order by m.kickoff_at desc, m.id desc
   limit least(greatest(coalesce(page_limit, 20), 1), 100) offset greatest(coalesce(page_offset, 0), 0)
$$;
grant execute on function public.player_predictions(uuid, text, integer, integer, timestamptz, uuid)
  to authenticated;

-- A player's predictions, newest first, with the total count. Predictions of open matches are hidden: is_open is
-- true and the scores are null. Admins only (SL003), 50 in 5 minutes (SL004); every call is audited. Further pages
-- begin after the row with before_created and before_id. page_limit: 1 to 400.
create function public.admin_user_predictions(_user_id uuid, page_limit integer default 100,
                                              page_offset integer default 0, before_created timestamptz default null,
                                              before_id uuid default null)
returns table (id uuid, match_id uuid, home_team_name text, away_team_name text, match_league text,
               kickoff_at timestamptz, is_open boolean, home_prediction integer, away_prediction integer, status text,
               home_score integer, away_score integer, points_earned integer, cleared_at timestamptz,
               created_at timestamptz, total_count integer, is_double boolean)
language plpgsql security definer set search_path = ''
as $$
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
end $$;
grant execute on function public.admin_user_predictions(uuid, integer, integer, timestamptz, uuid)
  to authenticated, service_role;

-- Deletes a prediction (_prediction_id null: all of the player's) with its points and audits the deletion as one
-- action. The audit row counts predictions of open matches without their scores. Takes locks in the same order as
-- scoring.
create function private.delete_predictions(_action text, _user_id uuid, _prediction_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
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
                                jsonb_build_object('deleted', deleted, 'user_id', _user_id, 'undo_id',
                                                   current_setting('scoreline.recording_undo', true)));
  end if;
  return deleted;
end $$;

-- Deletes all of a player's predictions with their points on every leaderboard; returns their number. Admins only
-- (SL003), 50 in 5 minutes (SL004), audited as one action. Can be undone.
create function public.clear_user_predictions(_user_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  deleted integer;
begin
  perform private.begin_admin_action('clear_user_predictions');
  perform private.begin_undo('clear_user_predictions', _user_id::text);
  deleted := private.delete_predictions('clear_user_predictions', _user_id, null);
  perform private.end_undo(private.long_undo_window());
  return deleted;
end $$;
grant execute on function public.clear_user_predictions(uuid) to authenticated, service_role;

-- Deletes one prediction, open or locked. Admins need this function for open predictions, because row-level security
-- hides those from a direct delete. Raises PT404 if there is none. Admins only (SL003), 50 in 5 minutes (SL004),
-- audited. Can be undone.
create function public.delete_user_prediction(_prediction_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id uuid;
begin
  perform private.begin_admin_action('delete_user_prediction');
  select p.user_id into owner_id from public.user_predictions p where p.id = _prediction_id;
  perform private.begin_undo('delete_user_prediction', _prediction_id::text);
  if coalesce(private.delete_predictions('delete_user_prediction', owner_id, _prediction_id), 0) = 0 then
    raise exception 'There is no such prediction' using errcode = 'PT404';
  end if;
  perform private.end_undo(private.long_undo_window());
end $$;
grant execute on function public.delete_user_prediction(uuid) to authenticated, service_role;

-- Audits a prediction that an admin or the secret key deleted from the table. As in private.delete_predictions(), the
-- entry does not have the score of an open match, because admins read the log.
create function private.audit_deleted_prediction() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
end $$;

create trigger only_open_sessions_predict before insert or update of user_id, match_id, home_prediction,
  away_prediction, is_double
  on public.user_predictions for each statement execute function private.guard_member_write();
-- Limited to these columns, so that scoring, which sets only points_earned, does not run this trigger.
create trigger prediction_rules_are_enforced before insert or update of user_id, match_id, home_prediction,
  away_prediction, is_double
  on public.user_predictions for each row execute function private.enforce_prediction_rules();
-- The deletion of an account also deletes its predictions, as the table's owner and without this check.
create trigger only_admins_delete_predictions before delete on public.user_predictions
  for each statement execute function private.guard_admin_write();
create trigger deleted_predictions_are_audited after delete on public.user_predictions
  for each row when (current_user in ('authenticated', 'service_role'))
  execute function private.audit_deleted_prediction();
create trigger a_changed_prediction_is_logged after update of home_prediction,
  away_prediction, is_double on public.user_predictions
  for each row
  when ((old.home_prediction, old.away_prediction, old.is_double)
        is distinct from (new.home_prediction, new.away_prediction, new.is_double))
  execute function private.log_changed_prediction();
create trigger new_predictions_are_counted after insert on public.user_predictions
  referencing new table as inserted
  for each statement execute function private.log_and_count_new_predictions();
create trigger deleted_predictions_are_counted after delete on public.user_predictions
  referencing old table as deleted
  for each statement execute function private.log_and_count_deleted_predictions();

create trigger predictions_are_deleted_before_their_match before delete on public.matches
  for each row execute function private.delete_predictions_of_match();
