-- Repairs: finding and merging teams that the club has under two names, and matches that are listed twice.

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

-- Matches that are listed twice, in pairs: the same competition, season and teams, and either the same round or at
-- most three days apart. With home and away exchanged only at most three days apart, because a second leg is another
-- match. keep_id is the one whose state is known best: with a result, with a time, with the most predictions. A match
-- that was reopened is rather removed, because its old predictions are visible.
create function private.duplicate_matches() returns table (keep_id uuid, remove_id uuid, is_exchanged boolean)
language sql stable security definer set search_path = ''
as $$
  with teams as materialized (
    select t.name, private.canonical_team_name(t.name) as key from public.teams t
  ), listed as materialized (
    select m.id, m.league, coalesce(private.season_key(m.season), '') as season, private.round_key(m.round) as round,
           m.match_date, h.key as home, a.key as away,
           row_number() over (order by array_position('{completed,live,upcoming,cancelled}', m.status),
                                       m.predictions_revealed_at nulls first, m.kickoff_confirmed desc,
                                       m.predictions_count desc, m.created_at, m.id) as place
      from public.matches m
      join teams h on h.name = m.home_team_name
      join teams a on a.name = m.away_team_name
  ), doubles as materialized (
    select a.id as keep_id, b.id as remove_id, a.home <> b.home as is_exchanged, a.place
      from listed a
      join listed b
        on b.league = a.league and b.season = a.season and least(b.home, b.away) = least(a.home, a.away)
           and greatest(b.home, b.away) = greatest(a.home, a.away) and b.place > a.place
     where abs(a.match_date - b.match_date) <= 3 or (a.home = b.home and a.season <> '' and a.round = b.round)
  )
  select distinct on (d.remove_id) d.keep_id, d.remove_id, d.is_exchanged from doubles d
   where not exists (select from doubles o where o.remove_id = d.keep_id)
   order by d.remove_id, d.is_exchanged, d.place
$$;

-- What private.duplicate_teams() and private.duplicate_matches() find, at most 1,000 of each: { "teams": [{ "keep",
-- "remove" }], "matches": [{ "keep", "remove", "is_exchanged", "both": the number of members who predicted both }] }.
-- A match's "late": its predictions that were saved after the lock of the other one. Admins only (SL003).
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
      select p.remove_id as pair, s.is_kept, jsonb_build_object(
               'id', m.id, 'home', m.home_team_name, 'away', m.away_team_name, 'league', m.league, 'season', m.season,
               'round', m.round, 'match_date', m.match_date, 'match_time', m.match_time, 'kickoff_at', m.kickoff_at,
               'kickoff_confirmed', m.kickoff_confirmed, 'status', m.status, 'home_score', m.home_score,
               'away_score', m.away_score, 'predictions', g.predictions, 'late', g.late) as match
        from pairs p
       cross join lateral (
         values (p.keep_id, p.remove_id, true), (p.remove_id, p.keep_id, false)) s (id, other, is_kept)
        join public.matches m on m.id = s.id
        join public.matches o on o.id = s.other
       cross join lateral (
         select count(*) as predictions, count(*) filter (where g.updated_at >= o.locks_at) as late
           from public.user_predictions g where g.match_id = m.id) g
    )
    select jsonb_build_object(
      'teams', (
        select coalesce(jsonb_agg(jsonb_build_object('keep', k.team, 'remove', r.team) order by k.name, r.name), '[]')
          from private.duplicate_teams() d join teams k on k.id = d.keep_id join teams r on r.id = d.remove_id),
      'matches', (
        select coalesce(jsonb_agg(jsonb_build_object(
                 'keep', k.match, 'remove', r.match, 'is_exchanged', p.is_exchanged,
                 'both', (select count(*) from public.user_predictions a
                            join public.user_predictions b on b.user_id = a.user_id and b.match_id = p.remove_id
                           where a.match_id = p.keep_id)) order by p.kickoff_at, p.remove_id), '[]')
          from pairs p
          join sides k on k.pair = p.remove_id and k.is_kept
          join sides r on r.pair = p.remove_id and not r.is_kept)));
end $$;
grant execute on function public.duplicates() to authenticated, service_role;

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

