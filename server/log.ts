/** The host's log: JSON lines on standard output, which never make the host wait for whoever reads them. */
import { type Logger, pino } from "pino";

/** Characters that wait for a slow reader; what comes beyond them is dropped. */
const WAITING_LIMIT = 1024 * 1024;
/** What still waits when the process ends has this long to be read. */
const FLUSH_TIMEOUT_MS = 500;

/** @param level pino's: trace, debug, info, warn, error, fatal or silent. */
export function openLog(level: string): Logger {
  let deadline = Number.POSITIVE_INFINITY;
  const lines = pino.destination({
    dest: 1,
    // A pipe holds 64 KB; a write that waits for its reader would keep every player waiting.
    sync: false,
    maxLength: WAITING_LIMIT,
    retryEAGAIN: () => performance.now() < deadline,
  });
  // Before pino's own, which would wait for the reader for ever.
  process.prependListener("exit", () => {
    deadline = performance.now() + FLUSH_TIMEOUT_MS;
    try {
      lines.flushSync();
    } catch {
      // Nobody reads: the lines are lost, the end is not.
    }
    lines.destroy();
  });
  return pino({ level }, lines);
}
