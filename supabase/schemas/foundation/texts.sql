-- Texts: tidy, searchable and counted ones, days and lists of names.

-- One line of text as it is stored: without invisible characters, such as those that text copied from a messenger
-- brings or that turn the direction of writing, and with single spaces. Joiners stay between letters of scripts that
-- use them.
create function private.tidy(_text text) returns text
language sql immutable set search_path = ''
as $$
  select trim(regexp_replace(regexp_replace(_text,
    '[\u00AD\u034F\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF]'
      || '|[\uFFA0\uFFF9-\uFFFB]'
      || '|(?<![\u0300-\u200B\u2010-\U0010FFFF])[\u200C\u200D]|[\u200C\u200D](?![\u0300-\u200B\u2010-\U0010FFFF])',
    '', 'g'), '[\s[:cntrl:]\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]+', ' ', 'g'))
$$;
grant execute on function private.tidy(text) to anon, authenticated, service_role, supabase_auth_admin;

-- The phone number in E.164 format with its plus; a number without a country code is taken as Mauritian, and a 0 in
-- brackets is for calls within a country. Null if it is not a valid phone number. The page and the host read numbers
-- in the same way (web/session/phone-numbers.ts, server/auth/accounts/identifiers.ts).
create function private.e164(_phone text) returns text
language sql immutable set search_path = ''
as $$
  with digits as (
    select regexp_replace(regexp_replace(coalesce(_phone, ''), '\(0\)|[\s().-]', '', 'g'), '^00', '+') as written
  ), full_number as (
    select case when written like '+%' then written else '+230' || written end as number from digits
  )
  select number from full_number where number ~ '^\+[1-9][0-9]{6,14}$'
$$;
grant execute on function private.e164(text) to anon, authenticated, service_role, supabase_auth_admin;

-- A text as search compares it: without accents and in lower case. unaccent() is only stable, because its dictionary
-- could be changed; this one is part of the extension.
create function private.searchable(_text text) returns text
language sql immutable set search_path = ''
as $$ select lower(extensions.unaccent('extensions.unaccent'::regdictionary, coalesce(_text, ''))) $$;

-- The LIKE patterns of the words of a search, the longest word first, because it is the most selective. Wildcards in
-- the words are escaped. Empty without a word.
create function private.search_patterns(_words text) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg('%' || regexp_replace(w.word, '([\\%_])', '\\\1', 'g') || '%'
                            order by char_length(w.word) desc, w.word), '{}')
    from (select distinct word from regexp_split_to_table(private.searchable(left(_words, 200)), '\s+') word
           where word <> '') w
$$;

-- "18,240 predictions"
create function private.counted(_number bigint, _one text, _many text default null) returns text
language sql immutable set search_path = ''
as $$
  select to_char(_number, 'FM9,999,999,999') || ' ' || case _number when 1 then _one else coalesce(_many, _one || 's')
                                                       end
$$;

-- The number of words, separated by whitespace.
create function private.word_count(_text text) returns integer
language sql immutable set search_path = ''
as $$ select coalesce(array_length(regexp_split_to_array(nullif(trim(regexp_replace(_text, '\s+', ' ', 'g')), ''),
                                                         ' '), 1), 0) $$;
grant execute on function private.word_count(text) to anon, authenticated, service_role;

-- "Saturday 21 November 2026"
create function private.format_day(_day date) returns text
language sql immutable set search_path = ''
as $$ select to_char(_day::timestamp, 'FMDay FMDD FMMonth YYYY') $$;

-- "Ann", "Ann and Bob", "Ann, Bob and Cleo", "Ann, Bob and 4 others"
create function private.name_list(_names text[]) returns text
language sql immutable set search_path = ''
as $$
  select case when cardinality(_names) > 3
                then format('%s, %s and %s others', _names[1], _names[2], cardinality(_names) - 2)
              else concat_ws(' and ', nullif(array_to_string(_names[:cardinality(_names) - 1], ', '), ''),
                             _names[cardinality(_names)]) end
$$;

-- The id that a text is; null for another text.
create function private.uuid_in(_text text) returns uuid
language sql immutable set search_path = ''
as $$ select case when _text ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then _text::uuid end $$;
