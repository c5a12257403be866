/** How long to wait, for an error message. */
export function waitText(seconds: number): string {
  return seconds <= 60 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
