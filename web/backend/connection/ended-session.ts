/** The codes of refusals because the caller's session has ended: of the database, the auth service and edge functions. */
const endedCodes: readonly unknown[] = ["SL012", "session_not_found", "session_expired"];

let tell: ((authorization: string) => void) | undefined;

/** Calls the listener, the only one, with the `Authorization` header of a request that was refused for its session. */
export function onEndedSession(listener: (authorization: string) => void): void {
  tell = listener;
}

/** Notes the answer of a service to a request with this `Authorization` header. Leaves the body unread. */
export function noteEndedSession(answer: Response, authorization: string | null): void {
  if (authorization === null || answer.status < 400 || answer.status >= 500) return;
  void answer
    .clone()
    .json()
    .then(({ code, error_code }: { code?: unknown; error_code?: unknown }) => {
      if (endedCodes.includes(code) || endedCodes.includes(error_code)) tell?.(authorization);
    })
    .catch(() => undefined);
}
