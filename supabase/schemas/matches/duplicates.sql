-- Finding teams that the club has under two names, and matches that are listed twice.

-- Teams whose names have the same canonical name, in pairs. keep_id is the one with the most matches.
create function private.duplicate_teams() returns table (keep_id uuid, remove_id uuid)
language sql stable security definer set search_path = ''
as $$
  with listed as (
    select t.id, first_value(t.id) over (
             partition by private.canonical_team_name(t.name)
             order by (select count(*) from public.matches m
                        where t.name in (m.home_team_name, m.away_team_name)) desc, t.created_at, t.name) as keep_id
      from public.teams t
  )
  select l.keep_id, l.id from listed l where l.id <> l.keep_id
$$;

-- Matches that may be listed twice, in pairs (private.may_be_one_match), without those that an organiser has said are
-- two. keep_id is the one whose state is known best: with a result, with a time, with the most predictions. A match
-- that was reopened is rather removed, because its old predictions are visible. is_certain: three days apart at most
-- and between the same teams, or in the same round of the season.
create function private.duplicate_matches()
returns table (keep_id uuid, remove_id uuid, is_exchanged boolean, is_certain boolean)
language sql stable security definer set search_path = ''
as $$
  with teams as materialized (
    select t.name, private.canonical_team_name(t.name) as key from public.teams t
  ), listed as materialized (
    select m.id, m.league, private.season_key_of(m.season, m.match_date) as season,
           private.round_key(m.round) as round, m.match_date, m.home_team_name, m.away_team_name, h.key as home,
           a.key as away, private.is_round_robin(m.league) as is_round_robin,
           row_number() over (order by array_position('{completed,live,upcoming,cancelled}', m.status),
                                       m.predictions_revealed_at nulls first, m.kickoff_confirmed desc,
                                       m.predictions_count desc, m.created_at, m.id) as place
      from public.matches m
      join teams h on h.name = m.home_team_name
      join teams a on a.name = m.away_team_name
  ), near as (
    -- One team is the same, and the other has a similar name.
    select a.id as one, b.id as other
      from listed a join listed b on b.league = a.league and b.home = a.home and b.place > a.place
     where b.away <> a.away and abs(a.match_date - b.match_date) <= 3
       and private.may_be_one_team(a.away_team_name, b.away_team_name)
    union all
    select a.id, b.id
      from listed a join listed b on b.league = a.league and b.away = a.away and b.place > a.place
     where b.home <> a.home and abs(a.match_date - b.match_date) <= 3
       and private.may_be_one_team(a.home_team_name, b.home_team_name)
  ), pairs as (
    select a.id as one, b.id as other, case when a.home = b.home then 'same' else 'exchanged' end as sides
      from listed a
      join listed b on b.league = a.league and least(b.home, b.away) = least(a.home, a.away)
           and greatest(b.home, b.away) = greatest(a.home, a.away) and b.place > a.place
    union all
    select n.one, n.other, 'resembling' from near n
  ), doubles as materialized (
    select a.id as keep_id, b.id as remove_id, p.sides = 'exchanged' as is_exchanged, a.place,
           p.sides <> 'resembling' and (d.days <= 3 or (a.season = b.season and a.round = b.round)) as is_certain
      from pairs p join listed a on a.id = p.one join listed b on b.id = p.other
     cross join lateral (select abs(a.match_date - b.match_date) as days) d
     where private.may_be_one_match(p.sides, d.days, a.season = b.season, a.round, b.round, a.is_round_robin)
       and not exists (select from private.separate_matches s
                        where (s.match_id, s.other_id) = (least(a.id, b.id), greatest(a.id, b.id)))
  )
  select distinct on (d.remove_id) d.keep_id, d.remove_id, d.is_exchanged, coalesce(d.is_certain, false) from doubles d
   where not exists (select from doubles o where o.remove_id = d.keep_id)
   order by d.remove_id, d.is_certain desc nulls last, d.is_exchanged, d.place
$$;

-- What private.duplicate_teams() and private.duplicate_matches() find, at most 1,000 of each: { "teams": [{ "keep",
-- "remove" }], "matches": [{ "keep", "remove", "is_exchanged", "is_certain", "both": the number of members who
-- predicted both }] }. A match's "late": its predictions that were saved after the lock of the other one. Admins
-- only (SL003).
create function public.duplicates() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    with teams as (
      select t.id, jsonb_build_object('id', t.id, 'name', t.name, 'logo_url', t.logo_url, 'matches', g.matches,
                                      'predictions', g.predictions) as team, t.name
        from public.teams t
       cross join lateral (
         select count(*) as matches, coalesce(sum(m.predictions_count), 0) as predictions from public.matches m
          where t.name in (m.home_team_name, m.away_team_name)) g
    ), pairs as materialized (
      select d.*, k.kickoff_at from private.duplicate_matches() d join public.matches k on k.id = d.keep_id
       order by k.kickoff_at, d.remove_id limit 1000
    ), sides as (
      select p.remove_id as pair, s.is_kept, private.match_facts(m) || jsonb_build_object('late', g.late) as match
        from pairs p
       cross join lateral (
         values (p.keep_id, p.remove_id, true), (p.remove_id, p.keep_id, false)) s (id, other, is_kept)
        join public.matches m on m.id = s.id
        join public.matches o on o.id = s.other
       cross join lateral (
         select count(*) as late from public.user_predictions g
          where g.match_id = m.id and g.updated_at >= o.locks_at) g
    )
    select jsonb_build_object(
      'teams', (
        select coalesce(jsonb_agg(jsonb_build_object('keep', k.team, 'remove', r.team) order by k.name, r.name), '[]')
          from private.duplicate_teams() d join teams k on k.id = d.keep_id join teams r on r.id = d.remove_id),
      'matches', (
        select coalesce(jsonb_agg(jsonb_build_object(
                 'keep', k.match, 'remove', r.match, 'is_exchanged', p.is_exchanged,
                 'is_certain', p.is_certain, 'both', (select count(*) from public.user_predictions a
                            join public.user_predictions b on b.user_id = a.user_id and b.match_id = p.remove_id
                           where a.match_id = p.keep_id)) order by p.kickoff_at, p.remove_id), '[]')
          from pairs p
          join sides k on k.pair = p.remove_id and k.is_kept
          join sides r on r.pair = p.remove_id and not r.is_kept)));
end $$;
grant execute on function public.duplicates() to authenticated, service_role;
