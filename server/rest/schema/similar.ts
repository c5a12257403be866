/** The nearest known name, for "Perhaps you meant …". PostgREST uses a fuzzy set of trigrams; this is the same idea. */

/** Null when nothing is at least `least` similar (0 to 1) or the name itself is known. */
export function mostSimilar(name: string, known: readonly string[], least = 0.5): string | null {
  let best: { name: string; score: number } | null = null;
  for (const candidate of known) {
    const score = similarity(name, candidate);
    if (score >= least && score < 1 && score > (best?.score ?? 0)) best = { name: candidate, score };
  }
  return best?.name ?? null;
}

/** Cosine of the two names' gram counts, as in the library that PostgREST takes. */
export function similarity(a: string, b: string): number {
  const left = grams(a.toLowerCase());
  const right = grams(b.toLowerCase());
  let dot = 0;
  for (const [gram, count] of left) dot += count * (right.get(gram) ?? 0);
  return dot / (norm(left) * norm(right));
}

function grams(text: string): Map<string, number> {
  const padded = `-${text}-`;
  const counts = new Map<string, number>();
  for (let at = 0; at + 2 <= padded.length; at++) {
    const gram = padded.slice(at, at + 2);
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function norm(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count * count;
  return Math.sqrt(sum);
}
