-- Home: news with its images, and the leaderboards that admins chose for it.

-- The number of words, separated by whitespace.
create function private.word_count(_text text) returns integer
language sql immutable set search_path = ''
as $$ select coalesce(array_length(regexp_split_to_array(nullif(trim(regexp_replace(_text, '\s+', ' ', 'g')), ''),
                                                         ' '), 1), 0) $$;
grant execute on function private.word_count(text) to anon, authenticated, service_role;

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

-- The first five players of each leaderboard that admins chose for Home, in the competitions' order. Anyone may call
-- it. A leaderboard without a result has no rows.
create function public.home_leaderboards()
returns table (league text, rank integer, previous_rank integer, user_id uuid, full_name text,
               predictions_scored integer, points integer, perfect_scores integer, accuracy numeric)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select c.name, r.rank, r.previous_rank, r.user_id, r.full_name, r.predictions_scored, r.points, r.perfect_scores,
         r.accuracy
    from public.competitions c
    join private.scopes s on s.scope = c.id and s.latest_day is not null
   cross join lateral private.ranked_players(c.id, private.players_at(c.id, 0, 5)) r
   where c.id = any (private.ids_in_setting('home_display_leaderboards'))
   order by c.position, r.points desc, r.perfect_scores desc, r.full_name, r.user_id;
end $$;
grant execute on function public.home_leaderboards() to anon, authenticated, service_role;

create trigger only_admins_write_news before insert or update or delete on public.news
  for each statement execute function private.guard_admin_write();
create trigger news_is_audited after insert or update or delete on public.news
  for each row execute function private.audit_row();
