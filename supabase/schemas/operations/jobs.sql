-- Scheduled jobs. Any host, or pg_cron, runs the jobs that are due. A job is claimed by locking its row, so no run
-- happens twice. After missed runs a job runs once.

-- The scheduled jobs.
create table private.jobs (
  name text primary key,
  every interval not null constraint jobs_run_at_most_every_second check (every >= interval '1 second'),
  -- A job has one of the two. A query returns the number of changes; an edge function calls finish_job_run.
  query text,
  edge_function text,
  next_run_at timestamptz not null default clock_timestamp(),
  last_run_at timestamptz,
  -- Null until the first run ends.
  last_run_failed boolean,
  constraint a_job_is_a_query_or_an_edge_function check (num_nonnulls(query, edge_function) = 1)
);

-- Runs that changed something, failed, or have not ended. A run without an effect leaves no row.
create table private.job_runs (
  id bigint generated always as identity primary key,
  job text not null references private.jobs (name) on update cascade on delete cascade,
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  has_failed boolean not null default false,
  detail text,
  -- The detail as facts (foundation/sentences.sql), if it is a sentence.
  facts jsonb
);
create index job_runs_newest on private.job_runs (job, id desc);
create unique index a_job_has_one_open_run on private.job_runs (job) where finished_at is null;

