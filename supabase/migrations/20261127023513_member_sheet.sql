set local search_path = pg_catalog;

set local check_function_bodies = off;

ALTER TABLE "private"."club_messages" DROP CONSTRAINT "audience_is_known";

DROP FUNCTION "private"."add_club_message"(text, text, text, text, text, uuid, timestamp with time zone);

DROP FUNCTION "private"."club_message_recipients"(text, text, uuid);

CREATE TABLE "public"."member_notes" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid NOT NULL, "note" text NOT NULL, "author_id" uuid, "author_name" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "member_notes_pkey" PRIMARY KEY (id), CONSTRAINT "notes_are_1_to_500_long" CHECK (((char_length(note) >= 1) AND (char_length(note) <= 500))));

ALTER TABLE "public"."member_notes" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."member_notes" OWNER TO "postgres";

ALTER TABLE "private"."club_messages" ADD COLUMN "member_id" uuid;

CREATE OR REPLACE FUNCTION private.add_club_message(_title text, _message text, _type text, _audience text, _competition_id text DEFAULT NULL::text, _group_id uuid DEFAULT NULL::uuid, _send_at timestamp with time zone DEFAULT NULL::timestamp with time zone, _member_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  added private.club_messages;
begin
  if coalesce(trim(_title), '') = '' or coalesce(trim(_message), '') = '' then
    raise exception 'Please fill in both title and message' using errcode = '22023';
  end if;
  if _member_id is null then
    perform private.require_audience(_audience, _competition_id, _group_id);
  end if;
  if _send_at is not null then
    perform private.require_send_time(_send_at);
  end if;
  insert into private.club_messages (title, message, type, audience, competition_id, group_id, created_by, send_at,
                                     sent_at, member_id)
  values (trim(_title), trim(_message), private.notification_type(_type), _audience,
          case _audience when 'subscribers' then _competition_id end, case _audience when 'group' then _group_id end,
          (select auth.uid()), coalesce(_send_at, clock_timestamp()),
          case when _send_at is null then clock_timestamp() end, _member_id)
  returning * into added;
  return case when _send_at is null then private.deliver_club_message(added) end;
end $function$;

ALTER FUNCTION "private"."add_club_message"(text, text, text, text, text, uuid, timestamp with time zone, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.club_message_recipients(_audience text, _competition_id text, _group_id uuid, _member_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case _audience
    when 'everyone' then
      return query select p.id from public.profiles p;
    when 'subscribers' then
      return query select s.user_id from public.subscriptions s
        where s.subscription_type = _competition_id and s.status = 'active' and s.expires_at > clock_timestamp();
    when 'group' then
      return query select m.user_id from public.group_members m join public.groups g on g.id = m.group_id
        where g.id = _group_id and g.deleted_at is null and g.closed_at is null;
    when 'missing_picks' then
      return query select c.user_id
        from private.prediction_completion(array(select m.id from public.next_rounds() m)) c
       where c.predictions_made < c.total_upcoming;
    when 'member' then
      return query select p.id from public.profiles p where p.id = _member_id;
  end case;
end $function$;

ALTER FUNCTION "private"."club_message_recipients"(text, text, uuid, uuid) OWNER TO "postgres";

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
    select row(r.id, _sent.title, _sent.message, '/', clock_timestamp() + interval '3 days', null)
             ::private.message_content
      from unnest(recipients) r (id)), '{email,push}');
  update private.club_messages set players = cardinality(recipients) where id = _sent.id;
  return cardinality(recipients);
end $function$;

CREATE OR REPLACE FUNCTION private.missing_picks(_user_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
      'label', format('%s v %s', m.home_team_name, m.away_team_name), 'league', m.league, 'locks_at', m.locks_at,
      'may_predict', not c.needs_subscription or exists (
        select from public.subscriptions s
         where s.user_id = _user_id and s.subscription_type = c.id and s.status = 'active'
           and s.expires_at > clock_timestamp())) order by m.locks_at, m.id), '[]')
    from public.next_rounds() m join public.competitions c on c.name = m.league
   where not exists (select from public.user_predictions p where p.match_id = m.id and p.user_id = _user_id)
$function$;

