/** For tests of messages: a club without quiet hours, and a way to let time pass for its queue. */
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Host } from "./host.ts";

/** The pause between two requests for a job, for a check that repeats them. */
export const WORK_MS = 200;

/** Only for tests: makes waiting messages due, releases claims, and shows the state of a message. */
export const helpers = `
  create function public.hurry() returns void language sql security definer set search_path = '' as $$
    update private.messages set send_after = clock_timestamp() where state = 'waiting';
    update private.paused_channels set paused_until = clock_timestamp();
    update private.match_changes set changed_at = changed_at - interval '10 minutes';
    update private.job_runs set started_at = started_at - interval '1 hour' where finished_at is null;
  $$;
  grant execute on function public.hurry() to service_role;
  create function public.message_states(_title text) returns table (state text, last_error text)
  language sql stable security definer set search_path = '' as $$
    select m.state, m.last_error from private.messages m where m.title = _title and m.channel <> 'in_app'
  $$;
  grant execute on function public.message_states(text) to service_role;
  create function public.messages_waiting() returns integer language sql stable security definer set search_path = '' as $$
    select count(*)::integer from private.messages m where m.state = 'waiting'
  $$;
  grant execute on function public.messages_waiting() to service_role;`;

/** An untyped client, because the generated types lack the test helpers. */
const untyped = ({ secret }: Host): SupabaseClient => secret;

/** Ends leases, waits between attempts, and the delay before a moved match is announced. */
export async function letTimePass(host: Host): Promise<void> {
  const { error } = await untyped(host).rpc("hurry");
  if (error) throw error;
}

export async function statesOf(
  host: Host,
  title: string,
): Promise<{ state: string; last_error: string | null }[]> {
  const { data, error } = await untyped(host).rpc("message_states", { _title: title });
  if (error) throw error;
  return data;
}

export async function waiting(host: Host): Promise<number> {
  const { data, error } = await untyped(host).rpc("messages_waiting");
  if (error) throw error;
  return data;
}

/** Makes a job due and notifies the host. */
export async function runJob(host: Host, job: string): Promise<void> {
  const { error } = await host.secret.rpc("run_job_now", { _name: job });
  if (error) throw error;
}

export async function neverQuiet(host: Host): Promise<void> {
  const setting = { setting_key: "quiet_hours", setting_value: "00:00-00:00" };
  const { error } = await host.secret.from("admin_settings").insert(setting);
  if (error) throw error;
}
