-- Points that a club carries over from another pool (docs/rules.md). They are a third source of points beside
-- predictions and answers to season questions (decision 88): each part of a move has a row in private.scored_matches,
-- so its points reach the totals by the path of predictions (scoring/counting_points.sql).

-- The parts of a move: one of each matchday that has a leaderboard here, and one of all other points, whose season and
-- round are null.
create table private.carried_parts (
  id uuid primary key default gen_random_uuid(),
  move_in_id uuid not null references private.moves_in (id) on delete cascade,
  season text,
  round text
);
create index carried_parts_by_move on private.carried_parts (move_in_id);

-- The carried points of members. Those of a matchday are above 0. cleared_at: when an admin cleared them; they no
-- longer count.
create table private.carried_points (
  id uuid primary key default gen_random_uuid(),
  carried_id uuid not null references private.carried_parts (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  points_earned integer not null
    constraint carried_points_are_0_to_10000 check (points_earned between 0 and 10000),
  cleared_at timestamptz
);
create index carried_points_by_part on private.carried_points (carried_id);
create index carried_points_by_user on private.carried_points (user_id);

-- Members who came with a move and have no sign-in yet, with the code of the link with which they claim their points.
create table private.placeholders (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  code text not null unique default replace(gen_random_uuid()::text, '-', '')
);

-- The leaderboard of a matchday that a list names "Matchday 12", "12" or "MD 12", of the latest season; null without
-- one.
create function private.board_of_round(_competition_id text, _round text) returns private.boards
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select b from private.boards b
           where b.kind = 'matchday' and b.competition_id = _competition_id
             and (lower(b.round) = lower(trim(_round))
                  or (b.round ~ '^Matchday [0-9]+$'
                      and substring(b.round from '[0-9]+')::integer
                        = substring(_round from '^[^0-9]*0*([0-9]{1,3})[^0-9]*$')::integer))
           order by b.id desc limit 1);
end $$;

-- Lists these parts (null: all) in private.scored_matches.
create function private.list_carried(_part_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.scored_matches (carried_id, kind, competition_id, day, match_date, board_ids)
  select p.id, 'carried', i.competition_id, d.day, d.day,
         array(select b.id from private.boards b
                where private.covers(b, i.competition_id)
                   or (b.kind = 'matchday' and b.competition_id = i.competition_id and b.round = p.round
                       and b.season is not distinct from p.season)
                order by b.id)
    from private.carried_parts p
    join private.moves_in i on i.id = p.move_in_id
   cross join lateral (select (i.moved_at at time zone private.club_time_zone())::date as day) d
   where _part_ids is null or p.id = any (_part_ids)
  on conflict do nothing;
end $$;

-- The labels of the moves with points or predictions that count on a leaderboard; null without any.
create function private.carried_from(_board bigint) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select string_agg(distinct i.label, ', ')
            from private.boards b
            join private.moves_in i on private.covers(b, i.competition_id)
           where b.id = _board and exists (
             select from private.carried_parts p
               join private.carried_points a on a.carried_id = p.id and a.points_earned > 0 and a.cleared_at is null
              where p.move_in_id = i.id)
             or exists (select from public.user_predictions p
                         where p.move_in_id = i.id and p.points_earned > 0));
end $$;

-- The points of these members on a leaderboard that were carried over, and those of predictions that were moved in,
-- with the labels of the moves; at most 200 members.
create function public.carried_points(league text, user_ids uuid[])
returns table (user_id uuid, points integer, label text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select e.user_id, sum(e.points_earned)::integer,
         string_agg(distinct i.label, ', ' order by i.label)
    from private.boards b
    join private.moves_in i on private.covers(b, i.competition_id)
   cross join lateral (
     select a.user_id, a.points_earned
       from private.carried_parts p join private.carried_points a on a.carried_id = p.id and a.cleared_at is null
      where p.move_in_id = i.id
      union all
     select p.user_id, p.points_earned from public.user_predictions p where p.move_in_id = i.id) e
   where b.id = private.board_of(league) and e.user_id = any (user_ids[1:200])
   group by e.user_id
  having sum(e.points_earned) > 0;
end $$;
grant execute on function public.carried_points(text, uuid[]) to authenticated, service_role;

-- Whether something names the account that outlives accounts, such as a payment, a prize or an archive: what refers to
-- it and would lose its name.
create function private.is_named_by_records(_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  reference record;
  is_named boolean;
begin
  for reference in
    select c.conrelid::regclass as in_table, a.attname as in_column
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
     where c.contype = 'f' and c.confrelid = 'public.profiles'::regclass and c.confdeltype = 'n'
  loop
    execute format('select exists (select from %s where %I = $1)', reference.in_table, reference.in_column)
      into is_named using _user_id;
    exit when is_named;
  end loop;
  return coalesce(is_named, false);
end $$;

-- Deletes the account of a member without a sign-in when the move that brought it is undone. An account that
-- something else names stays.
create function private.remove_placeholder() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.rules_are_off() and not exists (select from private.carried_points a where a.user_id = old.user_id)
     and not exists (select from public.subscriptions s where s.user_id = old.user_id)
     and not exists (select from public.group_members g where g.user_id = old.user_id)
     and not exists (select from public.user_predictions p where p.user_id = old.user_id)
     and not private.is_named_by_records(old.user_id) then
    delete from auth.users u where u.id = old.user_id;
  end if;
  return null;
end $$;

create trigger placeholders_are_removed_by_an_undo after delete on private.placeholders
  for each row execute function private.remove_placeholder();
create trigger changes_are_recorded_for_undo after insert or update or delete on private.carried_parts
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
-- Cleared points are not recorded: the moments of the clearing are kept.
create trigger changes_are_recorded_for_undo after insert or delete or update of user_id on private.carried_points
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on private.placeholders
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('user_id');