ALTER FUNCTION "private"."missing_picks"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.passkey_count(_user_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  passkeys integer := 0;
begin
  if to_regclass('auth.webauthn_credentials') is not null then
    execute 'select count(*)::integer from auth.webauthn_credentials c where c.user_id = $1'
      into passkeys using _user_id;
  end if;
  return passkeys;
end $function$;

ALTER FUNCTION "private"."passkey_count"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_player(_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.profiles p where p.id = _user_id) then
    raise exception 'There is no such player' using errcode = 'PT404';
  end if;
end $function$;

ALTER FUNCTION "private"."require_player"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.sign_in_methods(_user_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'email', nullif(u.email, ''), 'email_is_confirmed', u.email_confirmed_at is not null,
    'phone', '+' || nullif(u.phone, ''), 'phone_is_confirmed', u.phone_confirmed_at is not null,
    'providers', (select coalesce(jsonb_agg(distinct i.provider), '[]') from auth.identities i
                   where i.user_id = u.id and i.provider not in ('email', 'phone')),
    'passkeys', private.passkey_count(u.id),
    'has_password', coalesce(u.encrypted_password, '') <> '',
    'has_temporary_password', coalesce(u.raw_app_meta_data ->> 'temporary_password' = 'true', false),
    'last_sign_in_at', u.last_sign_in_at,
    'devices', (select count(*) from auth.sessions s where s.user_id = u.id),
    'banned_until', u.banned_until)
    from auth.users u where u.id = _user_id
$function$;

ALTER FUNCTION "private"."sign_in_methods"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.add_member_note(_user_id uuid, _note text, _request_key uuid DEFAULT NULL::uuid)
 RETURNS public.member_notes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first jsonb;
  added public.member_notes;
begin
  perform private.begin_admin_action('add_member_note');
  first := private.first_result(_request_key, 'add_member_note');
  if first is not null then
    return jsonb_populate_record(null::public.member_notes, first);
  end if;
  perform private.require_player(_user_id);
  if coalesce(char_length(trim(_note)), 0) not between 1 and 500 then
    raise exception 'A note has 1 to 500 characters' using errcode = '22023';
  end if;
  insert into public.member_notes (user_id, note, author_id, author_name)
  values (_user_id, trim(_note), (select auth.uid()),
          coalesce((select p.full_name from public.profiles p where p.id = (select auth.uid())), 'An organiser'))
  returning * into added;
  perform private.write_audit('add_member_note', 'profiles', _user_id::text, null, null);
  perform private.keep_result(_request_key, to_jsonb(added));
  return added;
end $function$;

ALTER FUNCTION "public"."add_member_note"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.club_messages()
 RETURNS TABLE(id uuid, title text, message text, audience text, recipients text, send_at timestamp with time zone, sent_at timestamp with time zone, players integer, withdrawn_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
  select m.id, m.title, m.message, m.audience, coalesce(c.name, g.name, p.full_name), m.send_at, m.sent_at, m.players,
         m.withdrawn_at
    from ((select s.* from private.club_messages s where s.sent_at is null and s.cancelled_at is null)
          union all
          (select s.* from private.club_messages s where s.sent_at is not null order by s.sent_at desc limit 20)) m
    left join public.competitions c on c.id = m.competition_id
    left join public.groups g on g.id = m.group_id
    left join public.profiles p on p.id = m.member_id
   order by m.sent_at desc nulls first, m.send_at, m.id;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_member_note(_note_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member uuid;
begin
  perform private.begin_admin_action('delete_member_note');
  delete from public.member_notes n where n.id = _note_id returning n.user_id into member;
  if member is null then
    raise exception 'There is no such note' using errcode = 'PT404';
  end if;
  perform private.write_audit('delete_member_note', 'profiles', member::text, null, null);
end $function$;

ALTER FUNCTION "public"."delete_member_note"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.member_sheet(_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  perform private.require_player(_user_id);
  return (select jsonb_build_object(
    'full_name', p.full_name, 'phone_number', p.phone_number, 'joined_at', p.created_at,
    'sign_in', private.sign_in_methods(p.id),
    'subscriptions', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'league', c.name, 'started_at', s.started_at, 'expires_at', s.expires_at,
          'is_active', s.status = 'active' and s.expires_at > clock_timestamp(),
          'is_given', s.assigned_by_admin) order by s.expires_at desc, c.position), '[]')
        from public.subscriptions s join public.competitions c on c.id = s.subscription_type
       where s.user_id = p.id),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'league', c.name, 'amount_rs', f.amount_rs, 'method', f.method, 'paid_on', f.paid_on,
          'paid_until', f.expires_at, 'payer_name', f.payer_name) order by f.paid_on desc, f.created_at desc), '[]')
        from public.payments f join public.competitions c on c.id = f.plan_type
       where f.user_id = p.id or f.payer_id = p.id
          or f.code_id in (select k.id from public.plan_codes k where k.used_by = p.id)),
    'missing_picks', private.missing_picks(p.id),
    'groups', (
      select coalesce(jsonb_agg(jsonb_build_object('name', g.name, 'is_owner', g.owner_id = p.id)
                                order by g.name, g.id), '[]')
        from public.group_members m join public.groups g on g.id = m.group_id
       where m.user_id = p.id and g.deleted_at is null and g.closed_at is null),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', n.id, 'note', n.note, 'author_name', n.author_name, 'created_at', n.created_at)
          order by n.created_at desc, n.id), '[]')
        from public.member_notes n where n.user_id = p.id))
    from public.profiles p where p.id = _user_id);
