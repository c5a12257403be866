-- Names of teams: when two names mean one team, in imports, in matches that admins add, and in live scores.

-- Names of teams that a live-score provider, a fixture file or this club uses, each with the team's canonical name.
-- Two names mean the same team if they have the same canonical name; names are never matched by similarity.
create table public.team_aliases (
  alias text primary key
    constraint aliases_are_trimmed check (alias = trim(alias))
    constraint aliases_are_1_to_100_long check (char_length(alias) between 1 and 100),
  team_name text not null
    constraint alias_team_names_are_trimmed check (team_name = trim(team_name))
    constraint alias_team_names_are_1_to_100_long check (char_length(team_name) between 1 and 100),
  created_at timestamptz not null default now(),
  created_by_admin uuid default auth.uid() references auth.users (id) on delete set null,
  constraint an_alias_is_another_name check (lower(alias) <> lower(team_name))
);
comment on column public.team_aliases.created_by_admin is 'null for the names that are part of the product';
create unique index an_alias_names_one_team on public.team_aliases (lower(alias));
create index team_aliases_by_team on public.team_aliases (lower(team_name));

alter table public.team_aliases enable row level security;
revoke all on public.team_aliases from anon, authenticated, service_role;
grant select, insert (alias, team_name), delete on public.team_aliases to authenticated, service_role;

create policy "admins see the aliases" on public.team_aliases
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins add aliases" on public.team_aliases
  for insert to authenticated with check ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins delete aliases" on public.team_aliases
  for delete to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- A name of a team as names are compared: in lower case, without accents, dots, a country at the end and the letters
-- that only say what kind of club it is. "Arsenal", "ARSENAL  fc" and "Arsenal F.C. (ENG)" have the same key.
create function private.team_key(_name text) returns text
language sql immutable security definer set search_path = ''
as $$
  with plain as (
    -- Dots and apostrophes join what they separate (F.C., Nott'm); other punctuation separates words.
    select btrim(regexp_replace(regexp_replace(replace(
             private.searchable(regexp_replace(_name, '\s*\([[:alpha:]]{2,3}\)\s*$', '')),
             '&', ' and '), '[.''’`´]', '', 'g'), '[[:space:],;:/()_–—-]+', ' ', 'g')) as name
  ), bare as (
    select p.name, btrim(regexp_replace(regexp_replace(' ' || replace(p.name, ' ', '  ') || ' ',
             ' (fc|afc|cf|cfc|sc|ac|fk|sk|nk|bk|if|ff|kv|sv|ssc|cd|ud|sd|club de futbol|football club) ', ' ', 'g'),
             ' +', ' ', 'g')) as short
      from plain p
  )
  select coalesce(nullif(b.short, ''), b.name) from bare b
$$;
grant execute on function private.team_key(text) to authenticated, service_role;
create index aliases_by_key on public.team_aliases (private.team_key(alias));
create index aliases_by_team_key on public.team_aliases (private.team_key(team_name));
create index teams_by_key on public.teams (private.team_key(name));

-- How much two keys resemble each other, from 0 to 1. Words that many teams have do not count, but two teams whose
-- names differ in them are two: "Bristol City" and "Bristol Rovers".
create function private.team_similarity(_key text, _other text) returns real
language sql immutable set search_path = ''
as $$
  with words as (
    select n.place, w.word, w.word in (
             'athletic', 'city', 'united', 'town', 'rovers', 'albion', 'county', 'wanderers', 'rangers', 'club', 'the',
             'and', 'real', 'sporting', 'olympique', 'borussia', 'dynamo', 'dinamo', 'sport', 'union') as is_common
      from (values (1, _key), (2, _other)) n (place, key)
     cross join lateral regexp_split_to_table(replace(' ' || n.key || ' ', ' utd ', ' united '), ' +') w (word)
     where w.word <> ''
  ), names as (
    select coalesce(string_agg(word, ' ') filter (where not is_common), string_agg(word, ' ')) as name, place,
           case when bool_or(not is_common)
                then coalesce(array_agg(word) filter (where is_common), '{}') else '{}' end as common
      from words group by place
  )
  select case when (a.common <@ b.common or b.common <@ a.common) and s.of_names >= 0.3
              then greatest(s.of_names, extensions.similarity(_key, _other)) else 0 end
    from names a join names b on a.place = 1 and b.place = 2
   cross join lateral (select extensions.similarity(a.name, b.name) as of_names) s
$$;

-- The canonical name of a team as a key: that of the team of an alias, or of the name itself.
create function private.canonical_team_name(_name text) returns text
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  select coalesce(
    (select private.team_key(a.team_name) from public.team_aliases a
      where private.team_key(a.alias) = private.team_key(_name)
      order by lower(a.alias) <> lower(trim(_name)), a.alias limit 1),
    private.team_key(_name))
$$;

-- True if the name is an alias, or the canonical name of an alias.
create function private.is_known_team(_name text) returns boolean
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$ select exists (select from public.team_aliases a where private.team_key(a.alias) = private.team_key(_name)
                     or private.team_key(a.team_name) = private.team_key(_name)) $$;

-- The club's teams that a name means: those with its canonical name, as a key or as the key of one of its aliases. By
-- the index, also while the planner's statistics are older than an import.
create function private.teams_meant(_name text) returns setof public.teams
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  select t.* from public.teams t
   where private.team_key(t.name) = any (array(
           select private.canonical_team_name(_name)
           union select private.team_key(a.alias) from public.team_aliases a
                  where private.team_key(a.team_name) = private.canonical_team_name(_name)))
     and private.canonical_team_name(t.name) = private.canonical_team_name(_name)
$$;

-- The name of the club's team that a name means: the team of that name, otherwise the one with the same canonical
-- name. The canonical name if the club has no such team yet, and null if it has two.
create function private.team_name_for(_name text) returns text
language sql stable security definer set search_path = ''
as $$
  select case when bool_or(t.name = trim(_name)) then trim(_name)
              when count(*) = 0 then coalesce(
                (select a.team_name from public.team_aliases a where lower(a.alias) = lower(trim(_name))), trim(_name))
              when count(*) = 1 then min(t.name) end
    from private.teams_meant(_name) t
$$;

-- The club's team that a name means: the team of that name, otherwise the oldest one with the same canonical name. The
-- name itself, without spaces around it, if the club has no such team.
create function private.club_team_name(_name text) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select t.name from public.teams t where t.name = btrim(_name)),
    (select t.name from private.teams_meant(_name) t order by t.created_at, t.name limit 1),
    btrim(_name))
