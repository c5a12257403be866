set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.lock_every_match()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (tg_table_name, tg_op) = ('matches', 'DELETE') then
    perform from public.matches m order by m.id for update;
  else
    perform from public.matches m order by m.id for no key update;
  end if;
  if tg_table_name = 'user_predictions' then
    perform private.lock_totals();
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."lock_every_match"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.undo(_undo_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  entry private.undos;
  changed_matches uuid[];
  match_ids uuid[];
  user_ids uuid[];
begin
  perform private.begin_admin_action('undo');
  perform from auth.users u
   where u.id::text in (select v.id from private.undo_rows r
                         cross join lateral (values (r.after ->> 'user_id'), (r.after ->> 'heir_id')) v (id)
                         where r.undo_id = _undo_id and r.table_name = 'private.closed_accounts')
   order by u.id for update;
  perform private.lock_provider();
  select * into entry from private.undos u where u.id = _undo_id and u.action <> 'take_season_step' for update;
  if entry.id is null then
    raise exception 'There is nothing to undo' using errcode = 'PT404';
  end if;
  perform private.require_own_act(entry.admin_user_id, entry.action);
  if entry.undone_at is not null then
    raise exception 'This has been undone already' using errcode = 'SL014', detail = '{"kind": "undone_already"}';
  end if;
  if entry.done_at <= clock_timestamp() - entry.lasts then
    raise exception 'It is too late to undo this' using errcode = 'SL014', detail = '{"kind": "too_late_to_undo"}';
  end if;
  changed_matches := array(
    select r.row_key::uuid from private.undo_rows r where r.undo_id = entry.id and r.table_name = 'public.matches');
  select array_agg(distinct (v.row ->> 'match_id')::uuid), array_agg(distinct (v.row ->> 'user_id')::uuid)
    into match_ids, user_ids
    from private.undo_rows r
    join lateral (values (r.before), (r.after)) v (row) on v.row is not null
   where r.undo_id = entry.id and r.table_name = 'public.user_predictions';
  match_ids := changed_matches || match_ids;
  -- With those that a restored logo is copied to.
  perform from public.matches m
   where m.id = any (match_ids)
      or exists (select from private.undo_rows r
                  where r.undo_id = entry.id and r.table_name = 'public.teams' and r.before is not null
                    and r.after ->> 'name' in (m.home_team_name, m.away_team_name))
   order by m.id for no key update;
  perform from public.plan_codes c
   where c.id::text in (select r.row_key from private.undo_rows r
                         where r.undo_id = entry.id and r.table_name = 'public.plan_codes')
   order by c.id for no key update;
  perform from public.season_questions q
   where q.id::text in (select r.row_key from private.undo_rows r
                         where r.undo_id = entry.id and r.table_name = 'public.season_questions')
   order by q.id for no key update;
  if exists (select from private.undo_rows r join public.user_predictions p on p.match_id::text = r.row_key
              where r.undo_id = entry.id and r.table_name = 'public.matches' and r.before is null) then
    raise exception 'Members have predicted matches that it added, so it cannot be undone'
      using errcode = 'SL015', detail = '{"kind": "added_matches_have_predictions"}';
  end if;
  if entry.cleared is not null then
    perform private.restore_cleared_points(entry.cleared, entry.record_id::uuid);
  end if;
  perform private.lock_totals();
  perform private.restore_recorded(entry.id, true);
  if match_ids <> '{}' then
    delete from private.uncounted_predictions u where u.match_id = any (match_ids);
    perform private.rules_off();
    update public.matches m set predictions_count = g.predictions
      from (select i.id, (select count(*) from public.user_predictions p where p.match_id = i.id) as predictions
              from unnest(match_ids) i (id)) g
     where m.id = g.id and m.predictions_count <> g.predictions;
    perform private.rules_on();
    -- An action on members and not on matches moves no other member's points.
    perform private.score_matches(match_ids, case when changed_matches = '{}' then user_ids end);
  end if;
  update private.undos set undone_at = clock_timestamp(), undone_by = (select auth.uid()) where id = entry.id;
  perform private.write_audit('undo', 'undos', entry.record_id, jsonb_build_object('action', entry.action), null);
  return entry.action;
end $function$;

CREATE TRIGGER requests_lock_every_match BEFORE DELETE OR UPDATE ON public.matches FOR EACH STATEMENT WHEN ((CURRENT_USER = ANY (ARRAY['authenticated'::name, 'service_role'::name]))) EXECUTE FUNCTION private.lock_every_match();

CREATE TRIGGER requests_lock_every_match BEFORE UPDATE OF name, logo_url ON public.teams FOR EACH STATEMENT WHEN ((CURRENT_USER = ANY (ARRAY['authenticated'::name, 'service_role'::name]))) EXECUTE FUNCTION private.lock_every_match();

CREATE TRIGGER requests_lock_every_match BEFORE DELETE ON public.user_predictions FOR EACH STATEMENT WHEN ((CURRENT_USER = ANY (ARRAY['authenticated'::name, 'service_role'::name]))) EXECUTE FUNCTION private.lock_every_match();

REVOKE ALL ON FUNCTION "private"."lock_every_match"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_every_match"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_every_match"() TO "postgres";
