-- What an upgrade leaves to be computed. A migration runs before the functions of its version are there, so it creates
-- a function private.after_upgrade_NAME(), which is called here once all schemas are applied. This is the last file.

do $$
declare
  step regprocedure;
begin
  for step in
    select p.oid from pg_proc p
     where p.pronamespace = 'private'::regnamespace and p.proname like 'after\_upgrade\_%' order by p.proname
  loop
    execute format('select %s', step);
    execute format('drop function %s', step);
  end loop;
end $$;
