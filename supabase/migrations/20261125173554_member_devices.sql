-- Each member's devices follow what the member changes on another of them, and what organisers do with subscriptions.
set local search_path = pg_catalog;

alter publication supabase_realtime add table public.subscriptions;

create policy "members receive from their own devices" on realtime.messages
  for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'member:' || (select auth.uid()));
create policy "members send to their own devices" on realtime.messages
  for insert to authenticated
  with check (extension = 'broadcast' and (select realtime.topic()) = 'member:' || (select auth.uid()));
