-- The members' cup: a knock-out in which each tie is played on a matchday (docs/rules.md). A cup has its members with
-- their positions in the bracket, and the matchdays on which it can be played. What a tie compares is that of
-- divisions (ties/ties.sql), and is stored when a round settles (cups/settling.sql). Without a cup nothing is read or
-- computed.

-- The cups. size: the positions of the first round. most: how many members could take part, null for all. One runs at
-- a time.
create table private.cups (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint cup_names_have_3_to_40_characters check (char_length(name) between 3 and 40),
  competition_id text not null references public.competitions (id),
  season text,
  most integer constraint cups_have_4_to_256_members check (most between 4 and 256),
  members integer not null,
  size integer not null constraint cup_sizes_are_powers_of_two check (size > 1 and (size & (size - 1)) = 0),
  seed text not null,
  drawn_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create unique index one_cup_runs_at_a_time on private.cups ((true)) where ended_at is null;

-- The matchdays from the first one on that were open at the draw. number: the round that was settled on it.
create table private.cup_matchdays (
  cup_id uuid not null references private.cups (id) on delete cascade,
  round text not null,
  number integer,
  settled_at timestamptz,
  primary key (cup_id, round),
  constraint one_matchday_per_round unique (cup_id, number),
  constraint settled_rounds_have_a_number check ((number is null) = (settled_at is null))
);

-- The members in their positions. lot: what orders the draw. place: that on the competition's leaderboard at the draw.
-- A member who left has no user_id.
create table private.cup_entries (
  cup_id uuid not null references private.cups (id) on delete cascade,
  position integer not null,
  user_id uuid references public.profiles (id) on delete set null,
  lot text not null,
  place integer not null,
  primary key (cup_id, position),
  constraint one_entry_per_member unique (cup_id, user_id)
);
create index cup_entries_by_user on private.cup_entries (user_id);

-- What each entry earned in the rounds that have settled. points: null for a member who had left. Rows of a round that
-- has not settled do not count.
create table private.cup_results (
  cup_id uuid not null,
  number integer not null,
  position integer not null,
  points integer,
  perfect_scores integer,
  has_won boolean not null,
  primary key (cup_id, number, position),
  foreign key (cup_id, position) references private.cup_entries on delete cascade
);

-- The cup that pages show: the one that runs, or the last one for 30 days after its end. Null without one.
create function private.shown_cup() returns private.cups
language sql stable security definer set search_path = ''
as $$
  select c from private.cups c
   where c.ended_at is null or c.ended_at > clock_timestamp() - interval '30 days'
   order by c.ended_at desc nulls first limit 1
$$;

-- The cup of the club; no row without a shown one.
create function public.cup()
returns table (cup_id uuid, name text, league text, season text, members integer, size integer, rounds integer,
               seed text, drawn_at timestamptz, ended_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select c.id, c.name, l.name, c.season, c.members, c.size, private.rounds_of_size(c.size), c.seed, c.drawn_at,
         c.ended_at
    from private.shown_cup() c join public.competitions l on l.id = c.competition_id
$$;
comment on function public.cup() is '@shared';
grant execute on function public.cup() to authenticated, service_role;

-- The draw in its order. lot: the md5 of the seed followed by the member's id. A member who left has no id and no
-- name.
create function public.cup_draw()
returns table (nth integer, user_id uuid, full_name text, lot text, place integer)
language sql stable security definer set search_path = ''
as $$
  select (row_number() over (order by e.lot))::integer, e.user_id,
         case when e.user_id is not null then coalesce(f.full_name, 'Player') end, e.lot, e.place
    from private.shown_cup() c
    join private.cup_entries e on e.cup_id = c.id
    left join public.profiles f on f.id = e.user_id
   order by 1
$$;
grant execute on function public.cup_draw() to authenticated, service_role;

create trigger changes_are_recorded_for_undo after insert or update on private.cups
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
-- Those of a draw are not recorded: they are deleted with it.
create trigger changes_are_recorded_for_undo after update on private.cup_matchdays
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('cup_id', 'round');
create trigger changes_are_recorded_for_undo after update of user_id on private.cup_entries
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('cup_id', 'position');
