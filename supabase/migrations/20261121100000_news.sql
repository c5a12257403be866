-- At most 100 words, as whitespace parts them.
create function private.word_count(_text text) returns integer
language sql immutable set search_path = ''
as $$ select coalesce(array_length(regexp_split_to_array(nullif(trim(regexp_replace(_text, '\s+', ' ', 'g')), ''), ' '), 1), 0) $$;
grant execute on function private.word_count(text) to anon, authenticated, service_role;

create table public.news (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint titles_are_1_to_200_long check (char_length(trim(title)) between 1 and 200),
  content text not null
    constraint content_is_1_to_100_words check (private.word_count(content) between 1 and 100)
    constraint content_stays_small check (char_length(content) <= 5000),
  is_active boolean not null default true,
  image_url text constraint image_urls_are_web_addresses_or_stored_here
    check (image_url ~* '^(https?://|/storage/v1/object/public/)' and char_length(image_url) <= 2048),
  image_position jsonb constraint image_positions_stay_small check (char_length(image_position::text) <= 1000),
  title_formatting jsonb constraint title_formatting_stays_small check (char_length(title_formatting::text) <= 1000),
  content_formatting jsonb constraint content_formatting_stays_small check (char_length(content_formatting::text) <= 1000),
  created_by_admin uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on column public.news.image_position is '{"x": -100..100, "y": -100..100, "scale": 0.5..2}, or the same as a JSON string';
comment on column public.news.title_formatting is '{"fontFamily", "fontSize", "isBold", "isUnderline", "isItalic"}, or the same as a JSON string';
create index news_newest on public.news (created_at desc);
alter table public.news enable row level security;
revoke all on public.news from anon, authenticated, service_role;
grant select on public.news to anon, authenticated, service_role;
grant insert (id, title, content, is_active, image_url, image_position, title_formatting, content_formatting, created_by_admin),
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

create trigger only_admins_write_news before insert or update or delete on public.news
  for each statement execute function private.guard_admin_write();
create trigger news_is_audited after insert or update or delete on public.news
  for each row execute function private.audit_row();
