-- Scheduled work: what is done again and again, in one list. Whoever asks first runs what is due: a host, several hosts
-- over one database, or pg_cron. A job is claimed by its row's lock, so that no beat runs twice, and a beat that nobody
-- was there for is caught up once.

create table private.jobs (
  name text primary key,
  every interval not null constraint jobs_rest_between_runs check (every >= interval '1 second'),
  -- One of the two. A query answers how much it did; an edge function tells it by finish_job_run.
  query text,
  edge_function text,
  next_run_at timestamptz not null default clock_timestamp(),
  last_run_at timestamptz,
  -- Null until the first run ends.
  last_run_failed boolean,
  constraint a_job_is_a_query_or_an_edge_function check (num_nonnulls(query, edge_function) = 1)
);

-- Runs worth reading about: those that did something, failed, or have not ended. Most beats find nothing to do.
create table private.job_runs (
  id bigint generated always as identity primary key,
  job text not null references private.jobs (name) on update cascade on delete cascade,
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  has_failed boolean not null default false,
  detail text
);
create index job_runs_newest on private.job_runs (job, id desc);
create unique index a_job_has_one_open_run on private.job_runs (job) where finished_at is null;

-- How long an edge function may take before its run is given up as failed; the host ends them after 150 seconds.
create function private.job_patience() returns interval
language sql immutable set search_path = ''
as $$ select interval '5 minutes' $$;

-- Ends a run: what it did goes on the list, nothing done leaves no line.
create function private.end_run(_run bigint, _job text, _has_failed boolean, _detail text) returns void
language sql security definer set search_path = ''
as $$
  update private.jobs set last_run_failed = _has_failed where name = _job;
  delete from private.job_runs where id = _run and not _has_failed and _detail is null;
  update private.job_runs set finished_at = clock_timestamp(), has_failed = _has_failed, detail = left(_detail, 500)
   where id = _run;
$$;

-- Runs the query of the job that has been due longest, or claims its edge function for whoever asks; one row about it, no
-- row when nothing is due. `edge_function` is to be called with { "run": run }. A query that fails is undone alone, and is
-- tried again at its next beat. For the host and pg_cron. `_calls_functions`: false where functions cannot be called.
create function private.run_next_job(_calls_functions boolean default true)
returns table (job text, edge_function text, run bigint)
language plpgsql security definer set search_path = ''
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
          and r.started_at > clock_timestamp() - private.job_patience())))
   order by j.next_run_at limit 1 for update skip locked;
  if not found then
    return;
  end if;
  job := due.name;
  edge_function := due.edge_function;
  update private.jobs set last_run_at = clock_timestamp(), next_run_at = due.next_run_at
      + due.every * ceil(extract(epoch from clock_timestamp() - due.next_run_at + interval '1 microsecond') / extract(epoch from due.every))
   where name = due.name;
  perform private.end_run(r.id, r.job, true, 'It did not tell how it ended')
     from private.job_runs r where r.job = due.name and r.finished_at is null;
  insert into private.job_runs (job) values (due.name) returning id into run;
  if due.query is not null then
    begin
      execute due.query into done;
    exception when others then
      failure := format('%s (%s)', sqlerrm, sqlstate);
    end;
    perform private.end_run(run, due.name, failure is not null, coalesce(failure, nullif(done, 0)::text));
  end if;
  return next;
end $$;

-- All that is due, one transaction each. For pg_cron; no search_path is set because a procedure that sets one may not commit.
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
        headers := jsonb_build_object('apikey', key, 'Authorization', 'Bearer ' || key, 'Content-Type', 'application/json'),
        body := jsonb_build_object('run', ran.run), timeout_milliseconds := 150000);
      commit;
    end if;
  end loop;
end $$;

-- Makes pg_cron the one that asks, every 5 seconds (every minute where it knows no seconds). On Supabase, once, as the
-- owner: _url is the project's address, _key its service_role key; both may be null where no edge function is scheduled.
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
  select s.name, s.value from (values ('functions_url', rtrim(_url, '/')), ('functions_key', _key)) s (name, value) where _url is not null;
  begin
    perform cron.schedule('scoreline', '5 seconds', 'call private.run_due_jobs()');
  exception when invalid_parameter_value or invalid_text_representation or raise_exception or internal_error then
    perform cron.schedule('scoreline', '* * * * *', 'call private.run_due_jobs()');
  end;
  -- pg_cron never forgets a run by itself, and every beat is one.
  perform cron.schedule('scoreline history', '7 * * * *',
    $job$ delete from cron.job_run_details where end_time < now() - interval '1 day' $job$);
