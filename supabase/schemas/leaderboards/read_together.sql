-- Several reads as one request.

-- The answers of up to 16 reads, [{"name": function, "arguments": {...}}], in the same order: for each the rows that
-- the function returns. After a result a page asks once for all that it shows. Security invoker, so each read has the
-- caller's privileges; one that is refused refuses all. Raises 22023 for another function. The page has the same names
-- (web/backend/together/together.ts).
create function public.read_together(_reads jsonb) returns json
language plpgsql stable set search_path = ''
as $$
declare
  answers json[] := '{}';
  answer json;
  called text;
  given jsonb;
  board text;
  rows_wanted integer;
  first_row integer;
  player uuid;
begin
  if coalesce(jsonb_typeof(_reads) <> 'array', true) or jsonb_array_length(_reads) > 16 then
    raise exception 'Reads are a list of at most 16 calls' using errcode = '22023';
  end if;
  for called, given in select r ->> 'name', coalesce(r -> 'arguments', '{}') from jsonb_array_elements(_reads) r loop
    board := coalesce(given ->> 'league', 'Overall');
    rows_wanted := given ->> 'page_limit';
    first_row := given ->> 'page_offset';
    player := given ->> '_user_id';
    case called
      when 'leaderboard' then
        select json_agg(r) into answer from public.leaderboard(board, rows_wanted, first_row) r;
      when 'leaderboard_form' then
        select json_agg(r) into answer from public.leaderboard_form(board, rows_wanted, first_row) r;
      when 'leaderboard_summary' then
        select json_agg(r) into answer from public.leaderboard_summary(board) r;
      when 'my_leaderboard_row' then
        select json_agg(r) into answer from public.my_leaderboard_row(board) r;
      when 'player_above' then
        select json_agg(r) into answer from public.player_above(board) r;
      when 'last_five' then
        select json_agg(r) into answer from public.last_five(board, array(
          select p.id::uuid from jsonb_array_elements_text(given -> 'user_ids') p (id))) r;
      when 'crowd' then
        select json_agg(r) into answer from public.crowd(board, (given ->> '_period_id')::bigint) r;
      when 'leaderboard_periods' then
        select json_agg(r) into answer from public.leaderboard_periods(given ->> 'kind', given ->> 'league') r;
      when 'period_leaderboard' then
        select json_agg(r) into answer
          from public.period_leaderboard((given ->> '_period_id')::bigint, rows_wanted, first_row) r;
      when 'my_period_row' then
        select json_agg(r) into answer from public.my_period_row((given ->> '_period_id')::bigint) r;
      when 'group_leaderboard' then
        select json_agg(r) into answer
          from public.group_leaderboard((given ->> '_group_id')::uuid, board, rows_wanted, first_row) r;
      when 'group_last_five' then
        select json_agg(r) into answer from public.group_last_five((given ->> '_group_id')::uuid, board, array(
          select p.id::uuid from jsonb_array_elements_text(given -> 'user_ids') p (id))) r;
      when 'group_crowd' then
        select json_agg(r) into answer from public.group_crowd((given ->> '_group_id')::uuid, board) r;
      when 'group_winners' then
        select json_agg(r) into answer
          from public.group_winners((given ->> '_group_id')::uuid, coalesce((given ->> 'last_periods')::integer, 5),
                                    (given ->> 'before_day')::date, (given ->> 'before_period')::bigint) r;
      when 'my_group_standings' then
        select json_agg(r) into answer from public.my_group_standings() r;
      when 'home_leaderboards' then
        select json_agg(r) into answer from public.home_leaderboards() r;
      when 'results_to_enter' then
        select json_agg(r) into answer from public.results_to_enter() r;
      when 'player_figures' then
        select json_agg(r) into answer from public.player_figures(player, board) r;
      when 'player_rounds' then
        select json_agg(r) into answer from public.player_rounds(player, board) r;
      when 'player_predictions' then
        select json_agg(r) into answer from public.player_predictions(player, board, rows_wanted, first_row) r;
      when 'head_to_head' then
        select json_agg(r) into answer
          from public.head_to_head(player, board, given ->> '_season', _with_id => (given ->> '_with_id')::uuid) r;
      when 'honours_of' then
        select json_agg(r) into answer from public.honours_of(player) r;
      when 'winner_counts' then
        select json_agg(r) into answer from public.winner_counts() r;
      when 'period_winners' then
        select json_agg(r) into answer
          from public.period_winners(given ->> 'kind', coalesce((given ->> 'last_periods')::integer, 20),
                                     (given ->> 'before_day')::date, (given ->> 'before_period')::bigint) r;
      when 'club_records' then
        select json_agg(r) into answer from public.club_records() r;
      else
        raise exception 'No read together: %', coalesce(called, 'no name') using errcode = '22023';
    end case;
    answers := answers || coalesce(answer, '[]');
  end loop;
  return array_to_json(answers);
end $$;
grant execute on function public.read_together(jsonb) to authenticated, service_role;
