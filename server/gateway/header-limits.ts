/**
 * The longest value of a response header that repeats a part of the request. Node's fetch (undici) refuses a response
 * whose headers have more than 16 KiB together, and nginx one of more than 4 or 8 KiB.
 */
export const MAX_ECHO = 2048;

/** True if a value from the request is short enough for a response header. Pass it as it is sent, percent-encoded. */
export function fitsHeader(value: string): boolean {
  return Buffer.byteLength(value) <= MAX_ECHO;
}
