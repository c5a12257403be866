-- The table, view and functions of github.com/supabase/vault. The key is a file beside the database (extension-folder.ts), so
-- that a dump of the database does not have it.

create table secrets (
  id uuid primary key default gen_random_uuid(),
  name text,
  description text not null default '',
  secret text not null,
  key_id uuid,
  nonce bytea,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);
create unique index on secrets (name) where name is not null;

-- Only a superuser may read the file, and nobody else may call this function.
create function _key() returns text language sql stable set search_path = '' as $$
  select pg_read_file(regexp_replace(current_setting('extension_control_path'), '^\$system[:;]', '') || '/vault.key')
$$;
revoke execute on function _key from public;

create function _encrypt() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.secret := translate(encode(@extschema:pgcrypto@.pgp_sym_encrypt(new.secret, @extschema@._key()), 'base64'), E'\n', '');
  return new;
end $$;
create trigger encrypt_inserted before insert on secrets for each row execute function _encrypt();
create trigger encrypt_updated before update of secret on secrets for each row execute function _encrypt();

create function _decrypt(secret text) returns text language sql stable security definer set search_path = '' as $$
  select @extschema:pgcrypto@.pgp_sym_decrypt(decode(secret, 'base64'), @extschema@._key())
$$;

create view decrypted_secrets as
  select id, name, description, secret, @extschema@._decrypt(secret) as decrypted_secret, key_id, nonce, created_at, updated_at
    from secrets;

create function create_secret(
  new_secret text, new_name text default null, new_description text default '', new_key_id uuid default null)
returns uuid language sql security definer set search_path = '' as $$
  insert into @extschema@.secrets (secret, name, description) values (new_secret, new_name, coalesce(new_description, ''))
    returning id
$$;

create function update_secret(
  secret_id uuid, new_secret text default null, new_name text default null, new_description text default null,
  new_key_id uuid default null)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if new_secret is not null then
    update @extschema@.secrets set secret = new_secret where id = secret_id;
  end if;
  update @extschema@.secrets
     set name = coalesce(new_name, name), description = coalesce(new_description, description), updated_at = now()
   where id = secret_id;
end $$;

revoke all on secrets, decrypted_secrets from public;
revoke execute on function _encrypt, _decrypt, create_secret, update_secret from public;
grant usage on schema vault to postgres, service_role;
grant select, insert, update, delete on secrets to postgres;
grant select, delete on secrets to service_role;
grant select, delete on decrypted_secrets to postgres, service_role;
grant execute on function _decrypt, create_secret, update_secret to postgres, service_role;
