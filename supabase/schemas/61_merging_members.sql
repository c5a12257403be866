-- Closing accounts: an account that is merged into another or deleted by an admin cannot sign in from then on, and is
-- erased when that can no longer be undone. What it had moves to the kept account, or is deleted with it.

-- An account's phone number or email, by its kind; null without one.
create function private.contact_of(_user_id uuid, _kind text) returns text
language sql stable security definer set search_path = ''
as $$
  select nullif(case _kind when 'phone' then p.phone_number else u.email end, '')
    from auth.users u join public.profiles p on p.id = u.id where u.id = _user_id
$$;

-- Moves the phone number or email of an account to another one that has none, with the identity that signs in with it.
create function private.move_contact(_from uuid, _to uuid, _kind text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  moving auth.users;
  number constant text := private.contact_of(_from, 'phone');
begin
  select * into moving from auth.users u where u.id = _from;
  if _kind = 'phone' then
    update auth.users u set phone = null, phone_confirmed_at = null where u.id = _from;
    update public.profiles p set phone_number = null where p.id = _from;
    update auth.users u set phone = moving.phone, phone_confirmed_at = moving.phone_confirmed_at where u.id = _to;
    update public.profiles p set phone_number = number where p.id = _to;
  else
    update auth.users u set email = null, email_confirmed_at = null where u.id = _from;
    update auth.users u set email = moving.email, email_confirmed_at = moving.email_confirmed_at where u.id = _to;
  end if;
  update auth.identities i
     set user_id = _to, provider_id = _to::text, identity_data = i.identity_data || jsonb_build_object('sub', _to)
   where i.user_id = _from and i.provider = _kind
     and not exists (select from auth.identities o where o.user_id = _to and o.provider = _kind);
end $$;

-- Ends the sessions of an account that is closed, and bans it. Its contacts move to an heir without any.
create function private.close_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.rules_are_off() then
    return new;
  end if;
  -- What waits is not sent.
  delete from private.messages m where m.user_id = new.user_id and m.state = 'waiting';
  new.banned_until := (select u.banned_until from auth.users u where u.id = new.user_id);
  update auth.users u set banned_until = now() + interval '100 years' where u.id = new.user_id;
  delete from auth.sessions s where s.user_id = new.user_id;
  if new.heir_id is not null then
    select jsonb_object_agg(k.kind, private.contact_of(new.user_id, k.kind)) into new.contacts
      from unnest(array['phone', 'email']) k (kind)
     where private.contact_of(new.user_id, k.kind) is not null and private.contact_of(new.heir_id, k.kind) is null;
    perform private.move_contact(new.user_id, new.heir_id, k) from jsonb_object_keys(new.contacts) k;
  end if;
  return new;
end $$;

-- The reverse, when closing is undone. Contacts that the account or the heir has changed since stay.
create function private.reopen_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users u set banned_until = old.banned_until where u.id = old.user_id;
  if found and old.contacts is not null then
    perform private.move_contact(old.heir_id, old.user_id, k.kind)
       from jsonb_each_text(old.contacts) k (kind, value)
      where private.contact_of(old.heir_id, k.kind) = k.value and private.contact_of(old.user_id, k.kind) is null;
  end if;
  return null;
end $$;

-- Erases the accounts whose closing can no longer be undone; returns their number.
create function private.erase_closed_accounts() returns bigint
language sql security definer set search_path = ''
as $$
  with gone as (
    delete from auth.users u using private.closed_accounts c
     where c.user_id = u.id and c.closed_at <= clock_timestamp() - private.long_undo_window() returning 1
  )
  select count(*) from gone
$$;

-- Deletes an account for an admin: its predictions, subscriptions, memberships and roles at once, so that it is on no
-- leaderboard and cannot sign in, and the rest after 24 hours. Its groups are handed over. Returns the id for
-- public.undo(), which is valid for 24 hours. Raises PT404 for an unknown or closed account, SL007 for the last admin.
-- Admins only (SL003), audited; the edge function delete-user counts the calls (SL004). Slow in a large club, so it
-- sets its own statement_timeout.
create function public.close_account(_user_id uuid) returns uuid
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
declare
  undo_id uuid;
begin
  perform private.require_admin();
  perform private.lock_for_closing(_user_id, _user_id);
  if not exists (select from public.profiles p where p.id = _user_id)
     or exists (select from private.closed_accounts c where c.user_id = _user_id) then
    raise exception 'There is no such player' using errcode = 'PT404';
  end if;
  perform private.begin_undo('delete-user', _user_id::text);
  insert into private.closed_accounts (user_id) values (_user_id);
  delete from public.user_roles r where r.user_id = _user_id;
  delete from public.user_predictions p where p.user_id = _user_id;
  delete from public.season_answers a where a.user_id = _user_id;
  delete from public.subscriptions s where s.user_id = _user_id;
  perform private.hand_over_groups(_user_id);
  delete from public.group_members g where g.user_id = _user_id;
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('delete-user', 'functions', _user_id::text, null,
                              jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.close_account(uuid) to authenticated, service_role;

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
    when exists (select from private.closed_accounts c where c.user_id in (_keep_id, _remove_id))
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
-- predicted, of which the kept account's prediction counts unless the admin prefers the other, "secret": the number of
-- predictions that do not move because nobody else may see them yet, "subscriptions", "payments", "codes", "groups",
-- "honours" }. Secret scores are null, as for every admin. Writes nothing. Raises PT404 for an unknown account. Admins
-- only (SL003).
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
      select count(*) from public.user_predictions r join public.matches m on m.id = r.match_id
       where r.user_id = _remove_id and private.may_see(r.updated_at, m.locks_at, m.predictions_revealed_at)
         and not exists (select from public.user_predictions k
                          where k.match_id = r.match_id and k.user_id = _keep_id)),
    'secret', (
      select count(*) from public.user_predictions r join public.matches m on m.id = r.match_id
       where r.user_id = _remove_id and not private.may_see(r.updated_at, m.locks_at, m.predictions_revealed_at)),
    'conflicts', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'match_id', m.id, 'match', private.match_label(m), 'is_open', o.is_open,
               'keep', case when not o.is_open then k.home_prediction || '-' || k.away_prediction end,
               'remove', r.home_prediction || '-' || r.away_prediction,
               'keep_points', k.points_earned, 'remove_points', r.points_earned)
               order by m.kickoff_at desc, m.id), '[]')
        from public.user_predictions r
        join public.user_predictions k on k.match_id = r.match_id and k.user_id = _keep_id
        join public.matches m on m.id = r.match_id
       cross join lateral (
         select not private.may_see(k.updated_at, m.locks_at, m.predictions_revealed_at) as is_open) o
       where r.user_id = _remove_id and _keep_id <> _remove_id
         and private.may_see(r.updated_at, m.locks_at, m.predictions_revealed_at)),
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
-- stays, or that of the removed one for the matches in _prefer; the log says that the other was deleted. Predictions
-- that nobody else may see are deleted, because the owner of the kept account would see them. The rows are copied and
-- deleted, because the totals follow added and deleted predictions. Returns the number of moved ones.
create function private.move_predictions(_keep_id uuid, _remove_id uuid, _prefer uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  secret constant uuid[] := array(
    select p.id from public.user_predictions p join public.matches m on m.id = p.match_id
     where p.user_id = _remove_id and not private.may_see(p.updated_at, m.locks_at, m.predictions_revealed_at));
  given_up uuid[];
  moving public.user_predictions[];
begin
  given_up := array(
    select case when k.match_id = any (_prefer) then k.id else r.id end
      from public.user_predictions k
      join public.user_predictions r on r.match_id = k.match_id and r.user_id = _remove_id
     where k.user_id = _keep_id and r.id <> all (secret));
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction,
                                         is_double)
  select _keep_id, m.id, private.match_label(m), 'deleted', p.home_prediction, p.away_prediction, p.is_double
    from public.user_predictions p join public.matches m on m.id = p.match_id where p.id = any (given_up);
  insert into private.uncounted_predictions (match_id, predictions)
  select p.match_id, -1 from public.user_predictions p where p.id = any (given_up || secret);
  -- The rules of predictions do not apply: no prediction is made or changed, also after the lock.
  perform private.rules_off();
  delete from public.user_predictions p where p.id = any (given_up || secret);
  moving := array(select p from public.user_predictions p where p.user_id = _remove_id);
  delete from public.user_predictions p where p.user_id = _remove_id;
  insert into public.user_predictions
  select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'user_id', _keep_id))).*
    from unnest(moving) p;
  perform private.rules_on();
  perform private.return_doubles(array[_keep_id]);
  update public.prediction_changes c set user_id = _keep_id
    from public.matches m
   where c.user_id = _remove_id and m.id = c.match_id
     and private.may_see(c.changed_at, m.locks_at, m.predictions_revealed_at);
  perform private.move_answers(_keep_id, _remove_id);
  perform private.score_matches(array(select p.match_id from unnest(moving) p), array[_keep_id]);
  return cardinality(moving);
