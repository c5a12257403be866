-- Helpers: members who may only enter results, only handle codes and payments, or only write news. What each role may
-- do is listed in private.helper_acts() (02_admins.sql).

create policy "helpers for payments see every subscription" on public.subscriptions
  for select to authenticated using ((select private.helps_with('subscriptions.select')));

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

-- The caller's roles; none after the session has ended. Pages call it once per visit, so for members without a role it
-- does not look for the session.
create function public.my_roles() returns text[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  roles text[] := array(select r.role from public.user_roles r where r.user_id = (select auth.uid()) order by r.role);
begin
  if roles <> '{}' and not private.is_session_open() then
    return '{}';
  end if;
  return roles;
end $$;
grant execute on function public.my_roles() to authenticated;

-- Gives a helper's role ('results', 'money' or 'news') to a player, or takes it away. An account may have several.
-- Returns whether the player has it afterwards. Raises 22023 for another role, PT404 for an unknown account. Admins
-- only (SL003), 50 in 5 minutes (SL004); audited if something changed.
create function public.set_helper_role(_user_id uuid, _role text, _has_it boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  changed integer;
begin
  perform private.begin_admin_action('set_helper_role');
  if not exists (select from private.helper_acts() a where a.role = _role) then
    raise exception 'There is no helper role %', coalesce(_role, 'without a name') using errcode = '22023';
  end if;
  if _has_it is null then
    raise exception 'State whether the player should have the role' using errcode = '22023';
  end if;
  if not exists (select from public.profiles p where p.id = _user_id) then
    raise exception 'There is no such player' using errcode = 'PT404';
  end if;
  if _has_it then
    insert into public.user_roles (user_id, role) values (_user_id, _role) on conflict do nothing;
  else
    delete from public.user_roles r where r.user_id = _user_id and r.role = _role;
  end if;
  get diagnostics changed = row_count;
  if changed > 0 then
    perform private.write_audit('set_helper_role', 'user_roles', _user_id::text,
      jsonb_build_object('role', _role, 'has_it', not _has_it), jsonb_build_object('role', _role, 'has_it', _has_it));
  end if;
  return _has_it;
end $$;
grant execute on function public.set_helper_role(uuid, text, boolean) to authenticated, service_role;

-- set_helper_role() for the account with this email or phone number. Secret key only (`npm run admin -- grant EMAIL
-- --role ROLE`). Returns the user's id. Raises PT404 for an unknown account.
create function public.set_helper_role_of(_identifier text, _role text, _has_it boolean) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  found_id uuid := private.account_with(_identifier);
begin
  perform public.set_helper_role(found_id, _role, _has_it);
  return found_id;
end $$;
grant execute on function public.set_helper_role_of(text, text, boolean) to service_role;

-- A phone number of which the middle is hidden, to tell two members with one name apart.
create function private.masked_phone(_number text) returns text
language sql immutable set search_path = ''
as $$ select left(_number, 4) || repeat('•', greatest(0, length(_number) - 7)) || right(_number, 3) $$;

-- Up to 10 players whose name or phone number contains every word, for helpers who give subscriptions: with the whole
-- number for admins only. Without a word of three characters it finds none, so that the members are not listed by
-- single letters. Admins and helpers only (SL003), 50 in 5 minutes (SL004).
create function public.find_members(search text)
returns table (user_id uuid, full_name text, phone_number text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.begin_admin_action('find_members');
  return query
  select p.id, p.full_name,
         case when private.acts_as_admin() then p.phone_number else private.masked_phone(p.phone_number) end
    from private.players_found_by_caller(search) f (id) join public.profiles p on p.id = f.id
   where exists (select from regexp_split_to_table(private.searchable(left(search, 200)), '\s+') w (word)
                  where char_length(w.word) >= 3)
   order by p.full_name, p.id limit 10;
end $$;
grant execute on function public.find_members(text) to authenticated, service_role;
