-- The types and functions of github.com/pramsey/pgsql-http. A call writes its request into the queue of pg_net over a connection
-- of its own, because the host sends only what is committed, and waits for the answer.

create domain http_method as text;
create type http_header as (field varchar, value varchar);
create type http_request as (method http_method, uri varchar, headers http_header[], content_type varchar, content varchar);
create type http_response as (status int, content_type varchar, headers http_header[], content varchar);

create function _connect(text, text) returns text as '$libdir/dblink', 'dblink_connect' language c strict;
create function _disconnect(text) returns text as '$libdir/dblink', 'dblink_disconnect' language c strict;
create function _ask(text, text) returns setof record as '$libdir/dblink', 'dblink_record' language c strict;
revoke all on function _connect, _disconnect, _ask from public;

create function http_header(field varchar, value varchar) returns http_header language sql immutable as 'select row($1, $2)::@extschema@.http_header';

create function http(request http_request) returns http_response
language plpgsql security definer set search_path = '' as $$
declare
  _milliseconds constant int := coalesce(nullif(current_setting('http.timeout_msec', true), '')::int, 5000);
  _folder constant text := btrim(current_setting('unix_socket_directories'), '"');
  _headers jsonb := coalesce((select jsonb_object_agg(h.field, h.value) from unnest(request.headers) as h), '{}')
    || case when request.content_type is null then '{}' else jsonb_build_object('Content-Type', request.content_type) end;
  _id bigint;
  _answer record;
begin
  if _folder = '' then
    raise feature_not_supported using message = 'http needs a server that listens on a socket: use net.http_get of pg_net';
  end if;
  begin
    perform @extschema@._disconnect('host_http'); -- of a call that was cancelled
  exception when others then
    null;
  end;
  perform @extschema@._connect('host_http', format('host=%L port=%L dbname=%L user=%L',
    _folder, current_setting('port'), current_database(), current_user));
  begin
    select id into _id from @extschema@._ask('host_http', format(
      'insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
       values (%L, %L, %L, convert_to(%L, ''utf8''), %L) returning id',
      upper(request.method), request.uri, _headers, request.content, _milliseconds)) as queued (id bigint);
    perform from @extschema@._ask('host_http', 'select pg_notify(''host_requests'', '''')::text') as told (nothing text);
    for _wait in 0 .. _milliseconds / 20 + 100 loop
      select * into _answer from @extschema@._ask('host_http', format(
        'delete from net._http_response where id = %L
         returning status_code, content_type, headers, content, error_msg', _id))
        as answered (status int, type text, headers jsonb, content text, error text);
      exit when found;
      perform pg_sleep(0.02);
    end loop;
    if _answer is null then
      perform from @extschema@._ask('host_http', format(
        'delete from net.http_request_queue where id = %L returning id', _id)) as removed (id bigint);
    end if;
    perform @extschema@._disconnect('host_http');
  exception when others then
    perform @extschema@._disconnect('host_http');
    raise;
  end;
  if _answer.error is not null or _answer.status is null then
    raise exception '%', coalesce(_answer.error, 'the host does not answer');
  end if;
  return row(_answer.status, _answer.type,
    array(select row(h.key, h.value)::@extschema@.http_header from jsonb_each_text(_answer.headers) as h),
    _answer.content)::@extschema@.http_response;
end $$;

create function urlencode(string varchar) returns text language sql immutable strict as
  'select replace(net._urlencode_string($1), ''%20'', ''+'')';

create function urlencode(data jsonb) returns text language sql immutable strict as $$
  select string_agg(@extschema@.urlencode(key::varchar) || '=' || @extschema@.urlencode(value::varchar), '&')
    from jsonb_each_text(data)
$$;

create function _http(method text, uri varchar, content varchar, content_type varchar) returns http_response language sql as
  'select @extschema@.http(row($1, $2, null, $4, $3)::@extschema@.http_request)';

create function http_get(uri varchar) returns http_response language sql as
  'select @extschema@._http(''GET'', $1, null, null)';
create function http_get(uri varchar, data jsonb) returns http_response language sql as
  'select @extschema@._http(''GET'', $1 || ''?'' || @extschema@.urlencode($2), null, null)';
create function http_head(uri varchar) returns http_response language sql as
  'select @extschema@._http(''HEAD'', $1, null, null)';
create function http_post(uri varchar, content varchar, content_type varchar) returns http_response language sql as
  'select @extschema@._http(''POST'', $1, $2, $3)';
create function http_post(uri varchar, data jsonb) returns http_response language sql as
  'select @extschema@._http(''POST'', $1, @extschema@.urlencode($2), ''application/x-www-form-urlencoded'')';
create function http_put(uri varchar, content varchar, content_type varchar) returns http_response language sql as
  'select @extschema@._http(''PUT'', $1, $2, $3)';
create function http_patch(uri varchar, content varchar, content_type varchar) returns http_response language sql as
  'select @extschema@._http(''PATCH'', $1, $2, $3)';
create function http_delete(uri varchar) returns http_response language sql as
  'select @extschema@._http(''DELETE'', $1, null, null)';
create function http_delete(uri varchar, content varchar, content_type varchar) returns http_response language sql as
  'select @extschema@._http(''DELETE'', $1, $2, $3)';

-- Of curl's options only the time limit has an effect.
create function http_set_curlopt(curlopt varchar, value varchar) returns boolean language plpgsql as $$
begin
  if upper(curlopt) = 'CURLOPT_TIMEOUT_MS' then
    perform set_config('http.timeout_msec', value, false);
  elsif upper(curlopt) = 'CURLOPT_TIMEOUT' then
    perform set_config('http.timeout_msec', (value::int * 1000)::text, false);
  end if;
  return true;
end $$;
create function http_reset_curlopt() returns boolean language sql as 'select set_config(''http.timeout_msec'', '''', false) = ''''';
