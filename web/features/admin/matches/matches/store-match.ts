import type { QueryClient } from "@tanstack/react-query";
import { codeOf } from "../../../../backend/connection/error-kinds.ts";
import { type Edit, EditNotSaved, saveEdit } from "../../../../backend/edits/save-edit.ts";
import type { MatchPair, MatchPreview } from "../../../../backend/types/import-rows.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { duplicates } from "../../shared/duplicates/duplicate-queries.ts";
import {
  type Answer,
  addMatch,
  changeMatch,
  loadMatch,
  loadPreview,
  openedMatch,
} from "./match-mutations.ts";
import { type MatchFields, matchEditFields } from "./match-rules.ts";
import type { OneOrTwo } from "./one-match-question.tsx";

/** What the form opens after it was saved: a match that the club had already, or two that are to be merged. */
export type Next = { kind: "edit"; match: MatchRow } | { kind: "merge"; pair: MatchPair } | null;

interface Storing extends Pick<Edit<MatchFields, unknown, void>, "ask"> {
  queries: QueryClient;
  requestKey: string;
  onTheirs: () => void;
  askOne: (fields: MatchFields, resembling: MatchPreview["resembling"]) => Promise<OneOrTwo>;
  /** Called instead of saving, if the club has the match already. */
  onNext: (next: NonNullable<Next>) => void;
}

/** The refusal of a match that may be one of the club's: another organiser has added it since the question. */
const MAY_BE_ONE = "SL024";

/** Each round needs another match by somebody else. */
const maxRounds = 5;

/**
 * Adds a match, or changes `match` without replacing what somebody else has saved since it was opened. Asks first whether it
 * is one that the club has. Throws EditNotSaved if nothing was saved.
 */
export async function storeMatch(next: MatchFields, match: MatchRow | null, storing: Storing): Promise<Next> {
  let answer: Answer = { asked: [], areTwo: true };
  for (let round = 1; ; round += 1) {
    const { resembling } = await loadPreview(next, match?.id ?? null);
    const ids = resembling.map((row) => row.match.id);
    if (ids.some((id) => !answer.asked.includes(id))) {
      const choice = await storing.askOne(next, resembling);
      const [first] = ids;
      if (choice === null || first === undefined) throw new EditNotSaved();
      if (choice === "one" && match === null) {
        storing.onNext({ kind: "edit", match: await loadMatch(first) });
        throw new EditNotSaved();
      }
      answer = { asked: ids, areTwo: choice === "two" };
    }
    try {
      await save(next, match, answer, storing);
      return match === null || answer.areTwo ? null : await pairOf(match.id, answer.asked, storing.queries);
    } catch (error) {
      if (codeOf(error) !== MAY_BE_ONE || round === maxRounds) throw error;
    }
  }
}

function save(
  next: MatchFields,
  match: MatchRow | null,
  answer: Answer,
  { ask, onTheirs, requestKey }: Storing,
): Promise<void> {
  if (match === null) return addMatch(next, answer, requestKey);
  return saveEdit({
    opened: openedMatch(match),
    mine: next,
    fields: matchEditFields,
    save: (values, seen) => changeMatch(match, values, seen, answer),
    load: async () => openedMatch(await loadMatch(match.id)),
    ask,
    onTheirs,
  });
}

/** The pair of this match and one of the others as Health lists it; null if it cannot be loaded. */
async function pairOf(id: string, others: readonly string[], queries: QueryClient): Promise<Next> {
  const found = await queries.fetchQuery({ ...duplicates, staleTime: 0 }).catch(() => null);
  const pair = found?.matches.find(
    ({ keep, remove }) =>
      (keep.id === id && others.includes(remove.id)) || (remove.id === id && others.includes(keep.id)),
  );
  return pair ? { kind: "merge", pair } : null;
}
