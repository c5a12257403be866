-- Season questions (decision 66): questions, answers and their log. The points of answers are a part of all totals. Rows
-- of before need nothing: without a question their points of questions are 0.
set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP FUNCTION "public"."leaderboard_summary"(text);

CREATE TABLE "public"."season_answer_changes" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "user_id" uuid NOT NULL, "question_id" uuid, "question_title" text NOT NULL, "change" text NOT NULL, "old_answer" text[], "answer" text[] NOT NULL, "changed_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "change_is_known" CHECK ((change = ANY (ARRAY['made'::text, 'changed'::text, 'deleted'::text]))), CONSTRAINT "season_answer_changes_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."season_answer_changes" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."season_answer_changes" OWNER TO "postgres";

CREATE TABLE "public"."season_answers" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "question_id" uuid NOT NULL, "user_id" uuid NOT NULL, "answer" text[] NOT NULL, "points_earned" integer, "cleared_at" timestamp with time zone, "changed_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "answers_have_1_to_10_parts" CHECK (((cardinality(answer) >= 1) AND (cardinality(answer) <= 10))), CONSTRAINT "cleared_points_are_0" CHECK (((cleared_at IS NULL) OR (points_earned = 0))), CONSTRAINT "one_answer_per_member_and_question" UNIQUE (question_id, user_id), CONSTRAINT "season_answers_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."season_answers" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."season_answers" OWNER TO "postgres";

CREATE TABLE "public"."season_questions" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "competition_id" text NOT NULL, "kind" text NOT NULL, "title" text NOT NULL, "help" text, "points" integer NOT NULL, "answer_count" integer NOT NULL DEFAULT 1, "locks_at" timestamp with time zone NOT NULL, "correct_answers" text[], "settled_at" timestamp with time zone, "closed_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "a_settled_question_has_an_answer" CHECK (((correct_answers IS NULL) = (settled_at IS NULL))), CONSTRAINT "helps_are_at_most_300_long" CHECK ((char_length(help) <= 300)), CONSTRAINT "it_settles_after_its_lock" CHECK ((settled_at >= locks_at)), CONSTRAINT "kind_is_known" CHECK ((kind = ANY (ARRAY['text'::text, 'number'::text, 'team'::text, 'teams'::text]))), CONSTRAINT "only_teams_are_several" CHECK (
CASE kind
    WHEN 'teams'::text THEN ((answer_count >= 2) AND (answer_count <= 10))
    ELSE (answer_count = 1)
END), CONSTRAINT "points_are_1_to_100" CHECK (((points >= 1) AND (points <= 100))), CONSTRAINT "season_questions_pkey" PRIMARY KEY (id), CONSTRAINT "titles_are_1_to_100_long" CHECK (((char_length(TRIM(BOTH FROM title)) >= 1) AND (char_length(TRIM(BOTH FROM title)) <= 100))));

ALTER TABLE "public"."season_questions" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."season_questions" OWNER TO "postgres";

ALTER TABLE "private"."player_totals" ADD COLUMN "question_points" integer NOT NULL DEFAULT 0;

ALTER TABLE "private"."scored_matches" ADD COLUMN "question_id" uuid;

