-- Several reads as one request.

-- The answers of up to 16 reads, [{"name": function, "arguments": {...}}], in the same order: for each the rows that
-- the function returns. A page asks once for all that it shows. Any function that only reads and returns rows will do.
-- Security invoker, so each read has the caller's privileges; one that is refused refuses all. Raises 22023 for
-- another function. Arguments that the function does not have are ignored. Names and types in a statement come from
-- the catalog, and the arguments are its parameter, so nothing that the caller writes is part of it. What thousands of
-- pages ask after a result is written out, because such a statement is planned once and not with each request.
create function public.read_together(_reads jsonb) returns json
language plpgsql stable set search_path = ''
as $$
declare
  answers json[] := '{}';
  answer json;
  called text;
  given jsonb;
  call text;
  board text;
  rows_wanted integer;
  first_row integer;
begin
  if coalesce(jsonb_typeof(_reads) <> 'array', true) or jsonb_array_length(_reads) > 16 then
    raise exception 'Reads are a list of at most 16 calls' using errcode = '22023';
  end if;
  for called, given, call in
    select r ->> 'name', coalesce(r -> 'arguments', '{}'), f.call
      from jsonb_array_elements(_reads) with ordinality e (r, n)
      left join lateral (
        select format('select json_agg(r) from public.%I(%s) r', p.proname, (
                 select string_agg(format(case when t.typcategory = 'A'
                     then '%1$I => array(select jsonb_array_elements_text($1 -> %1$L))::%2$s'
                     else '%1$I => ($1 ->> %1$L)::%2$s' end, a.name, format_type(a.type, null)), ', ')
                   from unnest(p.proargnames[:p.pronargs], p.proargtypes::oid[]) a (name, type)
                   join pg_catalog.pg_type t on t.oid = a.type
                  where coalesce(r -> 'arguments', '{}') ? a.name)) as call
          from pg_catalog.pg_proc p
         where p.pronamespace = 'public'::regnamespace and p.proname = r ->> 'name'
           and p.proretset and p.prokind = 'f' and p.provolatile <> 'v') f on true
     order by n
  loop
    if call is null then
      raise exception 'No read together: %', coalesce(called, 'no name') using errcode = '22023';
    end if;
    board := coalesce(given ->> 'league', 'Overall');
    rows_wanted := coalesce((given ->> 'page_limit')::integer, 50);
    first_row := coalesce((given ->> 'page_offset')::integer, 0);
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
      when 'crowd' then
        select json_agg(r) into answer from public.crowd(board, (given ->> '_period_id')::bigint) r;
      when 'home_leaderboards' then
        select json_agg(r) into answer from public.home_leaderboards() r;
      else
        execute call into answer using given;
    end case;
    answers := answers || coalesce(answer, '[]');
  end loop;
  return array_to_json(answers);
end $$;
comment on function public.read_together(jsonb) is '@together';
grant execute on function public.read_together(jsonb) to authenticated, service_role;
