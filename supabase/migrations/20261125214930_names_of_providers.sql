set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.create_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.profiles (id, full_name, phone_number)
  values (
    new.id,
    private.permitted_name(new.raw_user_meta_data ->> 'full_name'),
    coalesce(private.e164('+' || nullif(new.phone, '')),
             private.e164(nullif(new.raw_user_meta_data ->> 'phone_number', '')))
  );
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.permitted_name(_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.clean_name(left(private.clean_name(
    regexp_replace(_name, '[0-9!"#$%&()*+,./:;<=>?@\[\\\]^_`{|}~[:cntrl:]]', ' ', 'g')), 100))
$function$;

ALTER FUNCTION "private"."permitted_name"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.before_user_created(event jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  metadata jsonb := event #> '{user,user_metadata}';
  given_name text := metadata ->> 'full_name';
  given_phone text := coalesce(nullif(event #>> '{user,phone}', ''), nullif(metadata ->> 'phone_number', ''));
  number text;
begin
  if given_phone is not null then
    -- GoTrue stores the phone number without its plus; the metadata keeps it.
    number := private.e164(case when nullif(event #>> '{user,phone}', '') is not null
                                then '+' || ltrim(given_phone, '+') else given_phone end);
    if number is null then
      return jsonb_build_object('error', jsonb_build_object('http_code', 400,
                                                            'message', 'Please enter a valid phone number'));
    end if;
    if exists (select from public.profiles p where p.phone_number = number) then
      return jsonb_build_object('error', jsonb_build_object('http_code', 422, 'message',
        'This phone number is already registered with another account. '
        'Please use a different phone number or sign in.'));
    end if;
  end if;
  if given_name is not null and coalesce(event #>> '{user,app_metadata,provider}', 'email') in ('email', 'phone')
     and not coalesce(private.is_valid_name(private.clean_name(given_name)), false) then
    return jsonb_build_object('error', jsonb_build_object('http_code', 400, 'message',
      'Please enter your name with letters, spaces, apostrophes and hyphens only'));
  end if;
  return '{}'::jsonb;
end $function$;

REVOKE ALL ON FUNCTION "private"."permitted_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."permitted_name"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."permitted_name"(text) TO "postgres";
