-- What postgres_changes follows: the tables of this publication. It belongs to postgres, as on Supabase, so that migrations may add tables.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  alter publication supabase_realtime owner to postgres;
end $$;
