-- The export of a player's own data.

-- Everything that the club stores about the signed-in player, as one document: also the messages of the last 90 days,
-- the message choices, and push browsers without their keys. A member's own rows are whole; of what the club has
-- written, such as payments and messages, some columns.
create function public.my_data() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_build_object(
    'made_at', now(),
    'account', (select jsonb_build_object('email', u.email, 'phone', u.phone, 'created_at', u.created_at,
                                          'last_sign_in_at', u.last_sign_in_at)
                  from auth.users u where u.id = (select auth.uid())),
    'profile', (select to_jsonb(p) from public.profiles p where p.id = (select auth.uid())),
    'subscriptions', coalesce((select jsonb_agg(to_jsonb(s) - 'user_id' order by s.started_at)
                                 from public.subscriptions s where s.user_id = (select auth.uid())), '[]'),
    'predictions', coalesce((select jsonb_agg(to_jsonb(p) - '{id,user_id,match_id,move_in_id}'::text[]
                                || jsonb_build_object(
                                  'moved_in_from', i.label, 'match', private.match_label(m), 'league', m.league,
                                  'kickoff_at', m.kickoff_at, 'home_score', m.home_score,
                                  'away_score', m.away_score) order by m.kickoff_at)
                               from public.user_predictions p
                               join public.matches m on m.id = p.match_id
                               left join private.moves_in i on i.id = p.move_in_id
                              where p.user_id = (select auth.uid())), '[]'),
    'prediction_changes', coalesce((select jsonb_agg(to_jsonb(c) - 'user_id' - 'id' order by c.changed_at)
                                      from public.prediction_changes c where c.user_id = (select auth.uid())), '[]'),
    'season_answers', coalesce((select jsonb_agg(
                                  to_jsonb(a) - '{id,user_id,question_id}'::text[] || jsonb_build_object(
                                  'question', q.title, 'correct_answers', q.correct_answers,
                                  'locks_at', q.locks_at) order by q.locks_at, q.id)
                                 from public.season_answers a join public.season_questions q on q.id = a.question_id
                                where a.user_id = (select auth.uid())), '[]'),
    'season_answer_changes', coalesce((select jsonb_agg(to_jsonb(c) - 'user_id' - 'id' order by c.changed_at)
                                         from public.season_answer_changes c
                                        where c.user_id = (select auth.uid())), '[]'),
    'prediction_refusals', coalesce((select jsonb_agg(to_jsonb(r) - 'user_id' order by r.last_at)
                                       from public.prediction_refusals r where r.user_id = (select auth.uid())), '[]'),
    'notifications', coalesce((select jsonb_agg(to_jsonb(n) - 'user_id' order by n.created_at)
                                 from public.notifications n where n.user_id = (select auth.uid())), '[]'),
    'message_choices', (select jsonb_agg(to_jsonb(c)) from public.my_message_choices() c),
    'push_browsers', coalesce((select jsonb_agg(to_jsonb(s)) from public.my_push_subscriptions() s), '[]'),
    'messages', coalesce((select jsonb_agg(jsonb_build_object('kind', m.kind, 'channel', m.channel, 'title', m.title,
                                                              'body', m.body,
                                   'created_at', m.created_at, 'state', m.state, 'sent_at', m.sent_at) order by m.id)
                            from private.messages m where m.user_id = (select auth.uid()) and m.channel <> 'in_app'),
                              '[]'),
    'groups', coalesce((select jsonb_agg(to_jsonb(m) - '{group_id,user_id}'::text[] || jsonb_build_object(
                                  'name', g.name, 'is_owner', g.owner_id = m.user_id) order by g.name, g.id)
                          from public.group_members m join public.groups g on g.id = m.group_id
                         where m.user_id = (select auth.uid())), '[]'),
    'divisions', coalesce((select jsonb_agg(to_jsonb(p) - '{draw_id,user_id}'::text[] || jsonb_build_object(
                                     'since', greatest(p.since, d.drawn_at), 'competition', d.competition_id,
                                     'season', d.season, 'drawn_at', d.drawn_at)
                                     order by d.drawn_at)
                             from private.division_places p join private.division_draws d on d.id = p.draw_id
                            where p.user_id = (select auth.uid())), '[]'),
    'cups', coalesce((select jsonb_agg(to_jsonb(e) - '{cup_id,user_id}'::text[] || jsonb_build_object(
                                'name', c.name, 'competition', c.competition_id, 'season', c.season, 'seed', c.seed,
                                'drawn_at', c.drawn_at) order by c.drawn_at)
                        from private.cup_entries e join private.cups c on c.id = e.cup_id
                       where e.user_id = (select auth.uid())), '[]'),
    'last_standing', coalesce((
      select jsonb_agg(jsonb_build_object('game', g.name, 'entered_at', e.entered_at, 'out_number', e.out_number,
               'choices', (select coalesce(jsonb_agg(jsonb_build_object('matchday', d.round, 'team', t.name,
                                                     'chosen_at', c.chosen_at, 'result', c.result) order by c.number),
                                           '[]')
                             from private.last_standing_choices c
                             join private.last_standing_matchdays d on d.game_id = g.id and d.number = c.number
                             left join public.teams t on t.id = c.team_id
                            where c.entry_id = e.id)) order by e.entered_at, e.id)
        from private.last_standing_entries e join private.last_standing_games g on g.id = e.game_id
       where e.user_id = (select auth.uid())), '[]'),
    'prizes', coalesce((select jsonb_agg(jsonb_build_object(
                                  'kind', s.kind, 'competition', s.competition_id, 'name', s.name, 'season', s.season,
                                  'settled_at', s.settled_at, 'place', p.place, 'amount_rs', p.amount_rs,
                                  'method', p.method, 'paid_on', p.paid_on) order by s.settled_at, p.id)
                          from private.prizes p join private.prize_settlements s on s.id = p.settlement_id
                         where p.user_id = (select auth.uid())), '[]'),
    'carried_points', coalesce((select jsonb_agg(jsonb_build_object('label', i.label, 'competition', i.competition_id,
                                          'round', p.round, 'points', a.points_earned, 'cleared_at', a.cleared_at)
                                          order by i.moved_at, p.round)
                                  from private.carried_points a
                                  join private.carried_parts p on p.id = a.carried_id
                                  join private.moves_in i on i.id = p.move_in_id
                                 where a.user_id = (select auth.uid())), '[]'),
    'notes_of_organisers', coalesce((select jsonb_agg(jsonb_build_object('note', n.note, 'created_at', n.created_at)
                                                      order by n.created_at)
                                       from public.member_notes n where n.user_id = (select auth.uid())), '[]'),
    'age_confirmations', coalesce((select jsonb_agg(to_jsonb(c) - 'id' - 'user_id' order by c.confirmed_at)
                                     from private.age_confirmations c where c.user_id = (select auth.uid())), '[]'),
    'payments', coalesce((select jsonb_agg(jsonb_build_object('plan_type', p.plan_type, 'amount_rs', p.amount_rs,
                                                              'method', p.method, 'paid_on', p.paid_on,
                                                              'receipt_no', p.receipt_no)
                                           order by p.paid_on, p.id)
                            from public.payments p where p.payer_id = (select auth.uid())), '[]'),
    'codes', coalesce((select jsonb_agg(jsonb_build_object('code', c.code, 'plan_type', c.plan_type,
                                                           'expires_at', c.expires_at, 'created_at', c.created_at,
                                                           'is_used', c.is_used) order by c.created_at, c.id)
                         from public.plan_codes c where c.sold_to = (select auth.uid())), '[]'),
    'reminders_of_organisers', coalesce((select jsonb_agg(jsonb_build_object('about', r.about,
                                                                             'written_at', r.written_at)
                                                          order by r.written_at)
                                           from private.personal_reminders r where r.user_id = (select auth.uid())),
                                        '[]'))
   where (select auth.uid()) is not null);
end $$;
grant execute on function public.my_data() to authenticated;
