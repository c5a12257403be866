-- Merging two accounts of one person: what it would move, and the act.

-- Why these accounts cannot be merged, as a kind of sentence; null if they can. Raises PT404 if one does not exist.
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
                                where t.board_id = (select private.board_of('Overall')) and t.user_id = p.id), 0))
    from public.profiles p join auth.users u on u.id = p.id where p.id = _user_id
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
    'codes', (select count(*) from public.plan_codes c where _remove_id in (c.used_by, c.sold_to)),
    'groups', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'name', g.name, 'is_owner', g.owner_id = _remove_id,
               'both', exists (select from public.group_members k
                                where k.group_id = g.id and k.user_id = _keep_id)) order by g.name, g.id), '[]')
        from public.group_members r join public.groups g on g.id = r.group_id where r.user_id = _remove_id),
    'honours', (select count(*) from private.period_winners w where w.user_id = _remove_id));
end $$;
grant execute on function public.preview_merge_members(uuid, uuid) to authenticated, service_role;

-- Closes an account and moves all that it has to its heir; returns the number of moved predictions. The caller has
-- taken the locks of private.lock_for_closing() and records the changes for the undo.
create function private.merge_accounts(_keep_id uuid, _remove_id uuid, _prefer uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  moved integer;
begin
  insert into private.closed_accounts (user_id, heir_id) values (_remove_id, _keep_id);
  moved := private.move_predictions(_keep_id, _remove_id, _prefer);
  perform private.move_subscriptions(_keep_id, _remove_id);
  perform private.move_groups(_keep_id, _remove_id);
  perform private.move_honours(_keep_id, _remove_id);
  perform private.move_divisions(_keep_id, _remove_id);
  perform private.move_cups(_keep_id, _remove_id);
  perform private.move_entries(_keep_id, _remove_id);
  update private.prizes p set user_id = _keep_id where p.user_id = _remove_id;
  perform private.move_confirmations(_keep_id, _remove_id);
  perform private.move_carried_points(_keep_id, _remove_id);
  delete from public.user_roles r where r.user_id = _remove_id and r.role = 'admin';
  return moved;
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
  moved := private.merge_accounts(_keep_id, _remove_id, coalesce(_prefer, '{}'));
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('merge_members', 'profiles', _keep_id::text,
                              jsonb_build_object('removed_id', _remove_id),
                              jsonb_build_object('predictions', moved, 'preferred', cardinality(_prefer),
                                                 'undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.merge_members(uuid, uuid, uuid[]) to authenticated, service_role;
