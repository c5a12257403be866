let tell: ((authorization: string) => void) | undefined;

/** Calls the listener, the only one, with the `Authorization` header of a request that was refused for its session. */
export function onEndedSession(listener: (authorization: string) => void): void {
  tell = listener;
}

export function tellEndedSession(authorization: string | null): void {
  if (authorization !== null) tell?.(authorization);
}
