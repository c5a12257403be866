-- Invites to groups: codes and links, what a link shows before joining, and joining.

-- The codes of the invite links. A group without a row has no link.
create table private.group_codes (
  group_id uuid primary key references public.groups (id) on delete cascade,
  code text not null unique constraint codes_are_crockford_base32 check (code ~ '^[0-9A-HJKMNP-TV-Z]{8}$')
);

-- Eight random digits in Crockford's base 32. gen_random_uuid() uses the system's secure random source.
create function private.random_group_code() returns text
language sql volatile set search_path = ''
as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((r.bits >> (5 * i)) & 31)::integer + 1, 1), '')
    from (select ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 18, 10))::bit(40)::bigint as bits) r
   cross join generate_series(0, 7) i
$$;

-- The code of an invite link as it is stored, with the digits of the member who sends it: up to 12. Crockford's base
-- 32 reads O as 0, and I and L as 1.
create function private.normal_invite(_code text) returns text
language sql immutable set search_path = ''
as $$
  select left(translate(upper(regexp_replace(left(coalesce(_code, ''), 40), '[\s-]', '', 'g')), 'OIL', '011'), 12)
$$;

create function private.normal_group_code(_code text) returns text
language sql immutable set search_path = ''
as $$ select left(private.normal_invite(_code), 8) $$;

-- The four digits that a member's invite link has after the code of the group. They say who invites and protect
-- nothing.
create function private.invite_digits(_group_id uuid, _user_id uuid) returns text
language sql immutable set search_path = ''
as $$ select upper(left(md5(_group_id || '/' || _user_id), 4)) $$;

-- Who sent this invite link of the group: the member of its last digits, otherwise the owner.
create function private.inviter_of(_group_id uuid, _code text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select coalesce((
           select m.user_id from public.group_members m
            where m.group_id = g.id and g.members_invite
              and private.invite_digits(g.id, m.user_id) = substr(private.normal_invite(_code), 9)
            order by m.joined_at, m.user_id limit 1), g.owner_id)
    from public.groups g where g.id = _group_id
$$;

-- Gives the group a new code and returns it.
create function private.set_group_code(_group_id uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  new_code text;
begin
  -- There are 2^40 codes, so a collision is rare and the draw is repeated.
  for attempt in 1 .. 20 loop
    new_code := private.random_group_code();
    continue when exists (select from private.group_codes c where c.code = new_code);
    insert into private.group_codes as c (group_id, code) values (_group_id, new_code)
    on conflict (group_id) do update set code = excluded.code;
    return new_code;
  end loop;
  raise exception 'No unused code could be generated' using errcode = '55000';
end $$;

-- Replaces the code of the invite link; the previous link ends. Returns the new code. The owner only (PT404, 42501).
create function public.renew_group_code(_group_id uuid) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.own_group(_group_id);
  return private.set_group_code(_group_id);
end $$;
grant execute on function public.renew_group_code(uuid) to authenticated;

-- Ends the invite link until the owner renews it. The owner only (PT404, 42501).
create function public.revoke_group_code(_group_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.own_group(_group_id);
  delete from private.group_codes c where c.group_id = _group_id;
end $$;
grant execute on function public.revoke_group_code(uuid) to authenticated;

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
            from private.rank_group(g.id, private.board_of('Overall'), 3, 0) l where l.rank is not null),
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

-- What the caller's invite link shows to a visitor. Null for members who may not invite and without a link.
create function private.picture_of_invite(_group_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('group', g.name, 'first_colour', g.first_colour, 'second_colour', g.second_colour,
                            'members', g.members, 'user_id', p.id, 'name', coalesce(p.full_name, 'Player'))
    from public.group_details(_group_id) g
    join public.profiles p on p.id = (select auth.uid())
   where g.code is not null
$$;

-- The same for everyone who has the link, as messengers do. Null for a wrong code, and while too many wrong ones have
-- come from the address. For the edge function only.
create function public.invite_picture_data(_code text, _address text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  buckets text[] := array_remove(array['join-group-from:' || private.limited_address(_address)], null);
  found_id uuid;
begin
  if private.seconds_until_group_code(buckets) is null then
    found_id := private.group_of_code(_code, buckets);
  end if;
  return (
    select jsonb_build_object('group', g.name, 'first_colour', g.first_colour, 'second_colour', g.second_colour,
                              'members', (select count(*) from public.group_members m where m.group_id = g.id),
                              'user_id', i.id, 'name', coalesce(p.full_name, 'Player'))
      from public.groups g
     cross join private.inviter_of(g.id, _code) i (id)
      left join public.profiles p on p.id = i.id
     where g.id = found_id);
end $$;
grant execute on function public.invite_picture_data(text, text) to service_role;
