-- Members report why a prediction was not saved, and organisers see it for 30 days.
set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE TABLE "public"."prediction_refusals" ("user_id" uuid NOT NULL, "match_id" uuid NOT NULL, "reason" text NOT NULL, "times" integer NOT NULL DEFAULT 1, "first_at" timestamp with time zone NOT NULL, "last_at" timestamp with time zone NOT NULL, CONSTRAINT "last_is_not_before_first" CHECK ((last_at >= first_at)), CONSTRAINT "prediction_refusals_pkey" PRIMARY KEY (user_id, match_id, reason), CONSTRAINT "reason_is_known" CHECK ((reason = ANY (ARRAY['lock'::text, 'subscription'::text, 'clock'::text, 'session'::text, 'connection'::text, 'server'::text]))), CONSTRAINT "times_is_positive" CHECK ((times > 0)));

ALTER TABLE "public"."prediction_refusals" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."prediction_refusals" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.delete_old_refusals()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with deleted as (
    delete from public.prediction_refusals where last_at <= clock_timestamp() - interval '30 days' returning 1
  )
  select count(*) from deleted
$function$;

ALTER FUNCTION "private"."delete_old_refusals"() OWNER TO "postgres";

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
    'payments', coalesce((select jsonb_agg(jsonb_build_object('plan_type', p.plan_type, 'amount_rs', p.amount_rs,
                                                              'method', p.method, 'paid_on', p.paid_on)
                                           order by p.paid_on, p.id)
                            from public.payments p where p.payer_id = (select auth.uid())), '[]'))
   where (select auth.uid()) is not null);
end $function$;

CREATE OR REPLACE FUNCTION public.report_refused_prediction(_match_id uuid, _reason text, _tried_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := (select auth.uid());
  tried timestamptz := least(clock_timestamp(), greatest(_tried_at, clock_timestamp() - interval '30 days'));
begin
  if me is null then
    raise exception 'Sign in to report' using errcode = '42501';
  end if;
  update public.prediction_refusals r
     set times = least(r.times, 1000000) + 1, first_at = least(r.first_at, tried),
         last_at = greatest(r.last_at, tried)
   where r.user_id = me and r.match_id = _match_id and r.reason = _reason;
  if found then
    return;
  end if;
  insert into public.prediction_refusals as r (user_id, match_id, reason, first_at, last_at)
  select me, m.id, _reason, tried, tried from public.matches m
   where m.id = _match_id
     and exists (select from public.profiles p where p.id = me)
     and (select count(*) from public.prediction_refusals o where o.user_id = me) < 200
  on conflict (user_id, match_id, reason) do update
     set times = least(r.times, 1000000) + 1, first_at = least(r.first_at, tried),
         last_at = greatest(r.last_at, tried);
end $function$;

ALTER FUNCTION "public"."report_refused_prediction"(uuid, text, timestamp with time zone) OWNER TO "postgres";

ALTER TABLE "public"."prediction_refusals" ADD CONSTRAINT "prediction_refusals_match_id_fkey" FOREIGN KEY (match_id) REFERENCES public.matches(id) ON DELETE CASCADE;

ALTER TABLE "public"."prediction_refusals" ADD CONSTRAINT "prediction_refusals_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX prediction_refusals_by_match ON public.prediction_refusals USING btree (match_id);

CREATE INDEX prediction_refusals_oldest ON public.prediction_refusals USING btree (last_at);

CREATE POLICY "admins see refusals" ON "public"."prediction_refusals" FOR SELECT TO "authenticated" USING (( SELECT public.has_role(( SELECT auth.uid() AS uid), 'admin'::text) AS has_role));

CREATE POLICY "members see their own refusals" ON "public"."prediction_refusals" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

COMMENT ON COLUMN "public"."prediction_refusals"."first_at" IS 'by the server''s clock as the page knew it';

REVOKE ALL ON FUNCTION "private"."delete_old_refusals"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_old_refusals"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_old_refusals"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."report_refused_prediction"(uuid, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_refused_prediction"(uuid, text, timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_refused_prediction"(uuid, text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_refused_prediction"(uuid, text, timestamp with time zone) TO "postgres";

REVOKE ALL ON TABLE "public"."prediction_refusals" FROM "anon", "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."prediction_refusals" TO "authenticated";

GRANT SELECT ON TABLE "public"."prediction_refusals" TO "service_role";

update private.jobs set query = 'select private.delete_old_attempts_and_runs() + private.delete_old_undos()
     + private.delete_old_groups() + private.delete_old_results() + private.delete_old_refusals()'
 where name = 'Clean up';
