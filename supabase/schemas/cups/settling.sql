-- Settling rounds: what was earned becomes final, and the winners go on.

-- Stores the ties of the rounds that are due, and ends the cup with the final; returns the number of rounds. Waits
-- while points are being counted. _all: also those that have begun and are not due, whatever is being counted,
-- because a season or the cup ends.
create function private.settle_cup(_all boolean default false) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  cup private.cups;
  due record;
  settled integer := 0;
begin
  loop
    select * into cup from private.cups c where c.ended_at is null;
    if cup.id is null then
      return settled;
    end if;
    select r.number, r.round into due from private.cup_rounds_of(cup) r
     where r.state in ('running', 'over') and (_all or r.settles_at <= clock_timestamp());
    if due.number is null or (private.is_counting() and not _all) then
      return settled;
    end if;
    delete from private.cup_results s where s.cup_id = cup.id and s.number >= due.number;
    insert into private.cup_results (cup_id, number, position, points, perfect_scores, has_won)
    select cup.id, t.number, t.position, t.points, t.perfect_scores, t.is_ahead
      from private.cup_ties_of(cup) t where t.number = due.number;
    update private.cup_matchdays d set number = due.number, settled_at = clock_timestamp()
     where d.cup_id = cup.id and d.round = due.round;
    if due.number = private.rounds_of_size(cup.size) then
      update private.cups c set ended_at = clock_timestamp() where c.id = cup.id;
      perform private.settle_prizes('cup', null, cup.name, cup.season, _cup => cup.id);
    end if;
    settled := settled + 1;
  end loop;
end $$;
