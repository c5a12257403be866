/** Tells a PostgreSQL server to stop. */
import { spawnSync } from "node:child_process";
import { findPrograms, type Programs, programPath } from "./programs.ts";
import type { RunAs } from "./run-as.ts";

/** PostgreSQL's ways to stop: with its clients, without a checkpoint, and not by itself. */
export type StopSignal = "SIGINT" | "SIGQUIT" | "SIGKILL";

interface Sender {
  platform?: NodeJS.Platform;
  /** The programs and the user of pg_ctl, which does not run as root. */
  programs?: Programs;
  runAs?: Pick<RunAs, "ids">;
}

/**
 * Sends a signal to a process of a server; nothing happens if it has ended. Windows has no signals: Node would end the postmaster
 * alone, and its other processes would keep the data folder. There each process of PostgreSQL listens on a pipe, to which pg_ctl
 * writes.
 */
export function signalServer(
  pid: number,
  name: StopSignal,
  { platform = process.platform, programs, runAs }: Sender = {},
): void {
  if (pid === 0) return; // this process's own group
  if (platform === "win32" && name !== "SIGKILL") {
    const pgCtl = programPath(programs ?? findPrograms(), "pg_ctl");
    spawnSync(pgCtl, ["kill", name.slice("SIG".length), String(pid)], {
      ...runAs?.ids,
      stdio: "ignore",
      windowsHide: true,
    });
    return;
  }
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}