end $function$;

ALTER FUNCTION "public"."member_sheet"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.message_member(_user_id uuid, _title text, _message text, _request_key uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first jsonb;
begin
  perform private.begin_admin_action('message_member');
  first := private.first_result(_request_key, 'message_member');
  if first is not null then
    return (first ->> 'players')::integer;
  end if;
  perform private.require_player(_user_id);
  perform private.add_club_message(_title, _message, 'info', 'member', _member_id => _user_id);
  perform private.write_audit('message_member', 'profiles', _user_id::text, null,
                              jsonb_build_object('title', trim(_title), 'message', trim(_message)));
  perform private.keep_result(_request_key, jsonb_build_object('players', 1));
  return 1;
end $function$;

ALTER FUNCTION "public"."message_member"(uuid, text, text, uuid) OWNER TO "postgres";

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
    'notes_of_organisers', coalesce((select jsonb_agg(jsonb_build_object('note', n.note, 'created_at', n.created_at)
                                                      order by n.created_at)
                                       from public.member_notes n where n.user_id = (select auth.uid())), '[]'),
    'payments', coalesce((select jsonb_agg(jsonb_build_object('plan_type', p.plan_type, 'amount_rs', p.amount_rs,
                                                              'method', p.method, 'paid_on', p.paid_on)
                                           order by p.paid_on, p.id)
                            from public.payments p where p.payer_id = (select auth.uid())), '[]'))
   where (select auth.uid()) is not null);
end $function$;

ALTER TABLE "private"."club_messages" ADD CONSTRAINT "audience_is_known" CHECK ((audience = ANY (ARRAY['everyone'::text, 'subscribers'::text, 'group'::text, 'missing_picks'::text, 'member'::text])));

ALTER TABLE "private"."club_messages" ADD CONSTRAINT "club_messages_member_id_fkey" FOREIGN KEY (member_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."club_messages" ADD CONSTRAINT "one_member_is_named" CHECK (((audience = 'member'::text) = (member_id IS NOT NULL)));

ALTER TABLE "public"."member_notes" ADD CONSTRAINT "member_notes_author_id_fkey" FOREIGN KEY (author_id) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."member_notes" ADD CONSTRAINT "member_notes_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX club_messages_by_member ON private.club_messages USING btree (member_id) WHERE (member_id IS NOT NULL);

CREATE INDEX member_notes_by_user ON public.member_notes USING btree (user_id, created_at DESC);

CREATE POLICY "admins see the notes about members" ON "public"."member_notes" FOR SELECT TO "authenticated" USING (( SELECT public.has_role(( SELECT auth.uid() AS uid), 'admin'::text) AS has_role));

REVOKE ALL ON FUNCTION "private"."add_club_message"(text, text, text, text, text, uuid, timestamp with time zone, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_club_message"(text, text, text, text, text, uuid, timestamp with time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_club_message"(text, text, text, text, text, uuid, timestamp with time zone, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."club_message_recipients"(text, text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."club_message_recipients"(text, text, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."club_message_recipients"(text, text, uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."missing_picks"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."missing_picks"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."missing_picks"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."passkey_count"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."passkey_count"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."passkey_count"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_player"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_player"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_player"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sign_in_methods"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sign_in_methods"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sign_in_methods"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."add_member_note"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_member_note"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_member_note"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_member_note"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_member_note"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."delete_member_note"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_member_note"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."delete_member_note"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_member_note"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_member_note"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."member_sheet"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."member_sheet"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."member_sheet"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."member_sheet"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."member_sheet"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."message_member"(uuid, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."message_member"(uuid, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."message_member"(uuid, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."message_member"(uuid, text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."message_member"(uuid, text, text, uuid) TO "service_role";

REVOKE ALL ON TABLE "public"."member_notes" FROM "anon", "authenticated", "service_role";
GRANT SELECT ON TABLE "public"."member_notes" TO "authenticated", "service_role";
