-- Merging two accounts of one person. Predictions, subscriptions, payments, groups and honours move to the kept
-- account. The other one is closed at once, and deleted when the merge can no longer be undone.

-- The merges that can be undone, and what public.undo() does not restore from private.undo_rows.
create table private.member_merges (
  undo_id uuid primary key,
  kept_id uuid not null,
  removed_id uuid not null constraint an_account_is_merged_once unique,
  merged_at timestamptz not null default clock_timestamp(),
  banned_until timestamptz,
  was_admin boolean not null,
  memberships jsonb not null,
  honours jsonb not null
);
comment on table private.member_merges is
  'There are no foreign keys: the closed account is also deleted after the kept one.';
comment on column private.member_merges.banned_until is 'of the removed account before the merge';
comment on column private.member_merges.memberships is 'of both accounts in the groups of the removed one, before';
comment on column private.member_merges.honours is 'ids of the rows that moved, and the rows that were deleted';

-- How long a merge can be undone.
create function private.merge_window() returns interval
language sql immutable set search_path = ''
as $$ select interval '24 hours' $$;

-- Why these accounts cannot be merged, as a kind of 71_sentences.sql; null if they can. Raises PT404 if one does not
-- exist.
create function private.merge_problem(_keep_id uuid, _remove_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select from unnest(array[_keep_id, _remove_id]) i
              where not exists (select from public.profiles p where p.id = i)) then
    raise exception 'There is no such player' using errcode = 'PT404';
  end if;
  return case
    when _keep_id = _remove_id then 'account_with_itself'
    when _remove_id = (select auth.uid()) then 'own_account_is_kept'
    when exists (select from private.member_merges m where m.removed_id in (_keep_id, _remove_id))
      then 'account_was_merged'
    when exists (select from auth.users u where u.id = _keep_id and u.banned_until > clock_timestamp())
      then 'kept_account_is_banned'
    when exists (select from public.user_roles r where r.user_id = _remove_id and r.role = 'admin')
      and not exists (select from public.user_roles r where r.user_id <> _remove_id and r.role = 'admin')
      then 'last_admin_stays' end;
end $$;

-- What an admin compares to choose the account to keep. sign_ins: how it signs in, such as 'email' and 'google'.
create function private.account_facts(_user_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
           'id', p.id, 'name', p.full_name, 'email', nullif(u.email, ''), 'phone', p.phone_number,
           'joined_at', p.created_at, 'last_sign_in_at', u.last_sign_in_at,
           'sign_ins', coalesce(u.raw_app_meta_data -> 'providers', '[]'),
           'is_admin', exists (select from public.user_roles r where r.user_id = p.id and r.role = 'admin'),
           'predictions', (select count(*) from public.user_predictions g where g.user_id = p.id),
           'points', coalesce((select t.points from private.player_totals t
                                where t.scope = 'overall' and t.user_id = p.id), 0))
    from public.profiles p join auth.users u on u.id = p.id where p.id = _user_id
$$;

-- Whether the first subscription is better than the second: active before ended, then the longer one.
create function private.outlasts(_one public.subscriptions, _other public.subscriptions) returns boolean
language sql stable set search_path = ''
as $$
  select (_one.status = 'active' and _one.expires_at > now(), _one.expires_at)
         > (_other.status = 'active' and _other.expires_at > now(), _other.expires_at)
$$;

