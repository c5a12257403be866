-- Undoing the steps of the season's end. Each returns what has changed since and is kept, as facts, or null.

-- Restores the rows that a step recorded, except those that have changed since.
create function private.undo_step(_made jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.restore_recorded((_made ->> 'undo_id')::uuid, false);
  update private.undos u set undone_at = clock_timestamp(), undone_by = (select auth.uid())
   where u.id = (_made ->> 'undo_id')::uuid;
end $$;

-- Restores the cancelled matches, except those that have changed since.
create function private.restore_matches_of_season(_made jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  cancelled uuid[] := array(select i::uuid from jsonb_array_elements_text(_made -> 'cancelled') i);
  others bigint;
begin
  if cancelled = '{}' then
    return null;
  end if;
  perform private.undo_step(_made);
  select count(*) into others from public.matches m where m.id = any (cancelled) and m.status = 'cancelled';
  others := others + cardinality(cancelled) - (select count(*) from public.matches m where m.id = any (cancelled));
  return case when others > 0 then jsonb_build_object('kind', 'matches_kept', 'count', others) end;
end $$;

-- Deletes the archives, except those whose points were cleared since, which have no other record.
create function private.delete_archives_of_season(_made jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  archive_ids uuid[] := array(select i::uuid from jsonb_array_elements_text(_made -> 'archives') i);
  others bigint;
begin
  delete from public.leaderboard_archives a
   where a.id = any (archive_ids)
     and exists (select from private.running_matches() m
                  where m.league = a.league and m.match_date between a.start_date and a.end_date);
  select count(*) into others from public.leaderboard_archives a where a.id = any (archive_ids);
  return case when others > 0 then jsonb_build_object('kind', 'archives_kept', 'count', others) end;
end $$;

-- Deletes the archive, unless entries were added to it by hand.
create function private.delete_subscription_archive_of_season(_made jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  made_id uuid := (_made ->> 'archive')::uuid;
begin
  if (select count(*) from public.archived_subscriptions s where s.archive_id = made_id)
     > (_made ->> 'archived')::integer then
    return '{"kind": "subscription_archive_kept"}';
  end if;
  delete from public.subscription_period_archives a where a.id = made_id;
  return null;
end $$;

create function private.delete_snapshot_of_season(_made jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.predictions_snapshots s where s.id = (_made ->> 'snapshot')::uuid;
  return null;
end $$;

-- Lets the records run again, and removes the winners that were written early and not told since.
create function private.reopen_honours_of_season(_done private.season_steps) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  told bigint;
begin
  perform private.lock_totals();
  update private.records r set is_running = true, closed_by = null where r.closed_by = _done.ending_id;
  select count(*) into told
    from jsonb_to_recordset(_done.made -> 'periods') w (id bigint)
    join private.told_periods t on t.period_id = w.id and t.told_at >= _done.done_at;
  with early as (
    select p.id, w.before
      from jsonb_to_recordset(_done.made -> 'periods') w (id bigint, before timestamptz, after timestamptz)
      join private.boards p on p.id = w.id
     where not exists (select from private.told_periods t where t.period_id = w.id and t.told_at >= _done.done_at)
       -- If another act has cleared the points since, nothing could write the winners again.
       and exists (select from private.points_distribution d where d.board_id = w.id)
  ), removed as (
    delete from private.period_winners v using early e
     where v.period_id = e.id and e.before is null and v.user_id is not null
  )
  update private.boards p set winners_of = e.before from early e where p.id = e.id;
  return case when told > 0 then jsonb_build_object('kind', 'winners_kept', 'count', told) end;
end $$;

-- Continues the subscriptions and codes, except those that were renewed, removed or changed since.
create function private.restore_access_of_season(_made jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  restored integer;
  restored_codes integer;
  others integer;
begin
  update public.subscriptions s set status = 'active'
    from jsonb_to_recordset(_made -> 'subscriptions') e (id uuid, expires_at timestamptz)
   where s.id = e.id and s.status = 'expired' and s.expires_at = e.expires_at;
  get diagnostics restored = row_count;
  update public.plan_codes c set expires_at = e.before
    from jsonb_to_recordset(_made -> 'codes') e (id uuid, before timestamptz, after timestamptz)
   where c.id = e.id and not c.is_used and c.expires_at = e.after;
  get diagnostics restored_codes = row_count;
  others := jsonb_array_length(_made -> 'subscriptions') + jsonb_array_length(_made -> 'codes')
            - restored - restored_codes;
  return case when others > 0 then jsonb_build_object('kind', 'access_kept', 'count', others) end;
end $$;

-- Gives back the points that were cleared, as the results are now, and the records of the season run again, or are
-- closed as before. The snapshot that clearing took stays.
create function private.restore_points_of_season(_done private.season_steps) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.restore_cleared_points(u.cleared) from private.undos u where u.id = (_done.made ->> 'undo_id')::uuid;
  perform private.undo_step(_done.made);
  perform private.refresh_records();
  if exists (select from private.season_steps s
              where s.ending_id = _done.ending_id and s.step = 'honours' and not s.is_skipped) then
    perform private.refresh_winners(_at_once => array(select p.id from private.boards p));
    perform private.close_records(_done.ending_id);
  end if;
  return '{"kind": "snapshot_kept"}';
end $$;

-- Withdraws the message from those who have not read it.
create function private.withdraw_message_of_season(_made jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  sent private.club_messages;
  readers bigint;
begin
  select * into sent from private.club_messages m where m.id = (_made ->> 'message')::uuid;
  if sent.id is not null and sent.withdrawn_at is null then
    perform public.withdraw_club_message(sent.id);
  end if;
  select count(*) into readers from public.notifications n where n.club_message_id = sent.id;
  return case when readers > 0 then jsonb_build_object('kind', 'message_kept', 'count', readers) end;
end $$;
