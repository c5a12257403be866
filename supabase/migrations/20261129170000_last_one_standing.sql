-- The games. One runs at a time. nth: how many the club has played in a row since an organiser started one. season: of
-- its matchdays, null before the first is known. is_decided: those that were in when it ended have won.
create table private.last_standing_games (
  id uuid primary key default gen_random_uuid(),
  competition_id text not null references public.competitions (id),
  season text,
  name text not null constraint names_are_1_to_60_long check (char_length(name) between 1 and 60),
  needs_code boolean not null,
  nth integer not null default 1,
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  is_decided boolean not null default false
);
create unique index one_game_runs_at_a_time on private.last_standing_games ((true)) where ended_at is null;

-- The matchdays of a game in their order. all_back: all went out, so that all came back.
create table private.last_standing_matchdays (
  game_id uuid not null references private.last_standing_games (id) on delete cascade,
  number integer not null,
  round text not null,
  settled_at timestamptz,
  all_back boolean not null default false,
  primary key (game_id, number),
  constraint a_matchday_is_played_once unique (game_id, round)
);

-- The codes for an entry. One that nobody redeemed moves to the next game.
create table private.last_standing_codes (
  id uuid primary key default gen_random_uuid(),
  game_id uuid not null references private.last_standing_games (id) on delete cascade,
  code text not null constraint codes_are_7_digits check (code ~ '^[1-9][0-9]{6}$'),
  created_at timestamptz not null default clock_timestamp(),
  constraint a_code_is_unique unique (code)
);
create index last_standing_codes_by_game on private.last_standing_codes (game_id);

-- The entries. out_number: the matchday on which it went out, null while it is in. One without user_id, of an account
-- that was deleted, is out.
create table private.last_standing_entries (
  id uuid primary key default gen_random_uuid(),
  game_id uuid not null references private.last_standing_games (id) on delete cascade,
  user_id uuid references public.profiles (id) on delete set null,
  code_id uuid references private.last_standing_codes (id) on delete cascade,
  entered_at timestamptz not null default clock_timestamp(),
  out_number integer,
  constraint one_entry_for_each_code unique (code_id)
);
create unique index one_free_entry_for_each_member on private.last_standing_entries (game_id, user_id)
 where code_id is null;
create index last_standing_entries_by_game on private.last_standing_entries (game_id);
create index last_standing_entries_by_user on private.last_standing_entries (user_id);

-- The teams that entries chose. result: null until the matchday settles; 'kept': the match was not completed.
create table private.last_standing_choices (
  entry_id uuid not null references private.last_standing_entries (id) on delete cascade,
  number integer not null,
  team_id uuid references public.teams (id) on delete set null,
  chosen_at timestamptz not null default clock_timestamp(),
  result text constraint results_are_known check (result in ('won', 'lost', 'kept')),
  primary key (entry_id, number),
  constraint no_team_twice unique (entry_id, team_id)
);
create index last_standing_choices_by_team on private.last_standing_choices (team_id);

insert into private.jobs (name, every, query) values
  ('Play last one standing', interval '1 minute', 'select private.play_last_standing()');
