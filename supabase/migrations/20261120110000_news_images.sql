-- Pictures of the news. The bucket is public: whoever has a picture's address sees it. Only admins upload, replace,
-- list and delete, so the pictures of news that is not out yet cannot be looked through.
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
