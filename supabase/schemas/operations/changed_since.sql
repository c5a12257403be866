-- What has changed since the answers that a page has, so that a page which was away reads only that.

-- Matches that were deleted within a day, for pages that were not connected.
create table private.deleted_matches (
  match_id uuid not null,
  deleted_at timestamptz not null default clock_timestamp()
);
alter table private.deleted_matches enable row level security;

-- Notes deleted matches for a day.
create function private.note_deleted_matches() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.deleted_matches d where d.deleted_at < clock_timestamp() - interval '1 day';
  insert into private.deleted_matches (match_id) select d.id from deleted d;
  return null;
end $$;

-- What was committed since an answer, for a page that was not connected, as one object:
--   now       the number to ask with next time
--   known     false: too much has changed or the number is old, so read everything again
--   matches   the changed matches
--   deleted   the ids of deleted matches
--   subjects  what else has changed of what the caller may read, by the page's words
-- _since: `now` of an earlier answer, or the smallest x-included of the answers that the page has. All transactions
-- before that number were included; a later one may be returned although it was included too. Anyone may call it.
-- Definer, because deleted and hidden rows are changes too; only matches are returned, which are public.
create function public.changed_since(_since bigint default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  next bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  answer jsonb := jsonb_build_object('known', false, 'now', pg_snapshot_xmin(pg_current_snapshot())::text::bigint);
  most constant integer := 200;
  oldest integer;
  member uuid := (select auth.uid());
  changed jsonb;
  deleted uuid[];
  logged text[];
  subjects text[];
begin
  if coalesce(_since not between greatest(next - 1000000, 3) and next, true) then
    return answer;
  end if;
  -- How many transactions began since: an age is an integer, where comparing numbers would need text of each row.
  oldest := age((_since & 4294967295)::text::xid);
  select jsonb_agg(to_jsonb(c)) into changed from (
    select m.* from public.matches m where age(m.xmin) <= oldest limit most + 1) c;
  deleted := array(
    select d.match_id from private.deleted_matches d
     where age(d.xmin) <= oldest
       and not exists (select from public.matches m where m.id = d.match_id) limit most + 1);
  -- Other deletions are in the audit log only.
  logged := array(
    select l.table_name
      from (select a.*, a.xmin from public.admin_audit_log a order by a.created_at desc limit most + 1) l
     where age(l.xmin) <= oldest);
  if jsonb_array_length(changed) > most or cardinality(deleted) > most or cardinality(logged) > most then
    return answer;
  end if;
  subjects := array(
    select s.name from (values
      ('settings', 'admin_settings' = any (logged) or exists (
        select from public.admin_settings r where age(r.xmin) <= oldest)),
      ('news', exists (select from public.news_changes r where age(r.xmin) <= oldest)),
      ('subscriptions', 'subscriptions' = any (logged) or exists (
        select from public.subscriptions r
         where r.user_id = member and age(r.xmin) <= oldest)),
      ('predictions', 'user_predictions' = any (logged) or exists (
        select from public.user_predictions r
         where r.user_id = member and age(r.xmin) <= oldest)),
      ('questions', 'season_questions' = any (logged) or exists (
        select from public.season_answers r
         where r.user_id = member and age(r.xmin) <= oldest)),
      ('divisions', 'division_draws' = any (logged) or exists (
        select from private.division_matchdays r where age(r.xmin) <= oldest) or exists (
        select from private.division_places r where age(r.xmin) <= oldest)),
      ('cup', 'cups' = any (logged) or exists (
        select from private.cup_matchdays r where age(r.xmin) <= oldest) or exists (
        select from private.cup_entries r where age(r.xmin) <= oldest)),
      ('lastStanding', 'last_standing_games' = any (logged) or exists (
        select from private.last_standing_matchdays r where age(r.xmin) <= oldest) or exists (
        select from private.last_standing_entries r where age(r.xmin) <= oldest) or exists (
        select from private.last_standing_choices r join private.last_standing_entries e on e.id = r.entry_id
         where e.user_id = member and age(r.xmin) <= oldest)),
      ('prizes', logged && '{prize_plans,prizes}' or exists (
        select from private.prize_settlements r where age(r.xmin) <= oldest)),
      ('notifications', exists (
        select from public.notifications r
         where r.user_id = member and age(r.xmin) <= oldest)),
      ('profile', exists (
        select from public.profiles r where r.id = member and age(r.xmin) <= oldest)),
      ('groups', exists (
        select from public.group_changes r join public.group_members g on g.group_id = r.group_id
         where g.user_id = member and age(r.xmin) <= oldest))
    ) s (name, has_changed) where s.has_changed);
  return answer || jsonb_build_object('known', true, 'matches', coalesce(changed, '[]'), 'deleted', deleted,
                                      'subjects', subjects);
end $$;
grant execute on function public.changed_since(bigint) to anon, authenticated, service_role;

create trigger deleted_matches_are_noted after delete on public.matches
  referencing old table as deleted
  for each statement execute function private.note_deleted_matches();
