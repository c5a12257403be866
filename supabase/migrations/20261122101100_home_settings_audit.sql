-- The five home settings are saved by one bulk upsert, audited once, as update_home_display_settings.
create function private.is_home_setting(_key text) returns boolean
language sql immutable set search_path = ''
as $$
  select _key in ('home_display_countdowns_config', 'home_display_leaderboards', 'home_display_matches',
                  'show_friendly_club_leaderboard_page', 'jackpot_display_settings')
$$;
grant execute on function private.is_home_setting(text) to anon, authenticated, service_role;

-- Every other setting is audited row by row, as before.
drop trigger settings_are_audited on public.admin_settings;
create trigger settings_are_audited after insert or update on public.admin_settings
  for each row when (not private.is_home_setting(new.setting_key)) execute function private.audit_row('setting_key');
create trigger deleted_settings_are_audited after delete on public.admin_settings
  for each row execute function private.audit_row('setting_key');

-- Writes what one statement did to home settings, {setting: value}. An upsert that adds some and changes others ends two
-- triggers, updated rows first: the second adds to the row of the first, which it knows by `adds_to`.
create function private.audit_home_settings(_old jsonb, _new jsonb, _is_insert boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  adds_to bigint := nullif(current_setting('scoreline.home_settings_audit', true), '')::bigint;
  written bigint;
begin
  if _is_insert and adds_to is not null then
    update public.admin_audit_log a set new_values = a.new_values || coalesce(_new, '{}') where a.id = adds_to;
    perform set_config('scoreline.home_settings_audit', '', true);
    return;
  end if;
  if _new is null then
    return;
  end if;
  insert into public.admin_audit_log (admin_user_id, action, table_name, old_values, new_values)
  values ((select auth.uid()), 'update_home_display_settings', 'admin_settings', _old, _new)
  returning id into written;
  perform set_config('scoreline.home_settings_audit', case when _is_insert then '' else written::text end, true);
end $$;
grant execute on function private.audit_home_settings(jsonb, jsonb, boolean) to authenticated, service_role;

-- After each statement on the settings: which home settings it saved, those that changed with old and new value.
create function private.audit_saved_home_settings() returns trigger
language plpgsql set search_path = ''
as $$
declare
  before jsonb;
  after jsonb;
begin
  if current_user not in ('authenticated', 'service_role') then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select jsonb_object_agg(s.setting_key, s.setting_value) into after from saved s where private.is_home_setting(s.setting_key);
  else
    select case when count(*) > 0 then coalesce(jsonb_object_agg(o.setting_key, o.setting_value) filter (where o.setting_value <> s.setting_value), '{}') end,
           case when count(*) > 0 then coalesce(jsonb_object_agg(s.setting_key, s.setting_value) filter (where o.setting_value <> s.setting_value), '{}') end
      into before, after
      from saved s join replaced o using (setting_key) where private.is_home_setting(setting_key);
  end if;
  perform private.audit_home_settings(before, after, tg_op = 'INSERT');
  return null;
end $$;
grant execute on function private.audit_saved_home_settings() to authenticated, service_role;
create trigger added_home_settings_are_audited_together after insert on public.admin_settings
  referencing new table as saved
  for each statement execute function private.audit_saved_home_settings();
create trigger changed_home_settings_are_audited_together after update on public.admin_settings
  referencing old table as replaced new table as saved
  for each statement execute function private.audit_saved_home_settings();
