-- What Home shows beside matches and news.

-- Active, unexpired subscriptions of each plan that the jackpot counts; a plan without any has a row with 0.
create function public.subscriber_count() returns table (subscription_type text, subscribers integer)
language sql stable security definer set search_path = ''
as $$
  select c.id, count(s.id)::integer
    from public.competitions c
    left join public.subscriptions s on s.subscription_type = c.id and s.status = 'active' and s.expires_at > now()
   where c.needs_subscription
   group by c.id, c.position order by c.position
$$;
grant execute on function public.subscriber_count() to authenticated, service_role;

-- The ids in a setting that holds a JSON list of them; none when it is missing or no such list.
create function private.ids_in_setting(_key text) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  saved jsonb;
begin
  select s.setting_value::jsonb into saved from public.admin_settings s where s.setting_key = _key;
  if jsonb_typeof(saved) <> 'array' then
    return '{}';
  end if;
  return array(select jsonb_array_elements_text(saved));
exception when invalid_text_representation then
  return '{}';
end $$;

-- The first five places of each table that the admins chose for Home, in the competitions' order. Anyone may read them:
-- choosing a table is publishing it. Before a table's first result it has no rows here.
create function public.home_leaderboards()
returns table (league text, rank integer, previous_rank integer, user_id uuid, full_name text,
               predictions_scored integer, points integer, perfect_scores integer, accuracy numeric)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select c.name, r.rank, r.previous_rank, r.user_id, r.full_name, r.predictions_scored, r.points, r.perfect_scores, r.accuracy
    from public.competitions c
    join private.scopes s on s.scope = c.id and s.latest_day is not null
   cross join lateral private.ranked(c.id, s.head[1:5]) r
   where c.id = any (private.ids_in_setting('home_display_leaderboards'))
   order by c.position, r.points desc, r.perfect_scores desc, r.full_name, r.user_id;
end $$;
grant execute on function public.home_leaderboards() to anon, authenticated, service_role;
