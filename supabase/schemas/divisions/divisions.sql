-- Divisions: members meet one another, one tie each matchday (docs/rules.md). A draw is a half-season: matchdays of a
-- competition, and the divisions with their places. Fixtures follow from the places (divisions/ties.sql). Points are
-- those of the matchday leaderboards, and are stored when a matchday settles (divisions/settling.sql). Without a draw
-- nothing is read or computed.

-- The draws. Every division has `size` places. One draw runs at a time.
create table private.division_draws (
  id uuid primary key default gen_random_uuid(),
  competition_id text not null references public.competitions (id),
  season text,
  divisions integer not null,
  size integer not null constraint sizes_are_even check (size % 2 = 0),
  at_most integer not null
    constraint divisions_have_8_to_20_members check (at_most between 8 and 20 and at_most % 2 = 0),
  drawn_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create unique index one_draw_runs_at_a_time on private.division_draws ((true)) where ended_at is null;

-- The matchdays of a draw in their order.
create table private.division_matchdays (
  draw_id uuid not null references private.division_draws (id) on delete cascade,
  number integer not null,
  round text not null,
  settled_at timestamptz,
  primary key (draw_id, number)
);

-- The places of the divisions; a ghost has no user_id. since: when the member got the place, -infinity at the draw.
create table private.division_places (
  draw_id uuid not null references private.division_draws (id) on delete cascade,
  division integer not null,
  place integer not null,
  user_id uuid references public.profiles (id) on delete set null,
  since timestamptz not null default clock_timestamp(),
  primary key (draw_id, division, place),
  constraint one_place_per_member unique (draw_id, user_id)
);
create index division_places_by_user on private.division_places (user_id);

-- What each place earned on the matchdays that have settled. A row without settled_at of its matchday does not count.
create table private.division_results (
  draw_id uuid not null,
  number integer not null,
  division integer not null,
  place integer not null,
  points integer not null,
  primary key (draw_id, number, division, place),
  foreign key (draw_id, number) references private.division_matchdays on delete cascade
);

-- The draw that pages show: the one that runs, or the last one for 30 days after its end. Null without one.
create function private.shown_draw() returns private.division_draws
language sql stable security definer set search_path = ''
as $$
  select d from private.division_draws d
   where d.ended_at is null or d.ended_at > clock_timestamp() - interval '30 days'
   order by d.ended_at desc nulls first limit 1
$$;

-- Whether and how the club plays divisions; no row without a shown draw. division: the caller's. matchday: the one to
-- show first. may_join: the caller has no place and a ghost has one.
create function public.divisions()
returns table (draw_id uuid, league text, season text, divisions integer, size integer, at_most integer,
               matchdays integer, drawn_at timestamptz, ended_at timestamptz, division integer, matchday integer,
               may_join boolean)
language sql stable security definer set search_path = ''
as $$
  select d.id, c.name, d.season, d.divisions, d.size, d.at_most,
         (select count(*)::integer from private.division_matchdays m where m.draw_id = d.id), d.drawn_at, d.ended_at,
         mine.division, private.matchday_to_show(d, mine.since),
         mine.division is null and d.ended_at is null and private.may_play((select auth.uid()), c, clock_timestamp())
           and exists (select from private.division_places g where g.draw_id = d.id and g.user_id is null)
    from private.shown_draw() d
    join public.competitions c on c.id = d.competition_id
    left join private.division_places mine on mine.draw_id = d.id and mine.user_id = (select auth.uid())
$$;
grant execute on function public.divisions() to authenticated, service_role;

-- Gives the caller the place of a ghost in the lowest division that has one, and returns the division; that of the
-- caller's place if there is one already. Raises PT404 if no divisions run, SL002 without the right to predict in the
-- competition, SL025 if there is no ghost, SL012 if the session has ended.
create function public.join_divisions() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := (select auth.uid());
  draw private.division_draws;
  played public.competitions;
  mine integer;
begin
  perform private.require_open_session();
  select * into draw from private.division_draws d where d.ended_at is null;
  if draw.id is not null then
    -- The account before its place, as a deletion locks them. The draw serialises those who join, and may have ended.
    perform from public.profiles p where p.id = me for key share;
    select * into draw from private.division_draws d where d.ended_at is null for no key update;
  end if;
  if draw.id is null then
    raise exception 'The club has no divisions' using errcode = 'PT404';
  end if;
  select p.division into mine from private.division_places p where p.draw_id = draw.id and p.user_id = me;
  if mine is not null then
    return mine;
  end if;
  select * into played from public.competitions c where c.id = draw.competition_id;
  if not coalesce(private.may_play(me, played, clock_timestamp()), false) then
    raise exception 'A place in the divisions needs the right to predict' using errcode = 'SL002';
  end if;
  update private.division_places p set user_id = me, since = clock_timestamp()
    from (select g.division, g.place from private.division_places g
           where g.draw_id = draw.id and g.user_id is null order by g.division desc, g.place limit 1) free
   where p.draw_id = draw.id and p.division = free.division and p.place = free.place
  returning p.division into mine;
  if mine is null then
    raise exception 'The divisions have no free place' using errcode = 'SL025';
  end if;
  return mine;
end $$;
grant execute on function public.join_divisions() to authenticated;

create trigger changes_are_recorded_for_undo after insert or update on private.division_draws
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
-- Those of a draw are not recorded: they are deleted with it.
create trigger changes_are_recorded_for_undo after update on private.division_matchdays
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('draw_id', 'number');
create trigger changes_are_recorded_for_undo after update of user_id on private.division_places
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('draw_id', 'division', 'place');
