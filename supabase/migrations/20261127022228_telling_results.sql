set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.announce_results(_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due date[] := array(
    select u.day from private.untold_results(_now) u
     where not u.can_be_undone and u.waits_for is null
       and (u.is_over or _now >= private.results_deadline(u.day))
     order by u.day);
begin
  if cardinality(due) = 0 then
    return 0;
  end if;
  -- The message has the rank after these results.
  perform private.lock_totals();
  if not private.settle_points() then
    return 0;
  end if;
  return private.tell_results_of(due, _now);
end $function$;

CREATE OR REPLACE FUNCTION private.format_days(_first date, _last date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when _first = _last then ''
              when date_trunc('month', _first) = date_trunc('month', _last)
                then to_char(_first::timestamp, 'FMDay FMDD" to "')
              else to_char(_first::timestamp, 'FMDay FMDD FMMonth" to "') end || private.format_day(_last)
$function$;

ALTER FUNCTION "private"."format_days"(date, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.results_deadline(_day date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select (_day + 1 + time '07:00') at time zone private.club_time_zone() $function$;

ALTER FUNCTION "private"."results_deadline"(date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tell_results_of(_days date[], _now timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  told date[];
begin
  with added as (
    insert into private.announcements (key) select format('results %s', d.day) from unnest(_days) d (day)
    on conflict do nothing returning key
  )
  select array_agg(right(a.key, 10)::date order by a.key) into told from added a;
  if told is null then
    return 0;
  end if;
  return private.queue_messages('results', format('results %s', told[cardinality(told)]), array(
    with scored as materialized (
      select p.user_id, sum(p.points_earned) as points, count(*) as matches,
             count(*) filter (where p.points_earned = 3) as perfect,
             min(m.match_date) as first_day, max(m.match_date) as last_day
        from public.matches m join public.user_predictions p on p.match_id = m.id
       where m.match_date = any (told) and m.status = 'completed' and p.points_earned is not null
         and p.cleared_at is null
       group by p.user_id
    ), ranks as (
      select r.user_id, r.rank from private.ranked_players('overall', array(select s.user_id from scored s)) r
    )
    select row(s.user_id,
               format('You scored %s', private.pluralize(s.points, 'point')),
               format('%s: %s from %s', private.format_days(s.first_day, s.last_day),
                      private.pluralize(s.points, 'point'), private.pluralize(s.matches, 'match', 'matches'))
                 || case when s.perfect > 0 then format(', %s of them perfect', s.perfect) else '' end
                 || coalesce(format(E'.\nYou now rank %s of %s overall.', t.rank,
                                    (select sum(l.players) from private.points_distribution l
                                     where l.scope = 'overall')), '.'),
               '/leaderboard', _now + interval '1 day', null)::private.message_content
      from scored s left join ranks t on t.user_id = s.user_id));
end $function$;

ALTER FUNCTION "private"."tell_results_of"(date[], timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.untold_results(_now timestamp with time zone)
 RETURNS TABLE(day date, completed bigint, matches bigint, is_over boolean, waits_for uuid, can_be_undone boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with today as (
    select (_now at time zone private.club_time_zone())::date as day
  ), days as (
    select m.match_date as day, count(*) filter (where m.status = 'completed') as completed,
           count(*) filter (where m.status <> 'cancelled') as matches,
           bool_and(m.status in ('completed', 'cancelled')) as is_over,
           bool_or(private.can_be_undone(m, _now)) as can_be_undone
      from public.matches m, today t
     where m.match_date between t.day - 5 and t.day
       and not exists (select from private.announcements o where o.key = format('results %s', m.match_date))
     group by m.match_date
    having bool_or(m.status = 'completed')
  ), later as (
    -- The other matches of the rounds of each day.
    select d.day, o.id, o.match_date, o.kickoff_at,
           o.status not in ('completed', 'cancelled') and private.is_on_its_day(o)
             and _now < private.results_deadline(o.match_date) as is_open
      from days d
      join public.matches m on m.match_date = d.day and m.round is not null and m.status <> 'cancelled'
      join public.matches o on o.league = m.league and o.round = m.round and o.season is not distinct from m.season
       and o.match_date between d.day + 1 and d.day + 3
  )
  select d.day, d.completed, d.matches, d.is_over,
         (select l.id from later l where l.day = d.day and l.is_open order by l.kickoff_at desc, l.id limit 1),
         d.can_be_undone
    from days d, today t
   where d.day >= t.day - 2 or exists (select from later l where l.day = d.day and l.match_date >= t.day - 2)
$function$;

ALTER FUNCTION "private"."untold_results"(timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.results_to_tell()
 RETURNS TABLE(day date, completed bigint, matches bigint, waits_for text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query
  select u.day, u.completed, u.matches, private.match_label(m)
    from private.untold_results(clock_timestamp()) u left join public.matches m on m.id = u.waits_for
   order by u.day;
end $function$;

ALTER FUNCTION "public"."results_to_tell"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.tell_results()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  waiting date[];
  posted bigint;
begin
  perform private.begin_admin_action('tell_results');
  if exists (select from private.untold_results(clock_timestamp()) u where u.can_be_undone) then
    raise exception 'A result can still be undone. Try again in a minute.' using errcode = '22023';
  end if;
  perform private.lock_totals();
  if not private.settle_points() then
    raise exception 'Points are being counted. Try again in a minute.' using errcode = '22023';
  end if;
  waiting := array(select u.day from private.untold_results(clock_timestamp()) u order by u.day);
  if cardinality(waiting) = 0 then
    return 0;
  end if;
  posted := private.tell_results_of(waiting, clock_timestamp());
  perform private.write_audit('tell_results', 'matches', null, null,
    jsonb_build_object('days', private.format_days(waiting[1], waiting[cardinality(waiting)])));
  return posted;
end $function$;

ALTER FUNCTION "public"."tell_results"() OWNER TO "postgres";

REVOKE ALL ON FUNCTION "private"."format_days"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."format_days"(date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."format_days"(date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."results_deadline"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."results_deadline"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."results_deadline"(date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_results_of"(date[], timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_results_of"(date[], timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_results_of"(date[], timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."untold_results"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."untold_results"(timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."untold_results"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "public"."results_to_tell"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."results_to_tell"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."results_to_tell"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."results_to_tell"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."results_to_tell"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."tell_results"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."tell_results"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."tell_results"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."tell_results"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."tell_results"() TO "service_role";
