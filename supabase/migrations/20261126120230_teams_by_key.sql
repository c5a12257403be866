set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE INDEX aliases_by_team_key ON public.team_aliases USING btree (private.team_key(team_name));

CREATE INDEX teams_by_key ON public.teams USING btree (private.team_key(name));

CREATE OR REPLACE FUNCTION private.teams_meant(_name text)
 RETURNS SETOF public.teams
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.* from public.teams t
   where private.team_key(t.name) = any (array(
           select private.canonical_team_name(_name)
           union select private.team_key(a.alias) from public.team_aliases a
                  where private.team_key(a.team_name) = private.canonical_team_name(_name)))
     and private.canonical_team_name(t.name) = private.canonical_team_name(_name)
$function$;

ALTER FUNCTION "private"."teams_meant"(text) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "private"."teams_meant"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."teams_meant"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."teams_meant"(text) TO "postgres";

CREATE OR REPLACE FUNCTION private.add_missing_teams(_home text, _away text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  added public.teams;
begin
  for added in
    insert into public.teams (name)
    select n.name from unnest(array[_home, _away]) n (name)
     where n.name is not null and not exists (select from public.teams t where t.name = n.name)
     group by n.name order by n.name
    on conflict (name) do nothing
    returning *
  loop
    perform private.write_audit('teams.insert', 'teams', added.id::text, null, to_jsonb(added));
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.club_team_name(_name text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select t.name from public.teams t where t.name = btrim(_name)),
    (select t.name from private.teams_meant(_name) t order by t.created_at, t.name limit 1),
    btrim(_name))
$function$;

CREATE OR REPLACE FUNCTION private.refuse_second_name_of_a_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  other text;
begin
  if private.is_undoing()
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
end $function$;

CREATE OR REPLACE FUNCTION private.team_name_for(_name text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when bool_or(t.name = trim(_name)) then trim(_name)
              when count(*) = 0 then coalesce(
                (select a.team_name from public.team_aliases a where lower(a.alias) = lower(trim(_name))), trim(_name))
              when count(*) = 1 then min(t.name) end
    from private.teams_meant(_name) t
$function$;

CREATE OR REPLACE FUNCTION public.link_provider_match(_provider_match_id uuid, _match_id uuid, _add_aliases boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reported private.provider_matches;
  replaced private.provider_matches;
  ours public.matches;
begin
  perform private.begin_admin_action('link_provider_match');
  perform private.lock_provider();
  select * into reported from private.provider_matches f where f.id = _provider_match_id for update;
  select * into ours from public.matches m where m.id = _match_id for no key update;
  if reported.id is null or (_match_id is not null and ours.id is null) then
    raise exception 'There is no such match' using errcode = 'PT404';
  end if;
  if ours.id is null then
    perform private.remove_link(reported);
    update private.provider_matches f set ignored = true where f.id = reported.id;
  else
    select * into replaced from private.provider_matches o
     where o.provider = reported.provider and o.match_id = ours.id and o.id <> reported.id
       and (private.is_replaced_by(o, reported) or private.link_problem(o, ours) is not null);
    perform private.set_link(reported.id, ours.id, 'admin', replaced, clock_timestamp());
    update private.provider_matches f
       set accepted_home = f.home_name, accepted_away = f.away_name, accepted_kickoff_at = f.kickoff_at
     where f.id = reported.id;
  end if;
  if ours.id is not null and _add_aliases then
    -- The unknown name becomes an alias of the known one. Two known teams, or two teams of the club, stay separate.
    insert into public.team_aliases (alias, team_name)
    select case when private.is_known_team(n.ours) then trim(n.theirs) else n.ours end,
           case when private.is_known_team(n.ours) then n.ours else trim(n.theirs) end
      from (values (reported.home_name, ours.home_team_name),
                   (reported.away_name, ours.away_team_name)) n (theirs, ours)
     where private.canonical_team_name(n.theirs) <> private.canonical_team_name(n.ours)
       and not (private.is_known_team(n.ours) and private.is_known_team(n.theirs))
       and not exists (select from private.teams_meant(n.theirs))
    on conflict do nothing;
  end if;
  perform private.write_audit('link_provider_match', 'matches', coalesce(_match_id, reported.match_id)::text,
    jsonb_build_object('match_id', reported.match_id),
    jsonb_build_object('match_id', _match_id, 'home', reported.home_name, 'away', reported.away_name,
                       'source', reported.provider));
  if ours.id is not null then
    perform private.apply_last_report(reported.id);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.preview_import(_league text, _season text, _time_zone text, _matches jsonb, _options jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  season text := private.stored_season(_league, _season);
begin
  perform private.require_admin();
  perform private.check_import(_league, _season, _time_zone, _matches, _options);
  return (
    with plan as materialized (
      select * from private.plan_import(_league, season, _time_zone, _matches, _options)
    ), names as (
      select distinct n.name, n.team, private.canonical_team_name(n.team) as key from plan p
       cross join lateral (values (p.file_home, p.home), (p.file_away, p.away)) n (name, team)
       where p.place is not null and p.changes <> '{refused}' and n.name is not null
    ), known as (
      select t.name, private.canonical_team_name(t.name) as key from public.teams t
    ), spellings as (
      -- A new name may resemble the club's name of a team more than the full one: "Lutton", "Luton" and "Luton Town".
      select name, key from known union select name, private.team_key(name) from known
    )
    select jsonb_build_object(
      'season', season,
      'matches', (select coalesce(jsonb_agg(to_jsonb(p) order by p.place nulls last, p.match_date, p.home), '[]')
                    from plan p),
      'teams', (
        select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'team', k.name, 'resembles', r.name)
                                  order by n.name), '[]')
          from names n
          left join known k on k.name = n.team
          left join lateral (
            -- Teams that the file has too are other teams.
            select o.name from spellings o
             where k.name is null and extensions.similarity(o.key, n.key) >= 0.4
               and not exists (select from names f where f.team = o.name)
             order by extensions.similarity(o.key, n.key) desc, o.name limit 1) r on true
         where k.name is distinct from n.name)));
end $function$;