$$;

-- Two names that mean one team are one team: refuses (23505) a new or changed name that means another team of the
-- club. Teams from before this rule stay as they are until an admin merges them.
create function private.refuse_second_name_of_a_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  other text;
begin
  if private.rules_are_off()
     or (tg_op = 'UPDATE' and private.canonical_team_name(new.name) = private.canonical_team_name(old.name)) then
    return new;
  end if;
  -- Two names that are added at the same time must see each other.
  perform pg_advisory_xact_lock(hashtextextended('public.teams.name', 0));
  select t.name into other from private.teams_meant(new.name) t
   where t.id <> new.id order by t.name <> new.name, t.name limit 1;
  if other <> new.name then -- the unique constraint is for equal names
    raise exception '“%” is a name of %, which is a team already', new.name, other
      using errcode = '23505', constraint = 'team_names_mean_different_teams';
  end if;
  return new;
end $$;

-- Keeps every alias linked directly to a canonical name: a new alias of an alias gets that alias's canonical name, and
-- existing aliases of the new alias are updated.
create function private.flatten_aliases() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.team_name := coalesce(
    (select a.team_name from public.team_aliases a where private.team_key(a.alias) = private.team_key(new.team_name)
      order by lower(a.alias) <> lower(new.team_name), a.alias limit 1), new.team_name);
  update public.team_aliases set team_name = new.team_name
   where private.team_key(team_name) = private.team_key(new.alias) and lower(alias) <> lower(new.team_name);
  return new;
end $$;

