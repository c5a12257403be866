-- The matches and season questions whose points count, and where.

-- The completed matches as the totals count them: in which competition, on which completion day, on which day they
-- were played, and in which matchday and month (leaderboards/matchdays_and_months.sql). Settled season questions too
-- (questions/points.sql).
create table private.scored_matches (
  id bigint generated always as identity primary key,
  match_id uuid unique,
  competition_id text not null,
  day date not null,
  match_date date not null,
  period_ids bigint[] not null,
  question_id uuid unique
);
comment on column private.scored_matches.match_id is
  'null when the match no longer counts, until the points that it takes along are counted';
comment on column private.scored_matches.question_id is 'of a settled season question, which has no match';

-- Sets the completion days of every scope from the scored matches. On a new latest day, movement compares with the
-- present totals. Returns the scopes whose latest day no longer counts, so that their earlier totals must be
-- recounted.
create function private.update_completion_days() returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  changed record;
  shortened text[] := '{}';
begin
  for changed in
    update private.scopes s set latest_day = d.days[1], previous_day = d.days[2]
      from (select o.scope, o.latest_day, array(
              select distinct n.day from private.scored_matches n
               where (n.match_id is not null or n.question_id is not null) and o.scope in (n.competition_id, 'overall')
               order by n.day desc limit 2) as days
              from private.scopes o) d
     where d.scope = s.scope and (s.latest_day, s.previous_day) is distinct from (d.days[1], d.days[2])
    returning s.scope, s.latest_day, d.latest_day as latest_before
  loop
    if changed.latest_day > changed.latest_before or changed.latest_before is null then
      perform private.keep_past_ranks(changed.scope, changed.latest_before);
      update private.points_distribution l set earlier_players = l.players, earlier_better = l.better
       where l.scope = changed.scope and (l.earlier_players, l.earlier_better) <> (l.players, l.better);
      delete from private.points_distribution l where l.scope = changed.scope and l.players = 0;
    elsif changed.latest_day is distinct from changed.latest_before then
      shortened := shortened || changed.scope;
    end if;
  end loop;
  return shortened;
end $$;

-- Lists these matches (null: all) in private.scored_matches as they are now, if they are completed.
create function private.list_scored_matches(_match_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_periods(_match_ids);
  with present as (
    select m.id, c.id as competition_id, private.completion_day(m) as day, m.match_date,
           array(select g.period_id from private.periods_of(m, c.id) g (period_id)) as period_ids
      from public.matches m join public.competitions c on c.name = m.league
     where m.status = 'completed' and (_match_ids is null or m.id = any (_match_ids))
  ), moved as (
    update private.scored_matches n set match_date = p.match_date, period_ids = p.period_ids
      from present p where n.match_id = p.id and (n.match_date, n.period_ids) <> (p.match_date, p.period_ids)
  )
  insert into private.scored_matches (match_id, competition_id, day, match_date, period_ids)
  select p.id, p.competition_id, p.day, p.match_date, p.period_ids from present p
  on conflict do nothing;
end $$;
