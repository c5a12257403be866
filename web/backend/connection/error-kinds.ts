/** What kind of error it is, which every page needs. `error-messages.ts` has the words, which load after the first page. */

interface Described {
  code: string;
  message: string;
  status: number | null;
}

/** The host's answer when it has more requests than it can serve. */
export const BUSY = "53300";

/** What the database refuses by a rule of the club, or because of the caller's role. */
const isRefusal = /^SL\d{3}$|^42501$/;

/** Whether a retry may succeed: the network or the server failed, not the request. */
export function isTransient(error: unknown): boolean {
  const { code, status } = describe(error);
  if (isRefusal.test(code)) return false;
  return status === null || status === 0 || status === 408 || status >= 500;
}

/** The milliseconds before another try. A busy server asks for two to five seconds, so that not all come back at once. */
export function retryDelayMs(failures: number, error: unknown): number {
  return codeOf(error) === BUSY ? 2000 + 3000 * Math.random() : 400 * 2 ** failures;
}

/** The seconds to wait that a rate limit names; null for other errors. */
export function waitIn(error: unknown): number | null {
  const { message, status } = describe(error);
  if (status !== 429) return null;
  const seconds = /(\d+) seconds?/.exec(message)?.[1];
  return seconds ? Number(seconds) : null;
}

/** The error's stable code: a SQLSTATE, a PGRST code or an auth error code; empty when it has none. */
export function codeOf(error: unknown): string {
  return describe(error).code;
}

/** The parts of an error that decide its message. */
export function describe(error: unknown): Described {
  if (typeof error !== "object" || error === null) return { code: "", message: String(error), status: null };
  const text = (field: string) => {
    const value: unknown = Reflect.get(error, field);
    return typeof value === "string" ? value : "";
  };
  const status: unknown = Reflect.get(error, "status");
  return {
    code: text("code"),
    message: text("message"),
    status: typeof status === "number" ? status : null,
  };
}
