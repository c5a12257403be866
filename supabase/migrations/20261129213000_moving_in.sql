-- The moves into the club, one for each list that an organiser moved in. competition_id: null if the points count on
-- the overall leaderboard only.
create table private.moves_in (
  id uuid primary key default gen_random_uuid(),
  label text not null constraint labels_are_1_to_100_long check (char_length(label) between 1 and 100),
  competition_id text references public.competitions (id),
  moved_at timestamptz not null default clock_timestamp()
);

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

alter table private.scored_matches alter column competition_id drop not null;
alter table private.scored_matches add column carried_id uuid unique;
alter table private.scored_matches add column kind text not null default 'match'
  constraint kind_of_scored_is_known check (kind in ('match', 'question', 'carried'));
update private.scored_matches set kind = 'question' where question_id is not null;

alter table private.player_totals add column carried_points integer not null default 0;

-- A line of a list. by_round: its points of each matchday that the list has a column of. user_id: the member, or the
-- id for a new one, of which member_id is null. candidates: members with a similar name. problem: why it cannot be
-- moved in.
create type private.moving_line as (
  place integer, name text, points integer, by_round integer[], user_id uuid, member_id uuid, candidates jsonb,
  problem jsonb
);
