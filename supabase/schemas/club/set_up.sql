-- The first steps of an organiser of a club that was started in the browser: fixtures, members, codes and mail.
-- What is done follows from the club's rows; the setting set_up has the steps that organisers have put away.

-- What there is for each step. No row for a club that was not started in the browser. members: without the caller.
-- test_email: the outcome of the newest test email, 'sent', 'outbox' or 'failed', null before the first. email: the
-- caller's, null without one. put_away: 'all', or the steps that need not be done, separated by commas. The next lock
-- and its match are null if no match is open. Admins only (SL003).
create function public.club_set_up()
returns table (matches integer, teams integer, members integer, codes integer, test_email text, tested_at timestamptz,
               email text, put_away text, next_home text, next_away text, next_kickoff_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select (select count(*)::integer from public.matches),
         (select count(*)::integer from public.teams),
         (select count(*)::integer from private.members() m where m.id is distinct from (select auth.uid())),
         (select count(*)::integer from public.plan_codes),
         t.outcome, t.created_at,
         (select nullif(u.email, '')::text from auth.users u where u.id = (select auth.uid())),
         coalesce((select s.setting_value from public.admin_settings s where s.setting_key = 'set_up'), ''),
         n.home_team_name, n.away_team_name, n.kickoff_at
    from private.club c
    left join lateral (select a.new_values ->> 'outcome' as outcome, a.created_at from public.admin_audit_log a
                        where a.action = 'send_test_email' order by a.created_at desc limit 1) t on true
    left join lateral (select m.home_team_name, m.away_team_name, m.kickoff_at from public.matches m
                        where m.status = 'upcoming' and m.locks_at > clock_timestamp()
                        order by m.kickoff_at, m.id limit 1) n on true
   where c.started_at is not null;
end $$;
grant execute on function public.club_set_up() to authenticated, service_role;

-- Audits a test email and its outcome: 'sent', 'outbox' or 'failed'. Secret key only: called by the edge function
-- send-test-email, which has checked the admin. Raises 22023 for another outcome.
create function public.note_test_email(_admin_id uuid, _outcome text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(_outcome not in ('sent', 'outbox', 'failed'), true) then
    raise exception 'There is no outcome %', _outcome using errcode = '22023';
  end if;
  insert into public.admin_audit_log (action, table_name, admin_user_id, new_values)
  select 'send_test_email', 'functions', _admin_id, jsonb_build_object('outcome', _outcome);
end $$;
grant execute on function public.note_test_email(uuid, text) to service_role;
