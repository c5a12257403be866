-- Joining groups by invite links, leaving them, and what the owner does with members.

-- The seconds until the caller may enter a code again, after 20 wrong codes within 15 minutes by the player or from
-- the IP address; null if the caller may. Locks the caller's attempts.
create function private.seconds_until_group_code(_buckets text[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  bucket text;
begin
  foreach bucket in array _buckets loop
    if private.count_recent_attempts(bucket, interval '15 minutes') >= 20 then
      return private.seconds_until_retry(bucket, interval '15 minutes');
    end if;
  end loop;
  return null;
end $$;

-- The group of a valid code; null for an unknown or revoked one, which is counted.
create function private.group_of_code(_code text, _buckets text[]) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  found_id uuid;
begin
  select c.group_id into found_id from private.group_codes c
    join public.groups g on g.id = c.group_id and g.deleted_at is null and g.closed_at is null
   where c.code = private.normal_group_code(_code);
  if found_id is null then
    insert into private.attempts (bucket) select b from unnest(_buckets) b;
  end if;
  return found_id;
end $$;

create function private.group_code_buckets() returns text[]
language sql stable security definer set search_path = ''
as $$
  select array_remove(
    array['join-group:' || (select auth.uid()), 'join-group-from:' || private.caller_address()], null)
$$;

-- What an invite link leads to, as public.preview_group() describes.
create function private.preview_of_group(_code text)
returns table (outcome text, group_id uuid, name text, first_colour text, second_colour text, inviter_id uuid,
               inviter_name text, members integer, counts_from_joining boolean, leaders jsonb,
               retry_after_seconds integer)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  buckets text[] := private.group_code_buckets();
  found_id uuid;
begin
  if (select auth.uid()) is not null then
    perform private.require_open_session();
  end if;
  retry_after_seconds := private.seconds_until_group_code(buckets);
  if retry_after_seconds is null then
    found_id := private.group_of_code(_code, buckets);
  end if;
  if found_id is null then
    outcome := case when retry_after_seconds is null then 'invalid' else 'locked' end;
    return next;
    return;
  end if;
  return query
  select case when g.id in (select private.my_group_ids()) then 'member' else 'found' end, g.id, g.name,
         g.first_colour, g.second_colour, i.id, coalesce(p.full_name, 'Player'),
         (select count(*)::integer from public.group_members m where m.group_id = g.id), g.counts_from_joining,
         (select coalesce(jsonb_agg(jsonb_build_object('user_id', l.user_id, 'name', l.full_name, 'points', l.points)
                                    order by l.points desc, l.perfect_scores desc, l.full_name, l.user_id), '[]')
            from private.rank_group(g.id, 'overall', 3, 0) l where l.rank is not null),
         null::integer
    from public.groups g
   cross join private.inviter_of(g.id, _code) i (id)
    left join public.profiles p on p.id = i.id
   where g.id = found_id;
end $$;

-- What an invite link leads to, also for visitors. Returns [{ outcome, group_id, name, first_colour,
-- second_colour, inviter_id, inviter_name, members, counts_from_joining, leaders, retry_after_seconds }]. outcome:
-- 'found' or 'member' (with the group, who invites and the first three by points), 'invalid', or 'locked' (20 wrong
-- codes within 15 minutes; with the seconds to wait). It does not raise, because an error would roll back the counted
-- attempt; one value as in public.redeem_plan_code(). Only for a session that has ended it raises SL012. leaders:
-- [{user_id, name, points}].
create function public.preview_group(_code text) returns jsonb
language sql volatile security definer set search_path = ''
as $$ select jsonb_agg(to_jsonb(r)) from private.preview_of_group(_code) r $$;
grant execute on function public.preview_group(text) to anon, authenticated;

-- What messengers show for a link, as public.link_preview() describes.
create function private.preview_of_link(_path text)
returns table (title text, description text, image text, inviter text, group_name text, members integer)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  code text := private.normal_invite(substr(_path, 7));
begin
  if _path !~ '^/join/' then
    return;
  end if;
  return query
  select format('%s invites you to %s', g.inviter_name, g.name),
         format('%s. Predict scores and compare your points.',
                case g.members when 1 then '1 member' else g.members || ' members' end),
         '/functions/v1/share-picture?invite=' || code, g.inviter_name, g.name, g.members
    from private.preview_of_group(code) g where g.outcome in ('found', 'member');
end $$;

-- What messengers show for a link to a page (the path of its address), where it depends on more than the kind of page.
-- Returns [{ title, description, image, inviter, group_name, members }], or [] for the page's own preview. image: a
-- path. An invite names who invites and the group while its link is open; the last values are the same in parts, for
-- other languages.
create function public.link_preview(_path text) returns jsonb
language sql volatile security definer set search_path = ''
as $$ select coalesce(jsonb_agg(to_jsonb(r)), '[]') from private.preview_of_link(_path) r $$;
grant execute on function public.link_preview(text) to anon, authenticated;

-- Adds the caller to the group of the code, as public.join_group() describes.
create function private.join_by_code(_code text)
returns table (outcome text, group_id uuid, retry_after_seconds integer)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me uuid := (select auth.uid());
  buckets text[] := private.group_code_buckets();
  found_id uuid;
  wait integer;
begin
  perform private.require_open_session();
  wait := private.seconds_until_group_code(buckets);
  if wait is null then
    found_id := private.group_of_code(_code, buckets);
  end if;
  if found_id is null then
    return query select case when wait is null then 'invalid' else 'locked' end, null::uuid, wait;
    return;
  end if;
  perform private.lock_groups_of(me);
  perform private.lock_totals();
  perform from public.groups g where g.id = found_id for update;
  outcome := case
    -- The code was renewed or the group deleted while this waited.
    when not exists (select from private.group_codes c join public.groups g on g.id = c.group_id
                      where c.code = private.normal_group_code(_code) and g.deleted_at is null
                        and g.closed_at is null) then 'invalid'
    when exists (select from public.group_members m where m.group_id = found_id and m.user_id = me) then 'member'
    when (select count(*) from public.group_members m where m.group_id = found_id) >= 500 then 'full'
    when private.is_in_most_groups(me) then 'too_many'
    else 'joined' end;
  if outcome = 'joined' then
    insert into public.group_members (group_id, user_id) values (found_id, me);
    perform private.refresh_group_baselines(array[me], found_id);
  end if;
  group_id := case when outcome in ('joined', 'member') then found_id end;
  return next;
end $$;

-- Adds the caller to the group of the code. Returns [{ outcome, group_id, retry_after_seconds }]. outcome: 'joined' or
-- 'member' (with the group), 'full' (500 members), 'too_many' (the caller is in 30 groups), 'invalid' or 'locked' as
-- in preview_group.
create function public.join_group(_code text) returns jsonb
language sql volatile security definer set search_path = ''
as $$ select jsonb_agg(to_jsonb(r)) from private.join_by_code(_code) r $$;
grant execute on function public.join_group(text) to authenticated;

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
