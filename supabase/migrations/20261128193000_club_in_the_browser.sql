-- The club's name and language, when it was started in the browser, and its start link (supabase/schemas/club/starting.sql).

alter table private.club add column name text constraint club_name_is_short check (char_length(name) between 1 and 60);
alter table private.club add column language text
  constraint club_language_is_spoken check (language in ('en', 'fr', 'mfe'));
alter table private.club add column started_at timestamptz;
alter table private.club add column start_link_hash text;

alter table public.admin_settings add constraint set_up_is_a_list_of_steps check (
  setting_key <> 'set_up'
  or setting_value ~ '^(all|(fixtures|members|codes|mail)(,(fixtures|members|codes|mail)){0,3})$');
