create table public.admin_settings (
  setting_key text primary key constraint setting_keys_are_words check (setting_key ~ '^[a-z][a-z0-9_]{0,99}$'),
  setting_value text not null constraint settings_stay_small check (char_length(setting_value) <= 50000),
  updated_at timestamptz not null default now(),
  updated_by uuid default auth.uid() references auth.users (id) on delete set null
);
alter table public.admin_settings enable row level security;
revoke all on public.admin_settings from anon, authenticated, service_role;
grant select (setting_key, setting_value, updated_at) on public.admin_settings to anon;
grant select, insert, update, delete on public.admin_settings to authenticated, service_role;

create policy "anyone reads the settings but the jackpot's" on public.admin_settings
  for select to anon using (setting_key <> 'jackpot_display_settings');
create policy "the signed-in read every setting" on public.admin_settings
  for select to authenticated using (true);
create policy "admins add settings" on public.admin_settings
  for insert to authenticated with check ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins change settings" on public.admin_settings
  for update to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins delete settings" on public.admin_settings
  for delete to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

create function private.stamp_setting() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  new.updated_by := (select auth.uid());
  return new;
end $$;
create trigger settings_say_who_saved before insert or update on public.admin_settings
  for each row execute function private.stamp_setting();
create trigger only_admins_write_settings before insert or update or delete on public.admin_settings
  for each statement execute function private.guard_admin_write();
create trigger settings_are_audited after insert or update or delete on public.admin_settings
  for each row execute function private.audit_row('setting_key');
