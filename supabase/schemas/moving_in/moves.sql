-- The moves into the club, one for each list that an organiser moved in. competition_id: null if the points count on
-- the overall leaderboard only.
create table private.moves_in (
  id uuid primary key default gen_random_uuid(),
  label text not null constraint labels_are_1_to_100_long check (char_length(label) between 1 and 100),
  competition_id text references public.competitions (id),
  moved_at timestamptz not null default clock_timestamp()
);

create trigger changes_are_recorded_for_undo after insert or update or delete on private.moves_in
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
