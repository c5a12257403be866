/** The host cannot start, for a reason that its owner can mend: the message says what to do, on one line. */
export class StartError extends Error {
  override readonly name = "StartError";
}
