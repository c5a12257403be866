create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  type text not null default 'info' constraint type_is_known check (type in ('info', 'success', 'warning', 'error')),
  title text not null constraint titles_are_1_to_200_long check (char_length(title) between 1 and 200),
  message text not null constraint messages_are_1_to_2000_long check (char_length(message) between 1 and 2000),
  read boolean not null default false,
  created_at timestamptz not null default now()
);
create index notifications_newest on public.notifications (user_id, created_at desc);
alter table public.notifications enable row level security;
revoke all on public.notifications from anon, authenticated, service_role;
grant select, insert (user_id, type, title, message), update (read) on public.notifications to authenticated, service_role;

create policy "players see their own notifications" on public.notifications
  for select to authenticated using (user_id = (select auth.uid()));
create policy "players mark their own notifications" on public.notifications
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "admins notify players" on public.notifications
  for insert to authenticated with check ((select public.has_role((select auth.uid()), 'admin')));

create trigger only_admins_notify before insert on public.notifications
  for each statement execute function private.guard_admin_write();

-- Who predicted is told when the kick-off moves, as long as the match is still open to change the pick.
create function private.announce_move() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.notifications (user_id, type, title, message)
  select p.user_id, 'info', 'Kick-off moved',
         format('%s v %s now kicks off on %s (club time). Your pick stays, and you can change it until then.',
                new.home_team_name, new.away_team_name,
                to_char(new.match_date + new.match_time, 'FMDay FMDD FMMonth YYYY, HH24:MI'))
    from public.user_predictions p where p.match_id = new.id;
  return null;
end $$;
create trigger a_moved_kickoff_is_announced after update of match_date, match_time on public.matches
  for each row
  when (new.status = 'upcoming' and new.kickoff_at is distinct from old.kickoff_at and new.locks_at > clock_timestamp() and new.predictions_count > 0)
  execute function private.announce_move();
