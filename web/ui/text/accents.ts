/** The text with its letters without accents. Letters with strokes have none that Unicode could separate. */
export function withoutAccents(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}
