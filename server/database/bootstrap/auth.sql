-- The schema `auth` with the tables, columns and functions of Supabase's auth service (github.com/supabase/auth,
-- folder migrations), so that policies, triggers and dumps written for Supabase work unchanged; and the schema `host`
-- for the host's own data, which no API exposes. Idempotent; runs after roles.sql.

create schema if not exists auth;
grant usage on schema auth to anon, authenticated, service_role;

create table if not exists auth.users (
  instance_id uuid,
  id uuid primary key,
  aud varchar(255),
  role varchar(255),
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255),
  confirmation_sent_at timestamptz,
  recovery_token varchar(255),
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255),
  email_change varchar(255),
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz,
  updated_at timestamptz,
  phone text default null,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0,
  banned_until timestamptz,
  reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false,
  constraint users_phone_key unique (phone),
  constraint users_email_change_confirm_status_check check (email_change_confirm_status between 0 and 2)
);
create unique index if not exists users_email_partial_key on auth.users (email) where is_sso_user = false;
create index if not exists users_instance_id_email_idx on auth.users (instance_id, lower(email));
create index if not exists users_instance_id_idx on auth.users (instance_id);
create index if not exists users_is_anonymous_idx on auth.users (is_anonymous);

create table if not exists auth.identities (
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid primary key default gen_random_uuid(),
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);
create index if not exists identities_user_id_idx on auth.identities (user_id);
create index if not exists identities_email_idx on auth.identities (email text_pattern_ops);

do $$
begin
  if to_regtype('auth.aal_level') is null then
    create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
  end if;
  if to_regtype('auth.factor_type') is null then
    create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
  end if;
  if to_regtype('auth.factor_status') is null then
    create type auth.factor_status as enum ('unverified', 'verified');
  end if;
  if to_regtype('auth.code_challenge_method') is null then
    create type auth.code_challenge_method as enum ('s256', 'plain');
  end if;
  if to_regtype('auth.one_time_token_type') is null then
    create type auth.one_time_token_type as enum (
      'confirmation_token', 'reauthentication_token', 'recovery_token',
      'email_change_token_new', 'email_change_token_current', 'phone_change_token'
    );
  end if;
end
$$;

create table if not exists auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz,
  updated_at timestamptz,
  factor_id uuid,
  aal auth.aal_level,
  not_after timestamptz,
  refreshed_at timestamp without time zone,
  user_agent text,
  ip inet,
  tag text
);
create index if not exists sessions_user_id_idx on auth.sessions (user_id);
create index if not exists user_id_created_at_idx on auth.sessions (user_id, created_at);
create index if not exists sessions_not_after_idx on auth.sessions (not_after desc);

-- `token` is the SHA-256 of the refresh token, so that a copy of the database cannot be used to sign in.
create table if not exists auth.refresh_tokens (
  instance_id uuid,
  id bigserial primary key,
  token varchar(255),
  user_id varchar(255),
  revoked boolean,
  created_at timestamptz,
  updated_at timestamptz,
  parent varchar(255),
  session_id uuid references auth.sessions (id) on delete cascade,
  constraint refresh_tokens_token_unique unique (token)
);
create index if not exists refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create index if not exists refresh_tokens_parent_idx on auth.refresh_tokens (parent);
create index if not exists refresh_tokens_updated_at_idx on auth.refresh_tokens (updated_at desc);

create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  phone text,
  last_challenged_at timestamptz unique,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb
);
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index if not exists mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';

create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb
);
create index if not exists mfa_challenge_created_at_idx on auth.mfa_challenges (created_at desc);

create table if not exists auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  id uuid primary key,
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);

create table if not exists auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  credential_id bytea not null,
  public_key bytea not null,
  attestation_type text not null default '',
  aaguid uuid,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz
);
create unique index if not exists webauthn_credentials_credential_id_key on auth.webauthn_credentials (credential_id);
create index if not exists webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);

create table if not exists auth.webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  challenge_type text not null check (challenge_type in ('signup', 'registration', 'authentication')),
  session_data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index if not exists webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
create index if not exists webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);

create table if not exists auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamp without time zone not null default now(),
  updated_at timestamp without time zone not null default now()
);
create unique index if not exists one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);
create index if not exists one_time_tokens_token_hash_hash_idx on auth.one_time_tokens using hash (token_hash);
create index if not exists one_time_tokens_relates_to_hash_idx on auth.one_time_tokens using hash (relates_to);

