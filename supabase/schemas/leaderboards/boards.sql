-- The leaderboards of the club: the overall one, one of each competition, and one of each matchday and month (a
-- period).
--
-- A matchday is a round of a competition in a season: "Matchday 12", or "Quarter-final" in a cup. A match without a
-- round belongs to no matchday. A month is the club's month of match_date, over all competitions.
--
-- The overall board and those of competitions are standing: they list every member with a prediction, an answer to a
-- season question, carried points or a subscription, and they have an order, movement and past ranks. A period has a
-- board from its first scored match on, which lists each player with a scored prediction or carried points that were
-- not cleared. A period whose matches were all deleted or moved stays, without players, and is not listed. Clearing
-- all points ends a season and empties its periods; archives keep the season's leaderboards.
--
-- Lock order in every function (tests/database/locks/lock-order.sweep.test.ts): accounts, private.lock_groups_of(),
-- private.lock_provider(), matches, codes and season questions by their ids, private.lock_totals(), groups, and then
-- the other rows, such as subscriptions and predictions. What is written after the totals' lock refers to
-- public.profiles and not to auth.users, because a foreign key locks the row that it refers to.

-- The leaderboards. `is_standing`: the overall one and those of competitions; the others are of periods.
create table private.boards (
  id bigint generated always as identity primary key,
  kind text not null
    constraint board_kinds_are_known check (kind in ('overall', 'competition', 'matchday', 'month')),
  competition_id text references public.competitions (id),
  season text,
  round text,
  month date constraint months_are_first_days check (extract(day from month) = 1),
  -- Of a period: when its totals changed.
  changed_at timestamptz not null default clock_timestamp(),
  -- The value of changed_at when its winners were written (honours/winners.sql); null while it has none.
  winners_of timestamptz,
  -- When private.refresh_winners() first found that all its matches are completed or cancelled; null while one is not.
  over_since timestamptz,
  -- An organiser holds the messages to its winners.
  is_held boolean not null default false,
  latest_day date,
  previous_day date,
  order_is_due boolean not null default false,
  is_standing boolean not null generated always as (kind in ('overall', 'competition')) stored,
  constraint a_board_is_listed_once unique nulls not distinct (kind, competition_id, season, round, month),
  constraint a_board_has_what_its_kind_needs check (
    (competition_id is not null) = (kind in ('competition', 'matchday')) and (round is not null) = (kind = 'matchday')
    and (month is not null) = (kind = 'month') and (season is null or kind = 'matchday'))
);
comment on column private.boards.latest_day is
  'of a standing board: club date of the latest completion; null before the first result';
comment on column private.boards.previous_day is 'the completion day before it';
comment on column private.boards.order_is_due is
  'true while points are counted in parts; the last part sorts the leaderboard (leaderboards/order.sql)';

insert into private.boards (kind) values ('overall');
insert into private.boards (kind, competition_id) select 'competition', c.id from public.competitions c order by c.id;

-- Serialises writers of totals.
create function private.lock_totals() returns void
language sql security definer set search_path = ''
as $$ select from private.boards where is_standing order by id for update $$;

-- The standing board of a competition's name or 'Overall'; null for an unknown name.
create function private.board_of(_league text) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select b.id from private.boards b left join public.competitions c on c.id = b.competition_id
           where b.kind in ('overall', 'competition') and coalesce(c.name, 'Overall') = _league);
end $$;

-- Whether a board is standing and lists the players of this competition: its own board and the overall one, which is
-- the only one without a competition. It sets no search_path, so that PostgreSQL makes it a part of the query.
create function private.covers(_board private.boards, _competition_id text) returns boolean
language sql immutable parallel safe
as $$ select $1.is_standing and ($1.competition_id is null or $1.competition_id = $2) $$;

-- The month of a match, as its first day.
create function private.month_of(_match public.matches) returns date
language sql immutable set search_path = ''
as $$ select _match.match_date - (extract(day from _match.match_date)::integer - 1) $$;

-- Adds the periods of these matches (null: of all completed ones) that have no board yet.
create function private.add_periods(_match_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  with wanted as (
    select k.kind, k.competition_id, k.season, k.round, k.month
      from public.matches m
      join public.competitions c on c.name = m.league
     cross join lateral (values ('matchday', c.id, m.season, m.round, null::date),
                                ('month', null, null, null, private.month_of(m)))
                     k (kind, competition_id, season, round, month)
     where m.status = 'completed' and (_match_ids is null or m.id = any (_match_ids))
       and (k.kind = 'month' or k.round is not null)
  )
  insert into private.boards (kind, competition_id, season, round, month)
  select w.kind, w.competition_id, w.season, w.round, w.month from wanted w
  except
  select b.kind, b.competition_id, b.season, b.round, b.month from private.boards b
$$;

-- The boards on which a match of this competition counts, in order; of periods those that have one.
create function private.boards_of(_match public.matches, _competition_id text) returns bigint[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(b.id order by b.id)
    from private.boards b
   where private.covers(b, _competition_id) or b.month = private.month_of(_match)
      or (b.kind = 'matchday' and b.competition_id = _competition_id and b.season is not distinct from _match.season
          and b.round = _match.round)
$$;
