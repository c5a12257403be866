-- What an organiser needs to help one member: how the member signs in, what the member may predict, and notes.

-- The number of an account's passkeys; 0 where the auth service has none.
create function private.passkey_count(_user_id uuid) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  passkeys integer := 0;
begin
  if to_regclass('auth.webauthn_credentials') is not null then
    execute 'select count(*)::integer from auth.webauthn_credentials c where c.user_id = $1'
      into passkeys using _user_id;
  end if;
  return passkeys;
end $$;

-- How the member signs in: {email, email_is_confirmed, phone, phone_is_confirmed, providers: ["google"], passkeys,
-- has_password, has_temporary_password, last_sign_in_at, devices: open sessions, banned_until}.
create function private.sign_in_methods(_user_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'email', nullif(u.email, ''), 'email_is_confirmed', u.email_confirmed_at is not null,
    'phone', coalesce('+' || nullif(u.phone, ''), by_email.number),
    'phone_is_confirmed', u.phone_confirmed_at is not null or by_email.number is not null,
    'providers', (select coalesce(jsonb_agg(distinct i.provider), '[]') from auth.identities i
                   where i.user_id = u.id and i.provider not in ('email', 'phone')),
    'passkeys', private.passkey_count(u.id),
    'has_password', coalesce(u.encrypted_password, '') <> '',
    'has_temporary_password', coalesce(u.raw_app_meta_data ->> 'temporary_password' = 'true', false),
    'last_sign_in_at', u.last_sign_in_at,
    'devices', (select count(*) from auth.sessions s where s.user_id = u.id),
    'banned_until', u.banned_until)
    from auth.users u
    -- The number of a profile signs in with the account's email (public.phone_lookup).
    left join lateral (select p.phone_number as number from public.profiles p
                        where p.id = u.id and coalesce(u.phone, '') = '' and u.email <> '') by_email on true
   where u.id = _user_id
$$;

-- The open matches of the next round that the member has not predicted, by their lock: [{label, league, locks_at,
-- may_predict}]. may_predict is false without the subscription that the match needs.
create function private.missing_picks(_user_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'label', format('%s v %s', m.home_team_name, m.away_team_name), 'league', m.league, 'locks_at', m.locks_at,
      'may_predict', private.may_play(_user_id, c, clock_timestamp())) order by m.locks_at, m.id), '[]')
    from public.next_rounds() m join public.competitions c on c.name = m.league
   where not exists (select from public.user_predictions p where p.match_id = m.id and p.user_id = _user_id)
$$;

-- Everything that answers "Why could I not predict?", as one object: {full_name, phone_number, joined_at, sign_in (see
-- private.sign_in_methods), subscriptions, payments, missing_picks, due_age (the age that the member still has to
-- confirm, or null), groups, notes}; subscriptions with paid, the sum and who paid. Refused picks are in
-- public.prediction_refusals. Raises PT404 for an unknown player. Admins only (SL003).
create function public.member_sheet(_user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.require_player(_user_id);
  return (select jsonb_build_object(
    'full_name', p.full_name, 'phone_number', p.phone_number, 'joined_at', p.created_at,
    'sign_in', private.sign_in_methods(p.id),
    'subscriptions', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'league', c.name, 'started_at', s.started_at, 'expires_at', s.expires_at,
          'is_active', private.is_active(s, clock_timestamp()),
          'is_given', s.assigned_by_admin) order by s.expires_at desc, c.position), '[]')
        from public.subscriptions s join public.competitions c on c.id = s.subscription_type
       where s.user_id = p.id),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'league', c.name, 'amount_rs', f.amount_rs, 'method', f.method, 'paid_on', f.paid_on,
          'paid_until', f.expires_at, 'payer_name', f.payer_name) order by f.paid_on desc, f.created_at desc), '[]')
        from public.payments f join public.competitions c on c.id = f.plan_type
       where f.user_id = p.id or f.payer_id = p.id
          or f.code_id in (select k.id from public.plan_codes k where p.id in (k.used_by, k.sold_to))),
    'missing_picks', private.missing_picks(p.id),
    'due_age', case when private.must_confirm(p.id) then private.minimum_age() end,
    'groups', (
      select coalesce(jsonb_agg(jsonb_build_object('name', g.name, 'is_owner', g.owner_id = p.id)
                                order by g.name collate "und-x-icu", g.id), '[]')
        from public.group_members m join public.groups g on g.id = m.group_id
       where m.user_id = p.id and g.deleted_at is null and g.closed_at is null),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', n.id, 'note', n.note, 'author_name', n.author_name, 'created_at', n.created_at)
          order by n.created_at desc, n.id), '[]')
        from public.member_notes n where n.user_id = p.id))
    from public.profiles p where p.id = _user_id);
end $$;
grant execute on function public.member_sheet(uuid) to authenticated, service_role;
