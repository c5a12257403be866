create table public.news_changes (
  is_row boolean primary key default true constraint there_is_one_row check (is_row),
  changed_at timestamptz not null default clock_timestamp()
);
alter table public.news_changes enable row level security;
alter publication supabase_realtime add table public.news_changes;
