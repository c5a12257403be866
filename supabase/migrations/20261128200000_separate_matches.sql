-- Pairs of matches that an organiser has said are two.
create table private.separate_matches (match_id uuid not null, other_id uuid not null, constraint separate_matches_pkey primary key (match_id, other_id), constraint the_lower_id_is_first check (match_id < other_id));
alter table private.separate_matches add constraint separate_matches_match_id_fkey foreign key (match_id) references public.matches(id) on delete cascade;
alter table private.separate_matches add constraint separate_matches_other_id_fkey foreign key (other_id) references public.matches(id) on delete cascade;
create index separate_matches_by_other on private.separate_matches (other_id);

-- A match that was added without a time has its day in the club's time zone. Without a time zone it is postponed.
create function private.after_upgrade_days_of_matches() returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.rules_off();
  update public.matches m set day_time_zone = private.club_time_zone()
   where m.status = 'upcoming' and not m.kickoff_confirmed and m.day_time_zone is null
     and m.kickoff_at = (m.match_date + time '12:00') at time zone private.club_time_zone();
  perform private.rules_on();
end $$;
