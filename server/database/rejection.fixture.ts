/** What the promise is rejected with; null if it is fulfilled. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error) => error,
  );
