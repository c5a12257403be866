/** The store did not respond in time; whether it did what was asked is unknown. */
export class StoreTimeoutError extends Error {
  override readonly name = "StoreTimeoutError";
  constructor() {
    super("the object store did not respond in time");
  }
}
