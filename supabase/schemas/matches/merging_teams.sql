-- Merging two teams that are one.

-- Matches that a merge of two teams would make the same by the unique constraints of matches, or that the teams play
-- against each other; at most five, each a list of one label or two. Null if there are none.
create function private.matches_between_merges(_keep text, _remove text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with named as (
    select m as match, m.id, m.league, m.season, m.round, m.match_date,
           case m.home_team_name when _remove then _keep else m.home_team_name end as home,
           case m.away_team_name when _remove then _keep else m.away_team_name end as away
      from public.matches m
     where m.home_team_name in (_keep, _remove) or m.away_team_name in (_keep, _remove)
  ), conflicts as (
    select jsonb_build_array(private.match_label(n.match)) as labels, n.match_date from named n where n.home = n.away
    union all
    select jsonb_build_array(private.match_label(a.match), private.match_label(b.match)), a.match_date
      from named a
      join named b on (a.league, a.home, a.away) = (b.league, b.home, b.away)
                      and (a.match_date, a.id) < (b.match_date, b.id)
     where (a.season = b.season and a.round = b.round)
        or (a.round is null and b.round is null and a.match_date = b.match_date)
  )
  select jsonb_agg(c.labels) from (select labels from conflicts order by match_date, labels limit 5) c
$$;

-- Merges two teams: the matches and aliases of the removed one become the kept one's, and so does its logo if the kept
-- one has none. Its name becomes an alias. Returns the id for public.undo(). Raises PT404 for an unknown team, and
-- 22023 if they are one team or have matches that must be merged first. Admins only (SL003), 50 in 5 minutes (SL004),
-- audited. Slow in a large club, so it sets its own statement_timeout.
create function public.merge_teams(_keep_id uuid, _remove_id uuid) returns uuid
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
declare
  kept public.teams;
  removed public.teams;
  conflicts jsonb;
  moved integer;
  undo_id uuid;
begin
  perform private.begin_admin_action('merge_teams');
  perform pg_advisory_xact_lock(hashtextextended('public.teams.name', 0));
  perform from public.teams t where t.id in (_keep_id, _remove_id) order by t.id for update;
  select * into kept from public.teams t where t.id = _keep_id;
  select * into removed from public.teams t where t.id = _remove_id;
  if kept.id is null or removed.id is null then
    raise exception 'There is no such team' using errcode = 'PT404';
  end if;
  if kept.id = removed.id then
    raise exception 'A team cannot be merged with itself'
      using errcode = '22023', detail = '{"kind": "team_with_itself"}';
  end if;
  perform from public.matches m
   where kept.name in (m.home_team_name, m.away_team_name) or removed.name in (m.home_team_name, m.away_team_name)
   order by m.id for no key update;
  conflicts := private.matches_between_merges(kept.name, removed.name);
  if conflicts is not null then
    raise exception 'Merge or delete these matches first: %', private.listed_pairs(conflicts)
      using errcode = '22023', detail = jsonb_build_object('kind', 'merge_these_matches_first', 'matches', conflicts);
  end if;

  perform private.begin_undo('merge_teams', kept.id::text);
  if kept.logo_url is null and removed.logo_url is not null then
    update public.teams t set logo_url = removed.logo_url where t.id = kept.id returning t.* into kept;
  end if;
  -- The rules of matches do not apply: a match with predictions keeps its teams under another name.
  perform private.rules_off();
  update public.matches m
     set home_team_name = case m.home_team_name when removed.name then kept.name else m.home_team_name end,
         home_team_logo = case m.home_team_name when removed.name then kept.logo_url else m.home_team_logo end,
         away_team_name = case m.away_team_name when removed.name then kept.name else m.away_team_name end,
         away_team_logo = case m.away_team_name when removed.name then kept.logo_url else m.away_team_logo end,
         updated_at = now()
   where removed.name in (m.home_team_name, m.away_team_name);
  get diagnostics moved = row_count;
  perform private.rules_on();
  -- An entry that chose both has no team for one of them.
  update private.last_standing_choices c set team_id = kept.id
   where c.team_id = removed.id and not exists (select from private.last_standing_choices k
                                                 where k.entry_id = c.entry_id and k.team_id = kept.id);
  delete from public.teams t where t.id = removed.id;
  if private.canonical_team_name(kept.name) <> private.canonical_team_name(removed.name) then
    -- The canonical name of the removed team becomes the alias, and so do all its aliases.
    insert into public.team_aliases (alias, team_name)
    values (coalesce((select a.team_name from public.team_aliases a
                       where private.team_key(a.alias) = private.team_key(removed.name)
                       order by lower(a.alias) <> lower(removed.name), a.alias limit 1), removed.name), kept.name)
    on conflict do nothing;
  end if;
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('merge_teams', 'teams', kept.id::text, jsonb_build_object('name', removed.name),
                              jsonb_build_object('name', kept.name, 'matches', moved, 'undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.merge_teams(uuid, uuid) to authenticated, service_role;