-- What a merge of two accounts moves: { "problem" and "problem_kind": why they cannot be merged, or null, "keep"
-- and "remove": the accounts, "predictions": the number that moves, "conflicts": the matches that both have
-- predicted, of which the kept account's prediction counts unless the admin prefers the other, "subscriptions",
-- "payments", "codes", "groups", "honours" }. The scores of open matches are null, as for every admin. Writes
-- nothing. Raises PT404 for an unknown account. Admins only (SL003).
create function public.preview_merge_members(_keep_id uuid, _remove_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
end $$;
grant execute on function public.preview_merge_members(uuid, uuid) to authenticated, service_role;

-- Moves the predictions with their times, their points and their log. Of two predictions of a match the kept account's
-- stays, or that of the removed one for the matches in _prefer; the log says that the other was deleted. The rows are
-- copied and deleted, because the totals follow added and deleted predictions. Returns the number of moved ones.
create function private.move_predictions(_keep_id uuid, _remove_id uuid, _prefer uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  given_up uuid[];
  moving public.user_predictions[];
  waiting uuid[];
begin
  given_up := array(
    select case when k.match_id = any (_prefer) then k.id else r.id end
      from public.user_predictions k
      join public.user_predictions r on r.match_id = k.match_id and r.user_id = _remove_id
     where k.user_id = _keep_id);
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction,
                                         is_double)
  select _keep_id, m.id, private.match_label(m), 'deleted', p.home_prediction, p.away_prediction, p.is_double
    from public.user_predictions p join public.matches m on m.id = p.match_id where p.id = any (given_up);
  insert into private.uncounted_predictions (match_id, predictions)
  select p.match_id, -1 from public.user_predictions p where p.id = any (given_up);
  -- The rules of predictions do not apply: no prediction is made or changed, also after the lock.
  perform set_config('scoreline.undoing', 'on', true);
  delete from public.user_predictions p where p.id = any (given_up);
  moving := array(select p from public.user_predictions p where p.user_id = _remove_id);
  delete from public.user_predictions p where p.user_id = _remove_id;
  insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction, points_earned, cleared_at,
                                       created_at, updated_at, is_double)
  select _keep_id, p.match_id, p.home_prediction, p.away_prediction, p.points_earned, p.cleared_at, p.created_at,
         p.updated_at, p.is_double
    from unnest(moving) p;
  perform set_config('scoreline.undoing', '', true);
  perform private.return_doubles(array[_keep_id]);
  update public.prediction_changes c set user_id = _keep_id where c.user_id = _remove_id;
  perform private.move_answers(_keep_id, _remove_id);
  -- A match that is scored in parts may be past the member.
  waiting := array(select s.match_id from private.matches_to_score s join unnest(moving) p on p.match_id = s.match_id
                    where not s.is_scored);
  if waiting <> '{}' then
    perform private.score_later(waiting);
  end if;
  return cardinality(moving);
end $$;

-- Moves the subscriptions, codes and payments. Of two subscriptions of a plan the one that ends later stays.
create function private.move_subscriptions(_keep_id uuid, _remove_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  moving public.subscriptions[] := array(select s from public.subscriptions s where s.user_id = _remove_id);
begin
  update public.subscriptions k
     set status = r.status, started_at = r.started_at, expires_at = r.expires_at,
         assigned_by_admin = r.assigned_by_admin
    from unnest(moving) r
   where k.user_id = _keep_id and k.subscription_type = r.subscription_type and private.outlasts(r, k);
  insert into public.subscriptions (user_id, subscription_type, status, started_at, expires_at, assigned_by_admin)
  select _keep_id, r.subscription_type, r.status, r.started_at, r.expires_at, r.assigned_by_admin
    from unnest(moving) r
  on conflict on constraint one_subscription_per_player_and_competition do nothing;
  delete from public.subscriptions s where s.user_id = _remove_id;
  update public.plan_codes c set used_by = _keep_id where c.used_by = _remove_id;
  update public.payments p
     set user_id = case p.user_id when _remove_id then _keep_id else p.user_id end,
         payer_id = case p.payer_id when _remove_id then _keep_id else p.payer_id end
   where _remove_id in (p.user_id, p.payer_id);
end $$;

-- The memberships of both accounts in the groups of the removed one.
create function private.memberships_to_merge(_keep_id uuid, _remove_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(g)), '[]') from public.group_members g
   where g.user_id in (_keep_id, _remove_id)
     and g.group_id in (select r.group_id from public.group_members r where r.user_id = _remove_id)
$$;

