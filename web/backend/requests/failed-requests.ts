/** The number of the latest request that the server failed to serve. Its log has the cause under the same number. */

/** For this time an error on the screen is taken to be about that request. */
const RECENT_MS = 10_000;

let latest: { id: string; at: number } | null = null;

/** Remembers a response with a status of 500 or more. Returns the response. */
export function noteFailure(answer: Response): Response {
  const id = answer.status >= 500 ? answer.headers.get("x-request-id") : null;
  if (id) latest = { id, at: performance.now() };
  return answer;
}

/** The number in two groups, which are easier to dictate; null if no request has just failed. */
export function failedRequest(): string | null {
  if (latest === null || performance.now() - latest.at > RECENT_MS) return null;
  return latest.id.replace(/^(....)(?=....$)/, "$1-");
}
