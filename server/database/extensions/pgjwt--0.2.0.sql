-- The functions of github.com/michelp/pgjwt.

create function url_encode(data bytea) returns text language sql immutable set search_path = '' as $$
  select translate(encode(data, 'base64'), E'+/=\n', '-_')
$$;

create function url_decode(data text) returns bytea language sql immutable set search_path = '' as $$
  select decode(rpad(translate(data, '-_', '+/'), (length(data) + 3) / 4 * 4, '='), 'base64')
$$;

create function algorithm_sign(signables text, secret text, algorithm text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  _hash text := case algorithm when 'HS256' then 'sha256' when 'HS384' then 'sha384' when 'HS512' then 'sha512' end;
begin
  if _hash is null then
    raise exception 'Cannot use "%": the algorithm is HS256, HS384 or HS512', algorithm;
  end if;
  return @extschema@.url_encode(@extschema:pgcrypto@.hmac(signables, secret, _hash));
end $$;

create function sign(payload json, secret text, algorithm text default 'HS256') returns text
language sql immutable set search_path = '' as $$
  with signed as (
    select @extschema@.url_encode(convert_to(json_build_object('alg', algorithm, 'typ', 'JWT')::text, 'utf8')) || '.'
        || @extschema@.url_encode(convert_to(payload::text, 'utf8')) as text)
  select text || '.' || @extschema@.algorithm_sign(text, secret, algorithm) from signed
$$;

create function try_cast_double(inp text) returns double precision language plpgsql immutable as $$
begin
  return inp::double precision;
exception when others then
  return null;
end $$;

-- `valid` also tells that the token is within the time of its claims nbf and exp.
create function verify(token text, secret text, algorithm text default 'HS256')
returns table (header json, payload json, valid boolean) language sql stable set search_path = '' as $$
  with parts as (select string_to_array(token, '.') as part),
       decoded as (select part, convert_from(@extschema@.url_decode(part[1]), 'utf8')::json as header,
                          convert_from(@extschema@.url_decode(part[2]), 'utf8')::json as payload from parts)
  select header, payload,
         part[3] = @extschema@.algorithm_sign(part[1] || '.' || part[2], secret, algorithm)
           and tstzrange(to_timestamp(@extschema@.try_cast_double(payload ->> 'nbf')),
                         to_timestamp(@extschema@.try_cast_double(payload ->> 'exp'))) @> current_timestamp
    from decoded
$$;
