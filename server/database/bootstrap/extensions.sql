-- The extensions and schemas that a Supabase project has before its first migration, if the server has the extensions. Schemas that
-- were pulled from a project name all of them. Can be applied repeatedly.

do $$
declare
  _found record;
begin
  for _found in
    select name, schema, is_created, default_version like '%+host' as is_of_host
      from (values
        ('pg_net', 'extensions', true), ('supabase_vault', 'vault', true),
        ('pg_graphql', 'graphql', false), ('pgsodium', 'pgsodium', false)
      ) as wanted(name, schema, is_created)
      join pg_available_extensions using (name)
  loop
    if _found.is_of_host then
      execute format('create schema if not exists %I', _found.schema);
      execute format('grant usage, create on schema %I to postgres', _found.schema);
      -- Its owner may drop it, as on Supabase.
      set local role postgres;
    end if;
    if _found.is_created and (_found.is_of_host or _found.name = 'pg_net') then
      execute format('create extension if not exists %I with schema %I', _found.name, _found.schema);
    end if;
    reset role;
  end loop;
end $$;
