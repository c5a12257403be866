/**
 * What the server says to people, as facts { kind, arguments } (supabase/schemas/foundation/sentences.sql), in the language of the page.
 * Each part of the page has the table of the kinds that it shows.
 */
import { RequestError } from "../connection/response.ts";

export type Sentences = Readonly<Record<string, string | ((facts: never) => string)>>;

/** The sentence of facts; null without facts, and for a kind that the table does not have. */
export function sentenceOf(sentences: Sentences, facts: unknown): string | null {
  const kind: unknown = typeof facts === "object" && facts !== null ? Reflect.get(facts, "kind") : null;
  if (typeof kind !== "string" || !Object.hasOwn(sentences, kind)) return null;
  const said = sentences[kind];
  return typeof said === "function" ? said(facts as never) : (said ?? null);
}

/** The sentences of what the database returned, each in English if this build does not know its kind. */
export function sentencesOf(sentences: Sentences, rows: readonly { text: string }[]): string[] {
  return rows.map((facts) => sentenceOf(sentences, facts) ?? facts.text);
}

/** The facts of a refusal, which are the details of the error; null for other errors. */
export function factsOf(error: unknown): unknown {
  if (!(error instanceof RequestError) || !error.details.startsWith("{")) return null;
  try {
    return JSON.parse(error.details);
  } catch {
    return null;
  }
}
