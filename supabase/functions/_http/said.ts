/** What a function says: its English, and the same as facts (supabase/schemas/foundation/sentences.sql) for the page's words. */
export interface Said {
  text: string;
  facts: object | null;
}

/** What was done, such as `{ kind: "scores", count: 2 }`, with its English; null for none. */
export type Done = { text: string; part: { kind: string; count: number } } | null;

export function done(kind: string, count: number, text: string): Done {
  return count === 0 ? null : { text, part: { kind, count } };
}

/** The parts that did something. */
export function partsOf(all: readonly Done[]): { text: string; done: object[] } {
  const parts = all.filter((part) => part !== null);
  return { text: parts.map(({ text }) => text).join(", "), done: parts.map(({ part }) => part) };
}
