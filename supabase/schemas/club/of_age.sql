-- "I am of age": members confirm their age, and with it the club's terms, if the setting minimum_age asks for it.

-- What members have confirmed, and when. terms: the version of the terms that were shown then, null without terms.
create table private.age_confirmations (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  age integer not null,
  terms integer,
  confirmed_at timestamptz not null default clock_timestamp(),
  by_organiser boolean not null default false
);
comment on column private.age_confirmations.by_organiser is 'an organiser confirmed it for a member from paper';
create index age_confirmations_by_user on private.age_confirmations (user_id);

-- The age that members have to confirm; null if none is asked for.
create function private.minimum_age() returns integer
language sql stable security definer set search_path = ''
as $$ select private.notice_setting('minimum_age')::integer $$;

-- Whether the member has to confirm before predicting: the age was not confirmed, or terms have been published since
-- that ask again. False while the club asks for no age.
create function private.must_confirm(_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked constant integer := private.minimum_age();
begin
  return asked is not null and not exists (
    select from private.age_confirmations c
     where c.user_id = _user_id and c.age >= asked
       and coalesce(c.terms, 0) >= coalesce((
             select max(t.version) from private.club_texts t
              where t.kind = 'terms' and t.asks_again and (private.shown_text('terms')).version is not null), 0));
end $$;

-- Raises SL027 if the member has to confirm first.
create function private.require_confirmation(_user_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.must_confirm(_user_id) then
    raise exception 'Confirm first that you are % or older', private.minimum_age() using errcode = 'SL027';
  end if;
end $$;

-- The refusal of a sign-up without the confirmation, in the format of Supabase's hooks; null if the metadata has it or
-- the club asks for none.
create function private.unconfirmed_sign_up(_metadata jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('error', jsonb_build_object('http_code', 400,
           'message', format('Please confirm that you are %s or older', private.minimum_age())))
   where not coalesce(private.confirmed_age(_metadata) >= private.minimum_age(), private.minimum_age() is null)
$$;

-- The age in a sign-up's metadata, where anything can be; null without one.
create function private.confirmed_age(_metadata jsonb) returns integer
language sql immutable set search_path = ''
as $$
  select case when _metadata ->> 'confirmed_age' ~ '^[0-9]{1,3}$' then (_metadata ->> 'confirmed_age')::integer end
$$;

-- Stores the confirmation of a new account, with the terms that the sign-up form showed.
create function private.store_confirmation(_user_id uuid, _metadata jsonb) returns void
language sql security definer set search_path = ''
as $$
  insert into private.age_confirmations (user_id, age, terms)
  select _user_id, private.minimum_age(),
         (select t.version from private.club_texts t
           where t.kind = 'terms' and t.version::text = _metadata ->> 'terms')
   where private.confirmed_age(_metadata) >= private.minimum_age()
$$;

-- What the caller has to confirm before predicting: no row, or the age and the version of the terms, null without
-- terms.
create function public.my_due_confirmation() returns table (age integer, terms integer)
language sql stable security definer set search_path = ''
as $$
  select private.minimum_age(), (private.shown_text('terms')).version
   where (select auth.uid()) is not null and private.must_confirm((select auth.uid()))
$$;
grant execute on function public.my_due_confirmation() to authenticated;

-- Confirms the caller's age and the terms. Nothing changes if nothing is to be confirmed. Raises SL016 if the club
-- asks for another age or shows another version of the terms (null for none), SL012 if the session has ended.
create function public.confirm_age(_age integer, _terms integer default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  due record;
begin
  perform private.require_open_session();
  -- Two requests of one member wait for each other, so that one of them stores it.
  perform from public.profiles p where p.id = (select auth.uid()) for no key update;
  select * into due from public.my_due_confirmation();
  if not found then
    return;
  end if;
  if (_age, _terms) is distinct from (due.age, due.terms) then
    raise exception 'It has changed since you saw it' using errcode = 'SL016';
  end if;
  insert into private.age_confirmations (user_id, age, terms) values ((select auth.uid()), due.age, due.terms);
end $$;
grant execute on function public.confirm_age(integer, integer) to authenticated;

-- Confirms the age and the terms for a member who has confirmed them on paper. Nothing changes if nothing is to be
-- confirmed. Raises PT404 for an unknown player. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.confirm_age_of_member(_user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_admin_action('confirm_age_of_member');
  perform private.require_player(_user_id);
  perform from public.profiles p where p.id = _user_id for no key update;
  insert into private.age_confirmations (user_id, age, terms, by_organiser)
  select _user_id, private.minimum_age(), (private.shown_text('terms')).version, true
   where private.must_confirm(_user_id);
  if found then
    perform private.write_audit('confirm_age_of_member', 'profiles', _user_id::text, null, null);
  end if;
end $$;
grant execute on function public.confirm_age_of_member(uuid) to authenticated, service_role;

create trigger changes_are_recorded_for_undo after insert or update or delete on private.age_confirmations
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
