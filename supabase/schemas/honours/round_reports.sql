-- Reports of finished matchdays, which organisers send to the club's chat.

-- The first places of a matchday: up to eight members, fewer if more share the last place.
create function private.round_places(_period_id bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('rank', l.rank, 'name', l.full_name, 'points', l.points,
                                               'perfect_scores', l.perfect_scores)
                            order by l.rank, l.full_name, l.user_id), '[]')
    from public.period_leaderboard(_period_id, 8) l where l.rank <= 5
$$;

-- Up to three members who rose most on the overall leaderboard by the points of a matchday: { name, places, rank },
-- from two places on.
create function private.round_climbers(_period_id bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with ranked as materialized (
    select t.user_id, (rank() over (order by t.points desc, t.perfect_scores desc))::integer as place,
           (rank() over (order by t.points - coalesce(r.points, 0) desc,
                                  t.perfect_scores - coalesce(r.perfect_scores, 0) desc))::integer as earlier_place
      from private.player_totals t
      left join private.player_totals r on r.board_id = _period_id and r.user_id = t.user_id
     where t.board_id = private.board_of('Overall')
  )
  select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(c.full_name, 'Player'), 'places', c.places,
                                               'rank', c.place) order by c.places desc, c.place, c.user_id), '[]')
    from (select r.user_id, p.full_name, r.place, r.earlier_place - r.place as places
            from ranked r left join public.profiles p on p.id = r.user_id
           where r.earlier_place - r.place >= 2
           order by places desc, r.place, r.user_id limit 3) c
$$;

-- The matches of a matchday whose score exactly one member had, and then those that nobody had: up to three, as
-- { home, away, home_score, away_score, name }, name null for nobody.
create function private.round_exact_scores(_period_id bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('home', e.home_team_name, 'away', e.away_team_name,
                                               'home_score', e.home_score, 'away_score', e.away_score,
                                               'name', e.name) order by e.name is null, e.kickoff_at, e.id), '[]')
    from (select m.*, x.name
            from private.boards b
            join public.competitions c on c.id = b.competition_id
            join public.matches m on m.league = c.name and m.season is not distinct from b.season and m.round = b.round
           cross join lateral (
             select count(*) as picks, count(*) filter (where private.is_perfect(p.points_earned)) as exact,
                    max(coalesce(f.full_name, 'Player')) filter (where private.is_perfect(p.points_earned)) as name
               from public.user_predictions p left join public.profiles f on f.id = p.user_id
              where p.match_id = m.id and p.points_earned is not null and p.cleared_at is null) x
           where b.id = _period_id and b.kind = 'matchday' and m.status = 'completed' and x.picks > 1 and x.exact < 2
           order by x.exact desc, m.kickoff_at, m.id limit 3) e
$$;

-- What there is to tell about the matchdays that were over within the last two days, the latest first: the first
-- places, climbers on the overall leaderboard and exact scores as above, the number of members with a scored
-- prediction, and the next lock of the club. Admins only (SL003).
create function public.round_reports()
returns table (period_id bigint, label text, league text, season text, players integer, places jsonb, climbers jsonb,
               exact_scores jsonb, next_lock timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
  select b.id, private.period_label(b), c.name, b.season,
         (select sum(d.players)::integer from private.points_distribution d where d.board_id = b.id),
         private.round_places(b.id), private.round_climbers(b.id), private.round_exact_scores(b.id),
         (select min(m.locks_at) from public.matches m where m.status = 'upcoming' and m.locks_at > now())
    from private.boards b join public.competitions c on c.id = b.competition_id
   where b.kind = 'matchday' and b.over_since > now() - interval '2 days'
     and exists (select from private.points_distribution d where d.board_id = b.id)
   order by b.over_since desc, b.id desc
   limit 5;
end $$;
grant execute on function public.round_reports() to authenticated, service_role;
