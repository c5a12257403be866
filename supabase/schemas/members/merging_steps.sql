-- What a merge of accounts moves: predictions, answers, subscriptions, memberships and honours.

-- Moves the predictions with their times, their points and their log. Of two predictions of a match the kept account's
-- stays, or that of the removed one for the matches in _prefer; the log says that the other was deleted. Predictions
-- that nobody else may see are deleted, because the owner of the kept account would see them. The rows are copied and
-- deleted, because the totals follow added and deleted predictions. Returns the number of moved ones.
create function private.move_predictions(_keep_id uuid, _remove_id uuid, _prefer uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  secret constant uuid[] := array(
    select p.id from public.user_predictions p join public.matches m on m.id = p.match_id
     where p.user_id = _remove_id and not private.may_see(p.updated_at, m.locks_at, m.predictions_revealed_at));
  given_up uuid[];
  moving public.user_predictions[];
begin
  given_up := array(
    select case when k.match_id = any (_prefer) then k.id else r.id end
      from public.user_predictions k
      join public.user_predictions r on r.match_id = k.match_id and r.user_id = _remove_id
     where k.user_id = _keep_id and r.id <> all (secret));
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction,
                                         is_double)
  select _keep_id, m.id, private.match_label(m), 'deleted', p.home_prediction, p.away_prediction, p.is_double
    from public.user_predictions p join public.matches m on m.id = p.match_id where p.id = any (given_up);
  insert into private.uncounted_predictions (match_id, predictions)
  select p.match_id, -1 from public.user_predictions p where p.id = any (given_up || secret);
  -- The rules of predictions do not apply: no prediction is made or changed, also after the lock.
  perform private.rules_off();
  delete from public.user_predictions p where p.id = any (given_up || secret);
  moving := array(select p from public.user_predictions p where p.user_id = _remove_id);
  delete from public.user_predictions p where p.user_id = _remove_id;
  insert into public.user_predictions
  select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'user_id', _keep_id))).*
    from unnest(moving) p;
  perform private.rules_on();
  perform private.return_doubles(array[_keep_id]);
  update public.prediction_changes c set user_id = _keep_id
    from public.matches m
   where c.user_id = _remove_id and m.id = c.match_id
     and private.may_see(c.changed_at, m.locks_at, m.predictions_revealed_at);
  perform private.move_answers(_keep_id, _remove_id);
  perform private.score_matches(array(select p.match_id from unnest(moving) p), array[_keep_id]);
  return cardinality(moving);
end $$;

-- Moves the subscriptions, codes and payments. Of two subscriptions of a plan the one that ends later stays.
create function private.move_subscriptions(_keep_id uuid, _remove_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  moving public.subscriptions[];
begin
  delete from public.subscriptions k using public.subscriptions r
   where k.user_id = _keep_id and r.user_id = _remove_id and k.subscription_type = r.subscription_type
     and private.outlasts(r, k);
  moving := array(select s from public.subscriptions s where s.user_id = _remove_id);
  delete from public.subscriptions s where s.user_id = _remove_id;
  insert into public.subscriptions
  select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'user_id', _keep_id))).*
    from unnest(moving) r
  on conflict on constraint one_subscription_per_player_and_competition do nothing;
  update public.plan_codes c
     set used_by = case c.used_by when _remove_id then _keep_id else c.used_by end,
         sold_to = case c.sold_to when _remove_id then _keep_id else c.sold_to end
   where _remove_id in (c.used_by, c.sold_to);
  update public.payments p
     set user_id = case p.user_id when _remove_id then _keep_id else p.user_id end,
         payer_id = case p.payer_id when _remove_id then _keep_id else p.payer_id end
   where _remove_id in (p.user_id, p.payer_id);
end $$;

