-- What admins see of groups, and closing one.

-- The club's groups, newest first, with the total count. search: words of the group's name, or of the owner's name,
-- phone number or email. page_limit: 1 to 200. Admins only (SL003).
create function public.admin_groups(search text default null, page_limit integer default 50,
                                    page_offset integer default 0)
returns table (id uuid, name text, first_colour text, second_colour text, owner_id uuid, owner_name text,
               members integer, created_at timestamptz, total_count integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_search boolean := coalesce(trim(search), '') <> '';
begin
  perform private.require_admin();
  return query
  select g.id, g.name, g.first_colour, g.second_colour, g.owner_id, coalesce(p.full_name, 'Player'),
         (select count(*)::integer from public.group_members m where m.group_id = g.id), g.created_at,
         (count(*) over ())::integer
    from public.groups g left join public.profiles p on p.id = g.owner_id
   where g.deleted_at is null and g.closed_at is null
     and (not is_search or private.searchable(g.name) like all (private.search_patterns(search))
          or g.owner_id in (select private.players_found(search, true)))
   order by g.created_at desc, g.id
   limit private.page_limit(page_limit, 50, 200) offset private.page_offset(page_offset);
end $$;
grant execute on function public.admin_groups(text, integer, integer) to authenticated, service_role;

-- Closes a group for its members and its owner. Returns the id for public.undo(). Raises PT404 for an unknown group.
-- Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.close_group(_group_id uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  before public.groups;
  undo_id uuid;
begin
  perform private.begin_admin_action('close_group');
  select g.* into before from public.groups g
   where g.id = _group_id and g.deleted_at is null and g.closed_at is null for update;
  if before.id is null then
    raise exception 'There is no such group' using errcode = 'PT404';
  end if;
  perform private.begin_undo('close_group', _group_id::text);
  update public.groups g set closed_at = clock_timestamp() where g.id = _group_id;
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('close_group', 'groups', _group_id::text, jsonb_build_object('name', before.name),
                              jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.close_group(uuid) to authenticated, service_role;