-- Moves the groups: the kept account owns those of the removed one, and in a group of both the earlier day of joining
-- counts. The numbers of groups that a player may own or be in do not apply.
create function private.move_groups(_keep_id uuid, _remove_id uuid, _memberships jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  joined public.group_members[] := array(
    select distinct on (g.group_id) g from jsonb_populate_recordset(null::public.group_members, _memberships) g
     order by g.group_id, g.joined_at);
begin
  delete from public.group_members g using unnest(joined) j
   where g.group_id = j.group_id and g.user_id in (_keep_id, _remove_id);
  insert into public.group_members (group_id, user_id, joined_on, joined_at)
  select j.group_id, _keep_id, j.joined_on, j.joined_at from unnest(joined) j;
  update public.groups g set owner_id = _keep_id where g.owner_id = _remove_id;
  perform private.refresh_group_baselines(array[_keep_id, _remove_id]);
end $$;

-- Moves the wins, records and rows of archives, which copy the name, and the organisers' notes. A win of both is the
-- kept account's. Returns the ids of the moved rows, and the deleted rows.
create function private.move_honours(_keep_id uuid, _remove_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  moved jsonb := '{}';
begin
  with shared as (
    delete from private.period_winners r using private.period_winners k
     where r.user_id = _remove_id and k.user_id = _keep_id and k.period_id = r.period_id returning r.*
  )
  select moved || jsonb_build_object('shared_wins', coalesce(jsonb_agg(to_jsonb(s)), '[]')) into moved from shared s;
  with shared as (
    delete from private.told_winners r using private.told_winners k
     where r.user_id = _remove_id and k.user_id = _keep_id and k.period_id = r.period_id returning r.*
  )
  select moved || jsonb_build_object('shared_news', coalesce(jsonb_agg(to_jsonb(s)), '[]')) into moved from shared s;
  with m as (update private.period_winners w set user_id = _keep_id where w.user_id = _remove_id returning w.id)
  select moved || jsonb_build_object('wins', coalesce(jsonb_agg(m.id), '[]')) into moved from m;
  with m as (update private.told_winners w set user_id = _keep_id where w.user_id = _remove_id returning w.id)
  select moved || jsonb_build_object('news', coalesce(jsonb_agg(m.id), '[]')) into moved from m;
  with m as (update private.records r set user_id = _keep_id where r.user_id = _remove_id returning r.id)
  select moved || jsonb_build_object('records', coalesce(jsonb_agg(m.id), '[]')) into moved from m;
  with m as (update public.archived_leaderboard_rows a set user_id = _keep_id where a.user_id = _remove_id
             returning a.archive_id || '/' || a."position" as id)
  select moved || jsonb_build_object('archived', coalesce(jsonb_agg(m.id), '[]')) into moved from m;
  with m as (update public.member_notes n set user_id = _keep_id where n.user_id = _remove_id returning n.id)
  select moved || jsonb_build_object('notes', coalesce(jsonb_agg(m.id), '[]')) into moved from m;
  with m as (update public.archived_subscriptions a set user_id = _keep_id where a.user_id = _remove_id
             returning a.id)
  select moved || jsonb_build_object('subscriptions', coalesce(jsonb_agg(m.id), '[]')) into moved from m;
  return moved;
end $$;

-- The reverse. Rows that were replaced since stay as they are.
create function private.return_honours(_keep_id uuid, _remove_id uuid, _moved jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.period_winners w set user_id = _remove_id
   where w.user_id = _keep_id and _moved -> 'wins' @> to_jsonb(w.id);
  update private.told_winners w set user_id = _remove_id
   where w.user_id = _keep_id and _moved -> 'news' @> to_jsonb(w.id);
  update private.records r set user_id = _remove_id
   where r.user_id = _keep_id and _moved -> 'records' @> to_jsonb(r.id);
  update public.archived_leaderboard_rows a set user_id = _remove_id
   where a.user_id = _keep_id and _moved -> 'archived' @> to_jsonb(a.archive_id || '/' || a."position");
  update public.archived_subscriptions a set user_id = _remove_id
   where a.user_id = _keep_id and _moved -> 'subscriptions' @> to_jsonb(a.id);
  update public.member_notes n set user_id = _remove_id
   where n.user_id = _keep_id and _moved -> 'notes' @> to_jsonb(n.id);
  insert into private.period_winners overriding system value
  select w.* from jsonb_populate_recordset(null::private.period_winners, _moved -> 'shared_wins') w
  on conflict do nothing;
  insert into private.told_winners overriding system value
  select w.* from jsonb_populate_recordset(null::private.told_winners, _moved -> 'shared_news') w
   where exists (select from private.told_periods t where t.period_id = w.period_id)
  on conflict do nothing;
end $$;

-- Takes the locks of a merge, in the order of the other functions: accounts, numbers of groups, matches, totals,
-- groups.
create function private.lock_for_merge(_keep_id uuid, _remove_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from auth.users u where u.id in (_keep_id, _remove_id) order by u.id for update;
  perform private.lock_groups_of(least(_keep_id, _remove_id));
  perform private.lock_groups_of(greatest(_keep_id, _remove_id));
  perform from public.matches m
   where m.id in (select p.match_id from public.user_predictions p where p.user_id = _remove_id)
   order by m.id for no key update;
  perform private.lock_totals();
  perform from public.groups g
   where g.id in (select r.group_id from public.group_members r where r.user_id = _remove_id)
   order by g.id for update;
end $$;

-- Merges two accounts of one person: all that the removed one has moves to the kept one, and the removed one is
-- closed, and deleted after 24 hours. _prefer: the matches of which the removed account's prediction counts. An admin
-- role does not move. Returns the id for public.undo(), which is valid for 24 hours. Raises PT404 for an unknown
-- account, 22023 for accounts that cannot be merged. Admins only (SL003), 50 in 5 minutes (SL004), audited as one
-- action. Slow in a large club, so it sets its own statement_timeout.
create function public.merge_members(_keep_id uuid, _remove_id uuid, _prefer uuid[] default '{}') returns uuid
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
declare
  problem text;
  memberships jsonb;
  was_admin boolean;
  moved integer;
  undo_id uuid;
begin
  perform private.begin_admin_action('merge_members');
  problem := private.merge_problem(_keep_id, _remove_id);
  if problem is null then
    perform private.lock_for_merge(_keep_id, _remove_id);
    -- Again after the wait: another admin may have merged one of them.
    problem := private.merge_problem(_keep_id, _remove_id);
  end if;
  if problem is not null then
    raise exception '%', private.in_english(jsonb_build_object('kind', problem))
      using errcode = '22023', detail = jsonb_build_object('kind', problem);
  end if;

  perform private.begin_undo('merge_members', _keep_id::text);
  -- An account without anything to move is merged too, and deleting one of the accounts deletes the record.
  insert into private.undo_rows (undo_id, table_name, row_key, before, after)
  select current_setting('scoreline.recording_undo')::uuid, 'private.member_merges', i::text, null,
         jsonb_build_object('user_id', i)
    from unnest(array[_keep_id, _remove_id]) i;
  memberships := private.memberships_to_merge(_keep_id, _remove_id);
  moved := private.move_predictions(_keep_id, _remove_id, coalesce(_prefer, '{}'));
  perform private.move_subscriptions(_keep_id, _remove_id);
  perform private.move_groups(_keep_id, _remove_id, memberships);
  undo_id := private.end_undo(private.merge_window());
  delete from public.user_roles r where r.user_id = _remove_id and r.role = 'admin';
  was_admin := found;
  insert into private.member_merges (undo_id, kept_id, removed_id, banned_until, was_admin, memberships, honours)
  select undo_id, _keep_id, u.id, u.banned_until, was_admin, memberships, private.move_honours(_keep_id, _remove_id)
    from auth.users u where u.id = _remove_id;
  update auth.users u set banned_until = now() + interval '100 years' where u.id = _remove_id;
  perform private.write_audit('merge_members', 'profiles', _keep_id::text,
                              jsonb_build_object('removed_id', _remove_id),
                              jsonb_build_object('predictions', moved, 'preferred', cardinality(_prefer),
                                                 'undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.merge_members(uuid, uuid, uuid[]) to authenticated, service_role;

-- Finishes the undo of a merge: memberships, honours and the account are as before. Raises SL015 if the kept account
-- has left one of the groups since.
create function private.reopen_merged_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  undone private.member_merges;
begin
  select * into undone from private.member_merges m where m.undo_id = new.id for update;
  if undone.undo_id is null then
    raise exception 'It is too late to undo this' using errcode = 'SL014', detail = '{"kind": "too_late_to_undo"}';
  end if;
  perform private.lock_totals();
  if exists (select from jsonb_populate_recordset(null::public.group_members, undone.memberships) b
               join public.groups g on g.id = b.group_id
              where not exists (select from public.group_members k
                                 where k.group_id = b.group_id and k.user_id = undone.kept_id)) then
    raise exception 'This has changed since, so it cannot be undone'
      using errcode = 'SL015', detail = '{"kind": "changed_since"}';
  end if;
  delete from public.group_members k
   using jsonb_populate_recordset(null::public.group_members, undone.memberships) b
   where k.group_id = b.group_id and k.user_id in (undone.kept_id, undone.removed_id);
  insert into public.group_members
  select b.* from jsonb_populate_recordset(null::public.group_members, undone.memberships) b
    join public.groups g on g.id = b.group_id;
  perform private.refresh_group_baselines(array[undone.kept_id, undone.removed_id]);
  perform private.return_honours(undone.kept_id, undone.removed_id, undone.honours);
  update auth.users u set banned_until = undone.banned_until where u.id = undone.removed_id;
  if undone.was_admin then
    insert into public.user_roles (user_id, role) values (undone.removed_id, 'admin') on conflict do nothing;
  end if;
  delete from private.member_merges m where m.undo_id = undone.undo_id;
  return null;
end $$;

-- Deletes the closed accounts of merges that can no longer be undone; returns their number.
create function private.delete_merged_members() returns bigint
language sql security definer set search_path = ''
as $$
  with due as (
    delete from private.member_merges m where m.merged_at <= clock_timestamp() - private.merge_window()
    returning m.removed_id
  ), gone as (
    delete from auth.users u using due d where u.id = d.removed_id returning 1
  )
  select count(*) from gone
$$;

create trigger merged_members_are_reopened after update of undone_at on private.undos
  for each row when (new.action = 'merge_members' and old.undone_at is null and new.undone_at is not null)
  execute function private.reopen_merged_member();
create trigger changes_are_recorded_for_undo after update on public.payments
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
