/** The host's log: JSON lines on standard output, written without blocking the host. */
import { type Logger, pino } from "pino";
import { isClientAbort } from "./gateway/bodies/body.ts";

/** The buffer for a slow reader, in characters. Further lines are dropped. */
const WAITING_LIMIT = 1024 * 1024;
/** How long buffered lines are flushed when the process ends. */
const FLUSH_TIMEOUT_MS = 500;

/** pino's. */
export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export function isLogLevel(text: string | undefined): text is LogLevel {
  return LOG_LEVELS.some((level) => level === text);
}

/**
 * Logs a failure, as LogError: a client that closed its connection is information without a stack, everything else an error of the
 * host. What the host refuses, its services never pass here.
 */
export function logFailure(log: Logger, event: string, error: unknown, request?: string): void {
  if (isClientAbort(error)) log.info({ request }, `${event}: the client disconnected`);
  else log.error({ err: error, request }, event);
}

export function openLog(level: LogLevel): Logger {
  let deadline = Number.POSITIVE_INFINITY;
  const lines = pino.destination({
    dest: 1,
    // A pipe holds 64 KB, and a blocking write would delay every request.
    sync: false,
    maxLength: WAITING_LIMIT,
    retryEAGAIN: () => performance.now() < deadline,
  });
  // Runs before pino's own handler, which would wait for the reader forever.
  process.prependListener("exit", () => {
    deadline = performance.now() + FLUSH_TIMEOUT_MS;
    try {
      lines.flushSync();
    } catch {
      // Without a reader the lines are lost, but the process still ends.
    }
    lines.destroy();
  });
  return pino({ level }, lines);
}
