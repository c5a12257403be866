/** A part of an address without its escapes; unchanged if somebody typed a bare "%". */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
