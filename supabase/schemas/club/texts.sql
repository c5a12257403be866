-- The club's terms, privacy notice and prize rules, as its organisers publish them, and what every page says about
-- them. A club has none until an organiser publishes one.

-- Every version of every text, in the page's simple notation: headings, lists and paragraphs. The newest version of a
-- text is shown unless it is withdrawn.
create table private.club_texts (
  kind text not null constraint text_is_known check (kind in ('terms', 'privacy', 'prize_rules')),
  version integer not null constraint versions_begin_with_1 check (version > 0),
  content text not null constraint texts_are_1_to_20000_long check (char_length(content) between 1 and 20000),
  asks_again boolean not null,
  published_at timestamptz not null default clock_timestamp(),
  published_by uuid references auth.users (id) on delete set null,
  withdrawn_at timestamptz,
  primary key (kind, version),
  constraint only_terms_ask_again check (kind = 'terms' or not asks_again)
);
comment on column private.club_texts.asks_again is 'members confirm their age and these terms again';

-- The version of a text that is shown; null without one.
create function private.shown_text(_kind text) returns private.club_texts
language sql stable security definer set search_path = ''
as $$
  select t from private.club_texts t
   where t.kind = _kind and t.withdrawn_at is null
     and t.version = (select max(n.version) from private.club_texts n where n.kind = _kind)
$$;

-- Publishes a text as its next version, and returns that number. _seen: the newest version that the caller has seen, 0
-- for none; if there is a newer one, raises SL016. _asks_again: members confirm again before their next prediction,
-- for terms only. Raises 23514 for an unknown kind or a text that is empty or too long. Admins only (SL003), 50 in 5
-- minutes (SL004), audited without the text. A second call with the same _request_key returns the first result.
create function public.publish_club_text(_kind text, _content text, _asks_again boolean, _seen integer,
                                         _request_key uuid default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  first jsonb;
  published integer;
begin
  perform private.begin_admin_action('publish_club_text');
  first := private.first_result(_request_key, 'publish_club_text');
  if first is not null then
    return first::integer;
  end if;
  -- Of two callers who have seen the same version the second one waits here and publishes nothing.
  insert into private.club_texts (kind, version, content, asks_again, published_by)
  select _kind, _seen + 1, trim(both e' \n\r\t' from _content), _asks_again, (select auth.uid())
   where _seen = (select coalesce(max(t.version), 0) from private.club_texts t where t.kind = _kind)
  on conflict do nothing
  returning version into published;
  if published is null then
    raise exception 'It has changed since you saw it' using errcode = 'SL016',
      detail = coalesce(private.last_save('club_texts', array[_kind])::text, '');
  end if;
  perform private.write_audit('publish_club_text', 'club_texts', _kind, null,
                              jsonb_build_object('version', published, 'asks_again', _asks_again));
  perform private.keep_result(_request_key, to_jsonb(published));
  return published;
end $$;
grant execute on function public.publish_club_text(text, text, boolean, integer, uuid) to authenticated, service_role;

-- Shows a text no longer; organisers still read its versions. Nothing changes if it is not shown. Admins only (SL003),
-- 50 in 5 minutes (SL004), audited.
create function public.withdraw_club_text(_kind text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  withdrawn integer;
begin
  perform private.begin_admin_action('withdraw_club_text');
  update private.club_texts t set withdrawn_at = clock_timestamp()
   where (t.kind, t.version) = (select s.kind, s.version from private.shown_text(_kind) s)
  returning t.version into withdrawn;
  if withdrawn is not null then
    perform private.write_audit('withdraw_club_text', 'club_texts', _kind, null,
                                jsonb_build_object('version', withdrawn));
  end if;
end $$;
grant execute on function public.withdraw_club_text(text) to authenticated, service_role;

-- A text as everyone reads it; no row while it is not shown.
create function public.club_text(_kind text) returns table (version integer, content text, published_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select t.version, t.content, t.published_at from private.shown_text(_kind) t where t.version is not null
$$;
grant execute on function public.club_text(text) to anon, authenticated, service_role;

-- All versions of all texts, newest first, with the names of their authors. Admins only (SL003).
create function public.club_text_versions()
returns table (kind text, version integer, content text, asks_again boolean, published_at timestamptz, author text,
               is_shown boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select t.kind, t.version, t.content, t.asks_again, t.published_at, p.full_name,
         coalesce(t.version = (private.shown_text(t.kind)).version, false)
    from private.club_texts t left join public.profiles p on p.id = t.published_by
   order by t.kind, t.version desc;
end $$;
grant execute on function public.club_text_versions() to authenticated, service_role;

-- A setting whose value is said to everyone; null if it is missing, empty or 'off'.
create function private.notice_setting(_key text) returns text
language sql stable security definer set search_path = ''
as $$
  select nullif(nullif(s.setting_value, ''), 'off') from public.admin_settings s where s.setting_key = _key
$$;

-- What every page says about the club's texts: { texts (the kinds that are shown), terms (their version), email,
-- phone, entry ('free' or 'code'), minimum_age }, each only if there is one. Null for a club that has none of them.
create function public.club_notices() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select nullif(jsonb_strip_nulls(jsonb_build_object(
    'texts', (select jsonb_agg(k.kind order by k.place)
                from unnest(array['terms', 'privacy', 'prize_rules']) with ordinality k (kind, place)
               where (private.shown_text(k.kind)).version is not null),
    'terms', (private.shown_text('terms')).version,
    'email', private.notice_setting('contact_email'),
    'phone', private.notice_setting('contact_phone'),
    'entry', private.notice_setting('entry'),
    'minimum_age', private.minimum_age())), '{}')
$$;
grant execute on function public.club_notices() to anon, authenticated, service_role;

create trigger hosts_are_told_of_texts after insert or update on private.club_texts
  for each statement execute function private.announce_club_facts();
create trigger hosts_are_told_of_notices after insert or update or delete on public.admin_settings
  for each statement execute function private.announce_club_facts();
