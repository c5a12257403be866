create table public.notes (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users on delete cascade,
  book text not null,
  body text not null default '',
  created_at timestamptz not null default now()
);

alter table public.notes enable row level security;

create policy "Owners read their notes" on public.notes
  for select to authenticated using ((select auth.uid()) = owner_id);

create policy "Owners write their notes" on public.notes
  for insert to authenticated with check ((select auth.uid()) = owner_id);
