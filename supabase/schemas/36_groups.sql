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

-- The codes of the invite links. A group without a row has no link.
create table private.group_codes (
  group_id uuid primary key references public.groups (id) on delete cascade,
  code text not null unique constraint codes_are_crockford_base32 check (code ~ '^[0-9A-HJKMNP-TV-Z]{8}$')
);

-- What members of groups that count from joining had earned in matches before their day of joining. Subtracting it
-- from player_totals is quicker than adding up the predictions of 500 members. `last_day` is the latest completion day
-- of these matches: movement needs its part alone.
create table private.group_baselines (
  group_id uuid not null,
  user_id uuid not null,
  scope text not null references private.scopes (scope),
  predictions_scored integer not null,
  points integer not null,
  perfect_scores integer not null,
  right_outcomes integer not null,
  last_day date not null,
  last_day_points integer not null,
  last_day_perfect integer not null,
  primary key (group_id, user_id, scope),
  foreign key (group_id, user_id) references public.group_members (group_id, user_id) on delete cascade
);
create index group_baselines_by_user on private.group_baselines (user_id);

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

-- Computes what these players (null: all) had earned before joining, in one group or all (null). The caller has locked
-- the totals.
create function private.refresh_group_baselines(_user_ids uuid[], _group_id uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.group_baselines b
   where (_user_ids is null or b.user_id = any (_user_ids)) and (_group_id is null or b.group_id = _group_id);
  if not exists (select from public.groups g
                  where g.counts_from_joining and (_group_id is null or g.id = _group_id)) then
    return;
  end if;
  insert into private.group_baselines (group_id, user_id, scope, predictions_scored, points, perfect_scores,
                                       right_outcomes, last_day, last_day_points, last_day_perfect)
  with games as materialized (
    select m.id, m.match_date, c.id as competition_id, private.completion_day(m) as day
      from public.matches m join public.competitions c on c.name = m.league
     where m.status = 'completed'
  ), parts as (
    select g.group_id, g.user_id, s.scope, m.day, count(*) as predictions_scored, sum(p.points_earned) as points,
           count(*) filter (where private.is_perfect(p.points_earned)) as perfect_scores,
           count(*) filter (where p.points_earned > 0) as right_outcomes
      from public.groups o
      join public.group_members g on g.group_id = o.id
      join public.user_predictions p on p.user_id = g.user_id and p.points_earned is not null and p.cleared_at is null
      join games m on m.id = p.match_id and m.match_date < g.joined_on
     cross join lateral (values (m.competition_id), ('overall')) s (scope)
     where o.counts_from_joining and (_group_id is null or o.id = _group_id)
       and (_user_ids is null or g.user_id = any (_user_ids))
     group by g.group_id, g.user_id, s.scope, m.day
    union all
    select g.group_id, g.user_id, s.scope, q.day, 0, sum(q.points), 0, 0
      from public.groups o
      join public.group_members g on g.group_id = o.id
      join private.question_gains('overall', _user_ids) q on q.user_id = g.user_id and q.locked_on < g.joined_on
     cross join lateral (values (q.competition_id), ('overall')) s (scope)
     where o.counts_from_joining and (_group_id is null or o.id = _group_id)
     group by g.group_id, g.user_id, s.scope, q.day
  ), by_day as (
    select p.group_id, p.user_id, p.scope, p.day, sum(p.predictions_scored) as predictions_scored,
           sum(p.points) as points, sum(p.perfect_scores) as perfect_scores, sum(p.right_outcomes) as right_outcomes
      from parts p group by p.group_id, p.user_id, p.scope, p.day
  )
  select d.group_id, d.user_id, d.scope, sum(d.predictions_scored), sum(d.points), sum(d.perfect_scores),
         sum(d.right_outcomes), max(d.day), (array_agg(d.points order by d.day desc))[1],
         (array_agg(d.perfect_scores order by d.day desc))[1]
    from by_day d group by d.group_id, d.user_id, d.scope;
end $$;

-- The same for the players of uncounted points, up to the last one (null: all), who joined their group after the
-- match's day.
create function private.count_points_before_joining(_last_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  first_day date := (select min(n.match_date) from private.scored_matches n
                      where n.id in (select v.scored_id from private.uncounted_points v));
  players uuid[];
begin
  if not exists (select from public.groups g join public.group_members m on m.group_id = g.id
                  where g.counts_from_joining and m.joined_on > first_day) then
    return;
  end if;
  select array_agg(distinct g.user_id) into players
    from private.uncounted_points v
    join private.scored_matches n on n.id = v.scored_id
    join public.group_members g on g.user_id = v.user_id and g.joined_on > n.match_date
    join public.groups o on o.id = g.group_id and o.counts_from_joining
   where _last_user is null or v.user_id <= _last_user;
  if players is not null then
    perform private.refresh_group_baselines(players);
  end if;
end $$;

-- Recounts the points before joining of the groups that count from joining after the date of a completed match has
-- changed.
create function private.refresh_group_baselines_on_new_date() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_totals();
  perform private.refresh_group_baselines(coalesce(
    (select array_agg(p.user_id) from public.user_predictions p where p.match_id = new.id), '{}'));
  return null;
end $$;

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

-- Notes that these groups changed, for live updates.
create function private.note_changed_members() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.group_changes (group_id) select distinct c.group_id from changed c order by c.group_id
  on conflict (group_id) do update set changed_at = clock_timestamp();
  return null;
end $$;

create function private.note_changed_group() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.group_changes (group_id) values (new.id)
  on conflict (group_id) do update set changed_at = clock_timestamp();
  return null;
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

create trigger new_members_are_noted after insert on public.group_members
  referencing new table as changed for each statement execute function private.note_changed_members();
create trigger removed_members_are_noted after delete on public.group_members
  referencing old table as changed for each statement execute function private.note_changed_members();
create trigger changed_groups_are_noted after update on public.groups
  for each row execute function private.note_changed_group();
create trigger changes_are_recorded_for_undo after insert or update or delete on public.groups
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger groups_are_handed_over before delete on public.profiles
  for each row execute function private.hand_over_groups_of_deleted_player();
create trigger group_points_follow_the_date_of_a_match after update of match_date on public.matches
  for each row when (old.match_date <> new.match_date and new.status = 'completed')
  execute function private.refresh_group_baselines_on_new_date();
