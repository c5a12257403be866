-- Groups: private leagues inside the club, joined by an invite link. Only members learn that a group exists. Members
-- read the tables; functions do all writing.

-- A private league of members.
create table public.groups (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint names_are_3_to_40_long
    check (char_length(name) between 3 and 40 and name = trim(name) and name !~ '[[:cntrl:]]'),
  first_colour text not null constraint first_colours_are_hex check (first_colour ~ '^#[0-9a-f]{6}$'),
  second_colour text not null constraint second_colours_are_hex check (second_colour ~ '^#[0-9a-f]{6}$'),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  counts_from_joining boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  closed_at timestamptz,
  members_invite boolean not null default true
);
comment on column public.groups.counts_from_joining is
  'true: a member''s points count from the day of joining. false: the whole season counts';
comment on column public.groups.deleted_at is 'when the owner deleted the group, who can restore it for 10 minutes';
comment on column public.groups.closed_at is 'when an admin closed the group';
comment on column public.groups.members_invite is 'whether every member gets an invite link, not only the owner';
create index groups_by_owner on public.groups (owner_id);

-- Who is in which group, and since when.
create table public.group_members (
  group_id uuid not null references public.groups (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  joined_on date not null default private.club_today(),
  joined_at timestamptz not null default clock_timestamp(),
  primary key (group_id, user_id)
);
comment on column public.group_members.joined_on is 'the club''s date of joining, compared with matches.match_date';
create index group_members_by_user on public.group_members (user_id);

-- When each group last changed, for live updates. Realtime sends deletions to everyone, so the tables above are not
-- published, and rows of this table are never deleted: they contain a random id and a time.
create table public.group_changes (
  group_id uuid primary key,
  changed_at timestamptz not null default clock_timestamp()
);

-- The caller's groups, with deleted ones until they are removed. Security definer, because the policy of group_members
-- would otherwise read the table that it protects.
create function private.my_group_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$ select m.group_id from public.group_members m where m.user_id = (select auth.uid()) $$;
grant execute on function private.my_group_ids() to authenticated;

alter table public.groups enable row level security;
alter table public.group_members enable row level security;
alter table public.group_changes enable row level security;
revoke all on public.groups, public.group_members, public.group_changes from anon, authenticated, service_role;
grant select on public.groups, public.group_members, public.group_changes to authenticated, service_role;

create policy "members see their groups" on public.groups for select to authenticated
  using (id in (select private.my_group_ids()) and deleted_at is null and closed_at is null);
create policy "members see the members of their groups" on public.group_members for select to authenticated
  using (group_id in (select g.id from public.groups g));
create policy "members see when their groups changed" on public.group_changes for select to authenticated
  using (group_id in (select private.my_group_ids()));

alter publication supabase_realtime add table public.group_changes;

-- How long an owner can restore a deleted group.
create function private.group_restore_window() returns interval
language sql immutable set search_path = ''
as $$ select interval '10 minutes' $$;

-- Serialises what changes the number of a player's groups. Lock order: this, the totals, the group.
create function private.lock_groups_of(_user_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('groups:' || _user_id, 0)) $$;

-- Whether the player owns 10 groups or is in 30. Deleted groups count while they can be restored.
create function private.owns_most_groups(_user_id uuid) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select count(*) >= 10 from public.groups g
   where g.owner_id = _user_id and g.closed_at is null
     and (g.deleted_at is null or g.deleted_at > clock_timestamp() - private.group_restore_window())
$$;

create function private.is_in_most_groups(_user_id uuid) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select count(*) >= 30 from public.group_members m join public.groups g on g.id = m.group_id and g.closed_at is null
   where m.user_id = _user_id
     and (g.deleted_at is null or g.deleted_at > clock_timestamp() - private.group_restore_window())
$$;

-- Creates a group with the caller as its owner and first member, and an invite link. Returns its id. Raises SL018 if
-- the caller owns 10 groups or is in 30, 23514 for a name or colour that is not valid, SL012 if the session has ended.
-- A second call with the same _request_key returns the first result and changes nothing.
create function public.create_group(_name text, _first_colour text, _second_colour text,
                                    _counts_from_joining boolean default false, _request_key uuid default null)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := (select auth.uid());
  first jsonb;
  new_id uuid;
begin
  if me is null then
    raise exception 'Sign in to create a group' using errcode = '42501';
  end if;
  perform private.require_open_session();
  first := private.first_result(_request_key, 'create_group');
  if first is not null then
    return (first ->> 'id')::uuid;
  end if;
  perform private.lock_groups_of(me);
  if private.owns_most_groups(me) then
    raise exception 'You own 10 groups, which is the limit' using errcode = 'SL018', detail = 'owned';
  end if;
  if private.is_in_most_groups(me) then
    raise exception 'You are in 30 groups, which is the limit' using errcode = 'SL018', detail = 'joined';
  end if;
  perform private.lock_totals();
  insert into public.groups (name, first_colour, second_colour, owner_id, counts_from_joining)
  values (private.tidy(_name), lower(_first_colour), lower(_second_colour), me, coalesce(_counts_from_joining, false))
  returning id into new_id;
  insert into public.group_members (group_id, user_id) values (new_id, me);
  perform private.refresh_group_baselines(array[me], new_id);
  perform private.set_group_code(new_id);
  perform private.keep_result(_request_key, jsonb_build_object('id', new_id));
  return new_id;
end $$;
grant execute on function public.create_group(text, text, text, boolean, uuid) to authenticated;

-- Changes the group's name, colours, from when points count, and whether members invite (null: as before). _seen: the
-- values that the owner saw, by column. Raises SL016 if one of them has changed. The owner only. Raises PT404, 42501
-- and 23514 as above. When points count changes the points of all members, so it changes 10 times in an hour at most
-- (SL004).
create function public.update_group(_group_id uuid, _name text, _first_colour text, _second_colour text,
                                    _counts_from_joining boolean, _seen jsonb default null,
                                    _members_invite boolean default null)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  before public.groups;
  new_rule boolean;
begin
  -- Before the totals, so that a caller who is not the owner does not make scoring wait.
  perform private.require_owner(_group_id);
  new_rule := (select nullif(_counts_from_joining, g.counts_from_joining) from public.groups g where g.id = _group_id);
  if new_rule is not null then
    perform private.count_act('group-rule:' || (select auth.uid()), 10, interval '1 hour',
                              'You have changed when points count 10 times within an hour');
    perform private.lock_totals();
  end if;
  before := private.own_group(_group_id);
  perform private.refuse_changed(_seen, to_jsonb(before));
  -- The same change in another window came first.
  new_rule := nullif(new_rule, before.counts_from_joining);
  update public.groups g
     set name = private.tidy(_name), first_colour = lower(_first_colour), second_colour = lower(_second_colour),
         counts_from_joining = coalesce(new_rule, before.counts_from_joining),
         members_invite = coalesce(_members_invite, before.members_invite)
   where g.id = _group_id;
  if new_rule is not null then
    perform private.refresh_group_baselines(null, _group_id);
  end if;
end $$;
grant execute on function public.update_group(uuid, text, text, text, boolean, jsonb, boolean) to authenticated;

-- Notes that these groups changed, for live updates.
create function private.note_changed_members() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.group_changes (group_id) select distinct c.group_id from changed c order by c.group_id
  on conflict (group_id) do update set changed_at = clock_timestamp();
  return null;
end $$;

-- Notes that a group has changed, for the pages of its members.
create function private.note_changed_group() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.group_changes (group_id) values (new.id)
  on conflict (group_id) do update set changed_at = clock_timestamp();
  return null;
end $$;

-- The caller's groups in the order of their names. Deleted ones are listed for their owner while they can be restored.
create function public.my_groups()
returns table (id uuid, name text, first_colour text, second_colour text, is_owner boolean, members integer,
               deleted_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select g.id, g.name, g.first_colour, g.second_colour, g.owner_id = (select auth.uid()),
         (select count(*)::integer from public.group_members m where m.group_id = g.id), g.deleted_at
    from public.groups g
   where g.id in (select private.my_group_ids()) and g.closed_at is null
     and (g.deleted_at is null or (g.owner_id = (select auth.uid())
                                   and g.deleted_at > clock_timestamp() - private.group_restore_window()))
   order by g.deleted_at is not null, g.name collate "und-x-icu", g.id
$$;
grant execute on function public.my_groups() to authenticated;

-- Whether the caller is a member of a group that is neither deleted nor closed.
create function private.is_in_group(_group_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.groups g join public.group_members m on m.group_id = g.id
                  where g.id = _group_id and m.user_id = (select auth.uid()) and g.deleted_at is null
                    and g.closed_at is null)
$$;

-- One group of the caller; no row for any other. code: of the caller's invite link; null without a link and for
-- members who may not invite.
create function public.group_details(_group_id uuid)
returns table (id uuid, name text, first_colour text, second_colour text, counts_from_joining boolean,
               owner_id uuid, owner_name text, is_owner boolean, members integer, joined_on date, code text,
               members_invite boolean)
language sql stable security definer set search_path = ''
as $$
  select g.id, g.name, g.first_colour, g.second_colour, g.counts_from_joining, g.owner_id,
         coalesce(p.full_name, 'Player'), g.owner_id = m.user_id,
         (select count(*)::integer from public.group_members o where o.group_id = g.id), m.joined_on,
         case when g.owner_id = m.user_id then c.code
              when g.members_invite then c.code || private.invite_digits(g.id, m.user_id) end, g.members_invite
    from public.groups g
    join public.group_members m on m.group_id = g.id and m.user_id = (select auth.uid())
    left join public.profiles p on p.id = g.owner_id
    left join private.group_codes c on c.group_id = g.id
   where g.id = _group_id and g.deleted_at is null and g.closed_at is null
$$;
grant execute on function public.group_details(uuid) to authenticated;

-- The members of one of the caller's groups, the owner first, then by name.
create function public.members_of_group(_group_id uuid)
returns table (user_id uuid, full_name text, joined_on date, is_owner boolean)
language sql stable security definer set search_path = ''
as $$
  select m.user_id, coalesce(p.full_name, 'Player'), m.joined_on, m.user_id = g.owner_id
    from public.group_members m
    join public.groups g on g.id = m.group_id
    left join public.profiles p on p.id = m.user_id
   where m.group_id = _group_id and (select private.is_in_group(_group_id))
   order by m.user_id <> g.owner_id, p.full_name collate "und-x-icu", m.user_id
$$;
grant execute on function public.members_of_group(uuid) to authenticated;

create trigger new_members_are_noted after insert on public.group_members
  referencing new table as changed for each statement execute function private.note_changed_members();
create trigger removed_members_are_noted after delete on public.group_members
  referencing old table as changed for each statement execute function private.note_changed_members();
create trigger changed_groups_are_noted after update on public.groups
  for each row execute function private.note_changed_group();
create trigger changes_are_recorded_for_undo after insert or update or delete on public.groups
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.group_members
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('group_id', 'user_id');