ALTER TABLE "public"."archived_leaderboard_rows" ADD COLUMN "question_points" integer NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION private.add_missing_past_ranks(_scope text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  missing date[];
begin
  select array_agg(distinct n.day) into missing
    from private.scored_matches n
    join private.scopes s on s.scope = _scope and n.day < s.latest_day
   where (n.match_id is not null or n.question_id is not null) and _scope in (n.competition_id, 'overall')
     and not exists (select from private.past_ranks r where r.scope = _scope and r.day = n.day);
  if missing is null then
    return;
  end if;
  perform private.lock_totals();
  -- Kept ranks are of counted points.
  if not private.settle_points() then
    return;
  end if;
  with days as (
    select distinct n.day from private.scored_matches n
     where _scope in (n.competition_id, 'overall') and n.day >= (select min(d) from unnest(missing) d)
  ), match_gains as (
    select p.user_id, n.day, sum(p.points_earned) as points,
           count(*) filter (where p.points_earned = 3) as perfect_scores
      from private.scored_matches n
      join public.user_predictions p on p.match_id = n.match_id and p.points_earned > 0 and p.cleared_at is null
     where _scope in (n.competition_id, 'overall') and n.day > (select min(d) from unnest(missing) d)
     group by 1, 2
  ), gains as (
    select g.user_id, g.day, sum(g.points) as points, sum(g.perfect_scores) as perfect_scores
      from (select * from match_gains
            union all select o.user_id, o.day, o.points, 0 from private.question_gains(_scope) o) g
     group by 1, 2
  ), past_totals as (
    -- The current total minus everything earned on later days.
    select d.day,
           t.points - coalesce(sum(g.points) over later, 0) as points,
           t.perfect_scores - coalesce(sum(g.perfect_scores) over later, 0) as perfect_scores
      from private.player_totals t
     cross join days d
      left join gains g on g.user_id = t.user_id and g.day = d.day
     where t.scope = _scope
    window later as (partition by t.user_id order by d.day desc rows between unbounded preceding and 1 preceding)
  ), player_counts as (
    select day, points, perfect_scores, count(*) as players from past_totals
     where day = any (missing) group by day, points, perfect_scores
  )
  insert into private.past_ranks (scope, day, points, perfect_scores, rank)
  select _scope, day, points, perfect_scores,
         1 + sum(players) over (partition by day order by points desc, perfect_scores desc) - players
    from player_counts
  on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION private.answer_key(_kind text, _part text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when _kind in ('team', 'teams') then private.canonical_team_name(_part)
              when _kind = 'text' then private.searchable(btrim(regexp_replace(_part, '\s+', ' ', 'g')))
              else _part end
$function$;

ALTER FUNCTION "private"."answer_key"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.answer_points(_question public.season_questions, _answer text[])
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when _question.settled_at is not null then _question.points * (
    select count(*)::integer from unnest(_answer) a (part)
     where private.answer_key(_question.kind, a.part) in (
       select private.answer_key(_question.kind, c) from unnest(_question.correct_answers) c)) end
$function$;

ALTER FUNCTION "private"."answer_points"(public.season_questions, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.answers_of_snapshot()
 RETURNS TABLE(user_id uuid, user_name text, points integer, answers jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.user_id, coalesce(f.full_name, 'Player'), coalesce(sum(a.points_earned), 0)::integer,
         jsonb_agg(jsonb_build_object(
           'match', q.title, 'actual', array_to_string(q.correct_answers, ', '),
           'prediction', array_to_string(a.answer, ', '), 'points', a.points_earned) order by q.locks_at, q.id)
    from public.season_answers a
    join public.season_questions q on q.id = a.question_id and q.locks_at <= clock_timestamp()
    join public.profiles f on f.id = a.user_id
   group by a.user_id, f.full_name
$function$;

ALTER FUNCTION "private"."answers_of_snapshot"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.audit_subject(_entry public.admin_audit_log)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  record_key uuid := case when _entry.record_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                          then _entry.record_id end;
  archive_key uuid := coalesce((_entry.new_values ->> 'archive_id')::uuid, record_key);
  known jsonb := case when jsonb_typeof(_entry.old_values) = 'object' then _entry.old_values else '{}' end
    || case when jsonb_typeof(_entry.new_values) = 'object' then _entry.new_values else '{}' end;
begin
  return case _entry.table_name
    when 'matches' then coalesce((select private.match_label(m) from public.matches m where m.id = record_key),
                                 private.match_label(jsonb_populate_record(null::public.matches, known)))
    when 'undos' then coalesce((select private.match_label(m) from public.matches m where m.id = record_key),
                               (select g.name from public.groups g where g.id = record_key),
                               (select q.title from public.season_questions q where q.id = record_key))
    when 'teams' then coalesce(known ->> 'name', (select t.name from public.teams t where t.id = record_key))
    when 'news' then coalesce(known ->> 'title', (select n.title from public.news n where n.id = record_key))
    when 'leaderboard_archives' then
      coalesce(known ->> 'name', (select a.name from public.leaderboard_archives a where a.id = record_key))
    when 'subscription_period_archives' then
      coalesce(known ->> 'name', (select a.name from public.subscription_period_archives a where a.id = record_key))
    when 'archived_subscriptions' then
      (select a.name from public.subscription_period_archives a where a.id = archive_key)
    when 'predictions_snapshots' then known ->> 'snapshot_name'
    when 'groups' then known ->> 'name'
    when 'season_questions' then
      coalesce(known ->> 'title', (select q.title from public.season_questions q where q.id = record_key))
    when 'team_aliases' then _entry.record_id
    when 'admin_settings' then _entry.record_id
    when 'jobs' then _entry.record_id
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.biggest_climbs()
 RETURNS TABLE(user_id uuid, value integer, day date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with gains as (
    select e.user_id, e.day, sum(e.points) as points, sum(e.perfect) as perfect
      from (select p.user_id, m.day, p.points_earned as points, (p.points_earned = 3)::integer as perfect
              from public.user_predictions p join private.scored_matches m on m.match_id = p.match_id
             where p.points_earned is not null and p.cleared_at is null
            union all
            select q.user_id, q.day, q.points, 0 from private.question_gains('overall') q) e
     group by 1, 2
  ), players as (
    select t.user_id from private.player_totals t where t.scope = 'overall'
  ), ranks as (
    select t.user_id, t.day, rank() over (partition by t.day order by t.points desc, t.perfect desc) as rank
      from (select u.user_id, d.day, sum(coalesce(g.points, 0)) over so_far as points,
                   sum(coalesce(g.perfect, 0)) over so_far as perfect
              from players u
             cross join (select distinct g.day from gains g) d
              left join gains g on g.user_id = u.user_id and g.day = d.day
            window so_far as (partition by u.user_id order by d.day)) t
  ), climbs as (
    select r.user_id, r.day, lag(r.rank) over (partition by r.user_id order by r.day) - r.rank as value from ranks r
  )
  select distinct on (c.user_id) c.user_id, c.value::integer, c.day
    from (select l.*, rank() over (order by l.value desc) as rank from climbs l where l.value > 0) c
   where c.rank = 1
   order by c.user_id, c.day
$function$;

CREATE OR REPLACE FUNCTION private.clear_answers(_user_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.season_answers a set points_earned = 0, cleared_at = clock_timestamp()
   where a.points_earned is not null and a.cleared_at is null
     and (_user_ids is null or a.user_id = any (_user_ids));
  if _user_ids is null then
    update public.season_questions q set closed_at = clock_timestamp()
     where q.settled_at is not null and q.closed_at is null;
  end if;
end $function$;

ALTER FUNCTION "private"."clear_answers"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.clear_points(_user_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  cleared integer;
  completed uuid[];
  reopened uuid[];
begin
  perform private.lock_totals();
  select array_agg(m.id) filter (where m.status = 'completed'), array_agg(m.id) filter (where m.status <> 'completed')
    into completed, reopened
    from private.matches_to_score s join public.matches m on m.id = s.match_id where not s.is_scored;
  if _user_ids is null then
    perform private.end_season_of_records();
  end if;
  update public.user_predictions set points_earned = 0, cleared_at = clock_timestamp()
   where (points_earned is not null or match_id = any (coalesce(completed, '{}')))
     and match_id <> all (coalesce(reopened, '{}'))
     and cleared_at is null and (_user_ids is null or user_id = any (_user_ids));
  get diagnostics cleared = row_count;
  perform private.clear_answers(_user_ids);
  if _user_ids is null then
    perform private.refresh_crowd(array(select c.match_id from private.crowd_predictions c));
  end if;
  return cleared;
end $function$;

CREATE OR REPLACE FUNCTION private.count_points(_most integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_nestloop TO 'on'
 SET enable_hashjoin TO 'on'
 SET enable_mergejoin TO 'on'
AS $function$
declare
  shortened_scopes text[];
  moved_scopes text[];
  moves private.leaderboard_move[];
  is_large boolean;
  last_user uuid;
  moved_matches uuid[];
  unordered text;
begin
  perform private.lock_totals();
  shortened_scopes := private.update_completion_days();
  -- Movement is recounted from totals that contain all points.
  if _most is not null and shortened_scopes = '{}' then
    last_user := (select v.user_id from private.uncounted_points v order by v.user_id offset _most - 1 limit 1);
  end if;
  if exists (select from private.uncounted_points) then
    is_large := exists (select from private.uncounted_points offset private.points_at_once());
    -- Many rows are joined in one pass. Before the first result the planner would expect few.
    perform set_config('enable_nestloop', (not exists (select from private.uncounted_points offset 200))::text, true);
    -- A part of a large club is looked up: a pass over all totals takes seconds.
    if _most * 8 < (select max(o.players) from (
      select sum(l.size) as players from private.leaderboard_sections l group by l.scope) o) then
      perform set_config('enable_nestloop', 'on', true), set_config('enable_hashjoin', 'off', true),
              set_config('enable_mergejoin', 'off', true);
    end if;
    with gains as materialized (
      select s.scope, s.latest_day, v.user_id,
             coalesce(sum(v.sign) filter (where n.question_id is null), 0)::integer as scored,
             sum(v.sign * v.points)::integer as points,
             coalesce(sum(v.sign) filter (where v.points = 3 and n.question_id is null), 0)::integer as perfect,
             coalesce(sum(v.sign) filter (where v.points > 0 and n.question_id is null), 0)::integer as outcomes,
             coalesce(sum(v.sign * v.points) filter (where n.question_id is not null), 0)::integer as question_points,
             coalesce(sum(v.sign * v.points) filter (where n.day < s.latest_day), 0)::integer as earlier_points,
             coalesce(sum(v.sign) filter (where v.points = 3 and n.day < s.latest_day and n.question_id is null),
                      0)::integer as earlier_perfect
        from private.uncounted_points v
        join private.scored_matches n on n.id = v.scored_id
        join private.scopes s on s.scope in (n.competition_id, 'overall')
       where last_user is null or v.user_id <= last_user
       group by s.scope, s.latest_day, v.user_id
    ), moved as (
      update private.player_totals t
         set predictions_scored = t.predictions_scored + g.scored,
             points = t.points + g.points,
             perfect_scores = t.perfect_scores + g.perfect,
             right_outcomes = t.right_outcomes + g.outcomes,
             question_points = t.question_points + g.question_points,
             earlier_points = case when t.earlier_day = g.latest_day then t.earlier_points else t.points end
                            + g.earlier_points,
             earlier_perfect = case when t.earlier_day = g.latest_day then t.earlier_perfect else t.perfect_scores end
                             + g.earlier_perfect,
             earlier_day = g.latest_day
        from gains g
       where t.scope = g.scope and t.user_id = g.user_id
      returning t.scope, t.user_id, t.points, t.perfect_scores, t.earlier_points, t.earlier_perfect,
                g.points as gained, g.perfect as gained_perfect, g.earlier_points as gained_earlier,
                g.earlier_perfect as gained_earlier_perfect
    ), steps as (
      select scope, points, perfect_scores, gained, gained_perfect, false as earlier, count(*)::integer as players
        from moved where gained <> 0 or gained_perfect <> 0 group by 1, 2, 3, 4, 5
      union all
      select scope, earlier_points, earlier_perfect, gained_earlier, gained_earlier_perfect, true, count(*)::integer
        from moved where gained_earlier <> 0 or gained_earlier_perfect <> 0 group by 1, 2, 3, 4, 5
    ), shifts as (
      select scope, points, perfect_scores, earlier, players from steps
      union all
      select scope, points - gained, perfect_scores - gained_perfect, earlier, -players from steps
    ), shifted as (
      insert into private.points_distribution as l (scope, points, perfect_scores, players, earlier_players)
      select scope, points, perfect_scores,
             coalesce(sum(players) filter (where not earlier), 0), coalesce(sum(players) filter (where earlier), 0)
        from shifts group by scope, points, perfect_scores
      on conflict (scope, points, perfect_scores) do update
        set players = l.players + excluded.players, earlier_players = l.earlier_players + excluded.earlier_players
      returning l.scope
    )
    select (select array_agg(distinct s.scope) from shifted s),
           (select array_agg(row(m.scope, m.user_id, private.place_of(
                               m.points - m.gained, m.perfect_scores - m.gained_perfect, p.full_name, m.user_id)
                             )::private.leaderboard_move)
              from moved m left join public.profiles p on p.id = m.user_id
             where not is_large and (m.gained <> 0 or m.gained_perfect <> 0))
      into moved_scopes, moves;
    delete from private.points_distribution l
     where l.scope = any (moved_scopes) and l.players = 0 and l.earlier_players = 0;
    perform private.refresh_ranks(s) from unnest(moved_scopes) s;
    if is_large then
      update private.scopes s set order_is_due = true where s.scope = any (moved_scopes);
    else
      perform private.move_players(moves);
    end if;
    perform private.count_period_points(last_user);
    perform private.count_points_before_joining(last_user);
    moved_matches := array(
      select n.match_id from private.scored_matches n
       where n.match_id is not null and n.id in (select v.scored_id from private.uncounted_points v
                                                  where last_user is null or v.user_id <= last_user));
    perform private.leave_leaderboards(array(
      select distinct t.user_id
        from (select distinct v.user_id from private.uncounted_points v
               where v.sign = -1 and (last_user is null or v.user_id <= last_user)) u
       cross join private.scopes s
        join private.player_totals t on t.scope = s.scope and t.user_id = u.user_id and t.predictions_scored = 0));
    delete from private.uncounted_points v where last_user is null or v.user_id <= last_user;
    -- The crowd does not change with points, so the last part of a match determines it.
    perform private.refresh_crowd(array(
      select i from unnest(moved_matches) i
       where i not in (select s.match_id from private.matches_to_score s where not s.is_scored)
      except
      select n.match_id from private.scored_matches n
       where n.id in (select v.scored_id from private.uncounted_points v)));
  end if;
  perform private.recount_earlier(s) from unnest(shortened_scopes) s;
  delete from private.scored_matches n
   where n.match_id is null and n.question_id is null
     and n.id not in (select v.scored_id from private.uncounted_points v);
  if not exists (select from private.uncounted_points)
     and not exists (select from private.matches_to_score s where not s.is_scored) then
    for unordered in select s.scope from private.scopes s where s.order_is_due order by s.scope loop
      perform private.order_leaderboard(unordered);
      update private.scopes s set order_is_due = false where s.scope = unordered;
      -- Sorting large ones takes seconds, so each has a transaction of the job.
      exit when _most is not null and exists (
        select from private.player_totals t where t.scope = unordered offset 100000);
    end loop;
  end if;
  perform set_config('enable_nestloop', 'on', true);
  perform private.keep_first_pages();
end $function$;

CREATE OR REPLACE FUNCTION private.fill_snapshot(_snapshot_id uuid)
 RETURNS public.predictions_snapshots
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  created public.predictions_snapshots;
begin
  with answered as materialized (
    select * from private.answers_of_snapshot()
  ), written as (
    insert into public.snapshot_players (snapshot_id, "position", user_id, user_name, total_points, predictions)
    select _snapshot_id, row_number() over (order by o.total_points desc, o.user_name, o.user_id), o.*
      from (
      select coalesce(t.user_id, q.user_id) as user_id, coalesce(t.user_name, q.user_name) as user_name,
             coalesce(t.total_points, 0) + coalesce(q.points, 0) as total_points,
             case when q.user_id is null then t.predictions
               else coalesce(t.predictions, '[]') || q.answers end as predictions
      from (select p.user_id, coalesce(f.full_name, 'Player') as user_name,
                   coalesce(sum(p.points_earned), 0)::integer as total_points,
                   -- Built as text and parsed once, because building 1.5 million JSON objects takes twice as long.
                   ('[' || string_agg(m.opening || p.home_prediction || '-' || p.away_prediction || '", "points": '
                     || coalesce(p.points_earned::text, 'null') || '}', ', ' order by m.place)
                       || ']')::jsonb as predictions
              from (select n.id, row_number() over (order by n.kickoff_at, n.id) as place,
                           format('{"match": %s, "actual": %s, "prediction": "', to_json(private.match_label(n)),
                             coalesce(to_json(n.home_score || '-' || n.away_score)::text, 'null')) as opening
                      from public.matches n where n.locks_at <= clock_timestamp()) m
              join public.user_predictions p on p.match_id = m.id
              join public.profiles f on f.id = p.user_id
             group by p.user_id, f.full_name) t
      full join answered q on q.user_id = t.user_id) o
    returning predictions
  ), counted as (
    select count(*)::integer as players,
           (coalesce(sum(jsonb_array_length(w.predictions)), 0)
             - (select coalesce(sum(jsonb_array_length(a.answers)), 0) from answered a))::integer as predictions
      from written w
  )
  update public.predictions_snapshots s set players = c.players, predictions = c.predictions
    from counted c where s.id = _snapshot_id
  returning s.* into created;
  return created;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_deleted_question()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_totals();
  update private.scored_matches n set question_id = null where n.question_id = old.id;
  if found then
    perform private.count_points_soon();
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."forget_deleted_question"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.has_questions(_scope text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.season_questions q
                  where q.settled_at is not null and q.closed_at is null and _scope in (q.competition_id, 'overall'));
end $function$;

ALTER FUNCTION "private"."has_questions"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.helper_acts()
 RETURNS TABLE(role text, act text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values
    ('results', 'results_to_enter'), ('results', 'preview_results'), ('results', 'complete_matches'),
    ('results', 'set_running_score'), ('results', 'open_undos'), ('results', 'undo'),
    ('results', 'admin_season_questions'), ('results', 'settle_season_question'),
    ('money', 'admin_plan_codes'), ('money', 'generate_plan_code'), ('money', 'generate_plan_codes'),
    ('money', 'mark_plan_code_sent'), ('money', 'revoke_plan_code'), ('money', 'admin_payments'),
    ('money', 'payment_totals'), ('money', 'record_payment'), ('money', 'delete_payment'),
    ('money', 'find_members'), ('money', 'subscriptions.select'), ('money', 'give_subscription'),
    ('money', 'end_subscription'), ('money', 'open_undos'), ('money', 'undo'),
    ('news', 'news.select'), ('news', 'news.insert'), ('news', 'news.update'), ('news', 'news.delete'),
    ('news', 'news-images')
$function$;

CREATE OR REPLACE FUNCTION private.leave_leaderboards(_user_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  gone private.leaderboard_move[];
  left_scopes text[];
begin
  perform private.lock_totals();
  with removed as (
    delete from private.player_totals t using private.scopes s
     where s.scope = t.scope and t.user_id = any (_user_ids)
       and (not exists (select from public.profiles f where f.id = t.user_id) or (
         -- A player with a scored prediction need not be looked up.
         t.predictions_scored = 0
         and not exists (
           select from public.user_predictions p
             join public.matches m on m.id = p.match_id
             join public.competitions c on c.name = m.league and t.scope in (c.id, 'overall')
            where p.user_id = t.user_id)
         and not exists (
           select from public.season_answers a join public.season_questions q on q.id = a.question_id
            where a.user_id = t.user_id and t.scope in (q.competition_id, 'overall'))
         and not exists (
           select from public.subscriptions u
            where u.user_id = t.user_id and u.status = 'active' and u.expires_at > now()
              and t.scope in (u.subscription_type, 'overall'))))
    returning t.scope, t.user_id, t.points, t.perfect_scores,
              case when t.earlier_day = s.latest_day then t.earlier_points else t.points end as earlier_points,
              case when t.earlier_day = s.latest_day then t.earlier_perfect
                else t.perfect_scores end as earlier_perfect
  ), shifts as (
    select scope, points, perfect_scores, 1 as current_players, 0 as earlier_players from removed
    union all
    select scope, earlier_points, earlier_perfect, 0, 1 from removed
  ), moved as (
    update private.points_distribution l
       set players = l.players - g.current_players, earlier_players = l.earlier_players - g.earlier_players
      from (select scope, points, perfect_scores, sum(current_players) as current_players,
                   sum(earlier_players) as earlier_players
              from shifts group by scope, points, perfect_scores) g
     where (l.scope, l.points, l.perfect_scores) = (g.scope, g.points, g.perfect_scores)
  )
  select array_agg(distinct r.scope),
         array_agg(row(r.scope, r.user_id, private.place_of(r.points, r.perfect_scores, p.full_name, r.user_id)
                      )::private.leaderboard_move)
    into left_scopes, gone
    from removed r left join public.profiles p on p.id = r.user_id;
  delete from private.points_distribution l
   where l.scope = any (left_scopes) and l.players = 0 and l.earlier_players = 0;
  perform private.refresh_ranks(s) from unnest(left_scopes) s;
  perform private.move_players(gone);
end $function$;

CREATE OR REPLACE FUNCTION private.list_scored_questions(_question_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.scored_matches (question_id, competition_id, day, match_date, period_ids)
  select q.id, q.competition_id, private.question_day(q),
         (q.locks_at at time zone private.club_time_zone())::date, '{}'
    from public.season_questions q
   where q.settled_at is not null and (_question_ids is null or q.id = any (_question_ids))
  on conflict do nothing
$function$;

ALTER FUNCTION "private"."list_scored_questions"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.locked_question(_question_id uuid)
 RETURNS public.season_questions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  question public.season_questions;
begin
  select * into question from public.season_questions q where q.id = _question_id for update;
  if question.id is null then
    raise exception 'There is no such question' using errcode = 'PT404';
  end if;
  return question;
end $function$;

ALTER FUNCTION "private"."locked_question"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_answers(_keep_id uuid, _remove_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moving public.season_answers[];
begin
  insert into public.season_answer_changes (user_id, question_id, question_title, change, old_answer, answer)
  select _keep_id, q.id, q.title, 'deleted', r.answer, r.answer
    from public.season_answers r
    join public.season_answers k on k.question_id = r.question_id and k.user_id = _keep_id
    join public.season_questions q on q.id = r.question_id
   where r.user_id = _remove_id;
  moving := array(
    select a from public.season_answers a
     where a.user_id = _remove_id and not exists (
       select from public.season_answers k where k.user_id = _keep_id and k.question_id = a.question_id));
  -- Deleted and added, because the totals follow added and deleted answers.
  perform set_config('scoreline.undoing', 'on', true);
  delete from public.season_answers a where a.user_id = _remove_id;
  insert into public.season_answers (question_id, user_id, answer, cleared_at, points_earned, changed_at)
  select m.question_id, _keep_id, m.answer, m.cleared_at, m.points_earned, m.changed_at from unnest(moving) m;
  perform set_config('scoreline.undoing', '', true);
  update public.season_answer_changes c set user_id = _keep_id where c.user_id = _remove_id;
end $function$;

ALTER FUNCTION "private"."move_answers"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_predictions(_keep_id uuid, _remove_id uuid, _prefer uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given_up uuid[];
  moving public.user_predictions[];
  waiting uuid[];
begin
  given_up := array(
    select case when k.match_id = any (_prefer) then k.id else r.id end
      from public.user_predictions k
      join public.user_predictions r on r.match_id = k.match_id and r.user_id = _remove_id
     where k.user_id = _keep_id);
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction)
  select _keep_id, m.id, private.match_label(m), 'deleted', p.home_prediction, p.away_prediction
    from public.user_predictions p join public.matches m on m.id = p.match_id where p.id = any (given_up);
  insert into private.uncounted_predictions (match_id, predictions)
  select p.match_id, -1 from public.user_predictions p where p.id = any (given_up);
  -- The rules of predictions do not apply: no prediction is made or changed, also after the lock.
  perform set_config('scoreline.undoing', 'on', true);
  delete from public.user_predictions p where p.id = any (given_up);
  moving := array(select p from public.user_predictions p where p.user_id = _remove_id);
  delete from public.user_predictions p where p.user_id = _remove_id;
  insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction, points_earned, cleared_at,
                                       created_at, updated_at)
  select _keep_id, p.match_id, p.home_prediction, p.away_prediction, p.points_earned, p.cleared_at, p.created_at,
         p.updated_at
    from unnest(moving) p;
  perform set_config('scoreline.undoing', '', true);
  update public.prediction_changes c set user_id = _keep_id where c.user_id = _remove_id;
  perform private.move_answers(_keep_id, _remove_id);
  -- A match that is scored in parts may be past the member.
  waiting := array(select s.match_id from private.matches_to_score s join unnest(moving) p on p.match_id = s.match_id
                    where not s.is_scored);
  if waiting <> '{}' then
    perform private.score_later(waiting);
  end if;
  return cardinality(moving);
end $function$;

CREATE OR REPLACE FUNCTION private.note_added_answers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.join_leaderboards((
    select array_agg(row(q.competition_id, n.user_id)::private.leaderboard_entry)
      from new_rows n join public.season_questions q on q.id = n.question_id));
  if not exists (select from new_rows n where n.points_earned is not null) then
    return null;
  end if;
  perform private.lock_totals();
  insert into private.uncounted_points (user_id, scored_id, points, sign)
  select n.user_id, m.id, n.points_earned, 1
    from new_rows n join private.scored_matches m on m.question_id = n.question_id
   where n.points_earned is not null and n.cleared_at is null;
  if found then
    delete from private.past_ranks;
    perform private.count_points_soon();
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."note_added_answers"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_changed_answers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if current_setting('scoreline.rebuilding_totals', true) = 'on'
     or not exists (select from new_rows n where n.points_earned is not null
                    union all select from old_rows o where o.points_earned is not null) then
    return null;
  end if;
  perform private.lock_totals();
  insert into private.uncounted_points (user_id, scored_id, points, sign)
  select n.user_id, m.id, n.points_earned, 1
    from new_rows n join private.scored_matches m on m.question_id = n.question_id
   where n.points_earned is not null and n.cleared_at is null
  union all
  select o.user_id, m.id, o.points_earned, -1
    from old_rows o join private.scored_matches m on m.question_id = o.question_id
   where o.points_earned is not null and o.cleared_at is null;
  if found then
    delete from private.past_ranks;
    perform private.count_points_soon();
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."note_changed_answers"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_deleted_answers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from old_rows) then
    return null;
  end if;
  -- Nothing is logged for a deleted account: its log rows are deleted with it.
  if not private.is_undoing() then
    insert into public.season_answer_changes (user_id, question_id, question_title, change, old_answer, answer)
    select o.user_id, q.id, q.title, 'deleted', o.answer, o.answer
      from old_rows o
      join public.season_questions q on q.id = o.question_id
      join public.profiles f on f.id = o.user_id;
  end if;
  perform private.lock_totals();
  insert into private.uncounted_points (user_id, scored_id, points, sign)
  select o.user_id, m.id, o.points_earned, -1
    from old_rows o join private.scored_matches m on m.question_id = o.question_id
   where o.points_earned is not null and o.cleared_at is null;
  if found then
    delete from private.past_ranks;
    perform private.count_points_soon();
  end if;
  perform private.leave_leaderboards((select array_agg(distinct o.user_id) from old_rows o));
  return null;
end $function$;

ALTER FUNCTION "private"."note_deleted_answers"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.question_day(_question public.season_questions)
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select (_question.settled_at at time zone private.club_time_zone())::date $function$;

ALTER FUNCTION "private"."question_day"(public.season_questions) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.question_gains(_scope text, _user_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(user_id uuid, competition_id text, day date, locked_on date, points integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select a.user_id, n.competition_id, n.day, n.match_date, a.points_earned
    from private.scored_matches n
    join public.season_answers a on a.question_id = n.question_id and a.points_earned > 0 and a.cleared_at is null
   where _scope in (n.competition_id, 'overall') and (_user_ids is null or a.user_id = any (_user_ids));
end $function$;

ALTER FUNCTION "private"."question_gains"(text, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.read_answer(_kind text, _answer text[], _least integer, _most integer)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  parts text[] := array(select btrim(regexp_replace(coalesce(p, ''), '\s+', ' ', 'g'))
                          from unnest(_answer) with ordinality a (p, nth) order by nth);
  noun text := case _kind when 'number' then 'number' when 'text' then 'answer' else 'team' end;
begin
  if cardinality(parts) not between _least and _most or '' = any (parts) then
    raise exception '%', case
      when _least < _most then format('Give 1 to %s %ss', _most, noun)
      when _least = 1 then format('Give one %s', noun)
      else format('Choose %s', private.counted(_least, noun)) end using errcode = '22023';
  end if;
  if _kind = 'number' and parts[1] !~ '^[0-9]{1,9}$' then
    raise exception 'The answer is a whole number from 0 to 999,999,999' using errcode = '22023';
  end if;
  if exists (select from unnest(parts) p where char_length(p) > 100) then
    raise exception 'An answer has at most 100 characters' using errcode = '22023';
  end if;
  if _kind in ('team', 'teams') then
    if exists (select unnest(parts) except select t.name from public.teams t where t.name = any (parts)) then
      raise exception 'Choose teams of the club''s list' using errcode = '22023';
    end if;
    if (select count(distinct private.answer_key(_kind, p)) from unnest(parts) p) < cardinality(parts) then
      raise exception 'Choose different teams' using errcode = '22023';
    end if;
  end if;
  return case _kind when 'number' then array[parts[1]::bigint::text] else parts end;
end $function$;

ALTER FUNCTION "private"."read_answer"(text, text[], integer, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.rebuild_totals()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
begin
  perform private.lock_totals();
  delete from private.uncounted_points;
  delete from private.scored_matches;
  perform private.list_scored_matches(null);
  perform private.list_scored_questions(null);
  update private.scopes s set latest_day = d.days[1], previous_day = d.days[2]
    from (select o.scope, array(
            select distinct n.day from private.scored_matches n where o.scope in (n.competition_id, 'overall')
             order by n.day desc limit 2) as days
            from private.scopes o) d
   where d.scope = s.scope;
  delete from private.player_totals;
  delete from private.points_distribution;
  with games as materialized (
    select m.id, c.id as competition_id, n.match_id is not null as is_scored,
           coalesce(n.day < s.latest_day, false) as is_earlier,
           coalesce(n.day < o.latest_day, false) as is_earlier_overall
      from public.matches m
      join public.competitions c on c.name = m.league
      join private.scopes s on s.scope = c.id
      join private.scopes o on o.scope = 'overall'
      left join private.scored_matches n on n.match_id = m.id
  ), picks as (
    select g.*, p.user_id, p.points_earned,
           g.is_scored and p.points_earned is not null and p.cleared_at is null as counts
      from public.user_predictions p
      join games g on g.id = p.match_id
      join public.profiles f on f.id = p.user_id
  ), by_competition as materialized (
    -- Every competition that a player has predicted in, scored or not.
    select p.competition_id, p.user_id,
           count(*) filter (where p.counts) as predictions_scored,
           coalesce(sum(p.points_earned) filter (where p.counts), 0) as points,
           count(*) filter (where p.counts and p.points_earned = 3) as perfect_scores,
           count(*) filter (where p.counts and p.points_earned > 0) as right_outcomes,
           coalesce(sum(p.points_earned) filter (where p.counts and p.is_earlier), 0) as earlier_points,
           count(*) filter (where p.counts and p.points_earned = 3 and p.is_earlier) as earlier_perfect,
           coalesce(sum(p.points_earned) filter (where p.counts and p.is_earlier_overall), 0)
             as earlier_points_overall,
           count(*) filter (where p.counts and p.points_earned = 3 and p.is_earlier_overall)
             as earlier_perfect_overall
      from picks p group by p.competition_id, p.user_id
  ), board_entries as (
    select competition_id, user_id, predictions_scored, points, perfect_scores, right_outcomes,
           earlier_points, earlier_perfect, earlier_points_overall, earlier_perfect_overall, 0 as question_points
      from by_competition
    union all
    select q.competition_id, q.user_id, 0, q.points, 0, 0, q.earlier_points, 0, q.earlier_points_overall, 0, q.points
      from private.totals_of_questions() q
    union all
    -- Subscribers without a prediction are listed with no points.
    select s.subscription_type, s.user_id, 0, 0, 0, 0, 0, 0, 0, 0, 0
      from public.subscriptions s join public.profiles f on f.id = s.user_id
     where s.status = 'active' and s.expires_at > now()
  ), inserted as (
    insert into private.player_totals (scope, user_id, predictions_scored, points, perfect_scores, right_outcomes,
                                       earlier_day, earlier_points, earlier_perfect, question_points)
    select s.scope, b.user_id, sum(b.predictions_scored), sum(b.points), sum(b.perfect_scores), sum(b.right_outcomes),
           s.latest_day, sum(case when s.scope = 'overall' then b.earlier_points_overall else b.earlier_points end),
           sum(case when s.scope = 'overall' then b.earlier_perfect_overall else b.earlier_perfect end),
           sum(b.question_points)
      from board_entries b join private.scopes s on s.scope in (b.competition_id, 'overall')
     group by s.scope, b.user_id
    returning scope, points, perfect_scores, earlier_points, earlier_perfect
  ), counts as (
    select scope, points, perfect_scores, 1 as current_players, 0 as earlier_players from inserted
    union all
    select scope, earlier_points, earlier_perfect, 0, 1 from inserted
  )
  insert into private.points_distribution (scope, points, perfect_scores, players, earlier_players)
  select scope, points, perfect_scores, sum(current_players), sum(earlier_players)
    from counts group by scope, points, perfect_scores;
  perform private.refresh_ranks(s.scope), private.order_leaderboard(s.scope) from private.scopes s;
  update private.scopes s set order_is_due = false where s.order_is_due;
  perform private.refresh_group_baselines(null);
  perform private.refresh_crowd(array(select n.match_id from private.scored_matches n));
  perform private.recount_periods(array(select p.id from private.periods p));
end $function$;

CREATE OR REPLACE FUNCTION private.recalculate_points(OUT recalculated integer, OUT changed integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_totals();
  select count(*) into recalculated
    from public.user_predictions p join public.matches m on m.id = p.match_id and m.status = 'completed'
   where p.cleared_at is null;
  perform set_config('scoreline.rebuilding_totals', 'on', true);
  -- This scores the matches that wait as well. Those that are no longer completed lose their points.
  perform private.take_points(array(
    select s.match_id from private.matches_to_score s join public.matches m on m.id = s.match_id
     where m.status <> 'completed'));
  delete from private.matches_to_score;
  update public.user_predictions p
     set points_earned = public.calculate_prediction_points(p.home_prediction, p.away_prediction, m.home_score,
                                                            m.away_score)
    from public.matches m
   where m.id = p.match_id and m.status = 'completed' and p.cleared_at is null
     and p.points_earned is distinct from
         public.calculate_prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score);
  get diagnostics changed = row_count;
  perform private.score_questions(null);
  perform set_config('scoreline.rebuilding_totals', '', true);
  perform private.rebuild_totals();
  delete from private.past_ranks;
  delete from private.match_figures;
end $function$;

CREATE OR REPLACE FUNCTION private.recount_earlier(_scope text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  latest date := (select s.latest_day from private.scopes s where s.scope = _scope);
begin
  with match_gains as (
    select p.user_id, sum(p.points_earned)::integer as points,
           (count(*) filter (where p.points_earned = 3))::integer as perfect
      from private.scored_matches n
      join public.user_predictions p on p.match_id = n.match_id and p.points_earned > 0 and p.cleared_at is null
     where n.day = latest and _scope in (n.competition_id, 'overall')
     group by p.user_id
  ), gains as (
    select g.user_id, sum(g.points)::integer as points, sum(g.perfect)::integer as perfect
      from (select * from match_gains
            union all select o.user_id, o.points, 0 from private.question_gains(_scope) o where o.day = latest) g
     group by g.user_id
  )
  update private.player_totals t
     set earlier_day = latest, earlier_points = t.points - coalesce(g.points, 0),
         earlier_perfect = t.perfect_scores - coalesce(g.perfect, 0)
    from private.player_totals o left join gains g on g.user_id = o.user_id
   where o.scope = _scope and (g.user_id is not null or o.earlier_day = latest)
     and t.scope = o.scope and t.user_id = o.user_id;
  update private.points_distribution l set earlier_players = 0 where l.scope = _scope;
  insert into private.points_distribution as l (scope, points, perfect_scores, players, earlier_players)
  select _scope, e.points, e.perfect, 0, count(*)
    from private.player_totals t
   cross join lateral (select case when t.earlier_day = latest then t.earlier_points else t.points end as points,
                              case when t.earlier_day = latest then t.earlier_perfect
                                else t.perfect_scores end as perfect) e
   where t.scope = _scope
   group by e.points, e.perfect
  on conflict (scope, points, perfect_scores) do update set earlier_players = excluded.earlier_players;
  delete from private.points_distribution l where l.scope = _scope and l.players = 0 and l.earlier_players = 0;
  perform private.refresh_ranks(_scope);
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_group_baselines(_user_ids uuid[], _group_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.group_baselines b
   where (_user_ids is null or b.user_id = any (_user_ids)) and (_group_id is null or b.group_id = _group_id);
  if not exists (select from public.groups g
                  where g.counts_from_joining and (_group_id is null or g.id = _group_id)) then
    return;
  end if;
  insert into private.group_baselines (group_id, user_id, scope, predictions_scored, points, perfect_scores,
                                       right_outcomes, last_day, last_day_points, last_day_perfect)
  with games as materialized (
    select m.id, m.match_date, c.id as competition_id, private.completion_day(m) as day
      from public.matches m join public.competitions c on c.name = m.league
     where m.status = 'completed'
  ), parts as (
    select g.group_id, g.user_id, s.scope, m.day, count(*) as predictions_scored, sum(p.points_earned) as points,
           count(*) filter (where p.points_earned = 3) as perfect_scores,
           count(*) filter (where p.points_earned > 0) as right_outcomes
      from public.groups o
      join public.group_members g on g.group_id = o.id
      join public.user_predictions p on p.user_id = g.user_id and p.points_earned is not null and p.cleared_at is null
      join games m on m.id = p.match_id and m.match_date < g.joined_on
     cross join lateral (values (m.competition_id), ('overall')) s (scope)
     where o.counts_from_joining and (_group_id is null or o.id = _group_id)
       and (_user_ids is null or g.user_id = any (_user_ids))
     group by g.group_id, g.user_id, s.scope, m.day
    union all
    select g.group_id, g.user_id, s.scope, q.day, 0, sum(q.points), 0, 0
      from public.groups o
      join public.group_members g on g.group_id = o.id
      join private.question_gains('overall', _user_ids) q on q.user_id = g.user_id and q.locked_on < g.joined_on
     cross join lateral (values (q.competition_id), ('overall')) s (scope)
     where o.counts_from_joining and (_group_id is null or o.id = _group_id)
     group by g.group_id, g.user_id, s.scope, q.day
  ), by_day as (
    select p.group_id, p.user_id, p.scope, p.day, sum(p.predictions_scored) as predictions_scored,
           sum(p.points) as points, sum(p.perfect_scores) as perfect_scores, sum(p.right_outcomes) as right_outcomes
      from parts p group by p.group_id, p.user_id, p.scope, p.day
  )
  select d.group_id, d.user_id, d.scope, sum(d.predictions_scored), sum(d.points), sum(d.perfect_scores),
         sum(d.right_outcomes), max(d.day), (array_agg(d.points order by d.day desc))[1],
         (array_agg(d.perfect_scores order by d.day desc))[1]
    from by_day d group by d.group_id, d.user_id, d.scope;
end $function$;

CREATE OR REPLACE FUNCTION private.require_future_lock(_locks_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if _locks_at is null or _locks_at <= clock_timestamp() then
    raise exception 'The lock must be in the future' using errcode = '22023';
  end if;
end $function$;

ALTER FUNCTION "private"."require_future_lock"(timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.restore_answers(_from timestamp with time zone, _to timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.season_questions q set closed_at = null where q.closed_at between _from and _to;
  update public.season_answers a set cleared_at = null where a.cleared_at between _from and _to;
end $function$;

ALTER FUNCTION "private"."restore_answers"(timestamp with time zone, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.restore_points_of_season(_done private.season_steps)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.finish_scoring();
  perform private.lock_totals();
  update public.user_predictions p
     set cleared_at = null,
         points_earned = case when m.status = 'completed' then public.calculate_prediction_points(
           p.home_prediction, p.away_prediction, m.home_score, m.away_score) end
    from public.matches m
   where m.id = p.match_id
     and p.cleared_at between (_done.made ->> 'from')::timestamptz and (_done.made ->> 'to')::timestamptz;
  perform private.restore_answers((_done.made ->> 'from')::timestamptz, (_done.made ->> 'to')::timestamptz);
  perform private.count_points();
  delete from private.records r
   where r.id in (select i::bigint from jsonb_array_elements_text(_done.made -> 'records') i);
  perform private.refresh_records();
  if exists (select from private.season_steps s
              where s.ending_id = _done.ending_id and s.step = 'honours' and not s.is_skipped) then
    perform private.refresh_winners(_at_once => array(select p.id from private.periods p));
    perform private.close_records(_done.ending_id);
  end if;
  return 'The snapshot that was taken before clearing is kept';
end $function$;

CREATE OR REPLACE FUNCTION private.score_changed_question()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' and new.settled_at is null then
    return null;
  end if;
  perform private.score_questions(array[new.id]);
  return null;
end $function$;

ALTER FUNCTION "private"."score_changed_question"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.score_questions(_question_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  ids uuid[] := coalesce(_question_ids, array(select q.id from public.season_questions q));
  outdated uuid[];
begin
  perform private.lock_totals();
  outdated := array(
    select n.question_id from private.scored_matches n join public.season_questions q on q.id = n.question_id
     where q.id = any (ids)
       and (n.competition_id, n.day) is distinct from (q.competition_id, private.question_day(q)));
  if outdated <> '{}' then
    update public.season_answers a set points_earned = null
     where a.question_id = any (outdated) and a.cleared_at is null and a.points_earned is not null;
    update private.scored_matches n set question_id = null where n.question_id = any (outdated);
  end if;
  perform private.list_scored_questions(ids);
  with given as materialized (
    select distinct a.question_id, a.answer from public.season_answers a where a.question_id = any (ids)
  ), scored as materialized (
    select g.question_id, g.answer, private.answer_points(q, g.answer) as points
      from given g join public.season_questions q on q.id = g.question_id
  )
  update public.season_answers a set points_earned = s.points
    from scored s
   where a.question_id = s.question_id and a.answer = s.answer and a.cleared_at is null
     and a.points_earned is distinct from s.points;
  delete from private.past_ranks;
  perform private.count_points_soon();
end $function$;

ALTER FUNCTION "private"."score_questions"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.set_points_of_answer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.points_earned := case when new.cleared_at is not null then 0 else (
    select private.answer_points(q, new.answer) from public.season_questions q where q.id = new.question_id) end;
  return new;
end $function$;

ALTER FUNCTION "private"."set_points_of_answer"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.teams_to_choose(_league text)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with playing as materialized (
    select distinct t.name
      from public.matches m cross join unnest(array[m.home_team_name, m.away_team_name]) t (name)
     where m.league = _league and m.match_date > private.club_today() - 200
  )
  select array(select p.name from playing p
               union select t.name from public.teams t where not exists (select from playing) order by 1)
$function$;

ALTER FUNCTION "private"."teams_to_choose"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.totals_of_questions()
 RETURNS TABLE(competition_id text, user_id uuid, points bigint, earlier_points bigint, earlier_points_overall bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select q.competition_id, a.user_id, coalesce(sum(p.points), 0),
         coalesce(sum(p.points) filter (where n.day < s.latest_day), 0),
         coalesce(sum(p.points) filter (where n.day < o.latest_day), 0)
    from public.season_answers a
    join public.season_questions q on q.id = a.question_id
    join public.profiles f on f.id = a.user_id
    join private.scopes s on s.scope = q.competition_id
    join private.scopes o on o.scope = 'overall'
    left join private.scored_matches n on n.question_id = q.id
   cross join lateral (
     select case when n.id is not null and a.cleared_at is null then a.points_earned end as points) p
   group by q.competition_id, a.user_id
$function$;

ALTER FUNCTION "private"."totals_of_questions"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.undo_tables()
 RETURNS TABLE(place integer, table_name text, key_column text, kept text[], is_strict boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  values
    -- A prediction that was made or deleted since does not refuse the undo: the count is taken again.
    (1, 'public.matches', 'id', '{predictions_count,updated_at}'::text[], true),
    -- Points follow from the match, which is scored again.
    (2, 'public.user_predictions', 'id', '{points_earned}', true),
    (3, 'public.prediction_changes', 'id', '{}', true),
    (4, 'private.manual_scores', 'match_id', '{}', true),
    (5, 'public.plan_codes', 'id', '{}', true),
    (6, 'public.subscriptions', 'id', '{}', true),
    (7, 'public.notifications', 'id', '{read}', false),
    (8, 'public.live_scores', 'match_id', '{}', false),
    (9, 'private.match_changes', 'id', '{}', false),
    (10, 'private.match_reopenings', 'id', '{}', false),
    -- Calendar programs ignore a lower number, so an undone change counts as another change.
    (11, 'private.match_revisions', 'match_id', '{}', false),
    -- Polls change everything except the link to the club's match.
    (12, 'private.provider_matches', 'id', array(
      select a.attname::text from pg_attribute a
       where a.attrelid = 'private.provider_matches'::regclass and a.attnum > 0 and not a.attisdropped
         and a.attname not in ('match_id', 'linked_by')), false),
    (13, 'public.team_aliases', 'alias', '{}', false),
    (14, 'public.groups', 'id', '{name,first_colour,second_colour,owner_id,counts_from_joining,deleted_at}', true),
    (15, 'public.payments', 'id', '{plan_type,expires_at,payer_name,amount_rs,method,paid_on,remark}', true),
    (16, 'public.season_questions', 'id', '{}', true),
    -- Points follow from the question.
    (17, 'public.season_answers', 'id', '{points_earned}', true),
    (18, 'public.season_answer_changes', 'id', '{}', true)
$function$;

CREATE OR REPLACE FUNCTION private.update_completion_days()
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed record;
  shortened text[] := '{}';
begin
  for changed in
    update private.scopes s set latest_day = d.days[1], previous_day = d.days[2]
      from (select o.scope, o.latest_day, array(
              select distinct n.day from private.scored_matches n
               where (n.match_id is not null or n.question_id is not null) and o.scope in (n.competition_id, 'overall')
               order by n.day desc limit 2) as days
              from private.scopes o) d
     where d.scope = s.scope and (s.latest_day, s.previous_day) is distinct from (d.days[1], d.days[2])
    returning s.scope, s.latest_day, d.latest_day as latest_before
  loop
    if changed.latest_day > changed.latest_before or changed.latest_before is null then
      update private.points_distribution l set earlier_players = l.players, earlier_better = l.better
       where l.scope = changed.scope and (l.earlier_players, l.earlier_better) <> (l.players, l.better);
      delete from private.points_distribution l where l.scope = changed.scope and l.players = 0;
    elsif changed.latest_day is distinct from changed.latest_before then
      shortened := shortened || changed.scope;
    end if;
  end loop;
  return shortened;
end $function$;

CREATE OR REPLACE FUNCTION public.add_season_question(_competition_id text, _kind text, _title text, _help text, _points integer, _locks_at timestamp with time zone, _answer_count integer DEFAULT 1, _request_key uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first jsonb;
  added public.season_questions;
begin
  perform private.begin_admin_action('add_season_question');
  first := private.first_result(_request_key, 'add_season_question');
  if first is not null then
    return (first ->> 'id')::uuid;
  end if;
  perform private.require_future_lock(_locks_at);
  insert into public.season_questions (competition_id, kind, title, help, points, locks_at, answer_count)
  values (_competition_id, _kind, trim(_title), nullif(trim(_help), ''), _points, _locks_at,
          coalesce(_answer_count, 1))
  returning * into added;
  perform private.write_audit('add_season_question', 'season_questions', added.id::text, null, to_jsonb(added));
  perform private.keep_result(_request_key, jsonb_build_object('id', added.id));
  return added.id;
end $function$;

ALTER FUNCTION "public"."add_season_question"(text, text, text, text, integer, timestamp with time zone, integer, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.admin_season_questions()
 RETURNS TABLE(id uuid, competition_id text, kind text, title text, help text, points integer, answer_count integer, locks_at timestamp with time zone, is_open boolean, correct_answers text[], settled_at timestamp with time zone, closed_at timestamp with time zone, answers integer, teams text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_act('admin_season_questions');
  return query
  select q.id, q.competition_id, q.kind, q.title, q.help, q.points, q.answer_count, q.locks_at,
         q.locks_at > clock_timestamp(), q.correct_answers, q.settled_at, q.closed_at,
         (select count(*)::integer from public.season_answers a where a.question_id = q.id),
         case when q.kind in ('team', 'teams') and q.locks_at <= clock_timestamp() and q.closed_at is null
           then private.teams_to_choose(c.name) end
    from public.season_questions q join public.competitions c on c.id = q.competition_id
   order by q.closed_at is not null, q.locks_at desc, q.created_at desc, q.id;
end $function$;

ALTER FUNCTION "public"."admin_season_questions"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.answer_season_question(_question_id uuid, _answer text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := (select auth.uid());
  question public.season_questions;
  competition public.competitions;
  before public.season_answers;
  moment timestamptz := clock_timestamp();
  given text[];
begin
  if me is null then
    raise exception 'Sign in to answer' using errcode = '42501';
  end if;
  perform private.require_open_session();
  -- Lock order: account, then question, as in the deletion of an account.
  perform from auth.users u where u.id = me for key share;
  select * into question from public.season_questions q where q.id = _question_id;
  if moment < question.locks_at then
    select * into question from public.season_questions q where q.id = _question_id for share;
    moment := clock_timestamp();
  end if;
  if question.id is null then
    raise exception 'There is no such question' using errcode = 'PT404';
  end if;
  if moment >= question.locks_at then
    raise exception 'Answers to this question are closed' using errcode = 'SL001',
      detail = format('It locked at %s', to_char(question.locks_at at time zone 'UTC',
                                                 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  end if;
  select * into competition from public.competitions c where c.id = question.competition_id;
  if competition.needs_subscription and not exists (
       select from public.subscriptions s
        where s.user_id = me and s.subscription_type = competition.id
          and s.status = 'active' and s.expires_at > moment) then
    raise exception 'Answering in the % needs a subscription', competition.name using errcode = 'SL002';
  end if;
  given := private.read_answer(question.kind, _answer, question.answer_count, question.answer_count);
  -- Two requests of one member wait for each other, so the log has them in order.
  perform pg_advisory_xact_lock(hashtextextended('season answer:' || me, 0));
  select * into before from public.season_answers a where a.question_id = question.id and a.user_id = me;
  if before.answer = given then
    return;
  end if;
  insert into public.season_answers as a (question_id, user_id, answer, changed_at)
  values (question.id, me, given, moment)
  on conflict (question_id, user_id) do update set answer = excluded.answer, changed_at = excluded.changed_at;
  insert into public.season_answer_changes (user_id, question_id, question_title, change, old_answer, answer,
                                            changed_at)
  values (me, question.id, question.title, case when before.id is null then 'made' else 'changed' end, before.answer,
          given, moment);
end $function$;

ALTER FUNCTION "public"."answer_season_question"(uuid, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.change_season_question(_question_id uuid, _competition_id text, _kind text, _title text, _help text, _points integer, _locks_at timestamp with time zone, _answer_count integer DEFAULT 1, _seen jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.season_questions;
  after public.season_questions;
begin
  perform private.begin_admin_action('change_season_question');
  before := private.locked_question(_question_id);
  perform private.refuse_changed(_seen, to_jsonb(before));
  if before.locks_at <= clock_timestamp() then
    raise exception 'The question has locked, so it cannot change' using errcode = 'SL005';
  end if;
  perform private.require_future_lock(_locks_at);
  if (before.competition_id, before.kind, before.title, before.points, before.answer_count)
       is distinct from (_competition_id, _kind, trim(_title), _points, coalesce(_answer_count, 1))
     and exists (select from public.season_answers a where a.question_id = _question_id) then
    raise exception 'Members have answered, so only the help and the lock can change' using errcode = 'SL005';
  end if;
  update public.season_questions q
     set competition_id = _competition_id, kind = _kind, title = trim(_title), help = nullif(trim(_help), ''),
         points = _points, locks_at = _locks_at, answer_count = coalesce(_answer_count, 1)
   where q.id = _question_id
  returning q.* into after;
  if after is distinct from before then
    perform private.write_audit('change_season_question', 'season_questions', _question_id::text, to_jsonb(before),
                                to_jsonb(after));
  end if;
end $function$;

ALTER FUNCTION "public"."change_season_question"(uuid, text, text, text, text, integer, timestamp with time zone, integer, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.create_leaderboard_snapshot(archive_id uuid, league text, start_date date, end_date date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  players integer;
  old_players integer;
  old_points bigint;
begin
  perform private.begin_admin_action('create_leaderboard_snapshot');
  perform private.finish_scoring();
  perform from public.leaderboard_archives a where a.id = create_leaderboard_snapshot.archive_id for update;
  if not found then
    raise exception 'There is no such archive' using errcode = 'PT404';
  end if;
  with removed as (
    delete from public.archived_leaderboard_rows s where s.archive_id = create_leaderboard_snapshot.archive_id
      returning s.points
  )
  select count(*), sum(l.points) into old_players, old_points from removed l;
  insert into public.archived_leaderboard_rows (archive_id, "position", rank, user_id, full_name, predictions_scored,
                                                points, perfect_scores, accuracy, question_points)
  select create_leaderboard_snapshot.archive_id,
         row_number() over (order by t.points desc, t.perfect_scores desc, t.full_name, t.user_id),
         rank() over (order by t.points desc, t.perfect_scores desc),
         t.user_id, t.full_name, t.predictions_scored, t.points, t.perfect_scores,
         private.accuracy_of(t.right_outcomes, t.predictions_scored), t.question_points
    from (select e.user_id, coalesce(f.full_name, 'Player') as full_name,
                 count(*) filter (where not e.is_question) as predictions_scored, sum(e.points) as points,
                 count(*) filter (where e.points = 3 and not e.is_question) as perfect_scores,
                 count(*) filter (where e.points > 0 and not e.is_question) as right_outcomes,
                 coalesce(sum(e.points) filter (where e.is_question), 0) as question_points
            from (select p.user_id, p.points_earned as points, false as is_question
                    from public.matches m
                    join public.user_predictions p on p.match_id = m.id and p.points_earned is not null
                      and p.cleared_at is null
                   where m.status = 'completed' and m.league = create_leaderboard_snapshot.league
                     and m.match_date between create_leaderboard_snapshot.start_date
                                          and create_leaderboard_snapshot.end_date
                  union all
                  select q.user_id, q.points, true
                    from private.question_gains(private.scope_of(create_leaderboard_snapshot.league)) q
                   where q.locked_on <= create_leaderboard_snapshot.end_date
                     and q.day >= create_leaderboard_snapshot.start_date) e
            join public.profiles f on f.id = e.user_id
           group by e.user_id, f.full_name) t;
  get diagnostics players = row_count;
  if players = 0 and old_players > 0 then
    raise exception 'The points of this archive were cleared, so its leaderboard cannot be saved again'
      using errcode = 'SL010';
  end if;
  perform private.write_audit(
    'create_leaderboard_snapshot', 'leaderboard_archives', create_leaderboard_snapshot.archive_id::text,
    case when old_players > 0 then jsonb_build_object('players', old_players, 'points', old_points) end,
    jsonb_build_object('league', league, 'start_date', start_date, 'end_date', end_date, 'players', players));
  return players;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_season_question(_question_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  before public.season_questions;
  undo_id uuid;
begin
  perform private.begin_admin_action('delete_season_question');
  before := private.locked_question(_question_id);
  perform private.lock_totals();
  perform private.begin_undo('delete_season_question', _question_id::text);
  -- Before the question, because their log needs its title.
  delete from public.season_answers a where a.question_id = _question_id;
  delete from public.season_questions q where q.id = _question_id;
  undo_id := private.end_undo();
  perform private.write_audit('delete_season_question', 'season_questions', _question_id::text, to_jsonb(before),
                              null);
  return undo_id;
end $function$;

ALTER FUNCTION "public"."delete_season_question"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.leaderboard_summary(league text DEFAULT 'Overall'::text)
 RETURNS TABLE(players integer, matches_completed integer, compared_with date, is_counting boolean, points_counted integer, points_to_count integer, has_questions boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select sum(l.size) from private.leaderboard_sections l where l.scope = s.scope), 0)::integer,
         (select count(*) from public.matches m
           where m.status = 'completed' and (s.scope = 'overall' or m.league = leaderboard_summary.league))::integer,
         s.previous_day, q.is_counting, q.counted, q.to_count, private.has_questions(s.scope)
    from private.scopes s
   cross join private.scoring_progress() q
   where s.scope = private.scope_of(leaderboard_summary.league)
$function$;

ALTER FUNCTION "public"."leaderboard_summary"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.my_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select jsonb_build_object(
    'made_at', now(),
    'account', (select jsonb_build_object('email', u.email, 'phone', u.phone, 'created_at', u.created_at,
                                          'last_sign_in_at', u.last_sign_in_at)
                  from auth.users u where u.id = (select auth.uid())),
    'profile', (select to_jsonb(p) from public.profiles p where p.id = (select auth.uid())),
    'subscriptions', coalesce((select jsonb_agg(to_jsonb(s) - 'user_id' order by s.started_at)
                                 from public.subscriptions s where s.user_id = (select auth.uid())), '[]'),
    'predictions', coalesce((select jsonb_agg(jsonb_build_object(
                                'match', private.match_label(m), 'league', m.league, 'kickoff_at', m.kickoff_at,
                                'home_prediction', p.home_prediction, 'away_prediction', p.away_prediction,
                                'home_score', m.home_score, 'away_score', m.away_score,
                                'points_earned', p.points_earned,
                                'created_at', p.created_at, 'updated_at', p.updated_at) order by m.kickoff_at)
                               from public.user_predictions p join public.matches m on m.id = p.match_id
                              where p.user_id = (select auth.uid())), '[]'),
    'prediction_changes', coalesce((select jsonb_agg(to_jsonb(c) - 'user_id' - 'id' order by c.changed_at)
                                      from public.prediction_changes c where c.user_id = (select auth.uid())), '[]'),
    'season_answers', coalesce((select jsonb_agg(jsonb_build_object(
                                  'question', q.title, 'answer', a.answer, 'correct_answers', q.correct_answers,
                                  'points_earned', a.points_earned, 'locks_at', q.locks_at,
                                  'changed_at', a.changed_at) order by q.locks_at, q.id)
                                 from public.season_answers a join public.season_questions q on q.id = a.question_id
                                where a.user_id = (select auth.uid())), '[]'),
    'season_answer_changes', coalesce((select jsonb_agg(to_jsonb(c) - 'user_id' - 'id' order by c.changed_at)
                                         from public.season_answer_changes c
                                        where c.user_id = (select auth.uid())), '[]'),
    'prediction_refusals', coalesce((select jsonb_agg(to_jsonb(r) - 'user_id' order by r.last_at)
                                       from public.prediction_refusals r where r.user_id = (select auth.uid())), '[]'),
    'notifications', coalesce((select jsonb_agg(to_jsonb(n) - 'user_id' order by n.created_at)
                                 from public.notifications n where n.user_id = (select auth.uid())), '[]'),
    'message_choices', (select jsonb_agg(to_jsonb(c)) from public.my_message_choices() c),
    'push_browsers', coalesce((select jsonb_agg(to_jsonb(s)) from public.my_push_subscriptions() s), '[]'),
    'messages', coalesce((select jsonb_agg(jsonb_build_object('kind', m.kind, 'channel', m.channel, 'title', m.title,
                                                              'body', m.body,
                                   'created_at', m.created_at, 'state', m.state, 'sent_at', m.sent_at) order by m.id)
                            from private.messages m where m.user_id = (select auth.uid()) and m.channel <> 'in_app'),
                              '[]'),
    'groups', coalesce((select jsonb_agg(jsonb_build_object('name', g.name, 'joined_on', g.joined_on,
                                                            'is_owner', g.is_owner) order by g.name, g.id)
                          from private.groups_of_export() g), '[]'),
    'notes_of_organisers', coalesce((select jsonb_agg(jsonb_build_object('note', n.note, 'created_at', n.created_at)
                                                      order by n.created_at)
                                       from public.member_notes n where n.user_id = (select auth.uid())), '[]'),
    'payments', coalesce((select jsonb_agg(jsonb_build_object('plan_type', p.plan_type, 'amount_rs', p.amount_rs,
                                                              'method', p.method, 'paid_on', p.paid_on)
                                           order by p.paid_on, p.id)
                            from public.payments p where p.payer_id = (select auth.uid())), '[]'))
   where (select auth.uid()) is not null);
end $function$;

CREATE OR REPLACE FUNCTION public.my_season_questions()
 RETURNS TABLE(id uuid, competition_id text, kind text, title text, help text, points integer, answer_count integer, locks_at timestamp with time zone, is_open boolean, correct_answers text[], settled_at timestamp with time zone, answers integer, answer text[], points_earned integer, may_answer boolean, teams text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with moment as materialized (select clock_timestamp() as now)
  select q.id, q.competition_id, q.kind, q.title, q.help, q.points, q.answer_count, q.locks_at, q.locks_at > o.now,
         q.correct_answers, q.settled_at,
         (select count(*)::integer from public.season_answers n where n.question_id = q.id),
         a.answer, case when a.cleared_at is null then a.points_earned end,
         not c.needs_subscription or exists (
           select from public.subscriptions s
            where s.user_id = (select auth.uid()) and s.subscription_type = c.id and s.status = 'active'
              and s.expires_at > o.now),
         case when q.locks_at > o.now and q.kind in ('team', 'teams') then private.teams_to_choose(c.name) end
    from public.season_questions q
   cross join moment o
    join public.competitions c on c.id = q.competition_id
    left join public.season_answers a on a.question_id = q.id and a.user_id = (select auth.uid())
   where q.closed_at is null and (select auth.uid()) is not null
   order by q.locks_at <= o.now, c.position, q.locks_at, q.created_at, q.id
$function$;

ALTER FUNCTION "public"."my_season_questions"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.player_ranks(_user_id uuid, league text DEFAULT 'Overall'::text)
 RETURNS TABLE(day date, points integer, rank integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  board_scope text := private.scope_of(league);
begin
  perform private.add_missing_past_ranks(board_scope);
  return query
  select q.day, q.points, q.rank
    from (
      select d.day, (t.points - coalesce(later.points, 0))::integer as points,
             coalesce(
               (select r.rank from private.past_ranks r
                 where r.scope = board_scope and r.day = d.day
                   and (r.points, r.perfect_scores) <= (t.points - coalesce(later.points, 0),
                                                        t.perfect_scores - coalesce(later.perfect_scores, 0))
                 order by r.points desc, r.perfect_scores desc limit 1),
               case when d.day = s.latest_day
                    then (select n.rank from private.ranked_players(board_scope, array[_user_id]) n) end) as rank
        from private.scopes s
        join private.player_totals t on t.scope = s.scope and t.user_id = _user_id
       cross join lateral (
         select r.day from (select distinct p.day from private.past_ranks p where p.scope = board_scope) r
         union select s.latest_day where s.latest_day is not null) d
       cross join lateral (
         select coalesce(sum(p.points_earned), 0) + coalesce((
                  select sum(o.points) from private.question_gains(board_scope, array[_user_id]) o
                   where o.day > d.day), 0) as points,
                count(*) filter (where p.points_earned = 3) as perfect_scores
           from public.user_predictions p
           join private.scored_matches n on n.match_id = p.match_id and board_scope in (n.competition_id, 'overall')
          where p.user_id = _user_id and p.points_earned > 0 and p.cleared_at is null and n.day > d.day) later
       where s.scope = board_scope
       order by d.day desc limit 120) q
   order by q.day;
end $function$;

CREATE OR REPLACE FUNCTION public.player_season_answers(_user_id uuid, league text DEFAULT 'Overall'::text)
 RETURNS TABLE(question_id uuid, competition_id text, title text, kind text, answer text[], correct_answers text[], points_earned integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select q.id, q.competition_id, q.title, q.kind, a.answer, q.correct_answers,
         case when a.cleared_at is null then a.points_earned end
    from public.season_answers a
    join public.season_questions q on q.id = a.question_id and q.settled_at is not null and q.closed_at is null
   where a.user_id = _user_id and private.scope_of(player_season_answers.league) in (q.competition_id, 'overall')
   order by q.settled_at desc, q.id
$function$;

ALTER FUNCTION "public"."player_season_answers"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.question_points(league text, user_ids uuid[])
 RETURNS TABLE(user_id uuid, points integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.user_id, t.question_points from private.player_totals t
   where t.scope = private.scope_of(question_points.league) and t.user_id = any (user_ids[1:200])
$function$;

ALTER FUNCTION "public"."question_points"(text, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.reopen_season_question(_question_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  before public.season_questions;
  undo_id uuid;
begin
  perform private.begin_admin_action('reopen_season_question');
  before := private.locked_question(_question_id);
  if before.settled_at is null then
    raise exception 'The question is not settled' using errcode = 'SL005';
  end if;
  if before.closed_at is not null then
    raise exception 'The points of its season were cleared, so it cannot be reopened' using errcode = 'SL005';
  end if;
  perform private.begin_undo('reopen_season_question', _question_id::text);
  update public.season_questions q set correct_answers = null, settled_at = null where q.id = _question_id;
  undo_id := private.end_undo();
  perform private.write_audit('reopen_season_question', 'season_questions', _question_id::text,
                              jsonb_build_object('title', before.title, 'correct_answers', before.correct_answers),
                              jsonb_build_object('correct_answers', null));
  return undo_id;
end $function$;

ALTER FUNCTION "public"."reopen_season_question"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.season_answer_counts(_question_id uuid)
 RETURNS TABLE(answer text, members integer, is_right boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with parts as (
    select p.part, count(*) as members
      from public.season_answers a cross join unnest(a.answer) p (part)
     where a.question_id = _question_id group by p.part
  ), keyed as (
    select p.*, private.answer_key(q.kind, p.part) as key, q.kind, q.correct_answers
      from parts p join public.season_questions q on q.id = _question_id and q.locks_at <= clock_timestamp()
  )
  select (array_agg(k.part order by k.members desc, k.part))[1], sum(k.members)::integer,
         bool_or(k.key = any (array(select private.answer_key(k.kind, c) from unnest(k.correct_answers) c)))
           filter (where k.correct_answers is not null)
    from keyed k group by k.key order by 2 desc, 1 limit 100
$function$;

ALTER FUNCTION "public"."season_answer_counts"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.season_answers_of(_question_id uuid, page_limit integer DEFAULT 50, page_offset integer DEFAULT 0)
 RETURNS TABLE(user_id uuid, full_name text, answer text[], points_earned integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.user_id, coalesce(p.full_name, 'Player'), a.answer, case when a.cleared_at is null then a.points_earned end
    from public.season_answers a
    join public.season_questions q on q.id = a.question_id and q.locks_at <= clock_timestamp()
    left join public.profiles p on p.id = a.user_id
   where a.question_id = _question_id
   order by p.full_name, a.user_id
   limit least(greatest(coalesce(page_limit, 50), 1), 200) offset greatest(coalesce(page_offset, 0), 0)
$function$;

ALTER FUNCTION "public"."season_answers_of"(uuid, integer, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.settle_season_question(_question_id uuid, _correct_answers text[])
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  before public.season_questions;
  correct text[];
  undo_id uuid;
begin
  perform private.begin_admin_action('settle_season_question');
  before := private.locked_question(_question_id);
  if before.locks_at > clock_timestamp() then
    raise exception 'The question has not locked, so it cannot be settled' using errcode = 'SL005';
  end if;
  if before.closed_at is not null then
    raise exception 'The points of its season were cleared, so it cannot be settled' using errcode = 'SL005';
  end if;
  correct := private.read_answer(before.kind, _correct_answers, 1, case before.kind
    when 'text' then 50 when 'number' then 1 when 'team' then 5 else before.answer_count end);
  perform private.begin_undo('settle_season_question', _question_id::text);
  update public.season_questions q
     set correct_answers = correct, settled_at = coalesce(q.settled_at, clock_timestamp())
   where q.id = _question_id and q.correct_answers is distinct from correct;
  undo_id := private.end_undo();
  if undo_id is not null then
    perform private.write_audit('settle_season_question', 'season_questions', _question_id::text,
                                jsonb_build_object('title', before.title, 'correct_answers', before.correct_answers),
                                jsonb_build_object('correct_answers', correct));
  end if;
  return undo_id;
end $function$;

ALTER FUNCTION "public"."settle_season_question"(uuid, text[]) OWNER TO "postgres";

ALTER TABLE "private"."scored_matches" ADD CONSTRAINT "scored_matches_question_id_key" UNIQUE (question_id);

ALTER TABLE "public"."season_questions" ADD CONSTRAINT "season_questions_competition_id_fkey" FOREIGN KEY (competition_id) REFERENCES public.competitions(id);

ALTER TABLE "public"."season_answers" ADD CONSTRAINT "season_answers_question_id_fkey" FOREIGN KEY (question_id) REFERENCES public.season_questions(id) ON DELETE CASCADE;

ALTER TABLE "public"."season_answers" ADD CONSTRAINT "season_answers_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."season_answer_changes" ADD CONSTRAINT "season_answer_changes_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."season_answer_changes" ADD CONSTRAINT "season_answer_changes_question_id_fkey" FOREIGN KEY (question_id) REFERENCES public.season_questions(id) ON DELETE SET NULL;

CREATE INDEX season_answer_changes_by_question ON public.season_answer_changes USING btree (question_id);

CREATE INDEX season_answer_changes_by_user ON public.season_answer_changes USING btree (user_id, changed_at DESC);

CREATE INDEX season_answers_by_user ON public.season_answers USING btree (user_id);

CREATE TRIGGER added_rows_are_recorded_for_undo AFTER INSERT ON public.season_answer_changes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_added_rows('id');

CREATE TRIGGER changed_rows_are_recorded_for_undo AFTER UPDATE ON public.season_answer_changes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_changed_rows('id');

CREATE TRIGGER added_points_are_noted AFTER INSERT ON public.season_answers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_added_answers();

CREATE TRIGGER added_rows_are_recorded_for_undo AFTER INSERT ON public.season_answers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_added_rows('id');

CREATE TRIGGER changed_points_are_noted AFTER UPDATE ON public.season_answers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_answers();

CREATE TRIGGER changes_are_recorded_for_undo AFTER UPDATE OF answer, cleared_at ON public.season_answers FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER deleted_points_are_noted AFTER DELETE ON public.season_answers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_deleted_answers();

CREATE TRIGGER deleted_rows_are_recorded_for_undo AFTER DELETE ON public.season_answers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_deleted_rows('id');

CREATE TRIGGER points_follow_the_question BEFORE INSERT OR UPDATE OF cleared_at ON public.season_answers FOR EACH ROW EXECUTE FUNCTION private.set_points_of_answer();

CREATE TRIGGER a_deleted_question_is_forgotten AFTER DELETE ON public.season_questions FOR EACH ROW EXECUTE FUNCTION private.forget_deleted_question();

CREATE TRIGGER a_settled_question_is_scored AFTER INSERT OR UPDATE OF correct_answers, settled_at ON public.season_questions FOR EACH ROW EXECUTE FUNCTION private.score_changed_question();

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON public.season_questions FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE POLICY "members see their own changes of answers" ON "public"."season_answer_changes" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "signed-in users see all changes of answers after the lock" ON "public"."season_answer_changes" FOR SELECT TO "authenticated" USING ((question_id IN ( SELECT q.id
   FROM public.season_questions q
  WHERE (q.locks_at <= statement_timestamp()))));

CREATE POLICY "members see their own answers" ON "public"."season_answers" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "signed-in users see all answers after the lock" ON "public"."season_answers" FOR SELECT TO "authenticated" USING ((question_id IN ( SELECT q.id
   FROM public.season_questions q
  WHERE (q.locks_at <= statement_timestamp()))));

CREATE POLICY "signed-in users see the questions" ON "public"."season_questions" FOR SELECT TO "authenticated" USING (true);

COMMENT ON COLUMN "private"."player_totals"."question_points" IS 'the part of the points that answers to season questions earned';

COMMENT ON COLUMN "private"."scored_matches"."question_id" IS 'of a settled season question, which has no match';

COMMENT ON COLUMN "public"."archived_leaderboard_rows"."question_points" IS 'the part of the points that answers to season questions earned';

COMMENT ON COLUMN "public"."season_answers"."cleared_at" IS 'when an admin cleared these points; they stay 0';

COMMENT ON COLUMN "public"."season_answers"."points_earned" IS 'null until the question is settled';

COMMENT ON COLUMN "public"."season_questions"."closed_at" IS 'when all points of the club were cleared; pages no longer show the question';

COMMENT ON COLUMN "public"."season_questions"."correct_answers" IS 'of kind text the accepted spellings';

COMMENT ON COLUMN "public"."season_questions"."points" IS 'for the right answer; of kind teams for each right team';

REVOKE ALL ON FUNCTION "private"."answer_key"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_key"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."answer_key"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."answer_points"(public.season_questions, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_points"(public.season_questions, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."answer_points"(public.season_questions, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."answers_of_snapshot"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answers_of_snapshot"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."answers_of_snapshot"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."clear_answers"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."clear_answers"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."clear_answers"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_deleted_question"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_deleted_question"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_deleted_question"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_questions"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_questions"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_questions"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."list_scored_questions"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_scored_questions"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_scored_questions"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."locked_question"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."locked_question"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."locked_question"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_answers"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_answers"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_answers"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_added_answers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_added_answers"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_added_answers"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_changed_answers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_changed_answers"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_changed_answers"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_deleted_answers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_deleted_answers"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_deleted_answers"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."question_day"(public.season_questions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."question_day"(public.season_questions) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."question_day"(public.season_questions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."question_gains"(text, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."question_gains"(text, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."question_gains"(text, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."read_answer"(text, text[], integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_answer"(text, text[], integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_answer"(text, text[], integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_future_lock"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_future_lock"(timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_future_lock"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."restore_answers"(timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."restore_answers"(timestamp with time zone, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."restore_answers"(timestamp with time zone, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."score_changed_question"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."score_changed_question"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."score_changed_question"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."score_questions"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."score_questions"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."score_questions"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."set_points_of_answer"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_points_of_answer"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_points_of_answer"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."teams_to_choose"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."teams_to_choose"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."teams_to_choose"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."totals_of_questions"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."totals_of_questions"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."totals_of_questions"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."add_season_question"(text, text, text, text, integer, timestamp with time zone, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_season_question"(text, text, text, text, integer, timestamp with time zone, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_season_question"(text, text, text, text, integer, timestamp with time zone, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_season_question"(text, text, text, text, integer, timestamp with time zone, integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_season_question"(text, text, text, text, integer, timestamp with time zone, integer, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."admin_season_questions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_season_questions"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."admin_season_questions"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."admin_season_questions"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."admin_season_questions"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."answer_season_question"(uuid, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."answer_season_question"(uuid, text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."answer_season_question"(uuid, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."answer_season_question"(uuid, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "public"."change_season_question"(uuid, text, text, text, text, integer, timestamp with time zone, integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_season_question"(uuid, text, text, text, text, integer, timestamp with time zone, integer, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_season_question"(uuid, text, text, text, text, integer, timestamp with time zone, integer, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_season_question"(uuid, text, text, text, text, integer, timestamp with time zone, integer, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_season_question"(uuid, text, text, text, text, integer, timestamp with time zone, integer, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."delete_season_question"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_season_question"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."delete_season_question"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_season_question"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_season_question"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."leaderboard_summary"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."leaderboard_summary"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."leaderboard_summary"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."leaderboard_summary"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."leaderboard_summary"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."my_season_questions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_season_questions"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_season_questions"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_season_questions"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."player_season_answers"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."player_season_answers"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."player_season_answers"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."player_season_answers"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."player_season_answers"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."question_points"(text, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."question_points"(text, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."question_points"(text, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."question_points"(text, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."question_points"(text, uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."reopen_season_question"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reopen_season_question"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."reopen_season_question"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."reopen_season_question"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."reopen_season_question"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."season_answer_counts"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."season_answer_counts"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."season_answer_counts"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."season_answer_counts"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."season_answer_counts"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."season_answers_of"(uuid, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."season_answers_of"(uuid, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."season_answers_of"(uuid, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."season_answers_of"(uuid, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."season_answers_of"(uuid, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."settle_season_question"(uuid, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."settle_season_question"(uuid, text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."settle_season_question"(uuid, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."settle_season_question"(uuid, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."settle_season_question"(uuid, text[]) TO "service_role";

REVOKE ALL ON TABLE "public"."season_answer_changes" FROM "anon", "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."season_answer_changes" TO "authenticated";

GRANT SELECT ON TABLE "public"."season_answer_changes" TO "service_role";

REVOKE ALL ON TABLE "public"."season_answers" FROM "anon", "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."season_answers" TO "authenticated";

GRANT SELECT ON TABLE "public"."season_answers" TO "service_role";

REVOKE ALL ON TABLE "public"."season_questions" FROM "anon", "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."season_questions" TO "authenticated";

GRANT SELECT ON TABLE "public"."season_questions" TO "service_role";
