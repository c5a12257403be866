/**
 * `12,345` or `1,234.5`, with two decimals at most. The same as Intl's English format, whose first use would take a
 * tenth of a second on a phone to load its language data.
 */
export function formatNumber(value: number): string {
  const [whole = "", fraction] = String(Math.round(value * 100) / 100).split(".");
  const groups = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}
