-- What clubs of 27 November 2026 lack, except code: accounts that are closed before they are erased, undos of merges and of cleared
-- points as recorded rows, and what has changed since.
--
-- Replaces 20261128044943, 20261128052753.

-- Rows of accounts that are gone, which the foreign keys below would refuse.
update private.period_winners set user_id = null where user_id not in (select id from public.profiles);
update private.records set user_id = null where user_id not in (select id from public.profiles);
delete from private.told_winners where user_id not in (select id from public.profiles);
update public.archived_leaderboard_rows set user_id = null where user_id not in (select id from public.profiles);
update public.archived_subscriptions set user_id = null where user_id not in (select id from public.profiles);
-- They are computed again.
delete from private.past_ranks;
drop index private.undo_rows_by_match;
alter table private.past_ranks drop constraint past_ranks_pkey;
alter table private.period_winners drop constraint period_winners_user_id_fkey;
alter table private.records drop constraint records_user_id_fkey;
alter table private.told_winners drop constraint told_winners_user_id_fkey;
alter table public.archived_leaderboard_rows drop constraint archived_leaderboard_rows_user_id_fkey;
alter table public.archived_subscriptions drop constraint archived_subscriptions_user_id_fkey;
alter table private.past_ranks drop column perfect_scores;
alter table private.past_ranks drop column points;
alter table private.past_ranks drop column rank;
create sequence private.changes_of_points;
create table private.closed_accounts (user_id uuid not null, closed_at timestamptz not null default clock_timestamp(), banned_until timestamptz, heir_id uuid, contacts jsonb, constraint closed_accounts_pkey primary key (user_id));
alter table private.past_ranks add column standings integer[] not null;
alter table private.past_ranks add column ranks integer[] not null;
alter table private.undos add column cleared tstzrange;
alter table private.match_reopenings alter column reason drop not null;
alter table private.past_ranks add constraint past_ranks_pkey primary key (scope, day);
alter table private.period_winners add constraint period_winners_user_id_fkey foreign key (user_id) references public.profiles(id) on delete set null;
alter table private.records add constraint records_user_id_fkey foreign key (user_id) references public.profiles(id) on delete set null;
alter table private.told_winners add constraint told_winners_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade;
alter table public.archived_leaderboard_rows add constraint archived_leaderboard_rows_user_id_fkey foreign key (user_id) references public.profiles(id) on delete set null;
alter table public.archived_subscriptions add constraint archived_subscriptions_user_id_fkey foreign key (user_id) references public.profiles(id) on delete set null;
create index undo_rows_by_key on private.undo_rows (row_key, table_name);
-- Rows that clubs have:
update private.jobs set query = 'select private.delete_old_attempts_and_runs() + private.delete_old_undos()
     + private.delete_old_groups() + private.delete_old_results() + private.delete_old_refusals()
     + private.erase_closed_accounts()' where name = 'Clean up';
update private.jobs set query = 'select private.add_missing_past_ranks()
     + private.add_missing_match_figures(10)' where name = 'Calculate match figures';
update public.admin_audit_log set new_values = new_values - 'message' where action = 'message_member';
-- A deletion follows the foreign keys in the order in which they were created: the same as in a new club.
do $$
declare
  fk record;
begin
  for fk in
    select c.conrelid::regclass as of_table, c.conname, pg_get_constraintdef(c.oid) as definition
      from unnest(array[
        'private.message_choices.user_id',
        'private.push_subscriptions.user_id',
        'private.unsubscribe_tokens.user_id',
        'private.messages.user_id',
        'private.calendar_tokens.user_id',
        'private.match_reopenings.reopened_by',
        'public.groups.owner_id',
        'public.group_members.user_id',
        'private.period_winners.user_id',
        'private.records.user_id',
        'public.payments.user_id',
        'public.payments.payer_id',
        'public.prediction_refusals.user_id',
        'private.told_winners.user_id',
        'private.club_messages.member_id',
        'public.member_notes.user_id',
        'public.season_answers.user_id',
        'public.season_answer_changes.user_id']) with ordinality k (name, place)
      join pg_constraint c on c.confrelid = 'public.profiles'::regclass and c.contype = 'f'
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where k.name = c.conrelid::regclass || '.' || a.attname
     order by k.place
  loop
    execute format('alter table %s drop constraint %I', fk.of_table, fk.conname);
    execute format('alter table %s add constraint %I %s', fk.of_table, fk.conname, fk.definition);
  end loop;
end $$;
-- Merges that can still be undone: all that they changed becomes recorded rows.
insert into private.closed_accounts (user_id, closed_at, banned_until, heir_id)
select m.removed_id, m.merged_at, m.banned_until, m.kept_id from private.member_merges m
  join auth.users u on u.id = m.removed_id;
delete from private.undo_rows r where r.table_name = 'private.member_merges';
insert into private.undo_rows (undo_id, table_name, row_key, before, after)
select m.undo_id, 'private.closed_accounts', c.user_id::text, null, to_jsonb(c)
  from private.member_merges m join private.closed_accounts c on c.user_id = m.removed_id
