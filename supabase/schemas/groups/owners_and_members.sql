-- Leaving groups, what their owners do with members, and who follows an owner.

-- Raises PT404 if the caller is not a member of the group, whether it exists or not, and 42501 for members who are not
-- its owner. Locks nothing.
create function private.require_owner(_group_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner uuid;
begin
  perform private.require_open_session();
  select g.owner_id into owner from public.groups g
   where g.id = _group_id and g.id in (select private.my_group_ids()) and g.closed_at is null
     and (g.deleted_at is null or g.owner_id = (select auth.uid()));
  if owner is null then
    raise exception 'There is no such group' using errcode = 'PT404';
  end if;
  if owner <> (select auth.uid()) then
    raise exception 'Only the owner of the group may do this' using errcode = '42501';
  end if;
end $$;

-- The group, locked, if the caller is its owner. Raises as require_owner() does, before and after the lock.
create function private.own_group(_group_id uuid) returns public.groups
language plpgsql volatile security definer set search_path = ''
as $$
declare
  found_group public.groups;
begin
  perform private.require_owner(_group_id);
  select g.* into found_group from public.groups g where g.id = _group_id for update;
  perform private.require_owner(_group_id);
  return found_group;
end $$;

-- Hands an account's groups to the members who joined first. A group without another member stays. Leaving a group and
-- removing a member lock it, so the groups are locked before the heirs are chosen. A member whose account is being
-- deleted at the same time is passed over.
create function private.hand_over_groups(_user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owned_id uuid;
  heir_id uuid;
begin
  for owned_id in select g.id from public.groups g where g.owner_id = _user_id order by g.id for update loop
    select m.user_id into heir_id
      from public.group_members m join public.profiles p on p.id = m.user_id
     where m.group_id = owned_id and m.user_id <> _user_id
     order by m.joined_at, m.user_id limit 1
       for key share of p skip locked;
    if found then
      update public.groups g set owner_id = heir_id where g.id = owned_id;
    end if;
  end loop;
end $$;

-- Before an account is deleted, which deletes the groups that it still owns.
create function private.hand_over_groups_of_deleted_player() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hand_over_groups(old.id);
  return old;
end $$;

-- Removes the caller from the group. Raises PT404 if the caller is not a member, SL019 for the owner, who has to hand
-- the group over or delete it.
create function public.leave_group(_group_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  found_group public.groups;
begin
  perform private.require_open_session();
  select g.* into found_group from public.groups g
   where g.id = _group_id and g.id in (select private.my_group_ids()) and g.deleted_at is null and g.closed_at is null
     for update;
  if found_group.id is null then
    raise exception 'There is no such group' using errcode = 'PT404';
  end if;
  if found_group.owner_id = (select auth.uid()) then
    raise exception 'The owner has to hand the group over first' using errcode = 'SL019';
  end if;
  delete from public.group_members m where m.group_id = _group_id and m.user_id = (select auth.uid());
end $$;
grant execute on function public.leave_group(uuid) to authenticated;

-- Removes another member. The invite link is renewed, if there is one, because the member may know it. The owner only
-- (PT404, 42501). Raises PT404 for a player who is not a member, 22023 for the owner.
create function public.remove_group_member(_group_id uuid, _user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.own_group(_group_id);
  if _user_id = (select auth.uid()) then
    raise exception 'The owner cannot be removed' using errcode = '22023';
  end if;
  delete from public.group_members m where m.group_id = _group_id and m.user_id = _user_id;
  if not found then
    raise exception 'There is no such member' using errcode = 'PT404';
  end if;
  if exists (select from private.group_codes c where c.group_id = _group_id) then
    perform private.set_group_code(_group_id);
  end if;
end $$;
grant execute on function public.remove_group_member(uuid, uuid) to authenticated;

-- Makes another member the owner. The owner only (PT404, 42501). Raises PT404 for a player who is not a member, SL018
-- for a player who owns 10 groups.
create function public.hand_over_group(_group_id uuid, _user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Before the lock, so that only the owner of a group of the player can make the player's calls wait.
  perform private.require_owner(_group_id);
  perform private.lock_groups_of(_user_id);
  perform private.own_group(_group_id);
  if not exists (select from public.group_members m where m.group_id = _group_id and m.user_id = _user_id) then
    raise exception 'There is no such member' using errcode = 'PT404';
  end if;
  if _user_id <> (select auth.uid()) and private.owns_most_groups(_user_id) then
    raise exception 'This player owns 10 groups, which is the limit' using errcode = 'SL018', detail = 'owned';
  end if;
  update public.groups g set owner_id = _user_id where g.id = _group_id;
end $$;
grant execute on function public.hand_over_group(uuid, uuid) to authenticated;

-- Deletes the group for its members. The owner can restore it for 10 minutes. The owner only (PT404, 42501).
create function public.delete_group(_group_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.own_group(_group_id);
  update public.groups g set deleted_at = clock_timestamp() where g.id = _group_id and g.deleted_at is null;
end $$;
grant execute on function public.delete_group(uuid) to authenticated;

-- Restores a deleted group with its members and its link. The owner only (PT404, 42501). Raises SL014 after 10
-- minutes.
create function public.restore_group(_group_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  deleted public.groups := private.own_group(_group_id);
begin
  if deleted.deleted_at <= clock_timestamp() - private.group_restore_window() then
    raise exception 'It is too late to undo this' using errcode = 'SL014', detail = '{"kind": "too_late_to_undo"}';
  end if;
  update public.groups g set deleted_at = null where g.id = _group_id and g.deleted_at is not null;
end $$;
grant execute on function public.restore_group(uuid) to authenticated;

-- Removes deleted groups that can no longer be restored, and closed ones; returns their number.
create function private.delete_old_groups() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with old as (
    delete from public.groups g
     where g.deleted_at <= clock_timestamp() - private.group_restore_window()
        or g.closed_at <= clock_timestamp() - 2 * private.undo_window()
    returning 1
  )
  select count(*) from old
$$;

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

create trigger groups_are_handed_over before delete on public.profiles
  for each row execute function private.hand_over_groups_of_deleted_player();
create trigger memberships_are_recounted_after_undo after update of undone_at on private.undos
  for each row when (old.undone_at is null and new.undone_at is not null)
  execute function private.recount_restored_members();
create trigger recorded_members_are_forgotten_with_groups after delete on public.groups
  for each row execute function private.forget_recorded_members();
