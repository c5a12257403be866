-- Settings that admins change in the dashboard, and how changes to them are audited.

-- Settings of the club, by key.
create table public.admin_settings (
  setting_key text primary key constraint setting_keys_are_words check (setting_key ~ '^[a-z][a-z0-9_]{0,99}$'),
  setting_value text not null
    constraint setting_values_are_at_most_50000_long check (char_length(setting_value) <= 50000),
  updated_at timestamptz not null default now(),
  updated_by uuid default auth.uid() references auth.users (id) on delete set null,
  constraint quiet_hours_are_two_times check (
    setting_key <> 'quiet_hours'
    or setting_value ~ '^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- The steps of a new club that its organisers have put away (club/set_up.sql).
  constraint set_up_is_a_list_of_steps check (
    setting_key <> 'set_up'
    or setting_value ~ '^(all|(fixtures|members|codes|mail)(,(fixtures|members|codes|mail)){0,3})$'),
  -- The rule of doubles (predictions/doubles.sql).
  constraint doubles_are_a_rule check (
    setting_key <> 'doubles' or setting_value ~ '^(off|matchday|season [1-9][0-9]?)$'),
  -- What the club's pages say about it (club/texts.sql); entry also in the texts.
  constraint contact_email_is_an_address check (
    setting_key <> 'contact_email' or setting_value ~ '^([^@\s]{1,64}@[^@\s]{1,180}\.[^@\s]{1,63})?$'),
  constraint contact_phone_is_a_number check (
    setting_key <> 'contact_phone' or setting_value ~ '^(\+[0-9][0-9 ]{5,22}[0-9])?$'),
  constraint entry_is_known check (setting_key <> 'entry' or setting_value in ('off', 'free', 'code')),
  -- The age that members confirm (club/of_age.sql).
  constraint minimum_age_is_in_range check (
    setting_key <> 'minimum_age' or setting_value ~ '^(off|1[3-9]|2[0-5])$'),
  -- At least one rupee per subscriber, and never a negative jackpot.
  constraint jackpots_are_in_range check (
    case when setting_key = 'jackpot_display_settings'
         then (setting_value::jsonb ->> 'multiplier')::numeric >= 1
          and (setting_value::jsonb ->> 'deductionPercent')::numeric between 0 and 100
         else true end)
);

alter table public.admin_settings enable row level security;
revoke all on public.admin_settings from anon, authenticated, service_role;
grant select (setting_key, setting_value, updated_at) on public.admin_settings to anon;
grant select, insert, update, delete on public.admin_settings to authenticated, service_role;

create policy "anyone reads every setting except the jackpot" on public.admin_settings
  for select to anon using (setting_key <> 'jackpot_display_settings');
create policy "signed-in users read every setting" on public.admin_settings
  for select to authenticated using (true);
create policy "admins add settings" on public.admin_settings
  for insert to authenticated with check ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins change settings" on public.admin_settings
  for update to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins delete settings" on public.admin_settings
  for delete to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- Stores the user who saved the setting, and the time.
create function private.set_setting_author() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if private.rules_are_off() then
    return new;
  end if;
  new.updated_at := now();
  new.updated_by := (select auth.uid());
  return new;
end $$;

-- The settings of Home are saved in one upsert and audited once, as update_home_display_settings.
create function private.is_home_setting(_key text) returns boolean
language sql immutable set search_path = ''
as $$
  select _key in ('home_display_countdowns_config', 'home_display_leaderboards', 'home_display_matches',
                  'show_friendly_club_leaderboard_page', 'jackpot_display_settings', 'show_points_per_match')
$$;
grant execute on function private.is_home_setting(text) to anon, authenticated, service_role;

-- Writes the audit row of the home settings that one statement saved, as {setting: value}. An upsert that inserts and
-- updates fires the update trigger first and then the insert trigger, which adds its values to the same audit row,
-- `adds_to`.
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

-- Audits the home settings that a statement inserted, or updated to another value.
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
    select jsonb_object_agg(s.setting_key, s.setting_value) into after from saved s
      where private.is_home_setting(s.setting_key);
  else
    select case when count(*) > 0 then coalesce(jsonb_object_agg(o.setting_key, o.setting_value)
                                                filter (where o.setting_value <> s.setting_value), '{}') end,
           case when count(*) > 0 then coalesce(jsonb_object_agg(s.setting_key, s.setting_value)
                                                filter (where o.setting_value <> s.setting_value), '{}') end
      into before, after
      from saved s join replaced o using (setting_key) where private.is_home_setting(setting_key);
  end if;
  perform private.audit_home_settings(before, after, tg_op = 'INSERT');
  return null;
end $$;
grant execute on function private.audit_saved_home_settings() to authenticated, service_role;

-- The ids in a setting whose value is a JSON list; empty if the setting is missing or not a list.
create function private.ids_in_setting(_key text) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  saved jsonb;
begin
  select s.setting_value::jsonb into saved from public.admin_settings s where s.setting_key = _key;
  if jsonb_typeof(saved) <> 'array' then
    return '{}';
  end if;
  return array(select jsonb_array_elements_text(saved));
exception when invalid_text_representation then
  return '{}';
end $$;

-- Saves settings together, all or none, if each of them still has the value in _seen. _values: {key: text}; _seen:
-- {key: text, or null for a setting that did not exist}. Raises SL016 if one has changed, 22023 without a value.
-- Privileges, limits and audit are those of a direct upsert. Admins only (SL003).
create function public.save_settings(_values jsonb, _seen jsonb default null) returns void
language plpgsql set search_path = ''
as $$
declare
  saved integer;
begin
  perform private.require_admin();
  if coalesce(jsonb_typeof(_values) <> 'object' or _values = '{}', true) then
    raise exception 'Settings are an object of texts' using errcode = '22023';
  end if;
  perform from public.admin_settings s where s.setting_key in (select jsonb_object_keys(_values))
    order by s.setting_key for update;
  perform private.refuse_changed(
    (select jsonb_object_agg(s.key, s.value) from jsonb_each(_seen) s where _values ? s.key),
    (select jsonb_object_agg(s.setting_key, s.setting_value) from public.admin_settings s
      where _values ? s.setting_key), 'admin_settings');
  -- A setting that did not exist has no row to lock, so the insert compares it again.
  insert into public.admin_settings as s (setting_key, setting_value)
  select v.key, v.value from jsonb_each_text(_values) v order by v.key
  on conflict (setting_key) do update set setting_value = excluded.setting_value
    where _seen is null or not _seen ? s.setting_key or s.setting_value is not distinct from _seen ->> s.setting_key;
  get diagnostics saved = row_count;
  if saved < (select count(*) from jsonb_object_keys(_values)) then
    raise exception 'It has changed since you saw it'
      using errcode = 'SL016', detail = coalesce(private.last_save(
        'admin_settings', array(select jsonb_object_keys(_values)))::text, '');
  end if;
end $$;
grant execute on function public.save_settings(jsonb, jsonb) to authenticated, service_role;

create trigger setting_authors_are_stored before insert or update on public.admin_settings
  for each row execute function private.set_setting_author();
create trigger only_admins_write_settings before insert or update or delete on public.admin_settings
  for each statement execute function private.guard_admin_write();
create trigger settings_are_audited after insert or update on public.admin_settings
  for each row when (not private.is_home_setting(new.setting_key)) execute function private.audit_row('setting_key');
create trigger deleted_settings_are_audited after delete on public.admin_settings
  for each row execute function private.audit_row('setting_key');
create trigger added_home_settings_are_audited_together after insert on public.admin_settings
  referencing new table as saved
  for each statement execute function private.audit_saved_home_settings();
create trigger changed_home_settings_are_audited_together after update on public.admin_settings
  referencing old table as replaced new table as saved
  for each statement execute function private.audit_saved_home_settings();
create trigger undo_is_kept_after_deletion after delete on public.admin_settings
  for each statement execute function private.end_direct_undo();
create trigger changes_are_recorded_for_undo after insert or update or delete on public.admin_settings
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('setting_key');