-- Moves the groups: the kept account owns those of the removed one, and in a group of both the earlier day of joining
-- counts. The numbers of groups that a player may own or be in do not apply.
create function private.move_groups(_keep_id uuid, _remove_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  joined public.group_members[] := array(
    select distinct on (g.group_id) g from public.group_members g
     where g.user_id in (_keep_id, _remove_id)
       and g.group_id in (select r.group_id from public.group_members r where r.user_id = _remove_id)
     order by g.group_id, g.joined_at);
begin
  delete from public.group_members g using unnest(joined) j
   where g.group_id = j.group_id and g.user_id in (_keep_id, _remove_id);
  insert into public.group_members
  select (jsonb_populate_record(j, jsonb_build_object('user_id', _keep_id))).* from unnest(joined) j;
  update public.groups g set owner_id = _keep_id where g.owner_id = _remove_id;
  perform private.refresh_group_baselines(array[_keep_id, _remove_id]);
end $$;

-- Moves the wins, records and rows of archives, which copy the name, and the organisers' notes. A win of both is the
-- kept account's.
create function private.move_honours(_keep_id uuid, _remove_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.period_winners r using private.period_winners k
   where r.user_id = _remove_id and k.user_id = _keep_id and k.period_id = r.period_id;
  delete from private.told_winners r using private.told_winners k
   where r.user_id = _remove_id and k.user_id = _keep_id and k.period_id = r.period_id;
  update private.period_winners w set user_id = _keep_id where w.user_id = _remove_id;
  update private.told_winners w set user_id = _keep_id where w.user_id = _remove_id;
  update private.records r set user_id = _keep_id where r.user_id = _remove_id;
  update public.archived_leaderboard_rows a set user_id = _keep_id where a.user_id = _remove_id;
  update public.archived_subscriptions a set user_id = _keep_id where a.user_id = _remove_id;
  update public.member_notes n set user_id = _keep_id where n.user_id = _remove_id;
end $$;

-- Moves the places in divisions. In a draw with both the kept account's stays, and the other one gets a ghost.
create function private.move_divisions(_keep_id uuid, _remove_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update private.division_places r
     set user_id = case when not exists (select from private.division_places k
                                          where k.draw_id = r.draw_id and k.user_id = _keep_id) then _keep_id end
   where r.user_id = _remove_id
$$;

-- Moves the places in cups. In a cup with both the kept account's stays, and the other one is as that of a member who
-- left.
create function private.move_cups(_keep_id uuid, _remove_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update private.cup_entries r
     set user_id = case when not exists (select from private.cup_entries k
                                          where k.cup_id = r.cup_id and k.user_id = _keep_id) then _keep_id end
   where r.user_id = _remove_id
$$;

-- Moves the entries of last one standing. Of two in a game without codes the kept account's stays, and the other is
-- out.
create function private.move_entries(_keep_id uuid, _remove_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update private.last_standing_entries r
     set user_id = case when r.code_id is not null or not exists (
                               select from private.last_standing_entries k
                                where k.game_id = r.game_id and k.user_id = _keep_id) then _keep_id end
   where r.user_id = _remove_id
$$;

-- Moves what the account has confirmed: it is the same person's.
create function private.move_confirmations(_keep_id uuid, _remove_id uuid) returns void
language sql security definer set search_path = ''
as $$ update private.age_confirmations c set user_id = _keep_id where c.user_id = _remove_id $$;

-- Moves the points carried over from another pool, and gives up the link to claim them.
create function private.move_carried_points(_keep_id uuid, _remove_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update private.carried_points a set user_id = _keep_id where a.user_id = _remove_id;
  delete from private.placeholders l where l.user_id = _remove_id;
$$;

-- Moves the answers of a removed account with their log, for private.move_predictions(). Of two answers to a question
-- the kept account's stays. Answers that nobody else may see are deleted.
create function private.move_answers(_keep_id uuid, _remove_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  moving public.season_answers[];
  shown constant uuid[] := array(
    select q.id from public.season_questions q where private.may_see('infinity', q.locks_at, null));
begin
  insert into public.season_answer_changes (user_id, question_id, question_title, change, old_answer, answer)
  select _keep_id, q.id, q.title, 'deleted', r.answer, r.answer
    from public.season_answers r
    join public.season_answers k on k.question_id = r.question_id and k.user_id = _keep_id
    join public.season_questions q on q.id = r.question_id
   where r.user_id = _remove_id and q.id = any (shown);
  moving := array(
    select a from public.season_answers a
     where a.user_id = _remove_id and a.question_id = any (shown) and not exists (
       select from public.season_answers k where k.user_id = _keep_id and k.question_id = a.question_id));
  -- Deleted and added, because the totals follow added and deleted answers.
  perform private.rules_off();
  delete from public.season_answers a where a.user_id = _remove_id;
  insert into public.season_answers
  select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'user_id', _keep_id))).*
    from unnest(moving) m;
  perform private.rules_on();
  update public.season_answer_changes c set user_id = _keep_id
   where c.user_id = _remove_id and c.question_id = any (shown);
end $$;
