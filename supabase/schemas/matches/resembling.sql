-- When two matches may be one. The only rule of resemblance: Health, imports, the live-score provider and the form
-- of a match use it.

-- Pairs of matches about which an organiser has said that they are two. Nobody is asked about them again.
create table private.separate_matches (
  match_id uuid not null references public.matches (id) on delete cascade,
  other_id uuid not null references public.matches (id) on delete cascade,
  primary key (match_id, other_id),
  constraint the_lower_id_is_first check (match_id < other_id)
);
create index separate_matches_by_other on private.separate_matches (other_id);

-- The season of a date, as private.season_key() writes it: 2026/27 is from 1 July 2026 to 30 June 2027.
create function private.season_on(_date date) returns text
language sql immutable set search_path = ''
as $$
  select y.year || '/' || to_char((y.year + 1) % 100, 'FM00')
    from (select extract(year from _date - interval '6 months')::integer as year) y
$$;

-- The season of a match as a key; without a season, that of its date.
create function private.season_key_of(_season text, _date date) returns text
language sql immutable set search_path = ''
as $$ select coalesce(nullif(private.season_key(_season), ''), private.season_on(_date)) $$;

-- The season of a match of the competition on this date, by the name that the club has for it: 2026/27 if it has none.
-- A competition whose seasons are years has the year.
create function private.likely_season(_league text, _date date) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select s.season
      from (select m.season, m.league = _league as is_of_league, count(*) as matches from public.matches m
             where m.season is not null group by 1, 2) s
     where private.season_key(s.season) = private.season_on(_date)
        or (s.is_of_league and private.season_key(s.season) = extract(year from _date)::text)
     order by coalesce(s.is_of_league, false) desc, private.season_key(s.season) = private.season_on(_date) desc,
              s.matches desc, s.season
     limit 1), (
    -- A name without years: the one of the matches around that date.
    select m.season from public.matches m
     where m.league = _league and private.season_key(m.season) !~ '^(19|20)\d\d'
     group by m.season
    having _date between min(m.match_date) - 30 and max(m.match_date) + 30
     order by count(*) desc, m.season limit 1), private.season_on(_date))
$$;

-- Whether each team is the host of each other team once a season. In cups and friendlies two teams may meet again.
create function private.is_round_robin(_league text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from public.competitions c where c.name = _league and c.id = 'premier_league') $$;

-- Whether two matches of one competition may be one. _sides: 'same'; 'exchanged'; or 'resembling', one team the
-- same and the other name similar. _days: how far apart they are. Rounds are compared by private.round_key(). At
-- most three days apart they may be one, because no teams meet so soon again. With the same sides they may be one
-- on any two dates of a season: in a league always, and otherwise in the same round, or if one of them has no
-- round.
create function private.may_be_one_match(_sides text, _days integer, _is_same_season boolean, _round text,
                                         _other_round text, _is_round_robin boolean)
returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(_days <= 3 or (_sides = 'same' and _is_same_season and (
           _is_round_robin or _round = _other_round or (_round is null) <> (_other_round is null))), false)
$$;

-- Whether two teams may be one whose name was mistyped. Two teams whose names are known are two, and so are those
-- whose names have different numbers or letters: "Village 1" and "Village 2".
create function private.may_be_one_team(_name text, _other text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
      when k.marks <> '{}' and k.other_marks <> '{}' and k.marks <> k.other_marks then false
      when private.team_similarity(k.key, k.other) < 0.4 then false
      else not (private.is_known_team(_name) and private.is_known_team(_other)) end
    from (select n.key, n.other, array(select m[1] from regexp_matches(n.key, '\y(\w|\w*\d\w*)\y', 'g') m) as marks,
                 array(select m[1] from regexp_matches(n.other, '\y(\w|\w*\d\w*)\y', 'g') m) as other_marks
            from (select private.canonical_team_name(_name) as key, private.canonical_team_name(_other) as other) n) k
$$;

-- The names of the club's teams that a name means or resembles.
create function private.teams_like(_name text) returns table (name text, is_same boolean)
language sql stable security definer set search_path = ''
as $$
  with meant as materialized (select t.name from private.teams_meant(_name) t)
  select m.name, true from meant m
  union all
  select t.name, false from public.teams t
   where extensions.similarity(private.team_key(t.name), private.team_key(_name)) > 0.2
     and not exists (select from meant m where m.name = t.name) and private.may_be_one_team(t.name, _name)
$$;

-- The club's matches that a match may be, whether or not the club has it, nearest date first. Not those that an
-- organiser has said are another match.
create function private.resembling_matches(_match public.matches) returns table (match_id uuid, is_exchanged boolean)
language sql stable security definer set search_path = ''
as $$
  with home as materialized (select l.* from private.teams_like(_match.home_team_name) l),
  away as materialized (select l.* from private.teams_like(_match.away_team_name) l),
  sides as materialized (
    select h.name as home, a.name as away, case when h.is_same and a.is_same then 'same' else 'resembling' end as sides
      from home h cross join away a where (h.is_same or a.is_same) and h.name <> a.name
    union all
    select a.name, h.name, 'exchanged' from home h cross join away a where h.is_same and a.is_same and h.name <> a.name
  )
  select m.id, s.sides = 'exchanged'
    from public.matches m
    join sides s on m.home_team_name = s.home and m.away_team_name = s.away
   where m.league = _match.league and m.id is distinct from _match.id
     and private.may_be_one_match(
           s.sides, abs(m.match_date - _match.match_date),
           private.season_key_of(m.season, m.match_date) = private.season_key_of(_match.season, _match.match_date),
           private.round_key(m.round), private.round_key(_match.round), private.is_round_robin(m.league))
     and not exists (select from private.separate_matches p
                      where (p.match_id, p.other_id) = (least(m.id, _match.id), greatest(m.id, _match.id)))
   order by abs(m.match_date - _match.match_date), m.id
$$;

-- A match as questions about two matches show it.
create function private.match_facts(_match public.matches) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', _match.id, 'home', _match.home_team_name, 'away', _match.away_team_name, 'league', _match.league,
    'season', _match.season, 'round', _match.round, 'match_date', _match.match_date, 'match_time', _match.match_time,
    'kickoff_at', _match.kickoff_at, 'kickoff_confirmed', _match.kickoff_confirmed,
    'day_time_zone', _match.day_time_zone, 'status', _match.status, 'home_score', _match.home_score,
    'away_score', _match.away_score,
    'predictions', (select count(*) from public.user_predictions g where g.match_id = _match.id))
$$;

-- Stores that these matches are not _match_id.
create function private.keep_apart(_match_id uuid, _others uuid[]) returns void
language sql security definer set search_path = ''
as $$
  insert into private.separate_matches (match_id, other_id)
  select least(_match_id, o.id), greatest(_match_id, o.id) from public.matches o
   where o.id = any (_others) and o.id <> _match_id
  on conflict do nothing
$$;

create trigger changes_are_recorded_for_undo after insert or update or delete on private.separate_matches
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('match_id', 'other_id');
