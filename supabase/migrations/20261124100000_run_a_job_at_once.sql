-- "Run now" means now: hosts listen to the channel `jobs` (supabase/jobs.json) and ask for what is due when they hear of it.
-- Where pg_cron asks, nobody listens, and the next beat finds the job.
create or replace function public.run_job_now(_name text) returns void
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
