import { withoutAccents } from "../../ui/text/accents.ts";

/** How much of their trigrams two names share at least, as for the teams of an import (`preview_import`). */
const RESEMBLES = 0.4;

/** The team whose name is nearest to a new name that may be a slip, such as "Liverpol"; undefined if none resembles it. */
export function resemblingTeam(name: string, teams: readonly string[]): string | undefined {
  const typed = trigramsOf(name);
  let nearest: string | undefined;
  let best = RESEMBLES;
  for (const team of teams) {
    const similarity = similarityOf(typed, trigramsOf(team));
    if (similarity >= best && (nearest === undefined || similarity > best)) {
      nearest = team;
      best = similarity;
    }
  }
  return nearest;
}

/** The trigrams of each word with two spaces before and one after it, without case and accents, as pg_trgm counts them. */
function trigramsOf(name: string): Set<string> {
  const trigrams = new Set<string>();
  for (const word of withoutAccents(name.toLowerCase())
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)) {
    const padded = `  ${word} `;
    for (let start = 0; start + 3 <= padded.length; start += 1) trigrams.add(padded.slice(start, start + 3));
  }
  return trigrams;
}

/** The shared part of two sets, from 0 to 1. */
function similarityOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((trigram) => other.has(trigram)).length;
  return shared === 0 ? 0 : shared / (one.size + other.size - shared);
}