-- A match that is removed and the one that is kept. takes_score: the kept one takes the removed one's result, or its
-- running score. locks_at: when the predictions of the kept one had to be saved.
create type private.match_merge as (
  keep_id uuid,
  remove_id uuid,
  is_exchanged boolean,
  takes_score boolean,
  locks_at timestamptz
);

-- The pairs of public.merge_matches(), with what is wrong with each.
create function private.incoming_merges(_pairs jsonb)
returns table (place bigint, keep_id uuid, remove_id uuid, is_exchanged boolean, problem text)
language sql stable security definer set search_path = ''
as $$
  with teams as materialized (
    select t.name, private.canonical_team_name(t.name) as key from public.teams t
  ), entries as materialized (
    select e.place, case when e.entry ->> 'keep' ~* w.uuid then (e.entry ->> 'keep')::uuid end as keep_id,
           case when e.entry ->> 'remove' ~* w.uuid then (e.entry ->> 'remove')::uuid end as remove_id
      from jsonb_array_elements(_pairs) with ordinality e (entry, place)
     cross join (values ('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')) w (uuid)
  )
  select e.place, e.keep_id, e.remove_id, kh.key <> rh.key,
         case when k.id is null or r.id is null then 'no_such_match'
              when count(*) over (partition by e.remove_id) > 1 then 'match_is_listed_twice'
              when exists (select from entries o where o.keep_id = e.remove_id)
                then 'match_is_kept_and_removed'
              when k.league <> r.league
                or private.season_key(k.season) <> private.season_key(r.season)
                or (kh.key, ka.key) not in ((rh.key, ra.key), (ra.key, rh.key))
                then 'matches_are_different'
              -- Predictions from before a reopening are visible to everyone, and moved ones would be too.
              when k.locks_at > clock_timestamp()
                and k.predictions_revealed_at > coalesce(r.predictions_revealed_at, '-infinity')
                then 'kept_match_was_reopened' end
    from entries e
    left join public.matches k on k.id = e.keep_id
    left join public.matches r on r.id = e.remove_id
    left join teams kh on kh.name = k.home_team_name
    left join teams ka on ka.name = k.away_team_name
    left join teams rh on rh.name = r.home_team_name
    left join teams ra on ra.name = r.away_team_name
$$;