-- The canonical names are the full names of football-data.org and openfootball; the aliases are API-Football's names
-- and common ones.
insert into public.team_aliases (alias, team_name)
select trim(alias), team_name
  from (values
    ('AFC Bournemouth', 'Bournemouth'),
    ('Arsenal FC', 'Arsenal'),
    ('Aston Villa FC', 'Aston Villa'),
    ('Brentford FC', 'Brentford'),
    ('Brighton & Hove Albion FC', 'Brighton & Hove Albion|Brighton and Hove Albion|Brighton'),
    ('Burnley FC', 'Burnley'),
    ('Chelsea FC', 'Chelsea'),
    ('Crystal Palace FC', 'Crystal Palace'),
    ('Everton FC', 'Everton'),
    ('Fulham FC', 'Fulham'),
    ('Ipswich Town FC', 'Ipswich Town|Ipswich'),
    ('Leeds United FC', 'Leeds United|Leeds'),
    ('Leicester City FC', 'Leicester City|Leicester'),
    ('Liverpool FC', 'Liverpool'),
    ('Luton Town FC', 'Luton Town|Luton'),
    ('Manchester City FC', 'Manchester City|Man City'),
    ('Manchester United FC', 'Manchester United|Manchester Utd|Man United|Man Utd'),
    ('Newcastle United FC', 'Newcastle United|Newcastle'),
    ('Nottingham Forest FC', 'Nottingham Forest|Nott''m Forest'),
    ('Sheffield United FC', 'Sheffield United|Sheffield Utd'),
    ('Southampton FC', 'Southampton'),
    ('Sunderland AFC', 'Sunderland'),
    ('Tottenham Hotspur FC', 'Tottenham Hotspur|Tottenham|Spurs'),
    ('West Ham United FC', 'West Ham United|West Ham'),
    ('Wolverhampton Wanderers FC', 'Wolverhampton Wanderers|Wolves'),
    ('Birmingham City FC', 'Birmingham City|Birmingham'),
    ('Blackburn Rovers FC', 'Blackburn Rovers|Blackburn'),
    ('Blackpool FC', 'Blackpool'),
    ('Bolton Wanderers FC', 'Bolton Wanderers|Bolton'),
    ('Bradford City AFC', 'Bradford City|Bradford'),
    ('Bristol City FC', 'Bristol City'),
    ('Bristol Rovers FC', 'Bristol Rovers'),
    ('Burton Albion FC', 'Burton Albion'),
    ('Cambridge United FC', 'Cambridge United'),
    ('Cardiff City FC', 'Cardiff City|Cardiff'),
    ('Charlton Athletic FC', 'Charlton Athletic|Charlton'),
    ('Coventry City FC', 'Coventry City|Coventry'),
    ('Derby County FC', 'Derby County|Derby'),
    ('Doncaster Rovers FC', 'Doncaster Rovers|Doncaster'),
    ('Exeter City FC', 'Exeter City'),
    ('Huddersfield Town AFC', 'Huddersfield Town|Huddersfield'),
    ('Hull City AFC', 'Hull City'),
    ('Leyton Orient FC', 'Leyton Orient'),
    ('Lincoln City FC', 'Lincoln City|Lincoln'),
    ('Mansfield Town FC', 'Mansfield Town'),
    ('Middlesbrough FC', 'Middlesbrough'),
    ('Millwall FC', 'Millwall'),
    ('Northampton Town FC', 'Northampton Town|Northampton'),
    ('Norwich City FC', 'Norwich City|Norwich'),
    ('Oxford United FC', 'Oxford United|Oxford Utd'),
    ('Peterborough United FC', 'Peterborough United|Peterborough'),
    ('Plymouth Argyle FC', 'Plymouth Argyle|Plymouth'),
    ('Port Vale FC', 'Port Vale'),
    ('Portsmouth FC', 'Portsmouth'),
    ('Preston North End FC', 'Preston North End|Preston'),
    ('Queens Park Rangers FC', 'Queens Park Rangers|QPR'),
    ('Reading FC', 'Reading'),
    ('Rotherham United FC', 'Rotherham United|Rotherham'),
    ('Sheffield Wednesday FC', 'Sheffield Wednesday|Sheffield Wed'),
    ('Shrewsbury Town FC', 'Shrewsbury Town|Shrewsbury'),
    ('Stevenage FC', 'Stevenage'),
    ('Stockport County FC', 'Stockport County'),
    ('Stoke City FC', 'Stoke City|Stoke'),
    ('Swansea City AFC', 'Swansea City|Swansea'),
    ('Watford FC', 'Watford'),
    ('West Bromwich Albion FC', 'West Bromwich Albion|West Brom'),
    ('Wigan Athletic FC', 'Wigan Athletic|Wigan'),
    ('Wrexham AFC', 'Wrexham'),
    ('Wycombe Wanderers FC', 'Wycombe Wanderers|Wycombe'),
    ('AC Milan', 'Milan'),
    ('AC Sparta Praha', 'Sparta Praha|Sparta Prague'),
    ('AFC Ajax', 'Ajax'),
    ('AS Monaco FC', 'AS Monaco|Monaco'),
    ('AS Roma', 'Roma'),
    ('Atalanta BC', 'Atalanta'),
    ('Athletic Club', 'Athletic Bilbao'),
    ('BSC Young Boys', 'Young Boys'),
    ('Bayer 04 Leverkusen', 'Bayer Leverkusen'),
    ('Bologna FC 1909', 'Bologna'),
    ('Borussia Dortmund', 'Dortmund'),
    ('Celtic FC', 'Celtic'),
    ('Club Atlético de Madrid', 'Atlético Madrid|Atletico Madrid'),
    ('Club Brugge KV', 'Club Brugge'),
    ('FC Barcelona', 'Barcelona'),
    ('FC Bayern München', 'Bayern München|Bayern Munich'),
    ('FC Internazionale Milano', 'Inter|Inter Milan'),
    ('FC København', 'FC Copenhagen'),
    ('FC Porto', 'Porto'),
    ('FC Red Bull Salzburg', 'Red Bull Salzburg|Salzburg'),
    ('FK Bodø/Glimt', 'Bodø/Glimt|Bodo/Glimt'),
    ('FK Crvena Zvezda', 'Crvena Zvezda|Red Star Belgrade'),
    ('FK Shakhtar Donetsk', 'Shakhtar Donetsk'),
    ('Feyenoord Rotterdam', 'Feyenoord'),
    ('GNK Dinamo Zagreb', 'Dinamo Zagreb'),
    ('Galatasaray SK', 'Galatasaray'),
    ('Girona FC', 'Girona'),
    ('Juventus FC', 'Juventus'),
    ('Lille OSC', 'Lille'),
    ('Olympique de Marseille', 'Marseille'),
    ('PAE Olympiakos SFP', 'Olympiakos Piraeus|Olympiacos'),
    ('PSV', 'PSV Eindhoven'),
    ('Pafos FC', 'Pafos'),
    ('Paris Saint-Germain FC', 'Paris Saint-Germain|Paris Saint Germain'),
    ('Qarabağ Ağdam FK', 'Qarabag'),
    ('RB Leipzig', 'Leipzig'),
    ('Real Madrid CF', 'Real Madrid'),
    ('Royale Union Saint-Gilloise', 'Union St. Gilloise|Union Saint-Gilloise'),
    ('SK Slavia Praha', 'Slavia Praha|Slavia Prague'),
    ('SK Sturm Graz', 'Sturm Graz'),
    ('SSC Napoli', 'Napoli'),
    ('Sport Lisboa e Benfica', 'Benfica'),
    ('Sporting Clube de Portugal', 'Sporting CP|Sporting Lisbon'),
    ('Stade Brestois 29', 'Brest'),
    ('VfB Stuttgart', 'Stuttgart'),
    ('Villarreal CF', 'Villarreal'),
    ('Eintracht Frankfurt', 'Frankfurt'),
    ('ŠK Slovan Bratislava', 'Slovan Bratislava')
  ) known (team_name, aliases)
 cross join lateral regexp_split_to_table(known.aliases, '\|') as alias;

create trigger only_admins_write_aliases before insert or delete on public.team_aliases
  for each statement execute function private.guard_admin_write();
create trigger aliases_are_audited after insert or delete on public.team_aliases
  for each row execute function private.audit_row('alias');
create trigger aliases_are_flattened before insert on public.team_aliases
  for each row execute function private.flatten_aliases();
create trigger names_mean_different_teams before insert or update of name on public.teams
  for each row execute function private.refuse_second_name_of_a_team();
create trigger changes_are_recorded_for_undo after insert or update or delete on public.team_aliases
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('alias');
create trigger undo_is_kept_after_deletion after delete on public.team_aliases
  for each statement execute function private.end_direct_undo();
