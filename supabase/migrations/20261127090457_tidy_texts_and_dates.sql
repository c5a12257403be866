set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.add_plan_codes(_plan_type text, _expires_on date, _how_many integer)
 RETURNS SETOF public.plan_codes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  created uuid[] := '{}';
begin
  if not private.is_plan(_plan_type) then
    raise exception 'Please select a subscription plan' using errcode = '22023';
  end if;
  if _expires_on is null or _expires_on < private.club_today() then
    raise exception 'The expiry date has passed' using errcode = '22023';
  end if;
  perform private.require_plausible(_expires_on);
  if _how_many is null or _how_many not between 1 and 100 then
    raise exception 'Between 1 and 100 codes can be made at once' using errcode = '22023';
  end if;
  -- There are nine million possible codes, so collisions with unused codes are rare. The draw is repeated for them.
  for attempt in 1 .. 20 loop
    with added as (
      insert into public.plan_codes (code, plan_type, expires_at)
      select private.random_code(), _plan_type, private.end_of_day(_expires_on)
        from generate_series(1, _how_many - cardinality(created))
      on conflict do nothing
      returning plan_codes.id
    )
    select created || coalesce(array_agg(a.id), '{}') into created from added a;
    exit when cardinality(created) = _how_many;
  end loop;
  if cardinality(created) < _how_many then
    raise exception 'No unused code could be generated' using errcode = '55000';
  end if;
  return query select c.* from public.plan_codes c where c.id = any (created) order by c.code;
end $function$;

