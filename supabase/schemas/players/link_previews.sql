-- What messengers show for links that members send.

-- What messengers show for a link, as public.link_preview() describes.
create function private.preview_of_link(_path text) returns table (kind text, image text, facts jsonb)
language plpgsql security definer set search_path = ''
as $$
declare
  page text := split_part(split_part(_path, '?', 1), '/', 2);
  code text := private.normal_invite(substr(split_part(_path, '?', 1), 7));
begin
  if page = 'join' then
    return query
    select 'invite', '/functions/v1/share-picture?invite=' || code,
           jsonb_build_object('inviter', g.inviter_name, 'group', g.name, 'members', g.members)
      from private.preview_of_group(code) g where g.outcome in ('found', 'member');
  elsif page = 'subscriptions' and _path ~ '[?&]code=' then
    return query
    select 'ticket', '/functions/v1/share-picture?ticket=' || c.id, jsonb_build_object('competition', c.name)
      from public.competitions c where c.id = substring(_path from '[?&]plan=([a-z_]+)') and c.needs_subscription;
  elsif page = 'leaderboard' then
    return query
    select b.kind, null::text,
           case b.kind when 'month' then jsonb_build_object('month', b.month)
                       else jsonb_build_object('round', b.round, 'competition', concat_ws(' ', c.name, b.season)) end
      from private.boards b left join public.competitions c on c.id = b.competition_id
     where b.id = substring(_path from '[?&]of=([0-9]{1,18})(&|$)')::bigint and b.kind in ('matchday', 'month');
  elsif page = 'honours' then
    return query
    select 'honours', null::text, jsonb_build_object('matchdays', w.matchdays, 'months', w.months)
      from (select count(*) filter (where b.kind = 'matchday') as matchdays,
                   count(*) filter (where b.kind = 'month') as months
              from private.boards b
             where exists (select from private.period_winners v where v.period_id = b.id)) w
     where w.matchdays > 0;
  elsif page = 'matches' then
    return query
    select 'match', null::text, jsonb_build_object(
             'home', m.home_team_name, 'away', m.away_team_name, 'competition', m.league,
             'is_open', m.status = 'upcoming' and m.locks_at > clock_timestamp())
      from public.matches m where m.id = private.uuid_in(substring(_path from '[?&]match=([0-9a-fA-F-]{36})(&|$)'));
  end if;
end $$;

-- What messengers show for a link to a page, where it depends on more than the kind of page. _path: the path of its
-- address with the query. Returns [{ kind, image, facts }], or [] for the page's own preview; the host has the words.
-- image: the path of a picture of 1200 by 630 pixels, or null. 'invite' while its link is open, with { inviter, group,
-- members }; 'ticket' of a link with a code, with the { competition } that the link names: it never looks up the code,
-- so it tells nothing about it; 'matchday' of a leaderboard, with { round, competition }, and 'month', with its first
-- day as { month }; 'honours' with the number of { matchdays, months } that have winners; 'match', with { home, away,
-- competition, is_open }. Nothing else about members: visitors see no leaderboard.
create function public.link_preview(_path text) returns jsonb
language sql volatile security definer set search_path = ''
as $$ select coalesce(jsonb_agg(to_jsonb(r)), '[]') from private.preview_of_link(_path) r $$;
grant execute on function public.link_preview(text) to anon, authenticated;
