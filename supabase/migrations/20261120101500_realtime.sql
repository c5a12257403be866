-- What browsers may follow live. Rows still pass the subscriber's row-level security before they leave.
alter publication supabase_realtime add table public.matches;
