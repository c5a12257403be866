-- Reads for pages that follow results: a leaderboard's form and the player above, and several reads as one
-- request.
--
-- Thousands of pages show the first page of a leaderboard, so private.count_points() keeps that of large leaderboards
-- as the JSON that all of them get. What changes it deletes it.

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

-- A kept first page, for which = 'leaderboard' or 'leaderboard_form'; null if it is not kept.
create function private.first_page(_league text, _which text) returns json
language sql stable security definer set search_path = ''
as $$
  select case _which when 'leaderboard' then f.leaderboard else f.leaderboard_form end
    from private.first_pages f where f.scope = private.scope_of(_league)
$$;
grant execute on function private.first_page(text, text) to authenticated, service_role;

-- For the players of one page of a leaderboard: their points in its last five completed matches, oldest first; null
-- without a prediction, as last_five() has them.
create function public.leaderboard_form(league text default 'Overall', page_limit integer default 50,
                                        page_offset integer default 0)
returns table (user_id uuid, points integer[])
language sql stable security definer set search_path = ''
as $$
  select f.user_id, array_agg(f.points_earned order by f."position" desc)
    from public.last_five(leaderboard_form.league, array(
      select l.user_id from public.leaderboard(leaderboard_form.league, page_limit, page_offset) l)) f
   group by f.user_id
$$;
grant execute on function public.leaderboard_form(text, integer, integer) to authenticated, service_role;

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

-- The row just above the signed-in player's rank: of the players with the next better points, the last one by name. No
-- row for the first, or for a player without a rank.
create function public.player_above(league text default 'Overall') returns setof public.leaderboard_row
language plpgsql stable security definer set search_path = ''
as $$
declare
  board_scope text := private.scope_of(league);
begin
  return query
  select a.* from public.my_leaderboard_row(league) m
   cross join lateral private.ranked_players(board_scope, private.players_at(board_scope, m.rank - 2, 1)) a
   where m.rank > 1;
end $$;
grant execute on function public.player_above(text) to authenticated;

-- The answers of up to 16 reads, [{"name": function, "arguments": {...}}], in the same order: for each the rows that
-- the function returns. After a result a page asks once for all that it shows. Security invoker, so each read has the
-- caller's privileges; one that is refused refuses all. Raises 22023 for another function. The page has the same names
-- (web/backend/together/together.ts).
create function public.read_together(_reads jsonb) returns json
language plpgsql stable set search_path = ''
as $$
declare
  answers json[] := '{}';
  answer json;
  called text;
  given jsonb;
  board text;
  rows_wanted integer;
  first_row integer;
  player uuid;
