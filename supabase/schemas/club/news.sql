-- Home: news with its images, and the leaderboards that admins chose for it.

-- News on Home.
create table public.news (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint titles_are_1_to_200_long check (char_length(trim(title)) between 1 and 200),
  content text not null
    constraint content_is_1_to_100_words check (private.word_count(content) between 1 and 100)
    constraint content_is_at_most_5000_long check (char_length(content) <= 5000),
  is_active boolean not null default true,
  image_url text constraint image_urls_are_web_addresses_or_stored_here
    check (image_url ~* '^(https?://|/storage/v1/object/public/)' and char_length(image_url) <= 2048),
  image_position jsonb
    constraint image_positions_are_at_most_1000_long check (char_length(image_position::text) <= 1000),
  title_formatting jsonb
    constraint title_formatting_is_at_most_1000_long check (char_length(title_formatting::text) <= 1000),
  content_formatting jsonb constraint content_formatting_is_at_most_1000_long
    check (char_length(content_formatting::text) <= 1000),
  created_by_admin uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on column public.news.image_position is
  '{"x": -100..100, "y": -100..100, "scale": 0.5..2}, or the same as a JSON string';
comment on column public.news.title_formatting is
  '{"fontFamily", "fontSize", "isBold", "isUnderline", "isItalic"}, or the same as a JSON string';
create index news_newest on public.news (created_at desc);

alter table public.news enable row level security;
revoke all on public.news from anon, authenticated, service_role;
grant select on public.news to anon, authenticated, service_role;
grant insert (id, title, content, is_active, image_url, image_position, title_formatting, content_formatting,
              created_by_admin),
      update (title, content, is_active, image_url, image_position, title_formatting, content_formatting),
      delete on public.news to authenticated, service_role;

-- When the news last changed, for live updates. Hiding news changes a row that visitors may no longer read, so changes
-- of the table above do not reach them.
create table public.news_changes (
  is_row boolean primary key default true constraint there_is_one_row check (is_row),
  changed_at timestamptz not null default clock_timestamp()
);
alter table public.news_changes enable row level security;
revoke all on public.news_changes from anon, authenticated, service_role;
grant select on public.news_changes to anon, authenticated, service_role;
create policy "anyone sees when the news changed" on public.news_changes
  for select to anon, authenticated using (true);
alter publication supabase_realtime add table public.news_changes;

-- Notes that the news changed.
create function private.note_changed_news() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.news_changes default values
  on conflict (is_row) do update set changed_at = clock_timestamp();
  return null;
end $$;

create policy "anyone reads active news" on public.news for select to anon, authenticated using (is_active);
create policy "admins read all news" on public.news
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins add news in their own name" on public.news
  for insert to authenticated
  with check ((select public.has_role((select auth.uid()), 'admin')) and created_by_admin = (select auth.uid()));
create policy "admins change news" on public.news
  for update to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins delete news" on public.news
  for delete to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- Images of news. The bucket is public: anyone with an image's address can read it. Only admins upload, replace, list
-- and delete, so that others cannot list the images of unpublished news.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('news-images', 'news-images', true, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "admins list news images" on storage.objects
  for select to authenticated
  using (bucket_id = 'news-images' and (select public.has_role((select auth.uid()), 'admin')));
create policy "admins add news images" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'news-images' and (select public.has_role((select auth.uid()), 'admin')));
create policy "admins replace news images" on storage.objects
  for update to authenticated
  using (bucket_id = 'news-images' and (select public.has_role((select auth.uid()), 'admin')))
  with check (bucket_id = 'news-images' and (select public.has_role((select auth.uid()), 'admin')));
create policy "admins delete news images" on storage.objects
  for delete to authenticated
  using (bucket_id = 'news-images' and (select public.has_role((select auth.uid()), 'admin')));

create policy "helpers for news read all news" on public.news
  for select to authenticated using ((select private.helps_with('news.select')));
create policy "helpers for news add news in their own name" on public.news
  for insert to authenticated
  with check ((select private.helps_with('news.insert')) and created_by_admin = (select auth.uid()));
create policy "helpers for news change news" on public.news
  for update to authenticated using ((select private.helps_with('news.update')));
create policy "helpers for news delete news" on public.news
  for delete to authenticated using ((select private.helps_with('news.delete')));

create policy "helpers for news list news images" on storage.objects
  for select to authenticated
  using (bucket_id = 'news-images' and (select private.helps_with('news-images')));
create policy "helpers for news add news images" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'news-images' and (select private.helps_with('news-images')));
create policy "helpers for news replace news images" on storage.objects
  for update to authenticated
  using (bucket_id = 'news-images' and (select private.helps_with('news-images')))
  with check (bucket_id = 'news-images' and (select private.helps_with('news-images')));
create policy "helpers for news delete news images" on storage.objects
  for delete to authenticated
  using (bucket_id = 'news-images' and (select private.helps_with('news-images')));

create trigger only_admins_write_news before insert or update or delete on public.news
  for each statement execute function private.guard_admin_write();
create trigger news_is_audited after insert or update or delete on public.news
  for each row execute function private.audit_row();
create trigger changed_news_is_noted after insert or update or delete on public.news
  for each row execute function private.note_changed_news();
create trigger undo_is_kept_after_deletion after delete on public.news
  for each statement execute function private.end_direct_undo();
create trigger changes_are_recorded_for_undo after insert or update or delete on public.news
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
