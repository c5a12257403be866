-- Turning the rules of tables off for rows that a function itself restores or moves.

-- Lets this transaction write rows as they are, without the triggers that would check, log, count or announce them,
-- until rules_on(): public.undo() restores rows, merges move them. Both may be nested. The API cannot call them.
create function private.rules_off() returns void
language sql set search_path = ''
as $$
  select set_config('scoreline.rules_off', coalesce(current_setting('scoreline.rules_off', true), '') || '.', true)
$$;

create function private.rules_on() returns void
language sql set search_path = ''
as $$ select set_config('scoreline.rules_off', substr(current_setting('scoreline.rules_off'), 2), true) $$;

create function private.rules_are_off() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(current_setting('scoreline.rules_off', true), '') <> '' $$;
grant execute on function private.rules_are_off() to authenticated, service_role;