union all
select m.undo_id, 'public.user_roles', m.removed_id || '/admin',
       jsonb_build_object('user_id', m.removed_id, 'role', 'admin', 'created_at', m.merged_at), null
  from private.member_merges m where m.was_admin
union all
select m.undo_id, 'public.group_members', b.group_id || '/' || b.user_id, to_jsonb(b),
       case when b.user_id = m.kept_id then coalesce(to_jsonb(k), jsonb_build_object(
         'group_id', b.group_id, 'user_id', b.user_id)) end
  from private.member_merges m
 cross join lateral jsonb_populate_recordset(null::public.group_members, m.memberships) b
  join public.groups g on g.id = b.group_id
  left join public.group_members k on k.group_id = b.group_id and k.user_id = m.kept_id
union all
select distinct m.undo_id, 'public.group_members', b.group_id || '/' || m.kept_id, null::jsonb,
       coalesce(to_jsonb(k), jsonb_build_object('group_id', b.group_id, 'user_id', m.kept_id))
  from private.member_merges m
 cross join lateral jsonb_populate_recordset(null::public.group_members, m.memberships) b
  join public.groups g on g.id = b.group_id
  left join public.group_members k on k.group_id = b.group_id and k.user_id = m.kept_id
 where not exists (select from jsonb_populate_recordset(null::public.group_members, m.memberships) o
                    where o.group_id = b.group_id and o.user_id = m.kept_id)
union all
select m.undo_id, 'private.period_winners', w.id::text, to_jsonb(w), null
  from private.member_merges m
 cross join lateral jsonb_populate_recordset(null::private.period_winners, m.honours -> 'shared_wins') w
union all
select m.undo_id, 'private.told_winners', w.id::text, to_jsonb(w), null
  from private.member_merges m
 cross join lateral jsonb_populate_recordset(null::private.told_winners, m.honours -> 'shared_news') w
union all
select m.undo_id, t.name, t.key, t.present || jsonb_build_object('user_id', m.removed_id), t.present
  from private.member_merges m
 cross join lateral (
   select 'private.period_winners', w.id::text, to_jsonb(w), w.user_id from private.period_winners w
    where m.honours -> 'wins' @> to_jsonb(w.id)
   union all
   select 'private.told_winners', w.id::text, to_jsonb(w), w.user_id from private.told_winners w
    where m.honours -> 'news' @> to_jsonb(w.id)
   union all
   select 'private.records', r.id::text, to_jsonb(r), r.user_id from private.records r
    where m.honours -> 'records' @> to_jsonb(r.id)
   union all
   select 'public.member_notes', n.id::text, to_jsonb(n), n.user_id from public.member_notes n
    where m.honours -> 'notes' @> to_jsonb(n.id)
   union all
   select 'public.archived_leaderboard_rows', a.archive_id || '/' || a.position, to_jsonb(a), a.user_id
     from public.archived_leaderboard_rows a
    where m.honours -> 'archived' @> to_jsonb(a.archive_id || '/' || a.position)
   union all
   select 'public.archived_subscriptions', a.id::text, to_jsonb(a), a.user_id from public.archived_subscriptions a
    where m.honours -> 'subscriptions' @> to_jsonb(a.id)) t (name, key, present, user_id)
 where t.user_id = m.kept_id;
drop table private.member_merges;
-- Seasons' ends that can still be undone: when their points were cleared, the records that they added, and
-- the questions that they closed.
create temporary table cleared_seasons as
  select s.ending_id, s.done_by, s.done_at, s.made, gen_random_uuid() as undo_id
    from private.season_steps s where s.step = 'points' and s.made ? 'from';
insert into private.undos (id, action, record_id, admin_user_id, done_at, lasts, cleared)
select c.undo_id, 'take_season_step', c.ending_id::text, c.done_by, c.done_at, interval '30 days',
       tstzrange((c.made ->> 'from')::timestamptz, (c.made ->> 'to')::timestamptz, '[]')
  from cleared_seasons c;
insert into private.undo_rows (undo_id, table_name, row_key, before, after)
select c.undo_id, 'private.records', r.id::text, null, to_jsonb(r)
  from cleared_seasons c join private.records r on c.made -> 'records' @> to_jsonb(r.id)
union all
select c.undo_id, 'public.season_questions', q.id::text, to_jsonb(q) || '{"closed_at": null}', to_jsonb(q)
  from cleared_seasons c join public.season_questions q
    on q.closed_at between (c.made ->> 'from')::timestamptz and (c.made ->> 'to')::timestamptz;
update private.season_steps s
   set made = jsonb_build_object('undo_id', c.undo_id, 'snapshot', c.made -> 'snapshot')
  from cleared_seasons c where s.ending_id = c.ending_id and s.step = 'points';
drop table cleared_seasons;

-- What has changed since a page read it.
create table private.deleted_matches (match_id uuid not null, deleted_at timestamptz not null default clock_timestamp());
alter table private.deleted_matches enable row level security;

create function private.after_upgrade_20261128() returns void
language plpgsql set search_path = ''
as $$
begin
  -- Members without a name stood at wrong places.
  perform private.order_leaderboard(s.scope) from private.scopes s
    where exists (select from private.player_totals t join public.profiles p on p.id = t.user_id
                   where t.scope = s.scope and p.full_name is null);
end $$;
