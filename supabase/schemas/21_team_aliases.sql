-- Other names of teams, by which a live-score provider's matches are linked to the club's matches.

-- Names of teams that a live-score provider or this club uses, each with the team's canonical name. Two names mean the
-- same team if they are equal or have the same canonical name; names are never matched by similarity.
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

-- The canonical name of a team, in lower case; the name itself if it is not an alias.
create function private.canonical_team_name(_name text) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce((select lower(a.team_name) from public.team_aliases a where lower(a.alias) = lower(trim(_name))),
                  lower(trim(_name)))
$$;

-- True if the name is an alias, or the canonical name of an alias.
create function private.is_known_team(_name text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from public.team_aliases a where lower(a.alias) = lower(trim(_name))
                     or lower(a.team_name) = lower(trim(_name))) $$;

-- The name of the club's team with the same canonical name; the canonical name if the club has no such team yet, and
-- null if it has two.
create function private.team_name_for(_name text) returns text
language sql stable security definer set search_path = ''
as $$
  select case count(*)
      when 0 then coalesce((select a.team_name from public.team_aliases a where lower(a.alias) = lower(trim(_name))),
                           trim(_name))
      when 1 then min(t.name) end
    from public.teams t where private.canonical_team_name(t.name) = private.canonical_team_name(_name)
$$;

-- Keeps every alias linked directly to a canonical name: a new alias of an alias gets that alias's canonical name, and
-- existing aliases of the new alias are updated.
create function private.flatten_aliases() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.team_name := coalesce(
    (select a.team_name from public.team_aliases a where lower(a.alias) = lower(new.team_name)), new.team_name);
  update public.team_aliases set team_name = new.team_name where lower(team_name) = lower(new.alias)
    and lower(alias) <> lower(new.team_name);
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
