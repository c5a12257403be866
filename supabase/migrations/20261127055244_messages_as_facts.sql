set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP FUNCTION "private"."missing_predictions"(date, timestamp with time zone);

DROP FUNCTION "public"."claim_messages"(text, integer);

ALTER TABLE "private"."messages" ADD COLUMN "facts" jsonb;

ALTER TABLE "public"."notifications" ADD COLUMN "facts" jsonb;

ALTER TYPE "private"."message_content" ADD ATTRIBUTE "facts" jsonb CASCADE;

CREATE OR REPLACE FUNCTION private.announce_match_changes(_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  announced bigint[];
  posted bigint;
begin
  if not exists (select from private.match_changes having max(changed_at) <= _now - interval '2 minutes'
                 or min(changed_at) <= _now - interval '10 minutes') then
    return 0;
  end if;
  announced := array(select id from private.match_changes order by id for update);
  posted := private.queue_messages('match_change', format('match change %s', announced[cardinality(announced)]), array(
    with changed as materialized (
      select m.id, m.status = 'cancelled' as is_cancelled, m.kickoff_at,
             format('%s v %s', m.home_team_name, m.away_team_name) as label,
             private.describe_match_change(m) as words, private.match_change_facts(m) as facts
        from private.match_changes c join public.matches m on m.id = c.match_id
       where c.id = any (announced)
         and (m.status = 'cancelled' or (m.status = 'upcoming' and m.kickoff_at <> c.old_kickoff
                                         and m.locks_at > _now))
    )
    select row(p.user_id,
               case when count(*) > 1 then format('%s of your matches have changed', count(*))
                    else min(case when c.is_cancelled then 'Cancelled: ' else 'Kick-off moved: ' end || c.label) end,
               string_agg(c.words, E',\n' order by c.kickoff_at, c.label) || '.'
                 || case when bool_or(not c.is_cancelled)
                   then E'\nYour picks are kept, and you can change them until then.' else '' end
                 || case when bool_or(c.is_cancelled) then E'\nNo points are given for a cancelled match.' else '' end,
               '/matches',
               max(case when c.is_cancelled then _now + interval '1 day' else c.kickoff_at end),
               null,
               jsonb_build_object('kind', 'match_changes', 'changes',
                                  jsonb_agg(c.facts order by c.kickoff_at, c.label)))::private.message_content
      from changed c join public.user_predictions p on p.match_id = c.id
     group by p.user_id), '{email,push}');
  delete from private.match_changes where id = any (announced);
  return posted;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_news(_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  piece public.news;
  posted bigint := 0;
begin
  for piece in
    select n.* from private.announced_news t join public.news n on n.id = t.news_id
     where t.announced_at is null and n.is_active order by n.created_at for update of t
  loop
    update private.announced_news set announced_at = _now where news_id = piece.id;
    posted := posted + private.queue_messages('news', format('news %s', piece.id), array(
      select row(p.id, piece.title, piece.content, '/', _now + interval '3 days', null, null)::private.message_content
        from public.profiles p));
  end loop;
  return posted;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_reopening(_match public.matches, _reopening private.match_reopenings)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.match_changes c where c.match_id = _match.id;
  -- The day's results may have been announced; the players of this match then get another message.
  delete from private.announcements a where a.key = format('results %s', _match.match_date);
  perform private.queue_messages('match_change', format('reopening %s', _reopening.id), array(
    select row(u.user_id, format('Open again: %s v %s', _match.home_team_name, _match.away_team_name),
               format(E'%s v %s was reopened and now kicks off on %s, %s (club time). %s\nThe organiser''s reason: %s',
                      _match.home_team_name, _match.away_team_name, private.format_day(_match.match_date),
                      to_char(_match.match_time, 'HH24:MI'),
                      case when p.id is null then 'You can predict it until then.'
                           else 'Your pick is kept, and you can change it until then.' end
                        || case _reopening.old_status when 'completed' then ' Its points were taken back.' else '' end,
                      _reopening.reason),
               '/matches', _match.kickoff_at, null,
               private.match_change_facts(_match)
                 || jsonb_build_object('kind', 'reopened', 'has_pick', p.id is not null, 'points_taken_back',
                                       _reopening.old_status = 'completed', 'reason', _reopening.reason)
              )::private.message_content
      from (select g.user_id from public.user_predictions g where g.match_id = _match.id
            union
            select s.user_id from public.subscriptions s
              join public.competitions c on c.id = s.subscription_type and c.name = _match.league
             where s.status = 'active' and s.expires_at > clock_timestamp()) u
      left join public.user_predictions p on p.match_id = _match.id and p.user_id = u.user_id));
end $function$;

CREATE OR REPLACE FUNCTION private.announce_subscriptions(_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (_now at time zone private.club_time_zone())::date;
  due record;
  posted bigint := 0;
begin
  for due in
    select d.day, private.end_of_day(d.day) as ends_at, e.ended,
           format('subscription %s %s', case when e.ended then 'ended' else 'ends' end, d.day) as key
      from (select today + n from generate_series(-2, 3) n) d (day)
     cross join lateral (select private.end_of_day(d.day) <= _now) e (ended)
     where e.ended or _now >= private.end_of_day(d.day) - interval '3 days'
     order by d.day
  loop
    continue when exists (select from private.announcements o where o.key = due.key);
    insert into private.announcements (key) values (due.key) on conflict do nothing;
    continue when not found;
    posted := posted + private.queue_messages('subscription', due.key, array(
      select row(s.user_id,
                 format(case when due.ended then 'Your %s %s ended' else 'Your %s %s soon' end,
                   case count(*) when 1 then min(c.name) || ' subscription' else count(*) || ' subscriptions' end,
                   case when due.ended and count(*) = 1 then 'has' when due.ended then 'have'
                        when count(*) = 1 then 'ends' else 'end' end),
                 format(case when due.ended
                          then E'%s: your subscription ended at the end of %s (club time).\n'
                               'To predict again, ask your organiser for a new code and redeem it under '
                               'Subscriptions. Your picks and points are kept.'
                          else E'%s: your subscription ends at the end of %s (club time).\n'
                               'To continue, ask your organiser for a new code and redeem it under Subscriptions.' end,
                   string_agg(c.name, ', ' order by c.position), private.format_day(due.day)),
                 '/subscriptions', case when due.ended then _now + interval '1 day' else due.ends_at end,
                 null,
                 jsonb_build_object('kind', case when due.ended then 'subscription_ended' else 'subscription_ends' end,
                                    'competitions', jsonb_agg(c.name order by c.position), 'day', due.day)
                )::private.message_content
        from public.subscriptions s join public.competitions c on c.id = s.subscription_type
       where (s.expires_at at time zone private.club_time_zone())::date = due.day
         and case when due.ended then s.expires_at <= _now and s.status <> 'inactive'
                  else s.expires_at > _now and s.status = 'active' and s.started_at <= _now - interval '1 day' end
       group by s.user_id));
  end loop;
  return posted;
end $function$;

CREATE OR REPLACE FUNCTION private.check_links(_provider_match_ids uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with checked as materialized (
    select f.id, f.match_id, f.home_name, f.away_name, f.problem as old_problem,
           case when m.id is not null then private.link_problem(f, m) end as new_problem
      from private.provider_matches f left join public.matches m on m.id = f.match_id
     where f.id = any (_provider_match_ids)
  ), stored as (
    update private.provider_matches f set problem = c.new_problem
      from checked c where f.id = c.id and c.new_problem is distinct from c.old_problem
  ), notified as (
    insert into public.notifications (user_id, type, title, message, link, facts)
    select r.user_id, 'warning', 'Match to check',
           left(format(case when c.new_problem in ('exchanged', 'other_teams')
                            then 'The live-score provider reports %s v %s, the club has %s v %s.'
                            else 'The live-score provider reports another date for %3$s v %4$s.' end
                         || ' Go to API Settings to decide.',
                       c.home_name, c.away_name, m.home_team_name, m.away_team_name), 2000),
           '/admin-dashboard/api-settings',
           jsonb_build_object('kind', 'match_to_check',
                              'are_teams_wrong', c.new_problem in ('exchanged', 'other_teams'),
                              'reported_home', c.home_name, 'reported_away', c.away_name,
                              'home', m.home_team_name, 'away', m.away_team_name)
      from checked c
      join public.matches m on m.id = c.match_id
     cross join public.user_roles r
      join public.profiles p on p.id = r.user_id
     where c.new_problem is distinct from c.old_problem and c.new_problem is not null and r.role = 'admin'
  )
  select coalesce(array_agg(c.id), '{}') from checked c where c.new_problem is null
$function$;

CREATE OR REPLACE FUNCTION private.correction_facts(_period private.periods)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when count(*) = 0 then jsonb_build_object('change', 'points')
              when count(*) = 1 and bool_and(before.value like '%-%' and after.value like '%-%')
                then jsonb_build_object('change', 'result', 'home', min(m.home_team_name),
                                        'away', min(m.away_team_name))
              else jsonb_build_object('change', 'results') end
    from jsonb_each_text((select t.results from private.told_periods t where t.period_id = _period.id)) before
    full join jsonb_each_text(private.period_results(_period)) after using (key)
    left join public.matches m on m.id::text = key
   where before.value is distinct from after.value
$function$;

ALTER FUNCTION "private"."correction_facts"(private.periods) OWNER TO "postgres";

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
                else '' end as score,
           jsonb_build_object('points', s.points, 'perfect', case when f.shows_perfect then s.perfect_scores end)
             as facts
      from facts f, (select w.user_id, w.points, w.perfect_scores from winners w
                     union all select o.user_id, o.points, o.perfect_scores from former o) s
  ), best as (
    select s.score || case when f.winners > 1 then ' each' else '' end as score, s.facts
      from facts f, scores s join winners w on w.user_id = s.user_id limit 1
  ), former_words as (
    select case when f.former = 0 then '.'
                when f.former = 1 then coalesce((select format('; %s has %s.', o.name, s.score)
                                                   from former o join scores s using (user_id)), '.')
                else format('; %s no longer win it.',
                            private.name_list(array(select o.name from former o order by o.name))) end as words
      from facts f
  ), said as (
    select private.period_facts(_period) || jsonb_build_object(
             'kind', 'winners_corrected', 'reason', private.correction_facts(_period), 'score', b.facts,
             'winners', (select coalesce(jsonb_agg(jsonb_build_object('id', w.user_id, 'name', w.name)
                                                   order by w.name), '[]') from winners w),
             'former', (select coalesce(jsonb_agg(jsonb_build_object('id', o.user_id, 'name', o.name, 'score', s.facts)
                                                  order by o.name), '[]')
                          from former o left join scores s on s.user_id = o.user_id and s.score is not null)) as facts
      from facts f left join best b on true
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
               private.period_link(_period), _drop_after, null,
               z.facts || jsonb_build_object('reader', w.user_id))::private.message_content
      from winners w, facts f, best b, former_words l, said z where w.user_id is not null
    union all
    select row(o.user_id,
               format(case f.winners when 0 then '%s no longer has a winner' when 1 then '%s has another winner'
                                     else '%s has other winners' end, f.label),
               f.reason || case f.winners when 0 then format('%s no longer has a winner', f.label)
                 else format(case f.winners when 1 then '%s now wins %s with %s' else '%s now share %s with %s' end,
                             private.name_list(array(select n.name from winners n order by n.name)), f.label,
                             b.score) end
                 || coalesce(format('; you have %s.', s.score), '.'),
               private.period_link(_period), _drop_after, null,
               z.facts || jsonb_build_object('reader', o.user_id))::private.message_content
      from former o cross join facts f cross join said z
      left join scores s on s.user_id = o.user_id
      left join best b on true)
$function$;

CREATE OR REPLACE FUNCTION private.deliver_club_message(_sent private.club_messages)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  recipients uuid[] := array(
    select private.club_message_recipients(_sent.audience, _sent.competition_id, _sent.group_id, _sent.member_id));
begin
  insert into public.notifications (user_id, type, title, message, club_message_id)
  select r.id, _sent.type, _sent.title, _sent.message, _sent.id from unnest(recipients) r (id);
  perform private.queue_messages('news', private.club_message_key(_sent.id), array(
    select row(r.id, _sent.title, _sent.message, '/', clock_timestamp() + interval '3 days', null, null)
             ::private.message_content
      from unnest(recipients) r (id)), '{email,push}');
  update private.club_messages set players = cardinality(recipients) where id = _sent.id;
  return cardinality(recipients);
end $function$;

CREATE OR REPLACE FUNCTION private.match_change_facts(_match public.matches)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'home', _match.home_team_name, 'away', _match.away_team_name,
    'change', case when _match.status = 'cancelled' and _match.completed_at is not null then 'void'
                   when _match.status = 'cancelled' then 'cancelled'
                   when not _match.kickoff_confirmed then 'undated' else 'moved' end,
    'day', _match.match_date, 'time', to_char(_match.match_time, 'HH24:MI'))
$function$;

ALTER FUNCTION "private"."match_change_facts"(public.matches) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.missing_predictions(_day date, _now timestamp with time zone)
 RETURNS TABLE(user_id uuid, missing uuid[], first_kickoff timestamp with time zone, list text, matches jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with open_matches as materialized (
    select m.id, m.kickoff_at, m.match_time,
           format('%s v %s', m.home_team_name, m.away_team_name)
             || case when m.kickoff_confirmed then to_char(m.match_time, '" at "HH24:MI')
                     else ', time to be confirmed' end as label,
           jsonb_build_object('home', m.home_team_name, 'away', m.away_team_name, 'time',
                              case when m.kickoff_confirmed then to_char(m.match_time, 'HH24:MI') end) as facts,
           case when c.needs_subscription then c.id end as needs
      from public.matches m join public.competitions c on c.name = m.league
     where m.match_date = _day and m.status = 'upcoming' and private.is_on_its_day(m) and m.locks_at > _now
  ), allowed as (
    select p.id as user_id, o.* from public.profiles p join open_matches o on o.needs is null
    union all
    select s.user_id, o.* from public.subscriptions s join open_matches o on o.needs = s.subscription_type
     where s.status = 'active' and s.expires_at > _now
  ), missing as (
    select a.*, row_number() over (partition by a.user_id order by a.kickoff_at, a.label) as place
      from allowed a left join public.user_predictions p on p.match_id = a.id and p.user_id = a.user_id
     where p.id is null
  )
  select l.user_id, array_agg(l.id), min(l.kickoff_at),
         -- At most 15 fit into a message.
         string_agg(l.label, E',\n' order by l.place) filter (where l.place <= 15)
           || case when count(*) > 15 then format(E'\nand %s more', count(*) - 15) else '' end,
         jsonb_agg(l.facts order by l.place) filter (where l.place <= 15)
    from missing l group by l.user_id
$function$;

ALTER FUNCTION "private"."missing_predictions"(date, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.notify_admins(_provider_match_ids uuid[], _moment timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.notifications (user_id, type, title, message, link, facts)
  select r.user_id, 'warning', 'Match ' || f.state,
         left(format('The live-score provider reports that %s v %s is %s. Go to API Settings to decide.',
                     m.home_team_name, m.away_team_name, f.state), 2000),
         '/admin-dashboard/api-settings',
         jsonb_build_object('kind', 'match_called_off', 'state', f.state, 'home', m.home_team_name,
                            'away', m.away_team_name)
    from private.provider_matches f
    join public.matches m on m.id = f.match_id and m.status in ('upcoming', 'live')
   cross join public.user_roles r
    join public.profiles p on p.id = r.user_id
   where f.id = any (_provider_match_ids) and f.state_since = _moment and r.role = 'admin'
     and f.state in ('postponed', 'suspended', 'abandoned', 'cancelled', 'awarded')
$function$;

CREATE OR REPLACE FUNCTION private.notify_match_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  title text := case new.status when 'cancelled' then 'Match cancelled' else 'Kick-off moved' end;
  words text := private.describe_match_change(new)
    || case when new.status <> 'cancelled' then '. Your pick is kept, and you can change it until then.'
            when old.status = 'completed' then '. Its points were taken back.'
            else '. No points are given for it.' end;
begin
  insert into public.notifications (user_id, type, title, message, link, facts)
  select p.user_id, 'info', title, words, '/matches',
         private.match_change_facts(new) || jsonb_build_object('kind', 'match_change', 'points_taken_back',
                                                               old.status = 'completed')
    from public.user_predictions p join private.message_choices_of('match_change') c on c.user_id = p.user_id
   where p.match_id = new.id and c.in_app;
  insert into private.match_changes (match_id, old_kickoff) values (new.id, old.kickoff_at)
  on conflict (match_id) do update set changed_at = excluded.changed_at;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.period_facts(_period private.periods)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select jsonb_build_object('round', _period.round, 'month', _period.month) $function$;

ALTER FUNCTION "private"."period_facts"(private.periods) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.queue_messages(_kind text, _key text, _contents private.message_content[], _channels text[] DEFAULT '{in_app,email,push}'::text[])
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with wanted as (
    select l.user_id, l.title, l.body, l.link, l.drop_after, l.match_ids, l.facts, w.channel
      from unnest(_contents) l
      join private.message_choices_of(_kind) c on c.user_id = l.user_id
      join auth.users u on u.id = l.user_id
     cross join lateral (values
       ('in_app', c.in_app),
       ('email', c.email and u.email <> '' and u.email_confirmed_at is not null),
       ('push', c.push and exists (select from private.push_subscriptions s where s.user_id = l.user_id))
     ) w (channel, is_wanted)
     where w.is_wanted and w.channel = any (_channels)
  ), queued as (
    insert into private.messages (user_id, kind, channel, dedupe_key, title, body, link, match_ids, drop_after, state,
                                  sent_at, facts)
    select w.user_id, _kind, w.channel, _key, left(w.title, 200), left(w.body, 2000), w.link, w.match_ids,
           w.drop_after,
           case w.channel when 'in_app' then 'sent' else 'waiting' end,
           case w.channel when 'in_app' then clock_timestamp() end, w.facts
      from wanted w
    on conflict on constraint one_message_per_player_channel_and_reason do nothing
    returning user_id, channel, title, body, link, facts
  ), shown as (
    insert into public.notifications (user_id, title, message, link, facts)
    select q.user_id, q.title, q.body, q.link, q.facts from queued q where q.channel = 'in_app'
  )
  select count(*) from queued
$function$;

CREATE OR REPLACE FUNCTION private.remind_organisers(_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (_now at time zone private.club_time_zone())::date;
  morning timestamptz := (today + time '08:00') at time zone private.club_time_zone();
  missing bigint;
  notified bigint;
begin
  select count(*) into missing from public.matches m
   where m.status in ('upcoming', 'live') and _now >= morning and private.is_awaiting_result(m, morning);
  if missing = 0 then
    return 0;
  end if;
  insert into private.announcements (key) values (format('results to enter %s', today)) on conflict do nothing;
  if not found then
    return 0;
  end if;
  insert into public.notifications (user_id, type, title, message, link, facts)
  select distinct r.user_id, 'info', format('Results to enter: %s', missing),
         format('%s over and without a result.',
                case missing when 1 then '1 match is' else missing || ' matches are' end),
         '/enter-results', jsonb_build_object('kind', 'results_to_enter', 'count', missing)
    from public.user_roles r join public.profiles p on p.id = r.user_id where r.role in ('admin', 'results');
  get diagnostics notified = row_count;
  return notified;
end $function$;

CREATE OR REPLACE FUNCTION private.send_reminders(_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due record;
  posted bigint := 0;
begin
  for due in select * from private.due_reminders(_now) loop
    insert into private.announcements (key) values (due.key) on conflict do nothing;
    continue when not found;
    posted := posted + private.queue_messages('reminder', due.key, array(
      select row(u.user_id,
                 case cardinality(u.missing) when 1 then format('Not yet predicted: %s', u.list)
                      else format('%s matches not yet predicted for %s', cardinality(u.missing),
                                  to_char(due.match_date::timestamp, 'FMDay')) end,
                 format(E'Not yet predicted for %s (club time):\n%s.', private.format_day(due.match_date), u.list),
                 '/matches', u.first_kickoff, u.missing,
                 jsonb_build_object('kind', 'reminder', 'day', due.match_date, 'count', cardinality(u.missing),
                                    'matches', u.matches))::private.message_content
        from private.missing_predictions(due.match_date, _now) u
       -- After a match has moved, a player who had a '2 h' reminder gets no '24 h' one.
       where due.lead = '2 h' or not exists (
         select from private.messages m where m.user_id = u.user_id
           and m.dedupe_key = format('reminder 2 h %s', due.match_date))));
    -- The '2 h' reminder replaces a '24 h' one that was not sent yet.
    update private.messages set state = 'dropped', last_error = 'The next reminder replaces it'
     where state = 'waiting' and due.lead = '2 h' and dedupe_key = format('reminder 24 h %s', due.match_date);
  end loop;
  return posted;
end $function$;

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
               '/leaderboard', _now + interval '1 day', null,
               jsonb_build_object('kind', 'results', 'points', s.points, 'matches', s.matches, 'perfect', s.perfect,
                                  'first_day', s.first_day, 'last_day', s.last_day, 'rank', t.rank, 'players',
                                  (select sum(l.players) from private.points_distribution l
                                    where l.scope = 'overall')))::private.message_content
      from scored s left join ranks t on t.user_id = s.user_id));
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
               private.period_link(_period), _drop_after, null,
               private.period_facts(_period) || jsonb_build_object(
                 'kind', 'winner', 'points', w.points, 'season', _period.season,
                 'competition', (select c.name from public.competitions c where c.id = _period.competition_id),
                 'matches', (select count(*) from jsonb_each_text(private.period_results(_period)) r
                              where r.value like '%-%'),
                 'others', count(*) over () - 1))::private.message_content
      from private.period_winners w where w.period_id = _period.id)
$function$;

CREATE OR REPLACE FUNCTION public.claim_messages(_channel text, _limit integer)
 RETURNS TABLE(id bigint, kind text, tag text, title text, body text, link text, created_at timestamp with time zone, drop_after timestamp with time zone, email text, token text, devices jsonb, facts jsonb, language text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  claimed bigint[];
begin
  if private.quiet_hours_end(clock_timestamp()) is not null
    or exists (select from private.paused_channels r where r.channel = _channel and r.paused_until > clock_timestamp())
      then
    return;
  end if;
  loop
    claimed := array(
      select m.id from private.messages m
       where m.state = 'waiting' and m.channel = _channel and m.send_after <= statement_timestamp()
         and (m.drop_after is null or m.drop_after > statement_timestamp())
       order by m.send_after, m.id limit least(_limit, 500) for update skip locked);
    exit when claimed = '{}';
    with judged as materialized (
      select m.id, private.drop_reason(m) as reason from private.messages m where m.id = any (claimed)
    )
    update private.messages m set state = 'dropped', last_error = j.reason
      from judged j where m.id = j.id and j.reason is not null;
    if _channel = 'email' then
      insert into private.unsubscribe_tokens (user_id)
      select distinct m.user_id from private.messages m where m.id = any (claimed) on conflict do nothing;
    end if;
    return query
      update private.messages m set send_after = clock_timestamp() + private.claim_lease(), attempts = m.attempts + 1
        from auth.users u join public.profiles p on p.id = u.id
        left join private.unsubscribe_tokens t on t.user_id = u.id
       where m.id = any (claimed) and m.state = 'waiting' and u.id = m.user_id
      returning m.id, m.kind, m.dedupe_key, m.title, m.body, m.link, m.created_at, m.drop_after, u.email::text,
        t.token, (
        select jsonb_agg(jsonb_build_object('endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth))
          from private.push_subscriptions s where m.channel = 'push' and s.user_id = m.user_id
            and s.endpoint <> all (m.finished_endpoints)), m.facts, p.language;
    -- If all of them were dropped, others may be due.
    exit when found;
  end loop;
end $function$;

ALTER FUNCTION "public"."claim_messages"(text, integer) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "private"."correction_facts"(private.periods) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."correction_facts"(private.periods) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correction_facts"(private.periods) TO "postgres";

REVOKE ALL ON FUNCTION "private"."match_change_facts"(public.matches) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."match_change_facts"(public.matches) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."match_change_facts"(public.matches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."missing_predictions"(date, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."missing_predictions"(date, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."missing_predictions"(date, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."period_facts"(private.periods) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."period_facts"(private.periods) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."period_facts"(private.periods) TO "postgres";

REVOKE ALL ON FUNCTION "public"."claim_messages"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."claim_messages"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_messages"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_messages"(text, integer) TO "service_role";
