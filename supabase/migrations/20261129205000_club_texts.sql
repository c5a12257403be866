-- Every version of every text, in the page's simple notation: headings, lists and paragraphs. The newest version of a
-- text is shown unless it is withdrawn.
create table private.club_texts (
  kind text not null constraint text_is_known check (kind in ('terms', 'privacy', 'prize_rules')),
  version integer not null constraint versions_begin_with_1 check (version > 0),
  content text not null constraint texts_are_1_to_20000_long check (char_length(content) between 1 and 20000),
  asks_again boolean not null,
  published_at timestamptz not null default clock_timestamp(),
  published_by uuid references auth.users (id) on delete set null,
  withdrawn_at timestamptz,
  primary key (kind, version),
  constraint only_terms_ask_again check (kind = 'terms' or not asks_again)
);
comment on column private.club_texts.asks_again is 'members confirm their age and these terms again';

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

alter table public.admin_settings
  add constraint contact_email_is_an_address check (
    setting_key <> 'contact_email' or setting_value ~ '^([^@\s]{1,64}@[^@\s]{1,180}\.[^@\s]{1,63})?$'),
  add constraint contact_phone_is_a_number check (
    setting_key <> 'contact_phone' or setting_value ~ '^(\+[0-9][0-9 ]{5,22}[0-9])?$'),
  add constraint entry_is_known check (setting_key <> 'entry' or setting_value in ('off', 'free', 'code')),
  add constraint minimum_age_is_in_range check (
    setting_key <> 'minimum_age' or setting_value ~ '^(off|1[3-9]|2[0-5])$');

alter table public.prediction_refusals drop constraint reason_is_known,
  add constraint reason_is_known
    check (reason in ('lock', 'subscription', 'age', 'clock', 'session', 'connection', 'server'));
