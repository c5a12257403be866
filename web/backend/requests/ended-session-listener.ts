let refused: string | null = null;
let tell: ((authorization: string) => void) | undefined;

/**
 * Calls the listener, the only one, with the `Authorization` header of each request that was refused for its session, and now
 * with that of the last one.
 */
export function onEndedSession(listener: (authorization: string) => void): void {
  tell = listener;
  if (refused !== null) listener(refused);
}

export function tellEndedSession(authorization: string | null): void {
  if (authorization === null) return;
  refused = authorization;
  tell?.(authorization);
}
