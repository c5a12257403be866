/** The host cannot start for a reason that its owner can fix. The message says in one line what to do. */
export class StartError extends Error {
  override readonly name = "StartError";
}