create table if not exists auth.flow_state (
  id uuid primary key,
  user_id uuid,
  auth_code text not null,
  code_challenge_method auth.code_challenge_method not null,
  code_challenge text not null,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz,
  updated_at timestamptz,
  authentication_method text not null,
  auth_code_issued_at timestamptz
);
-- Sign-ins by redirect also store their flow without PKCE (migration 20260115000000).
do $$
begin
  if not exists (
    select from pg_attribute where attrelid = 'auth.flow_state'::regclass and attname = 'linking_target_id'
  ) then
    alter table auth.flow_state
      add column invite_token text,
      add column referrer text,
      add column oauth_client_state_id uuid,
      add column linking_target_id uuid,
      add column email_optional boolean not null default false,
      alter column code_challenge drop not null,
      alter column code_challenge_method drop not null,
      alter column auth_code drop not null;
  end if;
end
$$;
create index if not exists idx_auth_code on auth.flow_state (auth_code);
create index if not exists idx_user_id_auth_method on auth.flow_state (user_id, authentication_method);
create index if not exists flow_state_created_at_idx on auth.flow_state (created_at desc);

create table if not exists auth.oauth_client_states (
  id uuid primary key,
  provider_type text not null,
  code_verifier text,
  created_at timestamptz not null
);
create index if not exists idx_oauth_client_states_created_at on auth.oauth_client_states (created_at);

create table if not exists auth.audit_log_entries (
  instance_id uuid,
  id uuid primary key,
  payload json,
  created_at timestamptz,
  ip_address varchar(64) not null default ''
);
create index if not exists audit_logs_instance_id_idx on auth.audit_log_entries (instance_id);

-- The caller's identity from the verified claims of the request, in both forms of the setting, as on Supabase.
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )::text
$$;

create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )::text
$$;

create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

do $$
declare
  _name text;
begin
  if (select nspowner::regrole::text from pg_namespace where nspname = 'auth') <> 'supabase_auth_admin' then
    alter schema auth owner to supabase_auth_admin;
  end if;
  for _name in
    select format('auth.%I', relname) from pg_class
    where relnamespace = 'auth'::regnamespace and relkind = 'r' and relowner <> 'supabase_auth_admin'::regrole
  loop
    execute format('alter table %s owner to supabase_auth_admin', _name);
    execute format('alter table %s enable row level security', _name);
    execute format('grant all on table %s to dashboard_user', _name);
    if to_regrole('postgres') is not null then
      execute format('grant all on table %s to postgres', _name);
    end if;
  end loop;
  for _name in
    select oid::regprocedure::text from pg_proc
    where pronamespace = 'auth'::regnamespace and proowner <> 'supabase_auth_admin'::regrole
  loop
    execute format('alter function %s owner to supabase_auth_admin', _name);
    execute format('grant execute on function %s to public', _name);
  end loop;
  for _name in
    select oid::regtype::text from pg_type
    where typnamespace = 'auth'::regnamespace and typtype = 'e' and typowner <> 'supabase_auth_admin'::regrole
  loop
    execute format('alter type %s owner to supabase_auth_admin', _name);
  end loop;
end
$$;

create schema if not exists host;
revoke all on schema host from public;
grant usage on schema host to supabase_auth_admin;

-- Counters of attempts, shared by every process of the host. `key` is a hash: no address or account is stored here.
create table if not exists host.rate_limits (
  name text not null,
  key text not null,
  hits integer not null,
  resets_at timestamptz not null,
  primary key (name, key)
);
create index if not exists rate_limits_resets_at_idx on host.rate_limits (resets_at);

-- Counts one attempt. Returns the count in the current window and the seconds until it ends.
create or replace function host.count_attempt(_name text, _key text, _seconds integer)
returns table (hits integer, seconds_left integer) language sql volatile set search_path = '' as $$
  insert into host.rate_limits as counted (name, key, hits, resets_at)
  values (_name, _key, 1, clock_timestamp() + make_interval(secs => _seconds))
  on conflict (name, key) do update set
    hits = case when counted.resets_at <= clock_timestamp() then 1 else counted.hits + 1 end,
    resets_at = case when counted.resets_at <= clock_timestamp() then excluded.resets_at else counted.resets_at end
  returning counted.hits, greatest(1, ceil(extract(epoch from counted.resets_at - clock_timestamp())))::integer
$$;

-- True if `_key` is the key of an address from which the owner of an account signed in; false for null.
create or replace function host.is_known_address(_key text) returns boolean
language sql volatile set search_path = '' as $$
  select exists (
    select from host.rate_limits as k
    where k.name = 'known_address' and k.key = _key and k.resets_at > clock_timestamp()
  )
$$;

-- Counts an attempt against each limit of `_limits` in order (name, key, max, seconds) and stops at the first that it
-- exceeds, so that a refused attempt uses up none of the limits after it. Returns that limit's position, from 1, and the
-- seconds until it admits another attempt; no row if the attempt is admitted.
-- A limit with `pause` does not count if `known` is the key of a known address, and beyond its maximum it admits one
-- attempt in that many seconds.
create or replace function host.count_attempts(_limits jsonb) returns table (refused_by integer, seconds_left integer)
language plpgsql volatile set search_path = '' as $$
declare
  _limit record;
  _counted record;
