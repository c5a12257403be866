-- The tables whose changes browsers can subscribe to.

-- Rows pass the subscriber's row-level security before they are sent.
alter publication supabase_realtime add table
  public.matches, public.notifications, public.admin_settings, public.news, public.live_scores,
  public.subscriptions;

-- The devices of one member tell each other what the member has changed. Publishing predictions instead would record
-- and announce each save, and every row that a result scores.
create policy "members receive from their own devices" on realtime.messages
  for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'member:' || (select auth.uid()));
create policy "members send to their own devices" on realtime.messages
  for insert to authenticated
  with check (extension = 'broadcast' and (select realtime.topic()) = 'member:' || (select auth.uid()));
