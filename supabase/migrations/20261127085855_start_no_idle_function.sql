set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.has_work(_edge_function text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if _edge_function = 'sync-live-scores' then
    return exists (select from private.secrets s where s.name = 'live_score_api_key');
  elsif _edge_function = 'send-messages' then
    -- Its first run makes the keys of push messages, without which no browser can subscribe.
    return not exists (select from private.secrets s where s.name = 'push_keys')
        or exists (select from private.messages m
                    where m.state = 'waiting' and m.send_after <= statement_timestamp());
  end if;
  return true;
end $function$;

ALTER FUNCTION "private"."has_work"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.run_next_job(_calls_functions boolean DEFAULT true)
 RETURNS TABLE(job text, edge_function text, run bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due private.jobs;
  done bigint;
  failure text;
begin
  select j.* into due from private.jobs j
   where j.next_run_at <= clock_timestamp()
     and (j.edge_function is null or (_calls_functions and not exists (
       select from private.job_runs r where r.job = j.name and r.finished_at is null
          and r.started_at > clock_timestamp() - private.job_timeout())))
   order by j.next_run_at limit 1 for update skip locked;
  if not found then
    return;
  end if;
  job := due.name;
  edge_function := due.edge_function;
  update private.jobs set last_run_at = clock_timestamp(), next_run_at = due.next_run_at
      + due.every * ceil(extract(epoch from clock_timestamp() - due.next_run_at
                                 + interval '1 microsecond') / extract(epoch from due.every))
   where name = due.name;
  perform private.end_job_run(r.id, r.job, true, 'The function did not report its result')
     from private.job_runs r where r.job = due.name and r.finished_at is null;
  insert into private.job_runs (job) values (due.name) returning id into run;
  if due.query is not null then
    begin
      execute due.query into done;
    exception when others then
      failure := format('%s (%s)', sqlerrm, sqlstate);
    end;
    perform private.end_job_run(run, due.name, failure is not null, coalesce(failure, nullif(done, 0)::text));
  elsif not private.has_work(due.edge_function) then
    perform private.end_job_run(run, due.name, false, null);
    edge_function := null;
  end if;
  return next;
end $function$;

REVOKE ALL ON FUNCTION "private"."has_work"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_work"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_work"(text) TO "postgres";
