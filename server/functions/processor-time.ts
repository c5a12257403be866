import { readFileSync } from "node:fs";

/** The kernel's unit of time in /proc, 1/100 s on all processors that Node runs on (proc_pid_stat(5)). */
const TICK_MS = 10;

/**
 * Returns a function that tells the milliseconds of processor time since now: of one thread on Linux, where `task` is its
 * "PID/task/TID". Elsewhere Node tells only the time of the whole process, and `task` is null.
 */
export function processorTime(task: string | null): () => number {
  const read = task === null ? ofProcess : () => ofThread(task);
  const before = read();
  return () => read() - before;
}

function ofProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** 0 for a thread that has ended. */
function ofThread(task: string): number {
  try {
    const stat = readFileSync(`/proc/${task}/stat`, "latin1");
    // The name in parentheses may contain spaces. utime and stime are the fields 14 and 15, the first after it is 3.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}
