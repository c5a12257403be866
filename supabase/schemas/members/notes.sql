-- The organisers' notes about members.

-- What organisers remember about a member. Members find it in the copy of their own data.
create table public.member_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  note text not null constraint notes_are_1_to_500_long check (char_length(note) between 1 and 500),
  author_id uuid references auth.users (id) on delete set null,
  -- Copied, so that the note still says who wrote it after the account is deleted.
  author_name text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index member_notes_by_user on public.member_notes (user_id, created_at desc);

alter table public.member_notes enable row level security;
revoke all on public.member_notes from anon, authenticated, service_role;
grant select on public.member_notes to authenticated, service_role;
create policy "admins see the notes about members" on public.member_notes
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- Raises PT404 unless the player exists.
create function private.require_player(_user_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from public.profiles p where p.id = _user_id) then
    raise exception 'There is no such player' using errcode = 'PT404';
  end if;
end $$;

-- Adds a note about a member. Returns it. Raises PT404 for an unknown player and 22023 for an empty or too long note.
-- Admins only (SL003), 50 in 5 minutes (SL004); audited without its text.
-- A second call with the same _request_key returns the first result and changes nothing.
create function public.add_member_note(_user_id uuid, _note text, _request_key uuid default null)
returns public.member_notes
language plpgsql security definer set search_path = ''
as $$
declare
  first jsonb;
  added public.member_notes;
begin
  perform private.begin_admin_action('add_member_note');
  first := private.first_result(_request_key, 'add_member_note');
  if first is not null then
    return jsonb_populate_record(null::public.member_notes, first);
  end if;
  perform private.require_player(_user_id);
  if coalesce(char_length(trim(_note)), 0) not between 1 and 500 then
    raise exception 'A note has 1 to 500 characters' using errcode = '22023';
  end if;
  insert into public.member_notes (user_id, note, author_id, author_name)
  values (_user_id, trim(_note), (select auth.uid()),
          coalesce((select p.full_name from public.profiles p where p.id = (select auth.uid())), 'An organiser'))
  returning * into added;
  perform private.write_audit('add_member_note', 'profiles', _user_id::text, null, null);
  perform private.keep_result(_request_key, to_jsonb(added));
  return added;
end $$;
grant execute on function public.add_member_note(uuid, text, uuid) to authenticated, service_role;

-- Deletes a note about a member. Can be undone for 24 hours. Raises PT404 for an unknown note. Admins only (SL003), 50
-- in 5 minutes (SL004); audited without its text.
create function public.delete_member_note(_note_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member uuid;
begin
  perform private.begin_admin_action('delete_member_note');
  perform private.begin_undo('delete_member_note', _note_id::text);
  delete from public.member_notes n where n.id = _note_id returning n.user_id into member;
  if member is null then
    raise exception 'There is no such note' using errcode = 'PT404';
  end if;
  perform private.write_audit('delete_member_note', 'profiles', member::text, null,
    jsonb_build_object('undo_id', private.end_undo(private.long_undo_window())));
end $$;
grant execute on function public.delete_member_note(uuid) to authenticated, service_role;

create trigger changes_are_recorded_for_undo after insert or update or delete on public.member_notes
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
