/**
 * Finds the most similar name for "Perhaps you meant …". Uses the algorithm of PostgREST's fuzzy set
 * (hackage.haskell.org/package/fuzzyset), so that the hints are the same: candidates share trigrams, else bigrams; the
 * one with the smallest edit distance wins.
 */

/** PostgREST's thresholds: for tables and functions, and for parameters and embedded resources. */
export const MIN_NAME_SIMILARITY = 0.75;
export const MIN_SIMILARITY = 0.33;

const MAX_CANDIDATES = 50;

/** Null if no name is at least `least` similar (0 to 1). Case is ignored. */
export function mostSimilar(name: string, known: readonly string[], least: number): string | null {
  return ranked(name, known, least)[0]?.name ?? null;
}

/** Like `mostSimilar`, but never the name itself. */
export function mostSimilarOther(name: string, known: readonly string[], least: number): string | null {
  return ranked(name, known, least).find(({ score }) => score < 1)?.name ?? null;
}

interface Ranked {
  name: string;
  score: number;
}

function ranked(name: string, known: readonly string[], least: number): Ranked[] {
  const key = name.toLowerCase();
  const same = known.find((candidate) => candidate.toLowerCase() === key);
  if (same !== undefined) return [{ name: same, score: 1 }];
  for (const size of [3, 2]) {
    const found = closest(key, known, size).filter(({ score }) => score >= least);
    if (found.length > 0) return found;
  }
  return [];
}

function closest(key: string, known: readonly string[], size: number): Ranked[] {
  const wanted = grams(key, size);
  return known
    .map((name) => ({ name, score: cosine(wanted, grams(name.toLowerCase(), size)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_CANDIDATES)
    .map(({ name }) => ({ name, score: similarity(key, name.toLowerCase()) }))
    .sort((a, b) => b.score - a.score);
}

function grams(text: string, size: number): Map<string, number> {
  const padded = `-${text.replace(/[^\p{L}\p{N} ,]/gu, "")}-`;
  const counts = new Map<string, number>();
  for (let at = 0; at + size <= padded.length; at++) {
    const gram = padded.slice(at, at + size);
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let dot = 0;
  for (const [gram, count] of a) dot += count * (b.get(gram) ?? 0);
  return dot === 0 ? 0 : dot / (norm(a) * norm(b));
}

function norm(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count * count;
  return Math.sqrt(sum);
}

/** 1 minus the edit distance relative to the longer text. */
function similarity(a: string, b: string): number {
  return 1 - distance(a, b) / Math.max(a.length, b.length, 1);
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
