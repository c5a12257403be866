-- The tables and functions of github.com/supabase/pg_net. The host sends the requests (server/extensions).

create schema net;

create domain net.http_method as text check (upper(value) in ('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'));
create type net.request_status as enum ('PENDING', 'SUCCESS', 'ERROR');
create type net.http_response as (status_code int, headers jsonb, body text);
create type net.http_response_result as (status net.request_status, message text, response net.http_response);

create unlogged table net.http_request_queue (
  id bigserial not null,
  method net.http_method not null,
  url text not null,
  headers jsonb,
  body bytea,
  timeout_milliseconds int not null
);

create unlogged table net._http_response (
  id bigint,
  status_code int,
  content_type text,
  headers jsonb,
  content text,
  timed_out bool,
  error_msg text,
  created timestamptz not null default now()
);
create index on net._http_response (id);
create index on net._http_response (created);

create function net._urlencode_string(string text) returns text language sql immutable set search_path = '' as $$
  select coalesce(string_agg(case when char ~ '[A-Za-z0-9_.~-]' then char
    else regexp_replace(upper(encode(convert_to(char, 'utf8'), 'hex')), '(..)', '%\1', 'g') end, '' order by place), '')
    from regexp_split_to_table(string, '') with ordinality as chars(char, place)
$$;

create function net._encode_url_with_params_array(url text, params_array text[]) returns text
language sql immutable set search_path = '' as $$
  select case when cardinality(params_array) > 0
    then url || case when url like '%?%' then '&' else '?' end || array_to_string(params_array, '&') else url end
$$;

create function net._enqueue(method text, url text, params jsonb, headers jsonb, body bytea, timeout_milliseconds int)
returns bigint language plpgsql set search_path = '' as $$
declare
  _encoded text[];
  _id bigint;
begin
  select array_agg(net._urlencode_string(key) || '=' || net._urlencode_string(value)) into _encoded
    from jsonb_each_text(coalesce(params, '{}'));
  insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
  values (_enqueue.method, net._encode_url_with_params_array(_enqueue.url, coalesce(_encoded, '{}')), _enqueue.headers,
          _enqueue.body, _enqueue.timeout_milliseconds) returning id into _id;
  notify host_requests;
  return _id;
end $$;

create function net.http_get(url text, params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds int default 5000)
returns bigint language sql volatile security definer set search_path = '' as $$
  select net._enqueue('GET', url, params, headers, null, timeout_milliseconds)
$$;

create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}',
  headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds int default 5000)
returns bigint language plpgsql volatile security definer set search_path = '' as $$
declare
  _type text := (select value from jsonb_each_text(headers) where lower(key) = 'content-type' limit 1);
begin
  if _type is null then
    headers := headers || '{"Content-Type": "application/json"}';
  elsif _type !~* '^application/json' then
    raise exception 'Content-Type header must be "application/json"';
  end if;
  return net._enqueue('POST', url, params, headers, convert_to(body::text, 'utf8'), timeout_milliseconds);
end $$;

create function net.http_delete(url text, params jsonb default '{}', headers jsonb default '{}',
  timeout_milliseconds int default 5000, body jsonb default null)
returns bigint language sql volatile security definer set search_path = '' as $$
  select net._enqueue('DELETE', url, params, headers, convert_to(body::text, 'utf8'), timeout_milliseconds)
$$;

create function net._http_collect_response(request_id bigint, async bool default true)
returns net.http_response_result language plpgsql volatile security definer set search_path = '' as $$
declare
  _found net._http_response;
begin
  loop
    select * into _found from net._http_response as r where r.id = request_id;
    exit when found or async or not exists (select from net.http_request_queue as q where q.id = request_id);
    perform pg_sleep(0.05);
  end loop;
  if _found.id is null then
    return ('PENDING', 'request is pending processing', null)::net.http_response_result;
  elsif _found.error_msg is not null or _found.timed_out then
    return ('ERROR', coalesce(_found.error_msg, 'request timed out'), null)::net.http_response_result;
  end if;
  return ('SUCCESS', 'ok', (_found.status_code, _found.headers, _found.content)::net.http_response)::net.http_response_result;
end $$;

create function net.http_collect_response(request_id bigint, async bool default true)
returns net.http_response_result language sql volatile security definer set search_path = '' as $$
  select net._http_collect_response(request_id, async)
$$;

create function net.worker_restart() returns bool language sql as 'select true';

-- As Supabase grants them.
revoke all on all functions in schema net from public;
grant usage on schema net to postgres, anon, authenticated, service_role;
grant execute on function net.http_get, net.http_post, net.http_delete, net.http_collect_response
  to postgres, anon, authenticated, service_role;
grant all on all tables in schema net to postgres;
grant select on net._http_response to service_role;
