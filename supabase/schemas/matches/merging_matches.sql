-- Merging matches that are listed twice.

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
    select e.place, private.uuid_in(e.entry ->> 'keep') as keep_id, private.uuid_in(e.entry ->> 'remove') as remove_id
      from jsonb_array_elements(_pairs) with ordinality e (entry, place)
  )
  select e.place, e.keep_id, e.remove_id, (kh.key, ka.key) = (ra.key, rh.key),
         case when k.id is null or r.id is null then 'no_such_match'
              when count(*) over (partition by e.remove_id) > 1 then 'match_is_listed_twice'
              when exists (select from entries o where o.keep_id = e.remove_id)
                then 'match_is_kept_and_removed'
              when k.league <> r.league
                or (private.season_key_of(k.season, k.match_date) <> private.season_key_of(r.season, r.match_date)
                    and abs(k.match_date - r.match_date) > 3)
                or ((kh.key, ka.key) not in ((rh.key, ra.key), (ra.key, rh.key))
                    and not (kh.key = rh.key and private.may_be_one_team(k.away_team_name, r.away_team_name))
                    and not (ka.key = ra.key and private.may_be_one_team(k.home_team_name, r.home_team_name)))
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
-- count, unless it was that match's own before and no result is taken, or was moved in.
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
           p.updated_at < s.locks_at or (not s.moves and s.locks_at = m.locks_at) or p.move_in_id is not null
             as may_count
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
  insert into private.separate_matches (match_id, other_id)
  select least(m.keep_id, s.other), greatest(m.keep_id, s.other)
    from unnest(_merges) m
    join (select p.match_id as id, p.other_id as other from private.separate_matches p
          union all select p.other_id, p.match_id from private.separate_matches p) s on s.id = m.remove_id
   where s.other <> m.keep_id and not exists (select from unnest(_merges) o where o.remove_id = s.other)
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
