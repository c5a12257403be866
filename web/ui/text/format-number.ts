/**
 * `12,345` or `1,234.5`, two decimals at most. As Intl writes English, without the language tables that it reads at its
 * first use: a tenth of a second of a phone's time, on every page that counts something.
 */
export function formatNumber(value: number): string {
  const [whole = "", fraction] = String(Math.round(value * 100) / 100).split(".");
  const groups = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}
