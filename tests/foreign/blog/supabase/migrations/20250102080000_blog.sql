create schema blog;
grant usage on schema blog to anon, authenticated, service_role;

-- Tokens of editors name this role; `authenticator` is who the API connects as.
do $$ begin
  if not exists (select from pg_roles where rolname = 'blog_editor') then
    create role blog_editor nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'blog_auditor') then
    create role blog_auditor nologin;
  end if;
end $$;
grant blog_editor to authenticator;
grant usage on schema blog to blog_editor, blog_auditor;

create type blog.state as enum ('draft', 'published');
create table blog.posts (
  id bigint generated always as identity primary key,
  title text not null,
  state blog.state not null default 'draft'
);
alter table blog.posts enable row level security;
grant select on blog.posts to anon, authenticated;
grant select, insert, update on blog.posts to blog_editor;
create policy "Everyone reads published posts" on blog.posts for select using (state = 'published');
create policy "Editors see every post" on blog.posts for select to blog_editor using (true);
create policy "Editors write posts" on blog.posts for insert to blog_editor with check (true);

-- Not qualified: a request's search path begins with the exposed schema.
create function blog.count_posts() returns bigint language plpgsql stable as $$
begin
  return (select count(*) from posts where state = 'published'::state);
end $$;

create function blog.request_info() returns json language sql stable as $$
  select json_build_object(
    'path', current_setting('request.path', true),
    'method', current_setting('request.method', true),
    'search_path', current_setting('search_path'),
    'language', current_setting('request.headers', true)::json ->> 'accept-language',
    'cookie_header', current_setting('request.headers', true)::json ->> 'cookie',
    'theme', current_setting('request.cookies', true)::json ->> 'theme')
$$;
