/**
 * Loaded into a measured process: on SIGUSR2 it writes the longest delay of the event loop since the last signal, in
 * milliseconds, to the file LOOP_DELAY.
 */
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const { LOOP_DELAY: file } = process.env;
if (isMainThread && file) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on("SIGUSR2", () => {
    writeFileSync(file, String(delay.max / 1e6));
    delay.reset();
  });
}