-- The merges of the pairs. Raises 22023 unless _pairs is a list of 1 to 1,000 pairs that can be merged. The message
-- names the first other one.
create function private.planned_merges(_pairs jsonb) returns private.match_merge[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  wrong record;
begin
  if jsonb_typeof(_pairs) is distinct from 'array' or jsonb_array_length(_pairs) not between 1 and 1000 then
    raise exception 'Merges are a list of 1 to 1,000 pairs of matches' using errcode = '22023';
  end if;
  select i.place, i.problem, private.match_label(r) as label into wrong
    from private.incoming_merges(_pairs) i left join public.matches r on r.id = i.remove_id
   where i.problem is not null order by i.place limit 1;
  if found then
    raise exception 'Entry %: %', wrong.place || coalesce(' (' || wrong.label || ')', ''),
      private.in_english(jsonb_build_object('kind', wrong.problem))
      using errcode = '22023', detail = private.wrong_entry(wrong.place, wrong.label, wrong.problem);
  end if;
  return (
    with pairs as (
      select i.place, i.keep_id, i.remove_id, i.is_exchanged, k.locks_at as kept_lock, r.locks_at as removed_lock,
             r.status,
             ((r.status = 'completed' and k.status <> 'completed')
                or (r.status = 'live' and k.status = 'live' and r.home_score is not null and k.home_score is null))
             and row_number() over (partition by i.keep_id order by r.status <> 'completed', r.home_score is null,
                                                                    r.completed_at, r.id) = 1 as takes_score
        from private.incoming_merges(_pairs) i
        join public.matches k on k.id = i.keep_id
        join public.matches r on r.id = i.remove_id
    ), merges as (
      select p.place, row(p.keep_id, p.remove_id, p.is_exchanged, p.takes_score,
               -- After the lock of the match that was played, its result may have been known.
               least(p.kept_lock, min(p.removed_lock) filter (where p.takes_score and p.status = 'completed')
                                    over (partition by p.keep_id)))::private.match_merge as merge
        from pairs p
    )
    select array_agg(m.merge order by m.place) from merges m);
end $$;

-- The predictions of merged matches. Of a member's predictions of one match the latest counts that was saved before
-- the lock of its match and of the kept one. A prediction that was saved after the lock of the kept match does not
-- count, unless it was that match's own before and no result is taken.
create function private.merged_predictions(_merges private.match_merge[])
returns table (id uuid, user_id uuid, keep_id uuid, counts boolean)
language sql stable security definer set search_path = ''
as $$
  with sides as (
    select distinct m.keep_id as match_id, m.keep_id, m.locks_at, false as moves from unnest(_merges) m
    union all
    select m.remove_id, m.keep_id, m.locks_at, true from unnest(_merges) m
  ), saved as (
    select p.id, p.user_id, s.keep_id, p.updated_at, s.moves,
           p.updated_at < s.locks_at and p.updated_at < m.locks_at as is_in_time,
           p.updated_at < s.locks_at or (not s.moves and s.locks_at = m.locks_at) as may_count
      from sides s
      join public.matches m on m.id = s.match_id
      join public.user_predictions p on p.match_id = s.match_id
  )
  select s.id, s.user_id, s.keep_id,
         s.may_count and row_number() over (
           partition by s.keep_id, s.user_id
           order by s.is_in_time desc, s.may_count desc, s.moves and not s.is_in_time, s.updated_at desc, s.id) = 1
    from saved s
$$;

-- Moves the predictions and all that belongs to the removed matches to the kept ones. Points follow the results that
-- the kept matches have, or take from _scores, because public.undo() expects the predictions as they were moved.
create function private.move_to_kept_matches(_merges private.match_merge[], _scores public.matches[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The rules of predictions do not apply. If sides are exchanged, so are predictions: each team keeps its goals.
  perform private.rules_off();
  update public.user_predictions p
     set match_id = r.keep_id,
         home_prediction = case when r.is_exchanged then p.away_prediction else p.home_prediction end,
         away_prediction = case when r.is_exchanged then p.home_prediction else p.away_prediction end,
         points_earned = case
           when p.cleared_at is not null then p.points_earned
           when r.home is null then null
           when r.is_exchanged then private.prediction_points(p.away_prediction, p.home_prediction,
                                                                       r.home, r.away, p.is_double)
           else private.prediction_points(p.home_prediction, p.away_prediction, r.home, r.away, p.is_double) end
    from (select m.keep_id, m.remove_id, m.is_exchanged, coalesce(s.home_score, k.home_score) as home,
                 coalesce(s.away_score, k.away_score) as away
            from unnest(_merges) m
            left join public.matches k on k.id = m.keep_id and k.status = 'completed'
            left join unnest(_scores) s on s.id = m.keep_id and s.status = 'completed') r
   where p.match_id = r.remove_id;
  update public.prediction_changes c set match_id = m.keep_id from unnest(_merges) m where c.match_id = m.remove_id;
  update private.match_reopenings o set match_id = m.keep_id from unnest(_merges) m where o.match_id = m.remove_id;
  -- A provider's match with the sides the other way round is not linked to the kept one: its goals would be exchanged.
  update private.provider_matches f set match_id = n.keep_id
    from (select distinct on (m.keep_id, l.provider) m.keep_id, l.id
            from unnest(_merges) m join private.provider_matches l on l.match_id = m.remove_id
           where not m.is_exchanged
             and not exists (select from private.provider_matches o
                              where o.provider = l.provider and o.match_id = m.keep_id)
           order by m.keep_id, l.provider, l.id) n
   where f.id = n.id;
  insert into public.live_scores
  select (jsonb_populate_record(l, jsonb_build_object('match_id', m.keep_id) || case when m.is_exchanged then
           jsonb_build_object('extra_home', l.extra_away, 'extra_away', l.extra_home,
                              'penalties_home', l.penalties_away, 'penalties_away', l.penalties_home) else '{}' end)).*
    from unnest(_merges) m join public.live_scores l on l.match_id = m.remove_id
   where m.takes_score
  on conflict do nothing;
  insert into private.manual_scores
  select (jsonb_populate_record(h, jsonb_build_object('match_id', m.keep_id))).*
    from unnest(_merges) m join private.manual_scores h on h.match_id = m.remove_id
   where m.takes_score
  on conflict do nothing;
  perform private.rules_on();
end $$;

-- Merges matches that are listed twice, all or none. _pairs: [{ "keep", "remove" }]. The predictions of a removed
-- match move to the kept one; of a member's two predictions the later one counts that was saved in time
-- (private.merged_predictions), and the other stays in the log. An open match whose predictions move to one that has
-- locked locks first, and stays locked after an undo. The kept match keeps its state; only without a result
-- it takes that of the removed one with its kick-off, or a running score. Returns the id for public.undo(), which is
-- valid for 30 days. Raises 22023 for pairs that cannot be merged. Admins only (SL003), 50 in 5 minutes (SL004),
-- audited as one action. Slow in a large club, so it sets its own statement_timeout.
create function public.merge_matches(_pairs jsonb) returns uuid
language plpgsql security definer set search_path = '' set statement_timeout = '5min'
as $$
declare
  merges private.match_merge[];
  keep_ids uuid[];
  remove_ids uuid[];
  scores public.matches[];
  labels jsonb;
  record_id text;
  moved integer;
  dropped integer;
  undo_id uuid;
begin
  perform private.begin_admin_action('merge_matches');
  merges := private.planned_merges(_pairs);
  perform private.lock_matches(array(select unnest(array[m.keep_id, m.remove_id]) from unnest(merges) m));
  -- Again after the wait: a match may have got a result.
  merges := private.planned_merges(_pairs);
  keep_ids := array(select distinct m.keep_id from unnest(merges) m);
  remove_ids := array(select m.remove_id from unnest(merges) m);
  scores := array(
    select jsonb_populate_record(r, jsonb_build_object(
             'id', m.keep_id, 'locks_at', m.locks_at,
             'home_score', case when m.is_exchanged then r.away_score else r.home_score end,
             'away_score', case when m.is_exchanged then r.home_score else r.away_score end))
      from unnest(merges) m join public.matches r on r.id = m.remove_id where m.takes_score);
  select jsonb_build_object('matches', jsonb_agg(private.match_label(r) order by r.kickoff_at, r.id)) into labels
    from public.matches r where r.id = any (remove_ids);
  record_id := case cardinality(keep_ids) when 1 then keep_ids[1]::text end;

  perform private.rules_off();
  update public.matches r set locks_at = clock_timestamp()
    from unnest(merges) m
   where r.id = m.remove_id and r.locks_at > clock_timestamp() and m.locks_at <= clock_timestamp();
  perform private.rules_on();
  perform private.begin_undo('merge_matches', record_id);
  delete from public.user_predictions p using private.merged_predictions(merges) g where p.id = g.id and not g.counts;
  get diagnostics dropped = row_count;
  select count(*) into moved from public.user_predictions p where p.match_id = any (remove_ids);
  perform private.move_to_kept_matches(merges, scores);
  delete from public.matches m where m.id = any (remove_ids);
  perform private.rules_off();
  update public.matches k
     set status = s.status, home_score = s.home_score, away_score = s.away_score, completed_at = s.completed_at
    from unnest(scores) s where k.id = s.id;
  update public.matches k
     set match_date = s.match_date, match_time = s.match_time, day_time_zone = s.day_time_zone,
         kickoff_at = s.kickoff_at, kickoff_confirmed = s.kickoff_confirmed, locks_at = s.locks_at
    from unnest(scores) s where k.id = s.id and s.status = 'completed';
  delete from private.uncounted_predictions u where u.match_id = any (keep_ids);
  update public.matches k set predictions_count = g.predictions, updated_at = now()
    from (select i.id, (select count(*) from public.user_predictions p where p.match_id = i.id) as predictions
            from unnest(keep_ids) i (id)) g
   where k.id = g.id;
  perform private.rules_on();
  perform private.score_matches(keep_ids);
  -- A double that a cancelled match had given back may count again.
  perform private.return_doubles(array(
    select p.user_id from public.user_predictions p where p.match_id = any (keep_ids) and p.is_double));
  undo_id := private.end_undo(interval '30 days');
  perform private.write_audit('merge_matches', 'matches', record_id, labels, jsonb_build_object(
    'merged', cardinality(remove_ids), 'moved', moved, 'dropped', dropped, 'undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.merge_matches(jsonb) to authenticated, service_role;
