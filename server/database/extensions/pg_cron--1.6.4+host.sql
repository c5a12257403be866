-- The tables and functions of github.com/citusdata/pg_cron. The host runs the jobs (server/extensions).

create schema cron;

create table cron.job (
  jobid bigserial primary key,
  schedule text not null,
  command text not null,
  nodename text not null default 'localhost',
  nodeport int not null default 5432,
  database text not null default current_database(),
  username text not null default current_user,
  active boolean not null default true,
  jobname text,
  unique (jobname, username)
);
alter table cron.job enable row level security;
create policy cron_job_policy on cron.job using (username = current_user);

create table cron.job_run_details (
  jobid bigint,
  runid bigserial primary key,
  job_pid int,
  database text,
  username text,
  command text,
  status text,
  return_message text,
  start_time timestamptz,
  end_time timestamptz
);
create index on cron.job_run_details (jobid, runid);
alter table cron.job_run_details enable row level security;
create policy cron_job_run_details_policy on cron.job_run_details using (username = current_user);

select pg_extension_config_dump('cron.job', '');
select pg_extension_config_dump('cron.job_jobid_seq', '');

create function cron.job_cache_invalidate() returns trigger language plpgsql as $$
begin
  notify host_jobs;
  return null;
end $$;
create trigger cron_job_cache_invalidate after insert or update or delete or truncate on cron.job
  for each statement execute function cron.job_cache_invalidate();

-- Five fields of numbers, names, ranges, lists and steps; seconds; or a name. The host refuses what it cannot read later on.
create function cron._expect_schedule(schedule text) returns void language plpgsql immutable as $$
begin
  if schedule !~* '^\s*(([0-9a-z*/,$-]+\s+){4}[0-9a-z*/,$-]+|([1-9]|[1-5][0-9]) seconds?|@(hourly|daily|midnight|weekly|monthly|yearly|annually))\s*$'
  then
    raise exception 'invalid schedule: %', schedule
      using hint = 'Use cron format (e.g. 5 4 * * *), or interval format ''[1-59] seconds''';
  end if;
end $$;

create function cron.schedule_in_database(job_name text, schedule text, command text, database text,
  username text default null, active boolean default true)
returns bigint language plpgsql as $$
#variable_conflict use_column
declare
  _id bigint;
begin
  perform cron._expect_schedule(schedule);
  if coalesce(username, current_user) <> current_user and not (select rolsuper from pg_roles where rolname = current_user) then
    raise exception insufficient_privilege using message = 'must be superuser to create a job for another role';
  elsif database <> current_database() then
    raise exception feature_not_supported using message = 'the host runs jobs in the database of its project only';
  end if;
  insert into cron.job as j (schedule, command, jobname, username, active)
  values (schedule_in_database.schedule, schedule_in_database.command, job_name,
          coalesce(schedule_in_database.username, current_user), schedule_in_database.active)
  on conflict (jobname, username) do update
    set schedule = excluded.schedule, command = excluded.command, active = excluded.active
  returning jobid into _id;
  return _id;
end $$;

create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as
  'select cron.schedule_in_database(job_name, schedule, command, current_database())';

create function cron.schedule(schedule text, command text) returns bigint language sql as
  'select cron.schedule_in_database(null, schedule, command, current_database())';

create function cron.unschedule(job_id bigint) returns bool language plpgsql as $$
begin
  delete from cron.job where jobid = job_id;
  if not found then
    raise exception 'could not find valid entry for job ''%''', job_id;
  end if;
  return true;
end $$;

create function cron.unschedule(job_name text) returns bool language plpgsql as $$
begin
  delete from cron.job where jobname = job_name and username = current_user;
  if not found then
    raise exception 'could not find valid entry for job ''%''', job_name;
  end if;
  return true;
end $$;

create function cron.alter_job(job_id bigint, schedule text default null, command text default null,
  database text default null, username text default null, active boolean default null)
returns void language plpgsql as $$
begin
  if schedule is not null then
    perform cron._expect_schedule(schedule);
  end if;
  if username <> current_user and not (select rolsuper from pg_roles where rolname = current_user) then
    raise exception insufficient_privilege using message = 'must be superuser to give a job to another role';
  end if;
  update cron.job as j
     set schedule = coalesce(alter_job.schedule, j.schedule), command = coalesce(alter_job.command, j.command),
         username = coalesce(alter_job.username, j.username), active = coalesce(alter_job.active, j.active)
   where jobid = job_id;
  if not found then
    raise exception 'Job % does not exist or you don''t own it', job_id;
  end if;
end $$;

revoke all on all functions in schema cron from public;
grant usage on schema cron to postgres with grant option;
grant all on all functions in schema cron to postgres with grant option;
-- A job runs as the role of its row.
grant select, delete on cron.job to postgres;
grant insert (schedule, command, jobname, active, username), update (schedule, command, jobname, active, username)
  on cron.job to postgres;
grant usage on sequence cron.job_jobid_seq to postgres;
grant select, delete on cron.job_run_details to postgres;