begin
  for _limit in
    select * from rows from (
      jsonb_to_recordset(_limits) as (name text, key text, max integer, seconds integer, pause integer, known text)
    ) with ordinality as l(name, key, max, seconds, pause, known, place) order by l.place
  loop
    continue when _limit.known is not null and host.is_known_address(_limit.known);
    select * into _counted from host.count_attempt(_limit.name, _limit.key, _limit.seconds);
    continue when _counted.hits <= _limit.max;
    if _limit.pause is not null then
      select * into _counted from host.count_attempt(_limit.name || '_paused', _limit.key, _limit.pause);
      continue when _counted.hits = 1;
    end if;
    refused_by := _limit.place;
    seconds_left := _counted.seconds_left;
    return next;
    return;
  end loop;
end
$$;

-- Emails and SMS that no server delivered, for the outbox page.
create table if not exists host.outbox (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default clock_timestamp(),
  kind text not null constraint kind_is_mail_or_text check (kind in ('mail', 'text')),
  recipient text not null,
  subject text not null default '',
  html text not null default '',
  body text not null default ''
);

-- Emails and SMS of the auth service that wait for their server. They contain codes and links until they are sent.
create table if not exists host.delivery_queue (
  id bigint generated always as identity primary key,
  message jsonb not null,
  -- A claim sets it to the end of its lease, a failure to the next attempt.
  send_after timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  attempts integer not null default 0
);
create index if not exists delivery_queue_send_after_idx on host.delivery_queue (send_after);

-- A timestamp in the form of auth's API: RFC 3339 in UTC.
create or replace function host.rfc3339(_at timestamptz) returns text language sql immutable set search_path = '' as $$
  select pg_catalog.to_char(_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

-- A second factor in the form of auth's API, without its secret.
create or replace function host.factor_json(_factor auth.mfa_factors) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', _factor.id,
    'friendly_name', nullif(_factor.friendly_name, ''),
    'factor_type', _factor.factor_type,
    'status', _factor.status,
    'phone', _factor.phone,
    'created_at', host.rfc3339(_factor.created_at),
    'updated_at', host.rfc3339(_factor.updated_at),
    'last_challenged_at', host.rfc3339(_factor.last_challenged_at)
  ))
$$;

-- A user in the form of auth's API, without tokens and password.
create or replace function host.user_json(_user auth.users) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', _user.id,
    'email_confirmed_at', host.rfc3339(_user.email_confirmed_at),
    'invited_at', host.rfc3339(_user.invited_at),
    'phone_confirmed_at', host.rfc3339(_user.phone_confirmed_at),
    'confirmation_sent_at', host.rfc3339(_user.confirmation_sent_at),
    'confirmed_at', host.rfc3339(_user.confirmed_at),
    'recovery_sent_at', host.rfc3339(_user.recovery_sent_at),
    'new_email', nullif(_user.email_change, ''),
    'email_change_sent_at', host.rfc3339(_user.email_change_sent_at),
    'new_phone', nullif(_user.phone_change, ''),
    'phone_change_sent_at', host.rfc3339(_user.phone_change_sent_at),
    'reauthentication_sent_at', host.rfc3339(_user.reauthentication_sent_at),
    'last_sign_in_at', host.rfc3339(_user.last_sign_in_at),
    'created_at', host.rfc3339(_user.created_at),
    'updated_at', host.rfc3339(_user.updated_at),
    'banned_until', host.rfc3339(_user.banned_until),
    'deleted_at', host.rfc3339(_user.deleted_at),
    'factors', (
      select jsonb_agg(host.factor_json(factor) order by factor.created_at, factor.id)
      from auth.mfa_factors as factor where factor.user_id = _user.id
    )
  )) || jsonb_build_object(
    'aud', coalesce(_user.aud, ''),
    'role', coalesce(_user.role, ''),
    'email', coalesce(_user.email, ''),
    'phone', coalesce(_user.phone, ''),
    'app_metadata', coalesce(_user.raw_app_meta_data, '{}'),
    'user_metadata', coalesce(_user.raw_user_meta_data, '{}'),
    'is_anonymous', _user.is_anonymous,
    'identities', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'identity_id', identity.id,
        'id', identity.provider_id,
        'user_id', identity.user_id,
        'provider', identity.provider,
        'last_sign_in_at', host.rfc3339(identity.last_sign_in_at),
        'created_at', host.rfc3339(identity.created_at),
        'updated_at', host.rfc3339(identity.updated_at),
        'email', identity.email
      )) || jsonb_build_object('identity_data', identity.identity_data) order by identity.created_at), '[]')
      from auth.identities as identity where identity.user_id = _user.id
    )
  )
$$;

revoke all on all functions in schema host from public;
grant select, insert, update, delete on all tables in schema host to supabase_auth_admin;
grant execute on all functions in schema host to supabase_auth_admin;
