-- Whether people set the score that stands, beside what the feed says of the match: who names a source must name the right one.
alter table public.live_scores add column by_hand boolean not null default false;
comment on column public.live_scores.by_hand is 'the score is one that people set, not the provider''s';
update public.live_scores l set by_hand = exists (select from private.hand_scores h where h.match_id = l.match_id);

create function private.show_hand_score() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.live_scores l set by_hand = tg_op = 'INSERT', updated_at = now()
   where l.match_id = case tg_op when 'INSERT' then new.match_id else old.match_id end;
  return null;
end $$;
create trigger live_scores_say_who_set_them after insert or delete on private.hand_scores
  for each row execute function private.show_hand_score();

-- What everyone may see of the linked matches: minute, extra time, shoot-out, whether a result is provisional, and
-- who set the score.
create or replace function private.show_feed(_feed_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  insert into public.live_scores as l (match_id, source, state, minute, extra_home, extra_away, penalties_home, penalties_away, is_provisional,
                                  by_hand)
  select f.match_id, f.provider, f.state, f.minute, f.extra_home, f.extra_away, f.penalties_home, f.penalties_away,
         f.state = 'finished' and m.status <> 'completed',
         exists (select from private.hand_scores h where h.match_id = m.id)
    from private.feed_matches f join public.matches m on m.id = f.match_id
   where f.id = any (_feed_ids) and f.state <> 'scheduled'
  on conflict (match_id) do update
    set source = excluded.source, state = excluded.state, minute = excluded.minute, extra_home = excluded.extra_home,
        extra_away = excluded.extra_away, penalties_home = excluded.penalties_home, penalties_away = excluded.penalties_away,
        is_provisional = excluded.is_provisional, by_hand = excluded.by_hand, updated_at = now()
  where (l.source, l.state, l.minute, l.extra_home, l.extra_away, l.penalties_home, l.penalties_away, l.is_provisional, l.by_hand)
        is distinct from (excluded.source, excluded.state, excluded.minute, excluded.extra_home, excluded.extra_away,
                          excluded.penalties_home, excluded.penalties_away, excluded.is_provisional, excluded.by_hand)
$$;

-- Everything of the feed that waits for an admin (SL003), by kind:
--   provisional    over, not confirmed by a second poll yet          correction  another result than the confirmed one, not confirmed yet
--   contradiction  the feed's score beside one that people set       awarded     decided off the pitch; never taken by itself
--   no_score       over, and the feed has no score of 90 minutes     moved       the feed has another kick-off
--   postponed, suspended, abandoned, cancelled
--   unlinked       a match of the feed that is none of ours by name; `fits` are ours that it could be, for linking by hand
--   missing        a match of ours, near its kick-off, that the feed does not have
create or replace function public.feed_matters()
returns table (kind text, feed_match_id uuid, match_id uuid, league text, home text, away text, state text, since timestamptz,
               feed_home integer, feed_away integer, our_home integer, our_away integer, feed_kickoff_at timestamptz, our_kickoff_at timestamptz, fits uuid[])
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  feed private.live_feed;
begin
  perform private.only_admins();
  select * into feed from private.live_feed;
  return query
  with linked as (
    select f.*, m.id as club_match, m.league as our_league, m.home_team_name, m.away_team_name, m.status, m.home_score as our_home, m.away_score as our_away,
           m.kickoff_at as our_kickoff, h.match_id is not null as by_hand,
           f.home_score is not null and (m.home_score, m.away_score) is distinct from (f.home_score, f.away_score) as differs
      from private.feed_matches f
      join public.matches m on m.id = f.match_id and m.status <> 'cancelled'
      left join private.hand_scores h on h.match_id = m.id
     where f.provider = feed.provider
  ), judged as (
    select l.*, case
        when l.state in ('postponed', 'suspended', 'abandoned', 'cancelled', 'awarded') and l.status <> 'completed' then l.state
        when l.differs and l.by_hand and private.has_begun(l.state) and (l.our_home is not null)
             and (l.kept_home, l.kept_away) is distinct from (l.home_score, l.away_score) then 'contradiction'
        when l.state = 'finished' and l.status <> 'completed' and l.home_score is null then 'no_score'
        when l.state = 'finished' and l.status <> 'completed' and not (l.by_hand and l.differs) then 'provisional'
        when l.state = 'finished' and l.status = 'completed' and l.differs and not l.by_hand then 'correction'
        when l.state = 'scheduled' and l.status = 'upcoming' and l.kickoff_confirmed and l.kickoff_at <> l.our_kickoff then 'moved'
      end as matter
      from linked l
  )
  select j.matter, j.id, j.club_match, j.our_league, j.home_team_name, j.away_team_name, j.state, j.state_since, j.home_score, j.away_score,
         j.our_home, j.our_away, j.kickoff_at, j.our_kickoff, null::uuid[]
    from judged j where j.matter is not null
  union all
  (select 'unlinked', f.id, null, c.name, f.home_name, f.away_name, f.state, f.state_since, f.home_score, f.away_score, null, null, f.kickoff_at, null,
          array(select m.id from public.matches m
                 where m.league = c.name and m.status <> 'cancelled'
                   and m.kickoff_at between f.kickoff_at - interval '3 days' and f.kickoff_at + interval '3 days'
                   and not exists (select from private.feed_matches o where o.provider = f.provider and o.match_id = m.id)
                 order by m.kickoff_at, m.home_team_name limit 40)
     from private.feed_matches f join public.competitions c on c.id = f.competition_id
    where f.provider = feed.provider and f.match_id is null and not f.ignored
      and f.kickoff_at between clock_timestamp() - interval '3 days' and clock_timestamp() + interval '28 days'
    order by f.kickoff_at, f.home_name limit 200)
  union all
  select 'missing', null, m.id, m.league, m.home_team_name, m.away_team_name, null, null, null, null, m.home_score, m.away_score, null, m.kickoff_at, null
    from private.matches_in_play(feed) m
   where feed.answered_at is not null
     and not exists (select from private.feed_matches f where f.provider = feed.provider and f.match_id = m.id);
end $$;
