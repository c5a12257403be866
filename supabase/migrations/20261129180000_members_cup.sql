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

insert into private.jobs (name, every, query) values
  ('Settle the cup', interval '1 minute', 'select private.settle_cup()');
