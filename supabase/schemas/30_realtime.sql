-- The tables whose changes browsers can subscribe to.

-- Rows pass the subscriber's row-level security before they are sent.
alter publication supabase_realtime add table
  public.matches, public.notifications, public.admin_settings, public.news, public.live_scores;
