-- Teams and their logos.

-- The teams, with their logos.
create table public.teams (
  id uuid primary key default gen_random_uuid(),
  name text not null unique
    constraint team_names_are_trimmed check (name = trim(name))
    constraint team_names_are_1_to_100_long check (char_length(name) between 1 and 100)
    constraint team_names_contain_no_markup check (name !~ '[<>"[:cntrl:]]'),
  logo_url text constraint logos_are_web_addresses check (logo_url ~ '^https?://[^\s<>"]+$'
                                                          and char_length(logo_url) <= 2000),
  created_at timestamptz not null default now(),
  created_by_admin uuid default auth.uid() references auth.users (id) on delete set null
);

alter table public.teams enable row level security;
revoke all on public.teams from anon, authenticated, service_role;
grant select on public.teams to anon, authenticated, service_role;
grant insert (name, logo_url), update (name, logo_url), delete on public.teams to authenticated, service_role;

create policy "anyone sees the teams" on public.teams for select to anon, authenticated using (true);
create policy "admins add teams" on public.teams
  for insert to authenticated with check ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins change teams" on public.teams
  for update to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins delete teams" on public.teams
  for delete to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

create trigger only_admins_write_teams before insert or update or delete on public.teams
  for each statement execute function private.guard_admin_write();
create trigger teams_are_audited after insert or update or delete on public.teams
  for each row execute function private.audit_row();
create trigger requests_lock_every_match before update of name, logo_url on public.teams
  for each statement when (current_user in ('authenticated', 'service_role'))
  execute function private.lock_every_match();
create trigger changes_are_recorded_for_undo after insert or delete or update of logo_url on public.teams
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger undo_is_kept_after_deletion after delete on public.teams
  for each statement execute function private.end_direct_undo();
