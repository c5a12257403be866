-- Two players compared match by match.

-- The seasons that have matches of a league, latest first.
create function public.seasons(league text default 'Overall') returns table (season text)
language sql stable security definer set search_path = ''
as $$
  select m.season from public.matches m
   where m.season is not null and seasons.league in ('Overall', m.league)
   group by m.season order by max(m.match_date) desc
$$;
grant execute on function public.seasons(text) to authenticated, service_role;

-- The predictions of two players for the matches of a season that every player may see: locked ones, oldest first, the
-- latest 1,000. `my_` columns are those of _with_id (null: the signed-in player), `their_` columns those of _user_id.
-- Earlier matches are before the row with before_kickoff and before_match. _season null: matches of every season.
-- Points are those of the results, also after points were cleared, and null until a match is completed. No rows for
-- one player twice.
create function public.head_to_head(_user_id uuid, league text default 'Overall', _season text default null,
                                    before_kickoff timestamptz default null, before_match uuid default null,
                                    _with_id uuid default null)
returns table (match_id uuid, kickoff_at timestamptz, match_league text, season text, round text, home_team_name text,
               away_team_name text, home_score integer, away_score integer, my_home integer, my_away integer,
               my_points integer, their_home integer, their_away integer, their_points integer)
language sql stable security definer set search_path = ''
as $$
  select q.id, q.kickoff_at, q.league, q.season, q.round, q.home_team_name, q.away_team_name, q.home_score,
         q.away_score, q.my_home, q.my_away,
         case when q.my_home is not null and q.home_score is not null then private.prediction_points(
           q.my_home, q.my_away, q.home_score, q.away_score, q.my_is_double) end,
         q.their_home, q.their_away,
         case when q.their_home is not null and q.home_score is not null then private.prediction_points(
           q.their_home, q.their_away, q.home_score, q.away_score, q.their_is_double) end
    from (select m.id, m.kickoff_at, m.league, m.season, m.round, m.home_team_name, m.away_team_name,
                 case when m.status = 'completed' then m.home_score end as home_score,
                 case when m.status = 'completed' then m.away_score end as away_score,
                 mine.home_prediction as my_home, mine.away_prediction as my_away,
                 mine.is_double as my_is_double, theirs.home_prediction as their_home,
                 theirs.away_prediction as their_away, theirs.is_double as their_is_double
            from public.matches m
            left join public.user_predictions mine
              on mine.match_id = m.id and mine.user_id = coalesce(_with_id, (select auth.uid()))
            left join public.user_predictions theirs on theirs.match_id = m.id and theirs.user_id = _user_id
           where _user_id <> coalesce(_with_id, (select auth.uid()))
             and private.may_see('infinity', m.locks_at, null) and m.status <> 'cancelled'
             and head_to_head.league in ('Overall', m.league)
             and (head_to_head._season is null or m.season = head_to_head._season)
             and (mine.match_id is not null or theirs.match_id is not null)
             and (before_match is null or (m.kickoff_at, m.id) < (before_kickoff, before_match))
           order by m.kickoff_at desc, m.id desc limit 1000) q
   order by q.kickoff_at, q.id
$$;
grant execute on function public.head_to_head(uuid, text, text, timestamptz, uuid, uuid) to authenticated;
