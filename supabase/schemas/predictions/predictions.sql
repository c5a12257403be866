-- Predictions: their rules and lock, the change log, and read permissions.

-- Whether everyone signed in may see a prediction, a double, or an answer to a season question that was saved at
-- _saved_at ('infinity': at any time): after the lock, or since the match was reopened after that. The only place of
-- this rule. It sets no search_path, so that PostgreSQL inlines it.
create function private.may_see(_saved_at timestamptz, _locks_at timestamptz, _revealed_at timestamptz)
returns boolean
language sql stable parallel safe
as $$ select coalesce($2 <= statement_timestamp() or $1 <= $3, false) $$;
grant execute on function private.may_see(timestamptz, timestamptz, timestamptz) to authenticated, service_role;

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
  move_in_id uuid references private.moves_in (id) on delete cascade,
  constraint goals_are_between_0_and_50 check (home_prediction between 0 and 50 and away_prediction between 0 and 50),
  constraint points_are_0_1_or_3_and_twice_for_a_double
    check (points_earned in (0, 1, 3) or (is_double and points_earned in (2, 6))),
  constraint one_prediction_per_player_and_match unique (match_id, user_id)
) with (fillfactor = 80);
comment on column public.user_predictions.points_earned is 'null until the match is scored';
comment on column public.user_predictions.cleared_at is 'when an admin cleared these points; they stay 0';
comment on column public.user_predictions.is_double is 'its points count twice; set by mark_double()';
comment on column public.user_predictions.move_in_id is
  'of a pick that an organiser moved in from another pool; it goes with the move';
create index user_predictions_by_move on public.user_predictions (move_in_id) where move_in_id is not null;
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
-- SL002 (no subscription), SL027 (the age is not confirmed) and 42501 (another player's prediction). The only late
-- predictions are those that public.move_in() enters for matches that are over.
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
  if tg_op = 'INSERT' and current_setting('scoreline.allowed_change', true) = 'moving in ' || new.move_in_id then
    select private.prediction_points(new.home_prediction, new.away_prediction, m.home_score, m.away_score, false)
      into new.points_earned
      from public.matches m where m.id = new.match_id and m.status = 'completed' and m.locks_at <= moment;
    if not found then
      raise exception 'Only picks of matches that are over are moved in' using errcode = '23514';
    end if;
    return new;
  end if;
  -- A prediction that its member changes is no longer one that was moved in.
  new.move_in_id := null;
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
    perform private.require_confirmation(new.user_id);
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
  if not private.may_play(new.user_id, competition, moment) then
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
create trigger a_changed_prediction_is_logged after update of home_prediction,
  away_prediction, is_double on public.user_predictions
  for each row
  when ((old.home_prediction, old.away_prediction, old.is_double)
        is distinct from (new.home_prediction, new.away_prediction, new.is_double))
  execute function private.log_changed_prediction();
create trigger requests_lock_every_match before delete on public.user_predictions
  for each statement when (current_user in ('authenticated', 'service_role'))
  execute function private.lock_every_match();
-- Points and when they were cleared are not recorded: they follow from the match and from private.undos.cleared.
create trigger changes_are_recorded_for_undo
  after insert or delete or update of match_id, home_prediction, away_prediction, is_double on public.user_predictions
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.prediction_changes
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger undo_is_kept_after_deletion after delete on public.user_predictions
  for each statement execute function private.end_direct_undo();