end $$;

-- Moves the subscriptions, codes and payments. Of two subscriptions of a plan the one that ends later stays.
create function private.move_subscriptions(_keep_id uuid, _remove_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  moving public.subscriptions[];
begin
  delete from public.subscriptions k using public.subscriptions r
   where k.user_id = _keep_id and r.user_id = _remove_id and k.subscription_type = r.subscription_type
     and private.outlasts(r, k);
  moving := array(select s from public.subscriptions s where s.user_id = _remove_id);
  delete from public.subscriptions s where s.user_id = _remove_id;
  insert into public.subscriptions
  select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'user_id', _keep_id))).*
    from unnest(moving) r
  on conflict on constraint one_subscription_per_player_and_competition do nothing;
  update public.plan_codes c set used_by = _keep_id where c.used_by = _remove_id;
  update public.payments p
     set user_id = case p.user_id when _remove_id then _keep_id else p.user_id end,
         payer_id = case p.payer_id when _remove_id then _keep_id else p.payer_id end
   where _remove_id in (p.user_id, p.payer_id);
end $$;

-- Moves the groups: the kept account owns those of the removed one, and in a group of both the earlier day of joining
-- counts. The numbers of groups that a player may own or be in do not apply.
create function private.move_groups(_keep_id uuid, _remove_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  joined public.group_members[] := array(
    select distinct on (g.group_id) g from public.group_members g
     where g.user_id in (_keep_id, _remove_id)
       and g.group_id in (select r.group_id from public.group_members r where r.user_id = _remove_id)
     order by g.group_id, g.joined_at);
begin
  delete from public.group_members g using unnest(joined) j
   where g.group_id = j.group_id and g.user_id in (_keep_id, _remove_id);
  insert into public.group_members
  select (jsonb_populate_record(j, jsonb_build_object('user_id', _keep_id))).* from unnest(joined) j;
  update public.groups g set owner_id = _keep_id where g.owner_id = _remove_id;
  perform private.refresh_group_baselines(array[_keep_id, _remove_id]);
end $$;

-- Recounts the points before joining of memberships that public.undo() has restored.
create function private.recount_restored_members() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_group_baselines(array(
    select distinct (coalesce(r.before, r.after) ->> 'user_id')::uuid from private.undo_rows r
     where r.undo_id = new.id and r.table_name = 'public.group_members'));
  return null;
end $$;

-- Forgets the recorded memberships of a group that is erased.
create function private.forget_recorded_members() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.undo_rows r
   where r.table_name = 'public.group_members' and coalesce(r.before, r.after) ->> 'group_id' = old.id::text;
  return null;
end $$;

-- Moves the wins, records and rows of archives, which copy the name, and the organisers' notes. A win of both is the
-- kept account's.
create function private.move_honours(_keep_id uuid, _remove_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.period_winners r using private.period_winners k
   where r.user_id = _remove_id and k.user_id = _keep_id and k.period_id = r.period_id;
  delete from private.told_winners r using private.told_winners k
   where r.user_id = _remove_id and k.user_id = _keep_id and k.period_id = r.period_id;
  update private.period_winners w set user_id = _keep_id where w.user_id = _remove_id;
  update private.told_winners w set user_id = _keep_id where w.user_id = _remove_id;
  update private.records r set user_id = _keep_id where r.user_id = _remove_id;
  update public.archived_leaderboard_rows a set user_id = _keep_id where a.user_id = _remove_id;
  update public.archived_subscriptions a set user_id = _keep_id where a.user_id = _remove_id;
  update public.member_notes n set user_id = _keep_id where n.user_id = _remove_id;
end $$;

-- Takes the locks of closing an account, in the order of 11_totals.sql. Without an heir both are the same.
create function private.lock_for_closing(_keep_id uuid, _remove_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from auth.users u where u.id in (_keep_id, _remove_id) order by u.id for update;
  perform private.lock_groups_of(least(_keep_id, _remove_id));
  perform private.lock_groups_of(greatest(_keep_id, _remove_id));
  perform from public.matches m
   where m.id in (select p.match_id from public.user_predictions p where p.user_id = _remove_id)
   order by m.id for no key update;
  perform from public.plan_codes c where _remove_id in (c.used_by, c.created_by) order by c.id for no key update;
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
  moved integer;
  undo_id uuid;
begin
  perform private.begin_admin_action('merge_members');
  problem := private.merge_problem(_keep_id, _remove_id);
  if problem is null then
    perform private.lock_for_closing(_keep_id, _remove_id);
    -- Again after the wait: another admin may have merged one of them.
    problem := private.merge_problem(_keep_id, _remove_id);
  end if;
  if problem is not null then
    raise exception '%', private.in_english(jsonb_build_object('kind', problem))
      using errcode = '22023', detail = jsonb_build_object('kind', problem);
  end if;
  perform private.begin_undo('merge_members', _keep_id::text);
  insert into private.closed_accounts (user_id, heir_id) values (_remove_id, _keep_id);
  moved := private.move_predictions(_keep_id, _remove_id, coalesce(_prefer, '{}'));
  perform private.move_subscriptions(_keep_id, _remove_id);
  perform private.move_groups(_keep_id, _remove_id);
  perform private.move_honours(_keep_id, _remove_id);
  delete from public.user_roles r where r.user_id = _remove_id and r.role = 'admin';
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('merge_members', 'profiles', _keep_id::text,
                              jsonb_build_object('removed_id', _remove_id),
                              jsonb_build_object('predictions', moved, 'preferred', cardinality(_prefer),
                                                 'undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.merge_members(uuid, uuid, uuid[]) to authenticated, service_role;

create trigger accounts_are_closed before insert on private.closed_accounts
  for each row execute function private.close_account();
create trigger accounts_are_reopened after delete on private.closed_accounts
  for each row execute function private.reopen_account();
create trigger memberships_are_recounted_after_undo after update of undone_at on private.undos
  for each row when (old.undone_at is null and new.undone_at is not null)
  execute function private.recount_restored_members();
create trigger recorded_members_are_forgotten_with_groups after delete on public.groups
  for each row execute function private.forget_recorded_members();
create trigger changes_are_recorded_for_undo after insert or update or delete on private.closed_accounts
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('user_id');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.payments
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.group_members
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('group_id', 'user_id');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.user_roles
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('user_id', 'role');
create trigger changes_are_recorded_for_undo after insert or update or delete on private.period_winners
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after update of winners_of on private.periods
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on private.told_winners
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on private.records
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.leaderboard_archives
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.archived_leaderboard_rows
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('archive_id', 'position');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.subscription_period_archives
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.archived_subscriptions
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.news
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on private.announced_news
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('news_id');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.admin_settings
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('setting_key');
