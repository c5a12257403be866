alter table public.user_predictions add column move_in_id uuid references private.moves_in (id) on delete cascade;
create index user_predictions_by_move on public.user_predictions (move_in_id) where move_in_id is not null;
