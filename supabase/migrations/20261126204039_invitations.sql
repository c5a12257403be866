set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP FUNCTION "public"."group_details"(uuid);

DROP FUNCTION "public"."preview_group"(text);

DROP FUNCTION "public"."update_group"(uuid, text, text, text, boolean, jsonb);

ALTER TABLE "public"."groups" ADD COLUMN "members_invite" boolean NOT NULL DEFAULT true;

CREATE OR REPLACE FUNCTION private.invite_digits(_group_id uuid, _user_id uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select upper(left(md5(_group_id || '/' || _user_id), 4)) $function$;

ALTER FUNCTION "private"."invite_digits"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.inviter_of(_group_id uuid, _code text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
           select m.user_id from public.group_members m
            where m.group_id = g.id and g.members_invite
              and private.invite_digits(g.id, m.user_id) = substr(private.normal_invite(_code), 9)
            order by m.joined_at, m.user_id limit 1), g.owner_id)
    from public.groups g where g.id = _group_id
$function$;

ALTER FUNCTION "private"."inviter_of"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.normal_group_code(_code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select left(private.normal_invite(_code), 8) $function$;

CREATE OR REPLACE FUNCTION private.normal_invite(_code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select left(translate(upper(regexp_replace(left(coalesce(_code, ''), 40), '[\s-]', '', 'g')), 'OIL', '011'), 12)
$function$;

ALTER FUNCTION "private"."normal_invite"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.picture_of_invite(_group_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('group', g.name, 'first_colour', g.first_colour, 'second_colour', g.second_colour,
                            'members', g.members, 'user_id', p.id, 'name', coalesce(p.full_name, 'Player'))
    from public.group_details(_group_id) g
    join public.profiles p on p.id = (select auth.uid())
   where g.code is not null
$function$;

CREATE OR REPLACE FUNCTION private.rank_group(_group_id uuid, _scope text, _limit integer, _offset integer)
 RETURNS SETOF public.leaderboard_row
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with totals as materialized (
    select m.user_id,
           coalesce(t.predictions_scored, 0) - coalesce(b.predictions_scored, 0) as predictions_scored,
           coalesce(t.points, 0) - coalesce(b.points, 0) as points,
           coalesce(t.perfect_scores, 0) - coalesce(b.perfect_scores, 0) as perfect_scores,
           coalesce(t.right_outcomes, 0) - coalesce(b.right_outcomes, 0) as right_outcomes,
           coalesce(case when t.earlier_day = s.latest_day then t.earlier_points else t.points end, 0)
             - coalesce(b.points - case when b.last_day = s.latest_day then b.last_day_points else 0 end, 0)
             as earlier_points,
           coalesce(case when t.earlier_day = s.latest_day then t.earlier_perfect else t.perfect_scores end, 0)
             - coalesce(b.perfect_scores - case when b.last_day = s.latest_day then b.last_day_perfect else 0 end, 0)
             as earlier_perfect,
           s.latest_day, s.previous_day
      from public.group_members m
      join private.scopes s on s.scope = _scope
      left join private.player_totals t on t.scope = s.scope and t.user_id = m.user_id
      left join private.group_baselines b on b.group_id = m.group_id and b.user_id = m.user_id and b.scope = s.scope
     where m.group_id = _group_id and (t.user_id is not null or s.scope = 'overall')
  ), ranked as (
    select t.*, (rank() over (order by t.points desc, t.perfect_scores desc))::integer as place,
           (rank() over (order by t.earlier_points desc, t.earlier_perfect desc))::integer as earlier_place
      from totals t
  )
  select case when r.latest_day is not null then r.place end,
         case when r.previous_day is not null then r.earlier_place end,
         r.user_id, coalesce(p.full_name, 'Player'), r.predictions_scored, r.points, r.perfect_scores,
         private.accuracy_of(r.right_outcomes, r.predictions_scored)
    from ranked r left join public.profiles p on p.id = r.user_id
   order by r.points desc, r.perfect_scores desc, p.full_name, r.user_id
   limit _limit offset _offset
$function$;

ALTER FUNCTION "private"."rank_group"(uuid, text, integer, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.group_details(_group_id uuid)
 RETURNS TABLE(id uuid, name text, first_colour text, second_colour text, counts_from_joining boolean, owner_id uuid, owner_name text, is_owner boolean, members integer, joined_on date, code text, members_invite boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select g.id, g.name, g.first_colour, g.second_colour, g.counts_from_joining, g.owner_id,
         coalesce(p.full_name, 'Player'), g.owner_id = m.user_id,
         (select count(*)::integer from public.group_members o where o.group_id = g.id), m.joined_on,
         case when g.owner_id = m.user_id then c.code
              when g.members_invite then c.code || private.invite_digits(g.id, m.user_id) end, g.members_invite
    from public.groups g
    join public.group_members m on m.group_id = g.id and m.user_id = (select auth.uid())
    left join public.profiles p on p.id = g.owner_id
    left join private.group_codes c on c.group_id = g.id
   where g.id = _group_id and g.deleted_at is null and g.closed_at is null
$function$;

ALTER FUNCTION "public"."group_details"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.group_leaderboard(_group_id uuid, league text DEFAULT 'Overall'::text, page_limit integer DEFAULT 50, page_offset integer DEFAULT 0)
 RETURNS SETOF public.leaderboard_row
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_in_group(_group_id) then
    return query select * from private.rank_group(
      _group_id, private.scope_of(league), least(greatest(coalesce(page_limit, 50), 1), 500),
      greatest(coalesce(page_offset, 0), 0));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.invite_picture_data(_code text, _address text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buckets text[] := array_remove(array['join-group-from:' || _address], null);
  found_id uuid;
begin
  if private.seconds_until_group_code(buckets) is null then
    found_id := private.group_of_code(_code, buckets);
  end if;
  return (
    select jsonb_build_object('group', g.name, 'first_colour', g.first_colour, 'second_colour', g.second_colour,
                              'members', (select count(*) from public.group_members m where m.group_id = g.id),
                              'user_id', i.id, 'name', coalesce(p.full_name, 'Player'))
      from public.groups g
     cross join private.inviter_of(g.id, _code) i (id)
      left join public.profiles p on p.id = i.id
     where g.id = found_id);
end $function$;

ALTER FUNCTION "public"."invite_picture_data"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.link_preview(_path text)
 RETURNS TABLE(title text, description text, image text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  code text := private.normal_invite(substr(_path, 7));
begin
  if _path !~ '^/join/' then
    return;
  end if;
  return query
  select format('%s invites you to %s', g.inviter_name, g.name),
         format('%s. Predict scores and compare your points.',
                case g.members when 1 then '1 member' else g.members || ' members' end),
         '/functions/v1/share-picture?invite=' || code
    from public.preview_group(code) g where g.outcome in ('found', 'member');
end $function$;

ALTER FUNCTION "public"."link_preview"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.preview_group(_code text)
 RETURNS TABLE(outcome text, group_id uuid, name text, first_colour text, second_colour text, inviter_id uuid, inviter_name text, members integer, counts_from_joining boolean, leaders jsonb, retry_after_seconds integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  buckets text[] := private.group_code_buckets();
  found_id uuid;
begin
  if (select auth.uid()) is not null then
    perform private.require_open_session();
  end if;
  retry_after_seconds := private.seconds_until_group_code(buckets);
  if retry_after_seconds is null then
    found_id := private.group_of_code(_code, buckets);
  end if;
  if found_id is null then
    outcome := case when retry_after_seconds is null then 'invalid' else 'locked' end;
    return next;
    return;
  end if;
  return query
  select case when g.id in (select private.my_group_ids()) then 'member' else 'found' end, g.id, g.name,
         g.first_colour, g.second_colour, i.id, coalesce(p.full_name, 'Player'),
         (select count(*)::integer from public.group_members m where m.group_id = g.id), g.counts_from_joining,
         (select coalesce(jsonb_agg(jsonb_build_object('user_id', l.user_id, 'name', l.full_name, 'points', l.points)
                                    order by l.points desc, l.perfect_scores desc, l.full_name, l.user_id), '[]')
            from private.rank_group(g.id, 'overall', 3, 0) l where l.rank is not null),
         null::integer
    from public.groups g
   cross join private.inviter_of(g.id, _code) i (id)
    left join public.profiles p on p.id = i.id
   where g.id = found_id;
end $function$;

ALTER FUNCTION "public"."preview_group"(text) OWNER TO "postgres";

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
     set name = trim(_name), first_colour = lower(_first_colour), second_colour = lower(_second_colour),
         counts_from_joining = coalesce(_counts_from_joining, before.counts_from_joining),
         members_invite = coalesce(_members_invite, before.members_invite)
   where g.id = _group_id;
  if before.counts_from_joining is distinct from _counts_from_joining then
    perform private.refresh_group_baselines(null, _group_id);
  end if;
end $function$;

ALTER FUNCTION "public"."update_group"(uuid, text, text, text, boolean, jsonb, boolean) OWNER TO "postgres";

COMMENT ON COLUMN "public"."groups"."members_invite" IS 'whether every member gets an invite link, not only the owner';

REVOKE ALL ON FUNCTION "private"."invite_digits"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."invite_digits"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."invite_digits"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."inviter_of"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."inviter_of"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."inviter_of"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."normal_invite"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."normal_invite"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."normal_invite"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rank_group"(uuid, text, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rank_group"(uuid, text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rank_group"(uuid, text, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "public"."group_details"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."group_details"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."group_details"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."group_details"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."invite_picture_data"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."invite_picture_data"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."invite_picture_data"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."invite_picture_data"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."link_preview"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."link_preview"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."link_preview"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."link_preview"(text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."preview_group"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."preview_group"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."preview_group"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_group"(text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."update_group"(uuid, text, text, text, boolean, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_group"(uuid, text, text, text, boolean, jsonb, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."update_group"(uuid, text, text, text, boolean, jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."update_group"(uuid, text, text, text, boolean, jsonb, boolean) TO "postgres";
