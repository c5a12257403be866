/** What a soak kills: processes of a host, chosen when the time has come. */
import type { Club } from "./club.ts";
import { postgresIn, signal, tree } from "./processes.ts";

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
 * Kills the target with SIGKILL. Returns what was killed: the host while the target does not exist yet (a start has no
 * postmaster at first), or "nothing" when the host has ended.
 */
export function killTarget(target: Target, host: number, club: Club): Target | "nothing" {
  const processes = tree(host);
  const postmaster = processes.find(({ pid, program }) => program === "postgres" && pid === club.lock?.pid);
  const killed = postmaster ? target : target === "everything" ? target : "host";
  if (processes.length === 0) return "nothing";
  for (const pid of pidsOf(killed)) signal(pid, "SIGKILL");
  return killed;

  function pidsOf(chosen: Target): number[] {
    if (chosen === "host" || !postmaster)
      return chosen === "everything" ? processes.map(({ pid }) => pid) : [host];
    const backends = postgresIn(club.dataDir).filter(({ parent }) => parent === postmaster.pid);
    switch (chosen) {
      case "postmaster":
        return [postmaster.pid];
      case "backend":
        return backends.slice(-1).map(({ pid }) => pid);
      case "guard":
        return [postmaster.parent];
      case "host and postmaster":
        return [host, postmaster.pid];
      case "everything":
        return processes.map(({ pid }) => pid);
    }
  }
}

/** True when the host's own process is among the target. */
export function includesHost(killed: Target | "nothing"): boolean {
  return killed === "host" || killed === "host and postmaster" || killed === "everything";
}