end $$;

-- Whether this run of an edge function is open. Asked by the function in its caller's name, so that nobody but the
-- scheduler can start one.
create function public.is_open_job_run(_run bigint) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from private.job_runs r where r.id = _run and r.finished_at is null) $$;
grant execute on function public.is_open_job_run(bigint) to service_role;

-- How a run of an edge function ended; `_detail` is null when there was nothing to do. A run that was given up is left as it is.
create function public.finish_job_run(_run bigint, _has_failed boolean, _detail text) returns void
language sql security definer set search_path = ''
as $$
  select private.end_run(r.id, r.job, _has_failed, _detail) from private.job_runs r where r.id = _run and r.finished_at is null
$$;
grant execute on function public.finish_job_run(bigint, boolean, text) to service_role;

-- The list of jobs, for admins (SL003): seconds between runs, the last run and how it ended, the next.
create function public.scheduled_jobs()
returns table (name text, every_seconds integer, is_running boolean, last_run_at timestamptz, last_run_failed boolean, next_run_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.only_admins();
  return query select j.name, extract(epoch from j.every)::integer,
      exists (select from private.job_runs r where r.job = j.name and r.finished_at is null),
      j.last_run_at, j.last_run_failed, j.next_run_at
    from private.jobs j order by j.name;
end $$;
grant execute on function public.scheduled_jobs() to authenticated, service_role;

-- The latest runs that did something or failed, newest first, of one job or of all; at most 200. For admins (SL003).
create function public.scheduled_runs(_job text default null, _only_failed boolean default false, _limit integer default 50)
returns table (id bigint, job text, started_at timestamptz, finished_at timestamptz, has_failed boolean, detail text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.only_admins();
  return query select r.id, r.job, r.started_at, r.finished_at, r.has_failed, r.detail from private.job_runs r
    where (_job is null or r.job = _job) and (r.has_failed or not _only_failed)
    order by r.id desc limit least(greatest(_limit, 1), 200);
end $$;
grant execute on function public.scheduled_runs(text, boolean, integer) to authenticated, service_role;

-- Makes a job due now, so that the next one who asks runs it. Admins only (SL003), 50 in 5 minutes (SL004), audited.
-- Raises 22023 for a job that is not on the list.
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
end $$;
grant execute on function public.run_job_now(text) to authenticated, service_role;

-- Subscriptions whose end has passed are marked as expired, and leave the tables where they alone held a place; returns how many.
create function private.expire_subscriptions() returns integer
language sql security definer set search_path = ''
as $$
  with ended as (
    update public.subscriptions set status = 'expired' where status = 'active' and expires_at <= clock_timestamp() returning 1
  )
  select count(*)::integer from ended
$$;

-- Forgets counted attempts that no limit looks back to any more, and old runs; returns how many rows.
create function private.clean_up() returns bigint
language sql security definer set search_path = ''
as $$
  with attempts as (
    delete from private.attempts where attempted_at < clock_timestamp() - interval '1 day' returning 1
  ), runs as (
    delete from private.job_runs where finished_at < clock_timestamp() - interval '30 days' returning 1
  )
  select (select count(*) from attempts) + (select count(*) from runs)
$$;

-- Match figures are worked out before anybody looks at a chart: after everything was recalculated, the first look took 3 s in
-- a club of 5,000. 40 matches at a time, so that nobody waits long for the totals' lock.
insert into private.jobs (name, every, query) values
  ('Start due matches', interval '15 seconds', 'select public.start_due_matches()'),
  ('Expire subscriptions', interval '1 minute', 'select private.expire_subscriptions()'),
  ('Work out match figures', interval '15 seconds', 'select private.complete_match_figures(40)'),
  ('Clean up', interval '1 hour', 'select private.clean_up()');