begin
  if coalesce(jsonb_typeof(_reads) <> 'array', true) or jsonb_array_length(_reads) > 16 then
    raise exception 'Reads are a list of at most 16 calls' using errcode = '22023';
  end if;
  for called, given in select r ->> 'name', coalesce(r -> 'arguments', '{}') from jsonb_array_elements(_reads) r loop
    board := coalesce(given ->> 'league', 'Overall');
    rows_wanted := given ->> 'page_limit';
    first_row := given ->> 'page_offset';
    player := given ->> '_user_id';
    case called
      when 'leaderboard' then
        answer := case when (rows_wanted, first_row) = (50, 0) then private.first_page(board, called) end;
        if answer is null then
          select json_agg(r) into answer from public.leaderboard(board, rows_wanted, first_row) r;
        end if;
      when 'leaderboard_form' then
        answer := case when (rows_wanted, first_row) = (50, 0) then private.first_page(board, called) end;
        if answer is null then
          select json_agg(r) into answer from public.leaderboard_form(board, rows_wanted, first_row) r;
        end if;
      when 'leaderboard_summary' then
        select json_agg(r) into answer from public.leaderboard_summary(board) r;
      when 'my_leaderboard_row' then
        select json_agg(r) into answer from public.my_leaderboard_row(board) r;
      when 'player_above' then
        select json_agg(r) into answer from public.player_above(board) r;
      when 'last_five' then
        select json_agg(r) into answer from public.last_five(board, array(
          select p.id::uuid from jsonb_array_elements_text(given -> 'user_ids') p (id))) r;
      when 'crowd' then
        select json_agg(r) into answer from public.crowd(board, (given ->> '_period_id')::bigint) r;
      when 'leaderboard_periods' then
        select json_agg(r) into answer from public.leaderboard_periods(given ->> 'kind', given ->> 'league') r;
      when 'period_leaderboard' then
        select json_agg(r) into answer
          from public.period_leaderboard((given ->> '_period_id')::bigint, rows_wanted, first_row) r;
      when 'my_period_row' then
        select json_agg(r) into answer from public.my_period_row((given ->> '_period_id')::bigint) r;
      when 'group_leaderboard' then
        select json_agg(r) into answer
          from public.group_leaderboard((given ->> '_group_id')::uuid, board, rows_wanted, first_row) r;
      when 'group_last_five' then
        select json_agg(r) into answer from public.group_last_five((given ->> '_group_id')::uuid, board, array(
          select p.id::uuid from jsonb_array_elements_text(given -> 'user_ids') p (id))) r;
      when 'group_crowd' then
        select json_agg(r) into answer from public.group_crowd((given ->> '_group_id')::uuid, board) r;
      when 'group_winners' then
        select json_agg(r) into answer
          from public.group_winners((given ->> '_group_id')::uuid, coalesce((given ->> 'last_periods')::integer, 5),
                                    (given ->> 'before_day')::date, (given ->> 'before_period')::bigint) r;
      when 'my_group_standings' then
        select json_agg(r) into answer from public.my_group_standings() r;
      when 'home_leaderboards' then
        select json_agg(r) into answer from public.home_leaderboards() r;
      when 'results_to_enter' then
        select json_agg(r) into answer from public.results_to_enter() r;
      when 'player_figures' then
        select json_agg(r) into answer from public.player_figures(player, board) r;
      when 'player_rounds' then
        select json_agg(r) into answer from public.player_rounds(player, board) r;
      when 'player_predictions' then
        select json_agg(r) into answer from public.player_predictions(player, board, rows_wanted, first_row) r;
      when 'compare_with' then
        select json_agg(r) into answer from public.compare_with(player, board) r;
      when 'head_to_head' then
        select json_agg(r) into answer
          from public.head_to_head(player, board, given ->> '_season', _with_id => (given ->> '_with_id')::uuid) r;
      when 'honours_of' then
        select json_agg(r) into answer from public.honours_of(player) r;
      when 'winner_counts' then
        select json_agg(r) into answer from public.winner_counts() r;
      when 'period_winners' then
        select json_agg(r) into answer
          from public.period_winners(given ->> 'kind', coalesce((given ->> 'last_periods')::integer, 20),
                                     (given ->> 'before_day')::date, (given ->> 'before_period')::bigint) r;
      when 'club_records' then
        select json_agg(r) into answer from public.club_records() r;
      else
        raise exception 'No read together: %', coalesce(called, 'no name') using errcode = '22023';
    end case;
    answers := answers || coalesce(answer, '[]');
  end loop;
  return array_to_json(answers);
end $$;
grant execute on function public.read_together(jsonb) to authenticated, service_role;

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

create trigger deleted_matches_are_noted after delete on public.matches
  referencing old table as deleted
  for each statement execute function private.note_deleted_matches();

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
      ('news', 'news' = any (logged) or exists (
        select from public.news r where age(r.xmin) <= oldest)),
      ('subscriptions', 'subscriptions' = any (logged) or exists (
        select from public.subscriptions r
         where r.user_id = member and age(r.xmin) <= oldest)),
      ('predictions', 'user_predictions' = any (logged) or exists (
        select from public.user_predictions r
         where r.user_id = member and age(r.xmin) <= oldest)),
      ('questions', 'season_questions' = any (logged) or exists (
        select from public.season_answers r
         where r.user_id = member and age(r.xmin) <= oldest)),
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
