-- Exact score 3, right outcome 1, otherwise 0. The one definition: everything that scores calls it.
create function public.calculate_prediction_points(home_prediction integer, away_prediction integer, home_score integer, away_score integer)
returns integer
language sql immutable parallel safe
-- Without `set search_path` on purpose: a function that sets one is never inlined, and inlined this costs nothing
-- over a constant (bench/score-a-match.ts). It names only built-in operators, which pg_catalog always provides first.
as $$
  select case
    when $1 = $3 and $2 = $4 then 3
    when sign($1 - $2) = sign($3 - $4) then 1
    else 0
  end
$$;
grant execute on function public.calculate_prediction_points(integer, integer, integer, integer) to anon, authenticated, service_role;

-- fillfactor, and no index on points_earned: scoring must stay an in-place update (9 to 22 times slower otherwise).
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
  constraint goals_are_between_0_and_50 check (home_prediction between 0 and 50 and away_prediction between 0 and 50),
  constraint points_are_0_1_or_3 check (points_earned in (0, 1, 3)),
  constraint one_prediction_per_player_and_match unique (match_id, user_id)
) with (fillfactor = 80);
comment on column public.user_predictions.points_earned is 'null until the match is scored';
comment on column public.user_predictions.cleared_at is 'when an admin cleared these points; they stay 0 from then on';
create index user_predictions_by_user on public.user_predictions (user_id, created_at desc);
alter table public.user_predictions enable row level security;
revoke all on public.user_predictions from anon, authenticated, service_role;
grant select, delete, insert (user_id, match_id, home_prediction, away_prediction),
      update (user_id, match_id, home_prediction, away_prediction)
   on public.user_predictions to authenticated, service_role;

create policy "players see their own predictions" on public.user_predictions
  for select to authenticated using (user_id = (select auth.uid()));
create policy "the signed-in see everyone's predictions once the match has locked" on public.user_predictions
  for select to authenticated using (match_id in (select m.id from public.matches m where m.locks_at <= now()));
create policy "players predict for themselves" on public.user_predictions
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "players change their own prediction" on public.user_predictions
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "admins delete predictions" on public.user_predictions
  for delete to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- The law of the game, for every role: a prediction is taken while its match is upcoming, before it locks, from a
-- player who may play there. Judged by clock_timestamp() after the match row is locked, so that waiting gains nothing.
-- Raises SL001 (too late) and SL002 (no subscription).
create function private.take_prediction() returns trigger
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
-- By column: scoring sets points_earned alone and is not slowed by this.
create trigger a_prediction_is_made_in_time before insert or update of user_id, match_id, home_prediction, away_prediction
  on public.user_predictions for each row execute function private.take_prediction();

-- Deleting is an admin's act; players come through their account's deletion, which cascades as the table's owner.
create trigger only_admins_delete_predictions before delete on public.user_predictions
  for each statement execute function private.guard_admin_write();
create trigger deleted_predictions_are_audited after delete on public.user_predictions
  for each row execute function private.audit_row();

-- Every pick and every change of it, with its time. Append-only; it carries its own label, so that it reads after
-- the match is gone.
create table public.prediction_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  match_id uuid references public.matches (id) on delete set null,
  match_label text not null,
  change text not null constraint change_is_known check (change in ('made', 'changed', 'deleted')),
  home_prediction integer not null,
  away_prediction integer not null,
  changed_at timestamptz not null default clock_timestamp()
);
create index prediction_changes_by_user on public.prediction_changes (user_id, changed_at desc);
create index prediction_changes_by_match on public.prediction_changes (match_id);
alter table public.prediction_changes enable row level security;
revoke all on public.prediction_changes from anon, authenticated, service_role;
grant select on public.prediction_changes to authenticated, service_role;

create policy "players see their own changes" on public.prediction_changes
  for select to authenticated using (user_id = (select auth.uid()));
create policy "the signed-in see everyone's changes once the match has locked" on public.prediction_changes
  for select to authenticated using (match_id in (select m.id from public.matches m where m.locks_at <= now()));

-- "Arsenal v Chelsea, 21 Nov 2026"
create function private.label_of(_match public.matches) returns text
language sql immutable set search_path = ''
as $$ select _match.home_team_name || ' v ' || _match.away_team_name || to_char(_match.match_date, ', FMDD Mon YYYY') $$;

create function private.log_changed_prediction() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction)
  select new.user_id, m.id, private.label_of(m), 'changed', new.home_prediction, new.away_prediction
    from public.matches m where m.id = new.match_id;
  return null;
end $$;
create trigger a_changed_prediction_is_logged after update of home_prediction, away_prediction on public.user_predictions
  for each row
  when ((old.home_prediction, old.away_prediction) is distinct from (new.home_prediction, new.away_prediction))
  execute function private.log_changed_prediction();

-- New predictions: logged, counted on their match, and their players put on the tables they are now part of.
create function private.follow_new_predictions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction)
  select p.user_id, m.id, private.label_of(m), 'made', p.home_prediction, p.away_prediction
    from made p join public.matches m on m.id = p.match_id;
  update public.matches m set predictions_count = m.predictions_count + n.predictions
    from (select match_id, count(*)::integer as predictions from made group by match_id) n
   where m.id = n.match_id;
  perform private.join_tables((
    select array_agg(row(c.id, p.user_id)::private.table_place)
      from (select distinct match_id, user_id from made) p
      join public.matches m on m.id = p.match_id
      join public.competitions c on c.name = m.league));
  return null;
end $$;
create trigger new_predictions_are_followed after insert on public.user_predictions
  referencing new table as made
  for each statement execute function private.follow_new_predictions();

-- Deleted predictions: logged, no longer counted, and their points leave every total in the same statement.
create function private.follow_deleted_predictions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from gone) then
    return null;
  end if;
  -- Of a deleted account nothing is kept: its log rows go with it, so none are added.
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction)
  select p.user_id, m.id, private.label_of(m), 'deleted', p.home_prediction, p.away_prediction
    from gone p join public.matches m on m.id = p.match_id join public.profiles f on f.id = p.user_id;
  -- In one order, so that two deletions at once cannot wait for each other.
  perform from public.matches m
   where m.id in (select match_id from gone) and m.id::text is distinct from current_setting('scoreline.deleting_match', true)
   order by m.id for no key update;
  update public.matches m set predictions_count = m.predictions_count - n.predictions
    from (select match_id, count(*)::integer as predictions from gone group by match_id) n
   where m.id = n.match_id
     -- The row that is being deleted must not be touched by its own deletion.
     and m.id::text is distinct from current_setting('scoreline.deleting_match', true);
  perform private.rebuild_totals((select array_agg(distinct user_id) from gone));
  return null;
end $$;
create trigger deleted_predictions_are_followed after delete on public.user_predictions
  referencing old table as gone
  for each statement execute function private.follow_deleted_predictions();

-- Deleting a match removes its predictions first, while the match still says which table they counted on.
create function private.delete_match() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('scoreline.deleting_match', old.id::text, true);
  delete from public.user_predictions where match_id = old.id;
  perform set_config('scoreline.deleting_match', '', true);
  return old;
end $$;
create trigger predictions_go_before_their_match before delete on public.matches
  for each row execute function private.delete_match();
