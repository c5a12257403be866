-- Members from paper: what each line of a list means before an account is added, and the audit of added accounts. The
-- edge function add-members adds them.

-- What a list of 1 to 300 new members [{ "name", "phone", "email" }] means, line by line. outcome: 'new', 'member'
-- (the phone number or the email has an account), 'similar' (a member or an earlier line has the same or a similar
-- name: the trigrams of the names without accents and case agree by 60 per cent) or 'unusable'. reason and facts: why
-- it is not new, as a sentence. member_id and member_name: the member whom the line resembles. Raises 22023 for
-- another list. Admins only (SL003). Slow in a large club, so it sets its own statement_timeout.
create function public.preview_new_members(_members jsonb)
returns table (place integer, outcome text, full_name text, phone_number text, email text, reason text,
               member_id uuid, member_name text, facts jsonb)
language plpgsql stable security definer set search_path = '' set pg_trgm.similarity_threshold = 0.6
  set statement_timeout = '1min'
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  if jsonb_typeof(_members) is distinct from 'array' or jsonb_array_length(_members) not between 1 and 300 then
    raise exception 'A list has 1 to 300 members' using errcode = '22023', detail = '{"kind": "list_is_too_long"}';
  end if;
  return query
  with given as materialized (
    select e.place::integer as place, private.clean_name(e.line ->> 'name') as name,
           nullif(trim(e.line ->> 'phone'), '') as written_phone, private.e164(trim(e.line ->> 'phone')) as phone,
           nullif(lower(trim(e.line ->> 'email')), '') as email
      from jsonb_array_elements(_members) with ordinality e (line, place)
  ), checked as materialized (
    select g.*, private.searchable(g.name) as words,
           case when g.name is null then 'no_name'
                when not private.is_valid_name(g.name)
                  then 'name_is_not_valid'
                when g.written_phone is null and g.email is null then 'contact_is_needed'
                when g.written_phone is not null and g.phone is null then 'phone_is_not_valid'
                when g.email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(g.email) > 254
                  then 'email_is_not_valid' end as problem
      from given g
  ), compared as materialized (
    select c.*,
           (select min(o.place) from checked o
             where o.problem is null and o.place < c.place
               and (o.phone = c.phone or o.email = c.email)) as same_contact,
           (select min(o.place) from checked o
             where o.problem is null and o.place < c.place and o.words = c.words) as same_name
      from checked c
  )
  select c.place,
         case when c.problem is not null or c.same_contact is not null then 'unusable'
              when m.id is not null then 'member'
              when s.user_id is not null or c.same_name is not null then 'similar' else 'new' end,
         c.name, c.phone, c.email,
         private.in_english(w.facts), coalesce(m.id, s.user_id), p.full_name, w.facts
    from compared c
    left join lateral (
      select f.id, f.reason from (
        select a.id, 'member_has_phone' as reason from public.profiles a where a.phone_number = c.phone
        union all
        select u.id, 'member_has_phone' from auth.users u where u.phone = ltrim(c.phone, '+')
        union all
        select u.id, 'member_has_email' from auth.users u where u.email = c.email) f
       limit 1) m on c.problem is null and c.same_contact is null
    left join lateral (
      select n.user_id, case when n.name = c.words then 1 else extensions.similarity(n.name, c.words) end as likeness
        from private.player_search n
       where n.name = c.words
          or n.name operator(extensions.%) c.words
       order by 2 desc, 1 limit 1) s on c.problem is null and c.same_contact is null and m.id is null
    left join public.profiles p on p.id = coalesce(m.id, s.user_id)
   cross join lateral (
      select case when c.problem is not null then jsonb_build_object('kind', c.problem)
                  when c.same_contact is not null
                    then jsonb_build_object('kind', 'same_contact_as_line', 'line', c.same_contact)
                  when m.id is not null then jsonb_build_object('kind', m.reason)
                  when s.likeness = 1 then '{"kind": "member_has_name"}'
                  when s.user_id is not null then '{"kind": "member_has_similar_name"}'
                  when c.same_name is not null
                    then jsonb_build_object('kind', 'same_name_as_line', 'line', c.same_name) end as facts) w
   order by c.place;
end $$;
grant execute on function public.preview_new_members(jsonb) to authenticated, service_role;

-- Audits the accounts that an admin has added, one entry for each. Secret key only: called by the edge function
-- add-members, which has checked the admin. Entries have no names, phone numbers or emails: these are deleted with an
-- account.
create function public.note_added_members(_user_ids uuid[], _admin_id uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into public.admin_audit_log (action, table_name, record_id, admin_user_id)
  select 'add_member', 'profiles', i::text, _admin_id from unnest(_user_ids) i
$$;
grant execute on function public.note_added_members(uuid[], uuid) to service_role;
