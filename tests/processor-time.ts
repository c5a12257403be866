/** The processor time of a process, which other programs on the machine do not change. Linux only. */
import { readFileSync } from "node:fs";

/** What the process and its threads have used, in hundredths of a second. */
export function processorTicks(pid: number): number {
  // The name is in parentheses and may contain spaces; user and system time are the 14th and 15th field.
  const [, user, system] =
    /^.*\)(?: \S+){11} (\d+) (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
  return Number(user) + Number(system);
}
