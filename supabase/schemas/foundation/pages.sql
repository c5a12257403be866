-- Pages of lists. The functions set no search_path, because PostgreSQL then makes them a part of the query.

-- How many rows a page has: as many as wanted, 1 to _most. _usual: if the caller says nothing.
create function private.page_limit(_wanted integer, _usual integer, _most integer) returns integer
language sql immutable parallel safe
as $$ select least(greatest(coalesce(_wanted, _usual), 1), _most) $$;
grant execute on function private.page_limit(integer, integer, integer) to anon, authenticated, service_role;

-- How many rows come before a page.
create function private.page_offset(_wanted integer) returns integer
language sql immutable parallel safe
as $$ select greatest(coalesce(_wanted, 0), 0) $$;
grant execute on function private.page_offset(integer) to anon, authenticated, service_role;
