import type { MatchRow } from "../../../backend/types/rows.ts";
import { stateOf } from "../match-state.ts";
import { complete, type PredictionState } from "../saving/prediction-state.ts";

/**
 * What became of the prediction of a match: the server has it, only this device has it, it is still to be made, or the match has
 * locked without it.
 */
export type PickState = "saved" | "kept" | "to-go" | "missed";

interface Picks {
  /** The matches whose prediction the server has. */
  predictions: Pick<ReadonlyMap<string, unknown>, "has">;
  /** The matches whose prediction only this device has. */
  unsaved: Pick<ReadonlyMap<string, unknown>, "has">;
}

export function pickState(
  match: Pick<MatchRow, "id" | "status" | "locks_at" | "league" | "kickoff_at" | "kickoff_confirmed">,
  { predictions, unsaved }: Picks,
  now: number,
): PickState {
  const isOpen = stateOf(match, now) === "open";
  if (isOpen && unsaved.has(match.id)) return "kept";
  if (predictions.has(match.id)) return "saved";
  return isOpen ? "to-go" : "missed";
}

/** Where the player is in the round. */
export interface Place {
  /** The ids of the matches that are shown one after the other. */
  deck: readonly string[];
  /** The number of the shown match in the deck, from 0; null for the list at the end. */
  at: number | null;
}

/** The matches of the round that the server has no prediction of, from the first without any. The list if there is none. */
export function firstPlace(round: readonly string[], picks: Picks): Place {
  const deck = round.filter((id) => !picks.predictions.has(id));
  const first = deck.findIndex((id) => !picks.unsaved.has(id));
  return { deck, at: first === -1 ? null : first };
}

/** The same deck at another number. The list is behind the last match, and nothing is before the first. */
export function placeAt({ deck }: Place, at: number): Place {
  return { deck, at: at >= deck.length ? null : Math.max(0, at) };
}

/** The place of a match of the list. The deck becomes the whole round if it has only a part of it without this match. */
export function placeOf({ deck }: Place, round: readonly string[], id: string): Place {
  const shown = deck.includes(id) ? deck : round;
  return { deck: shown, at: shown.indexOf(id) };
}

/** What the large button does. `next` needs no answer of the server. */
export type Action = "skip" | "save" | "saving" | "next" | "retry" | "sign-in";

export function actionOf({ draft, phase }: PredictionState): Action {
  switch (phase.kind) {
    case "waiting":
      return "save";
    case "saving":
      return "saving";
    case "failed":
      return phase.why === "connection" ? "next" : phase.why === "session" ? "sign-in" : "retry";
    case "resting":
      return complete(draft) ? "next" : "skip";
    default:
      return "skip";
  }
}
