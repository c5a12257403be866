/** Decodes a part of an address. Returns it unchanged if its escapes are not valid, such as a bare "%". */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
