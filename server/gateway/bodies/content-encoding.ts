/**
 * The best of the offered encodings that a request accepts; "" for none. `header`: Accept-Encoding, whose weights range from
 * 0 (refused) to 1 (RFC 9110, 12.5.3). Among equal weights the first offered one is the best.
 */
export function acceptedEncoding(header: string | null | undefined, offered: readonly string[]): string {
  const weights = new Map<string, number>();
  for (const part of header?.split(",") ?? []) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const [best] = offered
    .filter((name) => weightOf(name) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one));
  return best ?? "";
}
