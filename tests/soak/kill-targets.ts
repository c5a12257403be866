/** What a soak kills: processes of a host, chosen at the moment of the kill. */
import type { Club } from "./club.ts";
import { type Process, signal, tree } from "./processes.ts";
import type { Random } from "./random.ts";

export const TARGETS = [
  "host",
  "postmaster",
  "backend",
  "guard",
  "host and postmaster",
  "everything",
] as const;
export type Target = (typeof TARGETS)[number];

/**
 * Kills the target with SIGKILL. Returns what was killed: the host instead of a process of PostgreSQL that does not exist
 * yet, or "nothing" when the host has ended.
 */
export function killTarget(target: Target, host: number, club: Club, random: Random): Target | "nothing" {
  const processes = tree(host);
  if (processes.length === 0) return "nothing";
  const postmaster = processes.find(({ pid, program }) => program === "postgres" && pid === club.lock?.pid);
  const killed = postmaster || target === "everything" ? target : "host";
  const backends = processes.filter(({ parent }) => parent === postmaster?.pid);
  const victims: Readonly<Record<Target, readonly (Process | undefined)[]>> = {
    host: [processes[0]],
    postmaster: [postmaster],
    backend: backends.length > 0 ? [random.pick(backends as [Process, ...Process[]])] : [],
    guard: [processes.find(({ pid }) => pid === postmaster?.parent)],
    "host and postmaster": [processes[0], postmaster],
    everything: processes,
  };
  for (const victim of victims[killed]) if (victim) signal(victim.pid, "SIGKILL");
  return killed;
}

/** True when the host's own process is among the target. */
export function includesHost(killed: Target | "nothing"): boolean {
  return killed === "host" || killed === "host and postmaster" || killed === "everything";
}
