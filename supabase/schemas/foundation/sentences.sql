-- Sentences for organisers. The database says what there is to say as facts, {"kind", arguments}, and the page makes
-- the words in the language of its reader (web/backend/sentences). Here is their English, for other clients, the audit
-- log and psql. tests/database/sentences.test.ts compares it with the page's English. A refusal has its facts as the
-- detail of the error.

-- "Premier League", "A and B", "A, B and 2 others"
create function private.listed_names(_names jsonb) returns text
language sql immutable set search_path = ''
as $$
  select private.name_list(array(select n.name from jsonb_array_elements_text(_names)
                                   with ordinality n (name, place) order by n.place))
$$;

-- "A v B, 1 Jan 2026 and A v B, 2 Jan 2026; A v C, 3 Jan 2026"
create function private.listed_pairs(_pairs jsonb) returns text
language sql immutable set search_path = ''
as $$
  select string_agg((select string_agg(l.label, ' and ' order by l.place)
                       from jsonb_array_elements_text(p.labels) with ordinality l (label, place)),
                    '; ' order by p.place)
    from jsonb_array_elements(_pairs) with ordinality p (labels, place)
$$;

-- The season's end: what a step will do or did, and what an undo keeps. Null for another kind.
create function private.season_in_english(_facts jsonb) returns text
language plpgsql stable set search_path = ''
as $$
declare
  n bigint := (_facts ->> 'count')::bigint;
  members text := private.counted((_facts ->> 'members')::bigint, 'member');
  subscriptions text := private.counted((_facts ->> 'subscriptions')::bigint, 'subscription');
  codes text := private.counted((_facts ->> 'codes')::bigint, 'unused code');
begin
  return case _facts ->> 'kind'
    when 'skipped' then 'Skipped'
    when 'no_unfinished_matches' then 'No unfinished matches'
    when 'unfinished_matches' then private.counted(n, 'unfinished match', 'unfinished matches')
    when 'matches_cancelled' then format('%s cancelled, %s kept', private.counted(n, 'match', 'matches'),
                                         _facts ->> 'others')
    when 'leaderboards' then format('%s with %s', private.counted(n, 'leaderboard'), members)
    when 'no_subscriptions' then 'No subscriptions'
    when 'subscriptions' then private.counted(n, 'subscription')
    when 'predictions' then private.counted(n, 'prediction')
    when 'predictions_of_members' then format('%s of %s', private.counted(n, 'prediction'), members)
    when 'honours' then format('The winners of %s and %s, %s',
                               private.counted((_facts ->> 'matchdays')::bigint, 'matchday'),
                               private.counted((_facts ->> 'months')::bigint, 'month'),
                               private.counted((_facts ->> 'records')::bigint, 'record'))
    when 'access_ends' then format('%s and %s end', subscriptions, codes)
    when 'access_ended' then format('%s and %s ended', subscriptions, codes)
    when 'points_cleared' then private.counted(n, 'prediction') || ' set to 0 points'
    when 'no_next_season' then 'No match of the next season yet'
    when 'next_season' then private.counted(n, 'open match', 'open matches') || ' of the next season'
    when 'to_members' then 'To ' || members
    when 'to_members_by' then format('To %s: %s in the bell, %s by push, %s by email', members, _facts ->> 'bell',
                                     _facts ->> 'push', _facts ->> 'email')
    when 'sent_to_members' then 'Sent to ' || members
    when 'matches_kept' then private.counted(n, 'cancelled match has changed since and stays as it is',
                                             'cancelled matches have changed since and stay as they are')
    when 'archives_kept' then format('%s kept, because the points were cleared since',
                                     private.counted(n, 'archive is', 'archives are'))
    when 'subscription_archive_kept' then 'The subscription archive is kept, because entries were added to it'
    when 'winners_kept' then format('The winners of %s were told since and stay',
                                    private.counted(n, 'matchday or month', 'matchdays and months'))
    when 'access_kept' then private.counted(n, 'subscription or code has changed since and stays as it is',
                                            'subscriptions and codes have changed since and stay as they are')
    when 'snapshot_kept' then 'The snapshot that was taken before clearing is kept'
    when 'next_season_kept' then private.counted(n, 'match of the next season stays with its predictions',
                                                 'matches of the next season stay with their predictions')
    when 'message_kept' then private.counted(n, 'member has read the message and keeps it',
                                             'members have read the message and keep it')
    end;
end $$;

-- The warnings before archiving and clearing. Null for another kind.
create function private.warning_in_english(_facts jsonb) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case _facts ->> 'kind'
    when 'days_without_points'
      then 'The points of these days were cleared or nobody predicted their matches, so the table would be empty.'
    when 'days_without_results'
      then format('No match of %s was completed on these days, so the table would be empty.', _facts ->> 'league')
    when 'points_without_archive'
      then format('No archive has all points of %s. After clearing, an archive of them is empty.',
                  private.listed_names(_facts -> 'leagues'))
    when 'results_missing' then format('%s no result yet, although the time has passed.', private.counted(
                                         (_facts ->> 'count')::bigint, 'match has', 'matches have'))
    end;
end $$;

