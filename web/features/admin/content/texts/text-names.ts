import * as words from "#words/admin-content";
import type { TextKind } from "../../../../backend/types/notices.ts";

/** What the text is called. */
export function nameOf(kind: TextKind): string {
  return { terms: words.terms, privacy: words.privacy, prize_rules: words.prizeRules }[kind];
}