CREATE OR REPLACE FUNCTION private.clean_name(_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select nullif(private.tidy(regexp_replace(_name, '[<>"]', '', 'g')), '') $function$;

CREATE OR REPLACE FUNCTION private.read_answer(_kind text, _answer text[], _least integer, _most integer)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  parts text[] := array(select case when _kind like 'team%' then btrim(coalesce(p, ''))
                                 else private.tidy(coalesce(p, '')) end
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
  perform private.require_plausible(_locks_at);
end $function$;

CREATE OR REPLACE FUNCTION private.require_plausible(_moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if _moment >= '2200-01-01 00:00:00+00' then
    raise exception 'The date must be before the year 2200' using errcode = '22023';
  end if;
end $function$;

ALTER FUNCTION "private"."require_plausible"(timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tidy(_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select trim(regexp_replace(regexp_replace(_text,
    '[\u00AD\u034F\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF]'
      || '|[\uFFA0\uFFF9-\uFFFB]'
      || '|(?<![\u0300-\u200B\u2010-\U0010FFFF])[\u200C\u200D]|[\u200C\u200D](?![\u0300-\u200B\u2010-\U0010FFFF])',
    '', 'g'), '[\s[:cntrl:]\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]+', ' ', 'g'))
$function$;

ALTER FUNCTION "private"."tidy"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tidy_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.full_name := private.tidy(new.full_name);
  return new;
end $function$;

ALTER FUNCTION "private"."tidy_name"() OWNER TO "postgres";

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
  values (_competition_id, _kind, private.tidy(_title), nullif(trim(_help), ''), _points, _locks_at,
          coalesce(_answer_count, 1))
  returning * into added;
  perform private.write_audit('add_season_question', 'season_questions', added.id::text, null, to_jsonb(added));
  perform private.keep_result(_request_key, jsonb_build_object('id', added.id));
  return added.id;
end $function$;

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
       is distinct from (_competition_id, _kind, private.tidy(_title), _points, coalesce(_answer_count, 1))
     and exists (select from public.season_answers a where a.question_id = _question_id) then
    raise exception 'Members have answered, so only the help and the lock can change' using errcode = 'SL005';
  end if;
  update public.season_questions q
     set competition_id = _competition_id, kind = _kind, title = private.tidy(_title), help = nullif(trim(_help), ''),
         points = _points, locks_at = _locks_at, answer_count = coalesce(_answer_count, 1)
   where q.id = _question_id
  returning q.* into after;
  if after is distinct from before then
    perform private.write_audit('change_season_question', 'season_questions', _question_id::text, to_jsonb(before),
                                to_jsonb(after));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.create_group(_name text, _first_colour text, _second_colour text, _counts_from_joining boolean DEFAULT false, _request_key uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := (select auth.uid());
  first jsonb;
  new_id uuid;
begin
  if me is null then
    raise exception 'Sign in to create a group' using errcode = '42501';
  end if;
  perform private.require_open_session();
  first := private.first_result(_request_key, 'create_group');
  if first is not null then
    return (first ->> 'id')::uuid;
  end if;
  perform private.lock_groups_of(me);
  if private.owns_most_groups(me) then
    raise exception 'You own 10 groups, which is the limit' using errcode = 'SL018', detail = 'owned';
  end if;
  if private.is_in_most_groups(me) then
    raise exception 'You are in 30 groups, which is the limit' using errcode = 'SL018', detail = 'joined';
  end if;
  perform private.lock_totals();
  insert into public.groups (name, first_colour, second_colour, owner_id, counts_from_joining)
  values (private.tidy(_name), lower(_first_colour), lower(_second_colour), me, coalesce(_counts_from_joining, false))
  returning id into new_id;
  insert into public.group_members (group_id, user_id) values (new_id, me);
  perform private.refresh_group_baselines(array[me], new_id);
  perform private.set_group_code(new_id);
  perform private.keep_result(_request_key, jsonb_build_object('id', new_id));
  return new_id;
end $function$;

CREATE OR REPLACE FUNCTION public.give_subscription(_user_id uuid, _type text, _expires_on date)
 RETURNS public.subscriptions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.subscriptions;
  given public.subscriptions;
begin
  perform private.begin_admin_action('give_subscription');
  if not exists (select from public.competitions c where c.id = _type and c.needs_subscription) then
    raise exception 'Please select a subscription plan' using errcode = '22023';
  end if;
  if _expires_on is null or _expires_on < private.club_today() then
    raise exception 'The expiry date has passed' using errcode = '22023';
  end if;
  perform private.require_plausible(_expires_on);
  if not exists (select from public.profiles p where p.id = _user_id) then
    raise exception 'There is no such player' using errcode = 'PT404';
  end if;
  select * into before from public.subscriptions s where s.user_id = _user_id
    and s.subscription_type = _type for update;
  insert into public.subscriptions as s (user_id, subscription_type, expires_at, assigned_by_admin)
  values (_user_id, _type, private.end_of_day(_expires_on), true)
  on conflict on constraint one_subscription_per_player_and_competition do update
    set started_at = case when s.status = 'active' and s.expires_at > clock_timestamp() then s.started_at
                          else now() end,
        expires_at = excluded.expires_at, status = 'active', assigned_by_admin = true
  returning s.* into given;
  perform private.write_audit('give_subscription', 'subscriptions', given.id::text,
    case when before.id is not null then to_jsonb(before) end, to_jsonb(given));
  return given;
end $function$;

CREATE OR REPLACE FUNCTION public.update_group(_group_id uuid, _name text, _first_colour text, _second_colour text, _counts_from_joining boolean, _seen jsonb DEFAULT NULL::jsonb, _members_invite boolean DEFAULT NULL::boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.groups;
begin
  -- Before the totals, so that a caller who is not the owner does not make scoring wait.
  perform private.require_owner(_group_id);
  perform private.lock_totals();
  before := private.own_group(_group_id);
  perform private.refuse_changed(_seen, to_jsonb(before));
  update public.groups g
     set name = private.tidy(_name), first_colour = lower(_first_colour), second_colour = lower(_second_colour),
         counts_from_joining = coalesce(_counts_from_joining, before.counts_from_joining),
         members_invite = coalesce(_members_invite, before.members_invite)
   where g.id = _group_id;
  if before.counts_from_joining is distinct from _counts_from_joining then
    perform private.refresh_group_baselines(null, _group_id);
  end if;
end $function$;

-- Names that are stored already, and dates with a digit too many, which no page could show.
update public.profiles p set full_name = private.clean_name(p.full_name)
 where p.full_name is distinct from private.clean_name(p.full_name);
update public.subscriptions s set expires_at = '2199-12-31 00:00:00+00' where s.expires_at >= '2200-01-01 00:00:00+00';
update public.plan_codes c set expires_at = '2199-12-31 00:00:00+00' where c.expires_at >= '2200-01-01 00:00:00+00';
update public.season_questions q set locks_at = '2199-12-31 00:00:00+00' where q.locks_at >= '2200-01-01 00:00:00+00';
update public.archived_subscriptions a
   set started_at = greatest(a.started_at, '1950-01-01 00:00:00+00'),
       expires_at = least(a.expires_at, '2199-12-31 00:00:00+00')
 where a.started_at < '1950-01-01 00:00:00+00' or a.expires_at >= '2200-01-01 00:00:00+00';
update public.leaderboard_archives a
   set start_date = greatest(a.start_date, '1950-01-01'), end_date = least(a.end_date, '2199-12-31')
 where a.start_date < '1950-01-01' or a.end_date >= '2200-01-01';
update public.subscription_period_archives a
   set start_date = greatest(a.start_date, '1950-01-01'), end_date = least(a.end_date, '2199-12-31')
 where a.start_date < '1950-01-01' or a.end_date >= '2200-01-01';

ALTER TABLE "public"."archived_subscriptions" ADD CONSTRAINT "its_times_are_plausible" CHECK (((started_at >= '1950-01-01 00:00:00+00'::timestamp with time zone) AND (expires_at < '2200-01-01 00:00:00+00'::timestamp with time zone)));

ALTER TABLE "public"."leaderboard_archives" ADD CONSTRAINT "a_period_is_plausible" CHECK (((start_date >= '1950-01-01'::date) AND (end_date < '2200-01-01'::date)));

ALTER TABLE "public"."plan_codes" ADD CONSTRAINT "it_ends_before_2200" CHECK ((expires_at < '2200-01-01 00:00:00+00'::timestamp with time zone));

ALTER TABLE "public"."season_questions" ADD CONSTRAINT "it_locks_before_2200" CHECK ((locks_at < '2200-01-01 00:00:00+00'::timestamp with time zone));

ALTER TABLE "public"."subscription_period_archives" ADD CONSTRAINT "a_period_is_plausible" CHECK (((start_date >= '1950-01-01'::date) AND (end_date < '2200-01-01'::date)));

ALTER TABLE "public"."subscriptions" ADD CONSTRAINT "it_ends_before_2200" CHECK ((expires_at < '2200-01-01 00:00:00+00'::timestamp with time zone));

CREATE TRIGGER names_have_no_invisible_characters BEFORE UPDATE OF full_name ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tidy_name();

REVOKE ALL ON FUNCTION "private"."require_plausible"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_plausible"(timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_plausible"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tidy"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tidy"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."tidy"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tidy"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."tidy"(text) TO "service_role", "supabase_auth_admin";

REVOKE ALL ON FUNCTION "private"."tidy_name"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tidy_name"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tidy_name"() TO "postgres";
