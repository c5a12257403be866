-- The points that members of a group had before they joined, for groups that count from joining.

-- What members of groups that count from joining had earned in matches before their day of joining. Subtracting it
-- from player_totals is quicker than adding up the predictions of 500 members. `last_day` is the latest completion day
-- of these matches: movement needs its part alone.
create table private.group_baselines (
  group_id uuid not null,
  user_id uuid not null,
  board_id bigint not null references private.boards (id),
  predictions_scored integer not null,
  points integer not null,
  perfect_scores integer not null,
  right_outcomes integer not null,
  last_day date not null,
  last_day_points integer not null,
  last_day_perfect integer not null,
  primary key (group_id, user_id, board_id),
  foreign key (group_id, user_id) references public.group_members (group_id, user_id) on delete cascade
);
create index group_baselines_by_user on private.group_baselines (user_id);

-- Computes what these players (null: all) had earned before joining, in one group or all (null). The caller has locked
-- the totals.
create function private.refresh_group_baselines(_user_ids uuid[], _group_id uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.group_baselines b
   where (_user_ids is null or b.user_id = any (_user_ids)) and (_group_id is null or b.group_id = _group_id);
  if _user_ids = '{}'
     or not exists (select from public.groups g
                     where g.counts_from_joining and (_group_id is null or g.id = _group_id)) then
    return;
  end if;
  insert into private.group_baselines (group_id, user_id, board_id, predictions_scored, points, perfect_scores,
                                       right_outcomes, last_day, last_day_points, last_day_perfect)
  with games as materialized (
    select m.id, m.match_date, c.id as competition_id, private.completion_day(m) as day
      from public.matches m join public.competitions c on c.name = m.league
     where m.status = 'completed'
  ), parts as (
    select g.group_id, g.user_id, b.id as board_id, m.day, count(*) as predictions_scored,
           sum(p.points_earned) as points,
           count(*) filter (where private.is_perfect(p.points_earned)) as perfect_scores,
           count(*) filter (where p.points_earned > 0) as right_outcomes
      from public.groups o
      join public.group_members g on g.group_id = o.id
      join public.user_predictions p on p.user_id = g.user_id and p.points_earned is not null and p.cleared_at is null
      join games m on m.id = p.match_id and m.match_date < g.joined_on
      join private.boards b on private.covers(b, m.competition_id)
     where o.counts_from_joining and (_group_id is null or o.id = _group_id)
       and (_user_ids is null or g.user_id = any (_user_ids))
     group by g.group_id, g.user_id, b.id, m.day
    union all
    select g.group_id, g.user_id, b.id, q.day, 0, sum(q.points), 0, 0
      from public.groups o
      join public.group_members g on g.group_id = o.id
      join private.other_gains(private.board_of('Overall'), _user_ids) q
        on q.user_id = g.user_id and q.locked_on < g.joined_on
      join private.boards b on private.covers(b, q.competition_id)
     where o.counts_from_joining and (_group_id is null or o.id = _group_id)
     group by g.group_id, g.user_id, b.id, q.day
  ), by_day as (
    select p.group_id, p.user_id, p.board_id, p.day, sum(p.predictions_scored) as predictions_scored,
           sum(p.points) as points, sum(p.perfect_scores) as perfect_scores, sum(p.right_outcomes) as right_outcomes
      from parts p group by p.group_id, p.user_id, p.board_id, p.day
  )
  select d.group_id, d.user_id, d.board_id, sum(d.predictions_scored), sum(d.points), sum(d.perfect_scores),
         sum(d.right_outcomes), max(d.day), (array_agg(d.points order by d.day desc))[1],
         (array_agg(d.perfect_scores order by d.day desc))[1]
    from by_day d group by d.group_id, d.user_id, d.board_id;
end $$;

-- The same for the players of uncounted points, up to the last one (null: all), who joined their group after the
-- match's day.
create function private.count_points_before_joining(_last_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  first_day date := (select min(n.match_date) from private.scored_matches n
                      where n.id in (select v.scored_id from private.uncounted_points v));
  players uuid[];
begin
  if not exists (select from public.groups g join public.group_members m on m.group_id = g.id
                  where g.counts_from_joining and m.joined_on > first_day) then
    return;
  end if;
  select array_agg(distinct g.user_id) into players
    from private.uncounted_points v
    join private.scored_matches n on n.id = v.scored_id
    join public.group_members g on g.user_id = v.user_id and g.joined_on > n.match_date
    join public.groups o on o.id = g.group_id and o.counts_from_joining
   where _last_user is null or v.user_id <= _last_user;
  if players is not null then
    perform private.refresh_group_baselines(players);
  end if;
end $$;

-- Recounts the points before joining of the groups that count from joining after the date of a completed match has
-- changed.
create function private.refresh_group_baselines_on_new_date() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_totals();
  perform private.refresh_group_baselines(coalesce(
    (select array_agg(p.user_id) from public.user_predictions p where p.match_id = new.id), '{}'));
  return null;
end $$;

create trigger group_points_follow_the_date_of_a_match after update of match_date on public.matches
  for each row when (old.match_date <> new.match_date and new.status = 'completed')
  execute function private.refresh_group_baselines_on_new_date();
