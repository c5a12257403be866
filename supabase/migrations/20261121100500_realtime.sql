-- What browsers may follow live besides matches: a player's own notifications, the settings of Home, the news.
alter publication supabase_realtime add table public.notifications, public.admin_settings, public.news;
