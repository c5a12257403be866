set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP TRIGGER "a_moved_kickoff_is_announced" ON "public"."matches";

DROP TRIGGER "changes_are_recorded_for_undo" ON "public"."teams";

CREATE TYPE "private"."match_merge" AS ("keep_id" uuid, "remove_id" uuid, "is_exchanged" boolean, "takes_score" boolean, "locks_at" timestamp with time zone);

ALTER TYPE "private"."match_merge" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.duplicate_matches()
 RETURNS TABLE(keep_id uuid, remove_id uuid, is_exchanged boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."duplicate_matches"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.duplicate_teams()
 RETURNS TABLE(keep_id uuid, remove_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with listed as (
    select t.id, first_value(t.id) over (
             partition by private.canonical_team_name(t.name)
             order by (select count(*) from public.matches m
                        where t.name in (m.home_team_name, m.away_team_name)) desc, t.created_at, t.name) as keep_id
      from public.teams t
  )
  select l.keep_id, l.id from listed l where l.id <> l.keep_id
$function$;

ALTER FUNCTION "private"."duplicate_teams"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.incoming_merges(_pairs jsonb)
 RETURNS TABLE(place bigint, keep_id uuid, remove_id uuid, is_exchanged boolean, problem text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with teams as materialized (
    select t.name, private.canonical_team_name(t.name) as key from public.teams t
  ), entries as materialized (
    select e.place, case when e.entry ->> 'keep' ~* w.uuid then (e.entry ->> 'keep')::uuid end as keep_id,
           case when e.entry ->> 'remove' ~* w.uuid then (e.entry ->> 'remove')::uuid end as remove_id
      from jsonb_array_elements(_pairs) with ordinality e (entry, place)
     cross join (values ('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')) w (uuid)
  )
  select e.place, e.keep_id, e.remove_id, kh.key <> rh.key,
         case when k.id is null or r.id is null then 'There is no such match'
              when count(*) over (partition by e.remove_id) > 1 then 'The match is listed twice'
              when exists (select from entries o where o.keep_id = e.remove_id)
                then 'The match is listed as kept and as removed'
              when k.league <> r.league
                or private.season_key(k.season) <> private.season_key(r.season)
                or (kh.key, ka.key) not in ((rh.key, ra.key), (ra.key, rh.key))
                then 'They are different matches: they need the same teams, competition and season'
              -- Predictions from before a reopening are visible to everyone, and moved ones would be too.
              when k.locks_at > clock_timestamp()
                and k.predictions_revealed_at > coalesce(r.predictions_revealed_at, '-infinity')
                then 'The match to keep was reopened, so secret predictions would become visible. Keep the other one'
              end
    from entries e
    left join public.matches k on k.id = e.keep_id
    left join public.matches r on r.id = e.remove_id
    left join teams kh on kh.name = k.home_team_name
    left join teams ka on ka.name = k.away_team_name
    left join teams rh on rh.name = r.home_team_name
    left join teams ra on ra.name = r.away_team_name
$function$;

ALTER FUNCTION "private"."incoming_merges"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_matches(_match_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_provider();
  perform from public.matches m where m.id = any (_match_ids) order by m.id for update;
  if exists (select unnest(_match_ids) except select m.id from public.matches m) then
    raise exception 'There is no such match' using errcode = 'PT404';
  end if;
  perform private.lock_totals();
end $function$;

ALTER FUNCTION "private"."lock_matches"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.log_changed_prediction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_undoing() then
    return null;
  end if;
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction,
                                         changed_at)
  select new.user_id, m.id, private.match_label(m), 'changed', new.home_prediction, new.away_prediction, new.updated_at
    from public.matches m where m.id = new.match_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.matches_between_merges(_keep text, _remove text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with named as (
    select m as match, m.id, m.league, m.season, m.round, m.match_date,
           case m.home_team_name when _remove then _keep else m.home_team_name end as home,
           case m.away_team_name when _remove then _keep else m.away_team_name end as away
      from public.matches m
     where m.home_team_name in (_keep, _remove) or m.away_team_name in (_keep, _remove)
  ), conflicts as (
    select private.match_label(n.match) as label, n.match_date from named n where n.home = n.away
    union all
    select private.match_label(a.match) || ' and ' || private.match_label(b.match), a.match_date
      from named a
      join named b on (a.league, a.home, a.away) = (b.league, b.home, b.away)
                      and (a.match_date, a.id) < (b.match_date, b.id)
     where (a.season = b.season and a.round = b.round)
        or (a.round is null and b.round is null and a.match_date = b.match_date)
  )
  select string_agg(c.label, '; ') from (select label from conflicts order by match_date, label limit 5) c
$function$;

ALTER FUNCTION "private"."matches_between_merges"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.merged_predictions(_merges private.match_merge[])
 RETURNS TABLE(id uuid, user_id uuid, keep_id uuid, counts boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."merged_predictions"(private.match_merge[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_to_kept_matches(_merges private.match_merge[], _scores public.matches[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The rules of predictions do not apply. If sides are exchanged, so are predictions: each team keeps its goals.
  perform set_config('scoreline.undoing', 'on', true);
  update public.user_predictions p
     set match_id = r.keep_id,
         home_prediction = case when r.is_exchanged then p.away_prediction else p.home_prediction end,
         away_prediction = case when r.is_exchanged then p.home_prediction else p.away_prediction end,
         points_earned = case
           when p.cleared_at is not null then p.points_earned
           when r.home is null then null
           when r.is_exchanged then public.calculate_prediction_points(p.away_prediction, p.home_prediction,
                                                                       r.home, r.away)
           else public.calculate_prediction_points(p.home_prediction, p.away_prediction, r.home, r.away) end
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
  insert into public.live_scores (match_id, source, state, minute, extra_home, extra_away, penalties_home,
                                  penalties_away, is_provisional, is_manual)
  select m.keep_id, l.source, l.state, l.minute,
         case when m.is_exchanged then l.extra_away else l.extra_home end,
         case when m.is_exchanged then l.extra_home else l.extra_away end,
         case when m.is_exchanged then l.penalties_away else l.penalties_home end,
         case when m.is_exchanged then l.penalties_home else l.penalties_away end, l.is_provisional, l.is_manual
    from unnest(_merges) m join public.live_scores l on l.match_id = m.remove_id
   where m.takes_score
  on conflict do nothing;
  insert into private.manual_scores (match_id, set_at)
  select m.keep_id, h.set_at from unnest(_merges) m join private.manual_scores h on h.match_id = m.remove_id
   where m.takes_score
  on conflict do nothing;
  perform set_config('scoreline.undoing', '', true);
end $function$;

ALTER FUNCTION "private"."move_to_kept_matches"(private.match_merge[], public.matches[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.planned_merges(_pairs jsonb)
 RETURNS private.match_merge[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    raise exception 'Entry %: %', wrong.place || coalesce(' (' || wrong.label || ')', ''), wrong.problem
      using errcode = '22023';
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
end $function$;

ALTER FUNCTION "private"."planned_merges"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.restore_changed_logos(_undo_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.teams t set logo_url = r.before ->> 'logo_url' from private.undo_rows r
   where r.undo_id = _undo_id and r.table_name = 'public.teams' and r.before is not null and r.after is not null
     and t.id = r.row_key::uuid and t.logo_url is not distinct from r.after ->> 'logo_url'
$function$;

ALTER FUNCTION "private"."restore_changed_logos"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.club_health()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'hosts', (
      select coalesce(jsonb_agg(jsonb_build_object('host', r.host, 'reported_at', r.reported_at) || r.figures
                                order by r.host), '[]')
        from private.host_reports r),
    'backups', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'kind', b.kind, 'last_success', b.last_success, 'error', b.error,
          'missing', b.last_success is null or b.last_success < clock_timestamp() - private.oldest_backup())
          order by b.kind), '[]')
        from private.backup_states b
       -- Hosts report every ten minutes. An older state is of a kind that no host makes any more.
       where b.reported_at > clock_timestamp() - interval '1 hour'),
    'messages', (
      select jsonb_agg(jsonb_build_object(
          'channel', c.channel,
          'waiting', (select count(*) from private.messages m
                       where m.channel = c.channel and m.state = 'waiting'),
          'late', (select count(*) from private.messages m
                    where m.channel = c.channel and m.state = 'waiting'
                      and m.send_after < clock_timestamp() - interval '10 minutes'),
          'failed', (select count(*) from private.messages m
                      where m.channel = c.channel and m.state = 'failed'
                        and m.created_at > clock_timestamp() - interval '1 day'),
          'paused_until', (select p.paused_until from private.paused_channels p
                            where p.channel = c.channel and p.paused_until > clock_timestamp())))
        from (values ('email'), ('push')) c (channel)),
    'push_is_ready', exists (select from private.secrets s where s.name = 'push_keys'),
    'jobs', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'name', j.name, 'failed', coalesce(j.last_run_failed, false),
          'late', j.next_run_at < clock_timestamp() - greatest(j.every, interval '5 minutes'))
          order by j.name), '[]')
        from private.jobs j),
    'provider', (select to_jsonb(s) from public.provider_state() s),
    'duplicate_teams', (select count(*) from private.duplicate_teams()),
    'duplicate_matches', (select count(*) from private.duplicate_matches()),
    'matches_without_time', (
      select coalesce(jsonb_agg(private.match_label(m) order by m.kickoff_at, m.id), '[]')
        from public.matches m
       where m.status = 'upcoming' and not m.kickoff_confirmed
         and m.match_date between private.club_today() and private.club_today() + 3),
    'postgres', jsonb_build_object(
      'version', current_setting('server_version'), 'fsync', current_setting('fsync'),
      'full_page_writes', current_setting('full_page_writes'),
      'synchronous_commit', current_setting('synchronous_commit'),
      'data_checksums', current_setting('data_checksums'),
      'max_connections', current_setting('max_connections')::integer),
    'now', clock_timestamp(),
    'database_bytes', pg_catalog.pg_database_size(pg_catalog.current_database()));
end $function$;

CREATE OR REPLACE FUNCTION public.delete_match(_match_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.matches;
  undo_id uuid;
begin
  perform private.begin_admin_action('delete_match');
  perform private.lock_matches(array[_match_id]);
  select * into before from public.matches m where m.id = _match_id;
  perform private.begin_undo('delete_match', _match_id::text);
  delete from public.matches m where m.id = _match_id;
  undo_id := private.end_undo();
  perform private.write_audit('delete_match', 'matches', _match_id::text, to_jsonb(before), null);
  return undo_id;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_matches(_match_ids uuid[])
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  deleted jsonb;
  undo_id uuid;
begin
  perform private.begin_admin_action('delete_matches');
  if coalesce(cardinality(_match_ids), 0) not between 1 and 1000 then
    raise exception 'Choose 1 to 1,000 matches' using errcode = '22023';
  end if;
  perform private.lock_matches(_match_ids);
  select jsonb_build_object('matches', jsonb_agg(private.match_label(m) order by m.kickoff_at, m.id)) into deleted
    from public.matches m where m.id = any (_match_ids);
  perform private.begin_undo('delete_matches', null);
  -- All predictions in one statement, so that the totals are counted again only once.
  delete from public.user_predictions p where p.match_id = any (_match_ids);
  delete from public.matches m where m.id = any (_match_ids);
  undo_id := private.end_undo();
  perform private.write_audit('delete_matches', 'matches', null, deleted, null);
  return undo_id;
end $function$;

ALTER FUNCTION "public"."delete_matches"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.duplicates()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

ALTER FUNCTION "public"."duplicates"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.merge_matches(_pairs jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5min'
AS $function$
declare
  merges private.match_merge[];
  keep_ids uuid[];
  remove_ids uuid[];
  user_ids uuid[];
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
  user_ids := array(select distinct p.user_id from public.user_predictions p
                     where p.match_id = any (keep_ids || remove_ids));
  scores := array(
    select jsonb_populate_record(r, jsonb_build_object(
             'id', m.keep_id, 'locks_at', m.locks_at,
             'home_score', case when m.is_exchanged then r.away_score else r.home_score end,
             'away_score', case when m.is_exchanged then r.home_score else r.away_score end))
      from unnest(merges) m join public.matches r on r.id = m.remove_id where m.takes_score);
  select jsonb_build_object('matches', jsonb_agg(private.match_label(r) order by r.kickoff_at, r.id)) into labels
    from public.matches r where r.id = any (remove_ids);
  record_id := case cardinality(keep_ids) when 1 then keep_ids[1]::text end;

  perform private.begin_undo('merge_matches', record_id);
  delete from public.user_predictions p using private.merged_predictions(merges) g where p.id = g.id and not g.counts;
  get diagnostics dropped = row_count;
  select count(*) into moved from public.user_predictions p where p.match_id = any (remove_ids);
  perform private.move_to_kept_matches(merges, scores);
  delete from public.matches m where m.id = any (remove_ids);
  perform set_config('scoreline.undoing', 'on', true);
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
  perform set_config('scoreline.undoing', '', true);
  perform private.rescore_matches(keep_ids, user_ids);
  undo_id := private.end_undo(interval '30 days');
  perform private.write_audit('merge_matches', 'matches', record_id, labels, jsonb_build_object(
    'merged', cardinality(remove_ids), 'moved', moved, 'dropped', dropped, 'undo_id', undo_id));
  return undo_id;
end $function$;

ALTER FUNCTION "public"."merge_matches"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.merge_teams(_keep_id uuid, _remove_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  kept public.teams;
  removed public.teams;
  conflicts text;
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
    raise exception 'A team cannot be merged with itself' using errcode = '22023';
  end if;
  perform from public.matches m
   where kept.name in (m.home_team_name, m.away_team_name) or removed.name in (m.home_team_name, m.away_team_name)
   order by m.id for no key update;
  conflicts := private.matches_between_merges(kept.name, removed.name);
  if conflicts is not null then
    raise exception 'Merge or delete these matches first: %', conflicts using errcode = '22023';
  end if;

  perform private.begin_undo('merge_teams', kept.id::text);
  if kept.logo_url is null and removed.logo_url is not null then
    update public.teams t set logo_url = removed.logo_url where t.id = kept.id returning t.* into kept;
  end if;
  -- The rules of matches do not apply: a match with predictions keeps its teams under another name.
  perform set_config('scoreline.undoing', 'on', true);
  update public.matches m
     set home_team_name = case m.home_team_name when removed.name then kept.name else m.home_team_name end,
         home_team_logo = case m.home_team_name when removed.name then kept.logo_url else m.home_team_logo end,
         away_team_name = case m.away_team_name when removed.name then kept.name else m.away_team_name end,
         away_team_logo = case m.away_team_name when removed.name then kept.logo_url else m.away_team_logo end,
         updated_at = now()
   where removed.name in (m.home_team_name, m.away_team_name);
  get diagnostics moved = row_count;
  perform set_config('scoreline.undoing', '', true);
  delete from public.teams t where t.id = removed.id;
  if private.canonical_team_name(kept.name) <> private.canonical_team_name(removed.name) then
    -- The canonical name of the removed team becomes the alias, and so do all its aliases.
    insert into public.team_aliases (alias, team_name)
    values (coalesce((select a.team_name from public.team_aliases a
                       where private.team_key(a.alias) = private.team_key(removed.name)
                       order by lower(a.alias) <> lower(removed.name), a.alias limit 1), removed.name), kept.name)
    on conflict do nothing;
  end if;
  undo_id := private.end_undo();
  perform private.write_audit('merge_teams', 'teams', kept.id::text, jsonb_build_object('name', removed.name),
                              jsonb_build_object('name', kept.name, 'matches', moved));
  return undo_id;
end $function$;

ALTER FUNCTION "public"."merge_teams"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.undo(_undo_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  entry private.undos;
  match_ids uuid[];
  user_ids uuid[];
begin
  perform private.begin_admin_action('undo');
  perform private.lock_provider();
  select * into entry from private.undos u where u.id = _undo_id for update;
  if entry.id is null then
    raise exception 'There is nothing to undo' using errcode = 'PT404';
  end if;
  if entry.undone_at is not null then
    raise exception 'This has been undone already' using errcode = 'SL014';
  end if;
  if entry.done_at <= clock_timestamp() - entry.lasts then
    raise exception 'It is too late to undo this' using errcode = 'SL014';
  end if;
  select coalesce(array_agg(distinct t.match_id) filter (where t.match_id is not null), '{}'),
         coalesce(array_agg(distinct t.user_id) filter (where t.user_id is not null), '{}')
    into match_ids, user_ids
    from private.undo_rows r
   cross join lateral (select coalesce(r.before, r.after) as image) i
   cross join lateral (
     select (case r.table_name when 'public.matches' then r.row_key else i.image ->> 'match_id' end)::uuid as match_id,
            case r.table_name when 'public.user_predictions' then (i.image ->> 'user_id')::uuid end as user_id) t
   where r.undo_id = entry.id and r.table_name in ('public.matches', 'public.user_predictions');
  perform from public.matches m where m.id = any (match_ids) order by m.id for no key update;
  if exists (select from private.undo_rows r join public.user_predictions p on p.match_id::text = r.row_key
              where r.undo_id = entry.id and r.table_name = 'public.matches' and r.before is null) then
    raise exception 'Members have predicted matches that it added, so it cannot be undone' using errcode = 'SL015';
  end if;
  perform private.lock_totals();
  perform set_config('scoreline.undoing', 'on', true);
  begin
    perform private.restore_deleted_teams(entry.id);
    perform private.restore_rows(entry.id, t.table_name, t.key_column, t.kept, t.is_strict)
       from (select * from private.undo_tables() order by place) t;
    perform private.delete_added_teams(entry.id);
    perform private.restore_changed_logos(entry.id);
  exception when integrity_constraint_violation or unique_violation or foreign_key_violation or check_violation then
    raise exception 'This has changed since, so it cannot be undone' using errcode = 'SL015';
  end;
  delete from private.uncounted_predictions u where u.match_id = any (match_ids);
  update public.matches m set predictions_count = g.predictions
    from (select i.id, (select count(*) from public.user_predictions p where p.match_id = i.id) as predictions
            from unnest(match_ids) i (id)) g
   where m.id = g.id and m.predictions_count <> g.predictions;
  perform set_config('scoreline.undoing', '', true);
  if match_ids <> '{}' then
    perform private.rescore_matches(match_ids, user_ids);
  end if;
  update private.undos set undone_at = clock_timestamp(), undone_by = (select auth.uid()) where id = entry.id;
  perform private.write_audit('undo', 'undos', entry.record_id, jsonb_build_object('action', entry.action), null);
  return entry.action;
end $function$;

CREATE TRIGGER a_moved_kickoff_is_announced AFTER UPDATE OF match_date, match_time ON public.matches FOR EACH ROW WHEN (((old.status = 'upcoming'::text) AND (new.status = 'upcoming'::text) AND (new.kickoff_at IS DISTINCT FROM old.kickoff_at) AND (new.locks_at > clock_timestamp()) AND (new.predictions_count > 0) AND (NOT (new.predictions_revealed_at IS DISTINCT FROM old.predictions_revealed_at)))) EXECUTE FUNCTION private.notify_match_change();

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE OF logo_url ON public.teams FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

REVOKE ALL ON FUNCTION "private"."duplicate_matches"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."duplicate_matches"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."duplicate_matches"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."duplicate_teams"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."duplicate_teams"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."duplicate_teams"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."incoming_merges"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."incoming_merges"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."incoming_merges"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_matches"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_matches"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_matches"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."matches_between_merges"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."matches_between_merges"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."matches_between_merges"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."merged_predictions"(private.match_merge[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."merged_predictions"(private.match_merge[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."merged_predictions"(private.match_merge[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_to_kept_matches"(private.match_merge[], public.matches[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_to_kept_matches"(private.match_merge[], public.matches[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_to_kept_matches"(private.match_merge[], public.matches[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."planned_merges"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."planned_merges"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."planned_merges"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."restore_changed_logos"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."restore_changed_logos"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."restore_changed_logos"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."delete_matches"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_matches"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."delete_matches"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_matches"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_matches"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."duplicates"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."duplicates"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."duplicates"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."duplicates"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."duplicates"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."merge_matches"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."merge_matches"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."merge_matches"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."merge_matches"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."merge_matches"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."merge_teams"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."merge_teams"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."merge_teams"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."merge_teams"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."merge_teams"(uuid, uuid) TO "service_role";
