-- Schemas that were pulled from a project create the extension without using it. A query gets an error.

create function resolve(
  query text, variables jsonb default '{}', "operationName" text default null, extensions jsonb default null)
returns jsonb language sql immutable as $$
  select '{"data": null, "errors": [{"message": "This host has no GraphQL."}]}'::jsonb
$$;