-- Why a line of a list of members is not new or cannot be moved in, and why two accounts cannot be merged.
-- Null for another kind.
create function private.member_problem_in_english(_facts jsonb) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case _facts ->> 'kind'
    when 'no_name' then 'There is no name'
    when 'name_is_not_valid' then 'A name has letters, spaces, apostrophes and hyphens, up to 100'
    when 'contact_is_needed' then 'A phone number or an email is needed'
    when 'phone_is_not_valid' then 'The phone number is not valid'
    when 'email_is_not_valid' then 'The email is not valid'
    when 'member_has_phone' then 'A member has this phone number'
    when 'member_has_email' then 'A member has this email'
    when 'member_has_name' then 'A member has the same name'
    when 'member_has_similar_name' then 'A member has a similar name'
    when 'account_with_itself' then 'An account cannot be merged with itself'
    when 'own_account_is_kept' then 'Your own account can only be the one to keep'
    when 'account_was_merged' then 'One of the accounts was merged with another account'
    when 'kept_account_is_banned' then 'The account to keep is banned'
    when 'last_admin_stays' then 'The last admin of a club cannot be removed'
    when 'same_contact_as_line' then format('The same phone number or email as line %s', _facts ->> 'line')
    when 'points_are_not_valid' then 'Points are whole numbers from 0 to 10,000'
    when 'matchdays_exceed_total' then 'The matchdays have more points than the total'
    when 'pick_is_not_valid' then format('The pick in column %s is not two numbers from 0 to 50',
                                         _facts ->> 'column')
    when 'picks_exceed_total' then 'The picks earn more here than the other pool''s total. Choose what counts'
    when 'match_is_not_found' then 'No match of these teams is in this season'
    when 'several_matches_found' then 'Several matches of these teams are in this season. Choose one'
    when 'same_match_as_column' then format('The same match as column %s', _facts ->> 'column')
    when 'several_members_have_name' then 'Several members have this name. Choose one'
    when 'same_member_as_line' then format('The same member as line %s', _facts ->> 'line')
    when 'same_name_as_line' then format('The same name as line %s', _facts ->> 'line')
    end;
end $$;

-- Why a result, a merge of matches or a match of a file is refused. Null for another kind.
create function private.match_problem_in_english(_facts jsonb) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case _facts ->> 'kind'
    when 'no_such_match' then 'There is no such match'
    when 'match_is_listed_twice' then 'The match is listed twice'
    when 'match_is_cancelled' then 'The match is cancelled'
    when 'score_is_not_valid' then 'Each score must be a whole number from 0 to 50'
    when 'match_is_kept_and_removed' then 'The match is listed as kept and as removed'
    when 'matches_are_different' then 'They are different matches: they need the same teams, competition and season'
    when 'kept_match_was_reopened'
      then 'The match to keep was reopened, so secret predictions would become visible. Keep the other one'
    when 'team_is_missing' then 'A team is missing'
    when 'team_name_is_not_valid' then 'A team name is not valid'
    when 'teams_are_the_same' then 'Home and away teams must be different'
    when 'date_is_missing' then 'The date is missing or does not exist'
    when 'date_is_out_of_range' then 'The date must be between 1990 and two years from now'
    when 'time_does_not_exist' then 'The time does not exist'
    when 'round_is_missing' then 'The round is missing'
    when 'round_is_too_long' then 'The round''s name must have 1 to 60 characters'
    when 'status_is_not_known' then 'The status is not known'
    when 'one_score_is_missing' then 'One score is missing'
    when 'score_is_out_of_range' then 'The score is out of range'
    when 'match_is_in_the_file_twice' then 'The match is in the file twice'
    when 'sides_are_exchanged' then 'Home and away are exchanged, and members have predicted it'
    when 'is_cancelled_with_result' then 'It is cancelled in the club, and the file has a result'
    when 'has_result_but_cancelled' then 'The club has its result, and the file calls it cancelled'
    when 'has_result_but_awarded' then 'The club has its result, and the file calls it awarded'
    end;
end $$;

-- What is wrong with the number of answers to a season question. Null for another kind.
create function private.answer_problem_in_english(_facts jsonb) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case _facts ->> 'kind'
    when 'give_up_to_answers' then format('Give 1 to %s answers', _facts ->> 'count')
    when 'give_up_to_teams' then format('Give 1 to %s teams', _facts ->> 'count')
    when 'choose_teams' then 'Choose ' || private.counted((_facts ->> 'count')::bigint, 'team')
    when 'give_one_number' then 'Give one number'
    when 'give_one_answer' then 'Give one answer'
    when 'give_one_team' then 'Give one team'
    end;
end $$;

-- The detail of a refused list: which entry is wrong, and why.
create function private.wrong_entry(_place bigint, _label text, _problem text) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('kind', 'entry_is_wrong', 'entry', _place,
                            'label', _place || coalesce(' (' || _label || ')', ''),
                            'problem', jsonb_build_object('kind', _problem))
$$;

-- The English of facts of any kind.
create function private.in_english(_facts jsonb) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(private.season_in_english(_facts), private.warning_in_english(_facts),
                  private.member_problem_in_english(_facts), private.match_problem_in_english(_facts),
                  private.answer_problem_in_english(_facts));
end $$;

-- The facts with their English: {"kind", arguments, "text"}.
create function private.sentence(_facts jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return _facts || jsonb_build_object('text', private.in_english(_facts));
end $$;
