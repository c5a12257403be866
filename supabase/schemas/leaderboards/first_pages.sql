-- The first page of large leaderboards, kept as JSON: thousands of pages show it after a result.

-- The first 50 rows of public.leaderboard() and of public.leaderboard_form().
create table private.first_pages (
  scope text primary key references private.scopes (scope),
  leaderboard json not null,
  leaderboard_form json not null
);

-- Deletes the kept first pages.
create function private.forget_first_pages() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.first_pages;
  return null;
end $$;

-- Before a lock hundreds of members join the leaderboard of a competition, and no other.
create function private.forget_joined_pages() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.first_pages f where f.scope in (select n.scope from new_rows n);
  return null;
end $$;

-- A kept first page, for which = 'leaderboard' or 'leaderboard_form'; null if it is not kept.
create function private.first_page(_league text, _which text) returns json
language sql stable security definer set search_path = ''
as $$
  select case _which when 'leaderboard' then f.leaderboard else f.leaderboard_form end
    from private.first_pages f where f.scope = private.scope_of(_league)
$$;
grant execute on function private.first_page(text, text) to authenticated, service_role;

-- Keeps the first pages of leaderboards with more than 1,000 players. The caller holds the totals' lock.
create function private.keep_first_pages() returns void
language sql security definer set search_path = ''
as $$
  insert into private.first_pages (scope, leaderboard, leaderboard_form)
  select s.scope, (select json_agg(r) from public.leaderboard(b.league, 50, 0) r),
         -- There is no form before the first result.
         (select coalesce(json_agg(r), '[]') from public.leaderboard_form(b.league, 50, 0) r)
    from private.scopes s
    left join public.competitions c on c.id = s.scope
   cross join lateral (select coalesce(c.name, 'Overall') as league) b
   where (select sum(l.size) from private.leaderboard_sections l where l.scope = s.scope) > 1000
  on conflict (scope) do update
    set leaderboard = excluded.leaderboard, leaderboard_form = excluded.leaderboard_form
$$;

create trigger first_pages_are_forgotten_with_totals after update or delete on private.player_totals
  for each statement execute function private.forget_first_pages();
create trigger first_pages_are_forgotten_with_members after insert on private.player_totals
  referencing new table as new_rows
  for each statement execute function private.forget_joined_pages();
create trigger first_pages_are_forgotten_with_days after update on private.scopes
  for each statement execute function private.forget_first_pages();
create trigger first_pages_are_forgotten_with_names after update of full_name on public.profiles
  for each statement execute function private.forget_first_pages();
-- Not "update of kickoff_at": a trigger before the update sets that column.
create trigger first_pages_are_forgotten_with_times after update on public.matches
  for each row when (old.kickoff_at <> new.kickoff_at) execute function private.forget_first_pages();
