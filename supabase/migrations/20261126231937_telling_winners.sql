set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP FUNCTION "private"."announce_winners"(timestamp with time zone);

DROP FUNCTION "private"."period_states"(text, text);

DROP FUNCTION "private"."refresh_winners"();

CREATE TABLE "private"."told_periods" ("period_id" bigint NOT NULL, "told_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "winners_of" timestamp with time zone, "results" jsonb NOT NULL, CONSTRAINT "told_periods_pkey" PRIMARY KEY (period_id));

ALTER TABLE "private"."told_periods" OWNER TO "postgres";

CREATE TABLE "private"."told_winners" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "period_id" bigint NOT NULL, "user_id" uuid NOT NULL, CONSTRAINT "a_winner_is_told_once" UNIQUE (period_id, user_id), CONSTRAINT "told_winners_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."told_winners" OWNER TO "postgres";

ALTER TABLE "private"."periods" ADD COLUMN "over_since" timestamp with time zone;

ALTER TABLE "private"."periods" ADD COLUMN "is_held" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION private.announce_winners(_now timestamp with time zone DEFAULT clock_timestamp(), _sent_now bigint DEFAULT NULL::bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due private.periods;
  was_told boolean;
  posted bigint := 0;
begin
  perform private.refresh_winners(_now, array_remove(array[_sent_now], null));
  -- A correction of a correction can end what is held.
  update private.periods p set is_held = false from private.winner_times(_now) t
   where p.is_held and t.period_id = p.id and t.is_final
     and p.id not in (select u.period_id from private.untold_periods(_now) u);
  for due in
    select p.* from private.winner_times(_now) t join private.periods p on p.id = t.period_id
     where t.is_final and not t.is_silent and (p.id = _sent_now or (t.due_at <= _now and not p.is_held))
       and p.winners_of is not null
       and not exists (select from private.told_periods o where o.period_id = p.id and o.winners_of = p.winners_of)
     order by p.id
  loop
    -- An organiser may hold it at this moment.
    update private.periods p set is_held = false where p.id = due.id and (p.id = _sent_now or not p.is_held);
    continue when not found;
    was_told := exists (select from private.told_periods o where o.period_id = due.id);
    if not was_told then
      posted := posted + private.queue_messages('results', format('winner %s', due.id), array(
        select m from unnest(private.winner_messages(due, _now + interval '3 days')) m where m.user_id is not null));
    elsif private.has_other_winners(due.id, array(select w.user_id from private.period_winners w
                                                   where w.period_id = due.id)) then
      posted := posted + private.queue_messages('results', format('winner %s of %s', due.id, due.winners_of),
                                                private.correction_messages(due, _now + interval '3 days'));
    end if;
    insert into private.told_periods as o (period_id, told_at, winners_of, results)
    values (due.id, _now, due.winners_of, private.period_results(due))
    on conflict (period_id) do update
      set told_at = excluded.told_at, winners_of = excluded.winners_of, results = excluded.results;
    delete from private.told_winners t where t.period_id = due.id;
    insert into private.told_winners (period_id, user_id)
    select w.period_id, w.user_id from private.period_winners w where w.period_id = due.id and w.user_id is not null;
  end loop;
  return posted;
end $function$;

ALTER FUNCTION "private"."announce_winners"(timestamp with time zone, bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.best_in_periods(_period_ids bigint[])
 RETURNS TABLE(period_id bigint, user_id uuid, full_name text, points integer, perfect_scores integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with best as (
    select distinct on (d.period_id) d.period_id, d.points, d.perfect_scores
      from private.period_distribution d
     where d.period_id = any (_period_ids) and d.points > 0
     order by d.period_id, d.points desc, d.perfect_scores desc
  )
  select t.period_id, t.user_id, coalesce(f.full_name, 'Player'), t.points, t.perfect_scores
    from best b
    join private.period_totals t on t.period_id = b.period_id and t.points = b.points
         and t.perfect_scores = b.perfect_scores
    left join public.profiles f on f.id = t.user_id
   where not exists (
     select from private.period_winners w
      where w.period_id = b.period_id and w.user_id is null
        and (w.points, w.perfect_scores) > (b.points, b.perfect_scores))
$function$;

ALTER FUNCTION "private"."best_in_periods"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.correction_messages(_period private.periods, _drop_after timestamp with time zone)
 RETURNS private.message_content[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with winners as (
    select w.user_id, coalesce(f.full_name, w.full_name) as name, w.points, w.perfect_scores
      from private.period_winners w left join public.profiles f on f.id = w.user_id
     where w.period_id = _period.id
  ), former as (
    select t.user_id, coalesce(f.full_name, 'Player') as name, o.points, o.perfect_scores
      from private.told_winners t
      left join private.period_totals o on o.period_id = t.period_id and o.user_id = t.user_id
      left join public.profiles f on f.id = t.user_id
     where t.period_id = _period.id and t.user_id not in (select w.user_id from winners w where w.user_id is not null)
  ), facts as (
    select private.period_label(_period) as label, private.correction_reason(_period) || ' ' as reason,
           (select count(*) from winners) as winners, (select count(*) from former) as former,
           exists (select from winners w join former o on o.points = w.points) as shows_perfect
  ), scores as (
    select s.user_id, private.pluralize(s.points, 'point')
             || case when f.shows_perfect then ' and ' || private.pluralize(s.perfect_scores, 'perfect score')
                else '' end as score
      from facts f, (select w.user_id, w.points, w.perfect_scores from winners w
                     union all select o.user_id, o.points, o.perfect_scores from former o) s
  ), best as (
    select s.score || case when f.winners > 1 then ' each' else '' end as score
      from facts f, scores s join winners w on w.user_id = s.user_id limit 1
  ), former_words as (
    select case when f.former = 0 then '.'
                when f.former = 1 then coalesce((select format('; %s has %s.', o.name, s.score)
                                                   from former o join scores s using (user_id)), '.')
                else format('; %s no longer win it.',
                            private.name_list(array(select o.name from former o order by o.name))) end as words
      from facts f
  )
  select array(
    select row(w.user_id,
               format(case when f.winners > 1 then 'You now share %s' else 'You now win %s' end, f.label),
               f.reason || case when f.winners > 1
                 then format('You now share %s with %s: %s', f.label,
                             private.name_list(array(select n.name from winners n
                                                      where n.user_id is distinct from w.user_id order by n.name)),
                             b.score)
                 else format('You now win %s with %s', f.label, b.score) end || l.words,
               private.period_link(_period), _drop_after, null)::private.message_content
      from winners w, facts f, best b, former_words l where w.user_id is not null
    union all
    select row(o.user_id,
               format(case f.winners when 0 then '%s no longer has a winner' when 1 then '%s has another winner'
                                     else '%s has other winners' end, f.label),
               f.reason || case f.winners when 0 then format('%s no longer has a winner', f.label)
                 else format(case f.winners when 1 then '%s now wins %s with %s' else '%s now share %s with %s' end,
                             private.name_list(array(select n.name from winners n order by n.name)), f.label,
                             b.score) end
                 || coalesce(format('; you have %s.', s.score), '.'),
               private.period_link(_period), _drop_after, null)::private.message_content
      from former o cross join facts f left join scores s on s.user_id = o.user_id left join best b on true)
$function$;

ALTER FUNCTION "private"."correction_messages"(private.periods, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.correction_reason(_period private.periods)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when count(*) = 0 then format('The points of %s have changed.', private.period_label(_period))
              when count(*) = 1 and bool_and(before.value like '%-%' and after.value like '%-%')
                then format('The result of %s v %s was corrected.', min(m.home_team_name), min(m.away_team_name))
              else format('Results of %s have changed.', private.period_label(_period)) end
    from jsonb_each_text((select t.results from private.told_periods t where t.period_id = _period.id)) before
    full join jsonb_each_text(private.period_results(_period)) after using (key)
    left join public.matches m on m.id::text = key
   where before.value is distinct from after.value
$function$;

ALTER FUNCTION "private"."correction_reason"(private.periods) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.current_winners(_period_ids bigint[])
 RETURNS TABLE(period_id bigint, user_id uuid, full_name text, points integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select b.period_id, b.user_id, b.full_name, b.points from private.best_in_periods(_period_ids) b
  union all
  select w.period_id, w.user_id, coalesce(f.full_name, w.full_name), w.points
    from private.period_winners w left join public.profiles f on f.id = w.user_id
   where w.period_id = any (_period_ids)
     and not exists (select from private.period_distribution d where d.period_id = w.period_id)
$function$;

ALTER FUNCTION "private"."current_winners"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_of_month(_month date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select (_month + interval '1 month') at time zone private.club_time_zone() $function$;

ALTER FUNCTION "private"."end_of_month"(date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_season_of_records()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refresh_winners(_at_once => array(select p.id from private.periods p));
  perform private.refresh_records();
  update private.records r set is_running = false where r.is_running;
end $function$;

CREATE OR REPLACE FUNCTION private.has_other_winners(_period_id bigint, _winner_ids uuid[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(select t.user_id from private.told_winners t where t.period_id = _period_id order by 1)
         <> array(select i from unnest(_winner_ids) i where i is not null order by 1)
$function$;

ALTER FUNCTION "private"."has_other_winners"(bigint, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.name_list(_names text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when cardinality(_names) > 3
                then format('%s, %s and %s others', _names[1], _names[2], cardinality(_names) - 2)
              else concat_ws(' and ', nullif(array_to_string(_names[:cardinality(_names) - 1], ', '), ''),
                             _names[cardinality(_names)]) end
$function$;

ALTER FUNCTION "private"."name_list"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.period_link(_period private.periods)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format('/leaderboard?%speriod=%s&of=%s', 'competition=' || _period.competition_id || '&', _period.kind,
                _period.id)
$function$;

ALTER FUNCTION "private"."period_link"(private.periods) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.period_results(_period private.periods)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(m.id, case m.status when 'completed' then m.home_score || '-' || m.away_score
                                                       else m.status::text end), '{}')
    from public.matches m
   where case _period.kind
           when 'month' then m.match_date >= _period.month and m.match_date < _period.month + interval '1 month'
           else m.league = (select c.name from public.competitions c where c.id = _period.competition_id)
                and m.season is not distinct from _period.season and m.round = _period.round end
$function$;

ALTER FUNCTION "private"."period_results"(private.periods) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.period_states(_kind text DEFAULT NULL::text, _league text DEFAULT NULL::text, _now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS TABLE(period_id bigint, matches integer, matches_completed integer, is_over boolean, is_final boolean, last_day date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Matches are grouped before the join, because a join of each match with its periods took ten times as long.
  with rounds as materialized (
    select m.league, m.season, m.round, count(*) as matches,
           count(*) filter (where m.status = 'completed') as completed,
           bool_and(m.status in ('completed', 'cancelled')) as round_is_final, max(m.match_date) as last_day
      from public.matches m
     where m.round is not null and _kind is distinct from 'month' and (_league is null or m.league = _league)
     group by m.league, m.season, m.round
  ), months as materialized (
    select date_trunc('month', m.match_date)::date as month, count(*) as matches,
           count(*) filter (where m.status = 'completed') as completed,
           bool_and(m.status in ('completed', 'cancelled')) as month_is_over, max(m.match_date) as last_day
      from public.matches m
     where _kind is distinct from 'matchday'
     group by 1
  )
  select p.id, r.matches::integer, r.completed::integer, r.round_is_final, r.round_is_final, r.last_day
    from rounds r
    join public.competitions c on c.name = r.league
    join private.periods p on p.kind = 'matchday' and p.competition_id = c.id and p.round = r.round
         and coalesce(p.season, '') = coalesce(r.season, '')
  union all
  select p.id, h.matches::integer, h.completed::integer, h.month_is_over,
         h.month_is_over and _now >= private.end_of_month(h.month), h.last_day
    from months h join private.periods p on p.kind = 'month' and p.month = h.month
$function$;

ALTER FUNCTION "private"."period_states"(text, text, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refresh_winners(_now timestamp with time zone DEFAULT clock_timestamp(), _at_once bigint[] DEFAULT '{}'::bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  waiting bigint[];
  final_periods private.periods[];
  settled bigint[];
  reopened bigint[];
begin
  -- With the lock, so that no result comes between.
  perform private.lock_totals();
  perform private.count_waiting_points();
  update private.periods p set over_since = case when s.is_over then _now end
    from private.period_states(_now => _now) s
   where s.period_id = p.id and s.is_over is distinct from (p.over_since is not null);
  waiting := array(select private.undoable_periods(_now));
  select array_agg(p) filter (where e.is_final), array_agg(p.id) filter (where e.is_final),
         array_agg(p.id) filter (where not e.is_final)
    into final_periods, settled, reopened
    from private.periods p
    join private.winner_times(_now) t on t.period_id = p.id
   -- The season's end also ends a month whose matches are over.
   cross join lateral (select t.is_final or (p.id = any (_at_once) and p.over_since is not null) as is_final) e
   where case when e.is_final then p.winners_of is distinct from p.changed_at and p.id <> all (waiting)
                and (t.is_silent or p.id = any (_at_once) or (t.due_at <= _now and not p.is_held))
              else p.winners_of is not null end
     and exists (select from private.period_distribution d where d.period_id = p.id);
  delete from private.period_winners w where w.period_id = any (settled || reopened) and w.user_id is not null;
  insert into private.period_winners (period_id, user_id, full_name, points, perfect_scores)
  select b.* from private.best_in_periods(settled) b;
  update private.periods p set winners_of = null where p.id = any (reopened);
  -- The value that was read first: a result that was scored meanwhile is then found by the next run.
  update private.periods p set winners_of = f.changed_at from unnest(final_periods) f where p.id = f.id;
end $function$;

ALTER FUNCTION "private"."refresh_winners"(timestamp with time zone, bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_final_period(_period_id bigint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  label text := (select private.period_label(p) from private.periods p where p.id = _period_id);
begin
  if label is null then
    raise exception 'There is no such matchday or month' using errcode = 'PT404';
  end if;
  if not exists (select from private.winner_times(clock_timestamp()) t where t.period_id = _period_id and t.is_final)
  then
    raise exception '% is not final', label using errcode = '22023';
  end if;
  return label;
end $function$;

ALTER FUNCTION "private"."require_final_period"(bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.undoable_periods(_now timestamp with time zone)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select g.period_id
    from public.matches m
    join public.competitions c on c.name = m.league
   cross join private.periods_of(m, c.id) g (period_id)
   where m.id::text in (select r.row_key from private.undo_rows r where r.table_name = 'public.matches')
     and private.can_be_undone(m, _now)
$function$;

ALTER FUNCTION "private"."undoable_periods"(timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.untold_periods(_now timestamp with time zone)
 RETURNS TABLE(period_id bigint, due_at timestamp with time zone, is_correction boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.period_id, t.due_at, o.period_id is not null
    from private.winner_times(_now) t
    join private.periods p on p.id = t.period_id
    left join private.told_periods o on o.period_id = t.period_id
   where t.is_final and not t.is_silent
     and case when o.period_id is null then exists (select from private.current_winners(array[t.period_id]))
              -- The winners of a period without a change since are not looked for.
              else o.winners_of is distinct from p.changed_at
                   and exists (select from private.period_distribution d where d.period_id = t.period_id)
                   and private.has_other_winners(t.period_id, array(
                         select w.user_id from private.current_winners(array[t.period_id]) w)) end
$function$;

ALTER FUNCTION "private"."untold_periods"(timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.update_records(_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed timestamptz := (select max(p.changed_at) from private.periods p);
  computed timestamptz := (select c.computed_at from private.record_computations c);
begin
  if changed is null or changed <= computed or (computed is not null and changed > _now - interval '10 minutes') then
    return 0;
  end if;
  perform private.count_waiting_points();
  perform private.refresh_records();
  return 1;
end $function$;

CREATE OR REPLACE FUNCTION private.winner_messages(_period private.periods, _drop_after timestamp with time zone)
 RETURNS private.message_content[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select row(w.user_id,
               format('You won %s with %s', private.period_label(_period), private.pluralize(w.points, 'point')),
               format('%s, %s.',
                      coalesce((select concat_ws(' ', c.name, _period.season) from public.competitions c
                                 where c.id = _period.competition_id), 'All competitions'),
                      private.pluralize((select count(*) from jsonb_each_text(private.period_results(_period)) r
                                          where r.value like '%-%'), 'match', 'matches'))
                 || case when count(*) over () > 1 then format(' You share the win with %s.',
                           private.pluralize(count(*) over () - 1, 'other player')) else '' end,
               private.period_link(_period), _drop_after, null)::private.message_content
      from private.period_winners w where w.period_id = _period.id)
$function$;

ALTER FUNCTION "private"."winner_messages"(private.periods, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.winner_times(_now timestamp with time zone)
 RETURNS TABLE(period_id bigint, is_final boolean, is_silent boolean, due_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id, s.is_final,
         coalesce((private.end_of_month(p.month) at time zone private.club_time_zone())::date - 1, s.last_day)
           < (o.since at time zone private.club_time_zone())::date - 2
           and not exists (select from private.told_periods t where t.period_id = p.id),
         greatest(greatest(o.since, p.changed_at) + interval '2 hours', private.end_of_month(p.month))
    from private.periods p
    join private.period_states(_now => _now) s on s.period_id = p.id
   cross join lateral (select coalesce(p.over_since, _now) as since) o
$function$;

ALTER FUNCTION "private"."winner_times"(timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.hold_winners(_period_id bigint, _held boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  label text;
begin
  perform private.begin_admin_action('hold_winners');
  label := private.require_final_period(_period_id);
  -- Waits for a job that tells them at this moment.
  perform from private.periods p where p.id = _period_id for update;
  if _period_id not in (select u.period_id from private.untold_periods(clock_timestamp()) u) then
    raise exception 'The winners of % were told already', label using errcode = '22023';
  end if;
  update private.periods p set is_held = _held where p.id = _period_id and p.is_held <> _held;
  if found then
    perform private.write_audit('hold_winners', 'periods', _period_id::text, null,
                                jsonb_build_object('period', label, 'is_held', _held));
  end if;
end $function$;

ALTER FUNCTION "public"."hold_winners"(bigint, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.tell_winners(_period_id bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  label text;
  posted bigint;
begin
  perform private.begin_admin_action('tell_winners');
  label := private.require_final_period(_period_id);
  if _period_id in (select private.undoable_periods(clock_timestamp())) then
    raise exception 'A result of % can still be undone. Try again in a minute.', label using errcode = '22023';
  end if;
  if _period_id not in (select u.period_id from private.untold_periods(clock_timestamp()) u) then
    return 0;
  end if;
  posted := private.announce_winners(_sent_now => _period_id);
  perform private.write_audit('tell_winners', 'periods', _period_id::text, null, jsonb_build_object('period', label));
  return posted;
end $function$;

ALTER FUNCTION "public"."tell_winners"(bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.winners_to_tell()
 RETURNS TABLE(period_id bigint, label text, league text, season text, winners text[], winner_count integer, points integer, due_at timestamp with time zone, is_held boolean, is_correction boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
  select p.id, private.period_label(p), c.name, p.season, w.names[:3], coalesce(cardinality(w.names), 0), w.points,
         u.due_at, p.is_held, u.is_correction
    from private.untold_periods(clock_timestamp()) u
    join private.periods p on p.id = u.period_id
    left join public.competitions c on c.id = p.competition_id
   cross join lateral (select coalesce(array_agg(n.full_name order by n.full_name), '{}') as names,
                              max(n.points) as points
                         from private.current_winners(array[p.id]) n) w
   order by u.due_at, p.id;
end $function$;

ALTER FUNCTION "public"."winners_to_tell"() OWNER TO "postgres";

ALTER TABLE "private"."told_periods" ADD CONSTRAINT "told_periods_period_id_fkey" FOREIGN KEY (period_id) REFERENCES private.periods(id);

ALTER TABLE "private"."told_winners" ADD CONSTRAINT "told_winners_period_id_fkey" FOREIGN KEY (period_id) REFERENCES private.told_periods(period_id);

ALTER TABLE "private"."told_winners" ADD CONSTRAINT "told_winners_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE INDEX told_winners_by_user ON private.told_winners USING btree (user_id);

REVOKE ALL ON FUNCTION "private"."announce_winners"(timestamp with time zone, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."announce_winners"(timestamp with time zone, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_winners"(timestamp with time zone, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."best_in_periods"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."best_in_periods"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."best_in_periods"(bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."correction_messages"(private.periods, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."correction_messages"(private.periods, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correction_messages"(private.periods, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."correction_reason"(private.periods) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."correction_reason"(private.periods) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correction_reason"(private.periods) TO "postgres";

REVOKE ALL ON FUNCTION "private"."current_winners"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."current_winners"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."current_winners"(bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_of_month"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_of_month"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_of_month"(date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_other_winners"(bigint, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_other_winners"(bigint, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_other_winners"(bigint, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."name_list"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_list"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_list"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."period_link"(private.periods) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."period_link"(private.periods) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."period_link"(private.periods) TO "postgres";

REVOKE ALL ON FUNCTION "private"."period_results"(private.periods) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."period_results"(private.periods) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."period_results"(private.periods) TO "postgres";

REVOKE ALL ON FUNCTION "private"."period_states"(text, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."period_states"(text, text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."period_states"(text, text, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_winners"(timestamp with time zone, bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_winners"(timestamp with time zone, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refresh_winners"(timestamp with time zone, bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_final_period"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_final_period"(bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_final_period"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."undoable_periods"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undoable_periods"(timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."undoable_periods"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."untold_periods"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."untold_periods"(timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."untold_periods"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."winner_messages"(private.periods, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."winner_messages"(private.periods, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."winner_messages"(private.periods, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."winner_times"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."winner_times"(timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."winner_times"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "public"."hold_winners"(bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."hold_winners"(bigint, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."hold_winners"(bigint, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."hold_winners"(bigint, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."hold_winners"(bigint, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."tell_winners"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."tell_winners"(bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."tell_winners"(bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."tell_winners"(bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."tell_winners"(bigint) TO "service_role";

REVOKE ALL ON FUNCTION "public"."winners_to_tell"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."winners_to_tell"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."winners_to_tell"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."winners_to_tell"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."winners_to_tell"() TO "service_role";

-- Earlier versions told winners when all matches were over. Nobody is told again about these periods; later corrections
-- are told. Periods that ended three days before their last result were not told, and stay so.
UPDATE private.periods p SET over_since = coalesce(p.winners_of, clock_timestamp())
  FROM private.period_states() s WHERE s.period_id = p.id AND s.is_over;

INSERT INTO private.told_periods (period_id, told_at, winners_of, results)
SELECT p.id, p.winners_of, p.winners_of, private.period_results(p)
  FROM private.periods p
  JOIN private.period_states() s ON s.period_id = p.id
 WHERE p.winners_of IS NOT NULL
   AND coalesce((p.month + interval '1 month')::date - 1, s.last_day)
       >= (p.winners_of AT TIME ZONE private.club_time_zone())::date - 2;

INSERT INTO private.told_winners (period_id, user_id)
SELECT w.period_id, w.user_id
  FROM private.period_winners w JOIN private.told_periods o ON o.period_id = w.period_id
 WHERE w.user_id IS NOT NULL;