insert into private.jobs (name, every, query, edge_function) values
  ('Start due matches', interval '15 seconds', 'select public.start_due_matches()', null),
  ('Expire subscriptions', interval '1 minute', 'select private.expire_subscriptions()', null),
  -- Always 0, so that its runs are not logged.
  ('Count predictions', interval '5 seconds', 'select 0 from private.count_predictions()', null),
  -- Every second, so that it runs when it is notified. Always 0 as well.
  ('Count points', interval '1 second', 'select private.count_waiting_points()', null),
  -- Ten at a time, because other requests wait for the totals' lock during a run.
  ('Calculate match figures', interval '5 seconds', 'select private.add_missing_past_ranks()
     + private.add_missing_match_figures(10)', null),
  ('Clean up', interval '1 hour', 'select private.delete_old_attempts_and_runs() + private.delete_old_undos()
     + private.delete_old_groups() + private.delete_old_results() + private.delete_old_refusals()
     + private.erase_closed_accounts()', null),
  ('Sync live scores', interval '1 minute', null, 'sync-live-scores'),
  ('Send messages', interval '15 seconds', null, 'send-messages'),
  ('Send scheduled messages', '15 seconds', 'select private.send_scheduled_messages()', null),
  ('Delete old messages', interval '1 hour', 'select private.delete_old_messages()', null),
  ('Remind players', interval '1 minute', 'select private.send_reminders()', null),
  ('Announce match changes', interval '1 minute', 'select private.announce_match_changes()', null),
  ('Announce results', interval '1 minute', 'select private.announce_results()', null),
  ('Announce winners', interval '1 minute', 'select private.announce_winners()', null),
  ('Update records', interval '5 minutes', 'select private.update_records()', null),
  ('Settle divisions', interval '1 minute', 'select private.settle_divisions()', null),
  ('Settle the cup', interval '1 minute', 'select private.settle_cup()', null),
  ('Play last one standing', interval '1 minute', 'select private.play_last_standing()', null),
  ('Announce subscription changes', interval '1 minute', 'select private.announce_subscriptions()', null),
  ('Announce news', interval '1 minute', 'select private.announce_news()', null),
  ('Remind organisers', interval '1 minute', 'select private.remind_organisers()', null);

-- After this time an edge function's run counts as failed. The host ends functions after 150 seconds.
create function private.job_timeout() returns interval
language sql immutable set search_path = ''
as $$ select interval '5 minutes' $$;

-- Ends a run. A run without a failure or a detail leaves no row.
create function private.end_job_run(_run bigint, _job text, _has_failed boolean, _detail text,
                                    _facts jsonb default null) returns void
language sql security definer set search_path = ''
as $$
  update private.jobs set last_run_failed = _has_failed where name = _job;
  delete from private.job_runs where id = _run and not _has_failed and _detail is null;
  update private.job_runs set finished_at = clock_timestamp(), has_failed = _has_failed, detail = left(_detail, 500),
                              facts = _facts
   where id = _run;
$$;

-- Whether a scheduled edge function has anything to do, so that no function starts only to find nothing.
create function private.has_work(_edge_function text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if _edge_function = 'sync-live-scores' then
    return exists (select from private.secrets s where s.name = 'live_score_api_key');
  elsif _edge_function = 'send-messages' then
    -- Its first run makes the keys of push messages, without which no browser can subscribe.
    return not exists (select from private.secrets s where s.name = 'push_keys')
        or exists (select from (values ('email'), ('push')) c (channel)
                    where private.is_channel_open(c.channel, statement_timestamp())
                      and exists (select from private.messages m where m.channel = c.channel and private.is_due(m)))
        or exists (select from private.messages m
                    where m.state = 'waiting' and m.send_after <= statement_timestamp() and private.has_ended(m));
  end if;
  return true;
end $$;

-- Runs the query of the job that has been due longest, or claims its edge function for the caller, who then calls
-- `edge_function` with { "run": run }. Returns one row about the job, or none if no job is due. Only the changes of a
-- failing query are rolled back; it runs again at its next time. For hosts and pg_cron. _calls_functions: false if the
-- caller cannot call functions.
create function private.run_next_job(_calls_functions boolean default true)
returns table (job text, edge_function text, run bigint)
-- What a job changes does not refuse the undo of an admin's action (access/undo.sql).
language plpgsql security definer set search_path = '' set scoreline.recording_undo = 'jobs'
as $$
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
  perform private.end_job_run(r.id, r.job, true, 'The function did not report its result',
                              '{"kind": "no_result_reported"}')
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
end $$;

-- Runs every job that is due, each in its own transaction, for pg_cron. No search_path, because a procedure that sets
-- one cannot commit.
create procedure private.run_due_jobs() language plpgsql
as $$
declare
  base text := (select value from private.secrets where name = 'functions_url');
  key text := (select value from private.secrets where name = 'functions_key');
  ran record;
begin
  loop
    select * into ran from private.run_next_job(base is not null);
    exit when not found;
    commit;
    if ran.edge_function is not null then
      perform net.http_post(
        url := base || '/functions/v1/' || ran.edge_function,
        headers := jsonb_build_object('apikey', key, 'Authorization', 'Bearer ' || key,
                                      'Content-Type', 'application/json'),
        body := jsonb_build_object('run', ran.run), timeout_milliseconds := 150000);
      commit;
    end if;
  end loop;
end $$;

-- Lets pg_cron run the jobs every 5 seconds, or every minute where it does not support seconds. Called once on
-- Supabase, as the owner. _url: the project's address, _key: its service_role key; both may be null if no edge
-- function is scheduled.
create function private.schedule_with_pg_cron(_url text, _key text) returns void
language plpgsql set search_path = ''
as $$
begin
  create extension if not exists pg_cron with schema pg_catalog;
  if _url is not null then
    create extension if not exists pg_net with schema extensions;
  end if;
  delete from private.secrets where name in ('functions_url', 'functions_key');
  insert into private.secrets (name, value)
  select s.name, s.value from (values ('functions_url', rtrim(_url, '/')), ('functions_key', _key)) s (name, value)
    where _url is not null;
  begin
    perform cron.schedule('scoreline', '5 seconds', 'call private.run_due_jobs()');
  exception when invalid_parameter_value or invalid_text_representation or raise_exception or internal_error then
    perform cron.schedule('scoreline', '* * * * *', 'call private.run_due_jobs()');
  end;
  -- pg_cron adds a row to its history at each run and never deletes one.
  perform cron.schedule('scoreline history', '7 * * * *',
    $job$ delete from cron.job_run_details where end_time < now() - interval '1 day' $job$);
end $$;

-- True if this run of an edge function has not ended. The edge function calls this with its caller's key, so that only
-- the scheduler can start a run.
create function public.is_open_job_run(_run bigint) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from private.job_runs r where r.id = _run and r.finished_at is null) $$;
grant execute on function public.is_open_job_run(bigint) to service_role;

-- Records how an edge function's run ended. _detail is null if there was nothing to do. _facts: the same as facts
-- (foundation/sentences.sql). A run that has already ended does not change.
create function public.finish_job_run(_run bigint, _has_failed boolean, _detail text, _facts jsonb default null)
returns void
language sql security definer set search_path = ''
as $$
  select private.end_job_run(r.id, r.job, _has_failed, _detail, _facts) from private.job_runs r where r.id = _run
    and r.finished_at is null
$$;
grant execute on function public.finish_job_run(bigint, boolean, text, jsonb) to service_role;

-- The jobs: seconds between runs, the last run and its outcome, the next run. Admins only (SL003).
create function public.scheduled_jobs()
returns table (name text, every_seconds integer, is_running boolean, last_run_at timestamptz, last_run_failed boolean,
               next_run_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select j.name, extract(epoch from j.every)::integer,
      exists (select from private.job_runs r where r.job = j.name and r.finished_at is null),
      j.last_run_at, j.last_run_failed, j.next_run_at
    from private.jobs j order by j.name;
end $$;
grant execute on function public.scheduled_jobs() to authenticated, service_role;

-- The latest runs that changed something or failed, newest first, of one job or of all; at most 200. Admins only
-- (SL003).
create function public.scheduled_runs(_job text default null, _only_failed boolean default false,
                                      _limit integer default 50)
returns table (id bigint, job text, started_at timestamptz, finished_at timestamptz, has_failed boolean, detail text,
               facts jsonb)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select r.id, r.job, r.started_at, r.finished_at, r.has_failed, r.detail, r.facts from private.job_runs r
    where (_job is null or r.job = _job) and (r.has_failed or not _only_failed)
    order by r.id desc limit least(greatest(_limit, 1), 200);
end $$;
grant execute on function public.scheduled_runs(text, boolean, integer) to authenticated, service_role;

-- Makes a job due now and notifies hosts, which listen to the channel `jobs` (supabase/jobs.json). With pg_cron
-- no host listens, and the job runs at pg_cron's next run. Admins only (SL003), 50 in 5 minutes (SL004), audited.
-- Raises 22023 for an unknown job.
create function public.run_job_now(_name text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_admin_action('run_job_now');
  update private.jobs set next_run_at = clock_timestamp() where name = _name;
  if not found then
    raise exception 'There is no job %', _name using errcode = '22023';
  end if;
  perform private.write_audit('run_job_now', 'jobs', _name, null, null);
  perform pg_notify('jobs', '');
end $$;
grant execute on function public.run_job_now(text) to authenticated, service_role;

-- Deletes counted attempts that are older than every limit's window, and old runs; returns the number of rows.
create function private.delete_old_attempts_and_runs() returns bigint
language sql security definer set search_path = ''
as $$
  with attempts as (
    delete from private.attempts where attempted_at < clock_timestamp() - interval '1 day' returning 1
  ), runs as (
    delete from private.job_runs where finished_at < clock_timestamp() - interval '30 days' returning 1
  )
  select (select count(*) from attempts) + (select count(*) from runs)
$$;
