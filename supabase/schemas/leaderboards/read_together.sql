-- Several reads as one request.

-- The answers of up to 16 reads, [{"name": function, "arguments": {...}}], in the same order: for each the rows that
-- the function returns. A page asks once for all that it shows. Any function that only reads and returns rows will do.
-- Security invoker, so each read has the caller's privileges; one that is refused refuses all. Raises 22023 for
-- another function. Arguments that the function does not have are ignored.
create function public.read_together(_reads jsonb) returns json
language plpgsql stable set search_path = ''
as $$
declare
  answers json[] := '{}';
  answer json;
  called text;
  given jsonb;
  call text;
begin
  if coalesce(jsonb_typeof(_reads) <> 'array', true) or jsonb_array_length(_reads) > 16 then
    raise exception 'Reads are a list of at most 16 calls' using errcode = '22023';
  end if;
  for called, given in select r ->> 'name', coalesce(r -> 'arguments', '{}') from jsonb_array_elements(_reads) r loop
    call := private.call_of_read(called, given);
    if call is null then
      raise exception 'No read together: %', coalesce(called, 'no name') using errcode = '22023';
    end if;
    execute call into answer using given;
    answers := answers || coalesce(answer, '[]');
  end loop;
  return array_to_json(answers);
end $$;
grant execute on function public.read_together(jsonb) to authenticated, service_role;

-- The statement that calls a reading function with these arguments, which are its parameter $1; null without one of
-- that name. Names and types come from the catalog, and values stay parameters, so nothing of the caller is in it.
create function private.call_of_read(called text, given jsonb) returns text
language sql stable set search_path = ''
as $$
  select format('select json_agg(r) from public.%I(%s) r', f.proname, coalesce((
    select string_agg(format(case when t.typcategory = 'A'
        then '%1$I => array(select jsonb_array_elements_text($1 -> %1$L))::%2$s'
        else '%1$I => ($1 ->> %1$L)::%2$s' end, a.name, pg_catalog.format_type(a.type, null)), ', ')
      from unnest(f.proargnames[:f.pronargs], f.proargtypes::oid[]) a (name, type)
      join pg_catalog.pg_type t on t.oid = a.type
     where given ? a.name), ''))
    from pg_catalog.pg_proc f
   where f.pronamespace = 'public'::regnamespace and f.proname = called
     and f.proretset and f.prokind = 'f' and f.provolatile <> 'v'
$$;
grant execute on function private.call_of_read(text, jsonb) to authenticated, service_role;
