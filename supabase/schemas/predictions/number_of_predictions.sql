-- How many predictions each match has, without one row that every prediction would lock.

-- New (and, as negative numbers, deleted) predictions that matches.predictions_count does not include yet. A save adds
-- a row here instead of updating the match, so that saves of one match do not wait for each other's commits.
create table private.uncounted_predictions (
  id bigint generated always as identity primary key,
  match_id uuid not null,
  predictions integer not null
);
create index uncounted_predictions_by_match on private.uncounted_predictions (match_id);

-- When a save last wrote the count of a match.
create table private.counted_matches (
  match_id uuid primary key,
  counted_at timestamptz not null
);

-- Adds the uncounted predictions to the counts of these matches (null: of all). Waits for running saves.
create function private.count_predictions(_match_ids uuid[] default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.matches m
   where m.id in (select u.match_id from private.uncounted_predictions u
                   where _match_ids is null or u.match_id = any (_match_ids))
     -- PostgreSQL refuses to delete a row that the deletion's own trigger has updated.
     and m.id::text is distinct from current_setting('scoreline.deleting_match', true)
   order by m.id for no key update;
  -- match_rules_are_enforced adds them.
  update public.matches m set predictions_count = m.predictions_count
   where m.id in (select u.match_id from private.uncounted_predictions u
                   where _match_ids is null or u.match_id = any (_match_ids))
     and m.id::text is distinct from current_setting('scoreline.deleting_match', true);
end $$;

-- Removes the uncounted predictions of a match, whose row the caller has locked, and returns their number.
create function private.take_uncounted_predictions(_match_id uuid) returns integer
language sql security definer set search_path = ''
as $$
  with taken as (
    delete from private.uncounted_predictions u where u.match_id = _match_id returning u.predictions
  )
  select coalesce(sum(predictions), 0)::integer from taken
$$;

-- Logs new predictions, unless they were moved in, and counts them on their matches. While nobody else saves a
-- prediction of a match, its count is written at once, but only once a second by different transactions, because every
-- open page receives it. A scheduled job counts the others.
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
    from inserted p join public.matches m on m.id = p.match_id
   where p.move_in_id is null;
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

create trigger new_predictions_are_counted after insert on public.user_predictions
  referencing new table as inserted
  for each statement execute function private.log_and_count_new_predictions();
create trigger deleted_predictions_are_counted after delete on public.user_predictions
  referencing old table as deleted
  for each statement execute function private.log_and_count_deleted_predictions();
