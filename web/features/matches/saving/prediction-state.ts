import type { Scoreline } from "../../../football/rules/points.ts";

/** The scores in the two fields; null is an empty field. */
export interface Draft {
  home: number | null;
  away: number | null;
}

/** A prediction as the database stores it, with the server's time of saving. */
export interface SavedPrediction extends Scoreline {
  savedAt: string;
}

/** Why a save failed and may succeed later. */
export type FailedBecause = "connection" | "session" | "server";

export type Phase =
  | { kind: "resting" }
  /** Complete and different from what is saved. Sent when the player stops changing it. */
  | { kind: "waiting" }
  | { kind: "saving"; sent: Scoreline }
  /** The network, the server or the session failed. The values stay and are sent again. */
  | { kind: "failed"; why: FailedBecause }
  /** The server refused it. A retry would be refused too. */
  | { kind: "refused"; reason: string }
  /** The field holds something that is not a score. */
  | { kind: "invalid"; problem: string };

export interface PredictionState {
  draft: Draft;
  saved: SavedPrediction | null;
  phase: Phase;
}

export type PredictionEvent =
  | { kind: "edited"; draft: Draft }
  | { kind: "mistyped"; problem: string }
  | { kind: "sent" }
  | { kind: "saved"; prediction: SavedPrediction }
  | { kind: "failed"; why: FailedBecause }
  | { kind: "refused"; reason: string }
  /** A prediction that an earlier visit could not save. */
  | { kind: "resumed"; prediction: Scoreline }
  /** Another device saved later. */
  | { kind: "overtaken"; prediction: SavedPrediction | null }
  /** The prediction as read again from the server, e.g. changed on another device. */
  | { kind: "read"; prediction: SavedPrediction | null };

export function startOf(saved: SavedPrediction | null): PredictionState {
  return {
    draft: { home: saved?.home ?? null, away: saved?.away ?? null },
    saved,
    phase: { kind: "resting" },
  };
}

/** The card's next state. A pure function: `PredictionSaver` decides when to send. */
export function next(state: PredictionState, event: PredictionEvent): PredictionState {
  switch (event.kind) {
    case "edited":
      if (state.phase.kind === "saving") return { ...state, draft: event.draft };
      return { ...state, draft: event.draft, phase: phaseFor(event.draft, state.saved) };
    case "mistyped":
      return { ...state, phase: { kind: "invalid", problem: event.problem } };
    case "sent": {
      const sent = complete(state.draft);
      return sent ? { ...state, phase: { kind: "saving", sent } } : state;
    }
    case "saved":
      return {
        ...state,
        saved: event.prediction,
        phase: unlessInvalid(state, phaseFor(state.draft, event.prediction)),
      };
    case "failed":
      return { ...state, phase: unlessInvalid(state, { kind: "failed", why: event.why }) };
    case "refused":
      return { ...startOf(state.saved), phase: { kind: "refused", reason: event.reason } };
    case "resumed":
      return { ...state, draft: event.prediction, phase: phaseFor(event.prediction, state.saved) };
    case "overtaken":
      // The player changed it again during the request, so the newer value is sent next.
      return isChangedSinceSent(state)
        ? { ...state, saved: event.prediction, phase: phaseFor(state.draft, event.prediction) }
        : startOf(event.prediction);
    case "read":
      // The player's own unfinished change has priority over another device's.
      return state.phase.kind === "resting" && !isTouched(state) ? startOf(event.prediction) : state;
  }
}

/** The complete score that the server does not have yet; null when everything is saved. */
export function unsavedIn({ draft, phase }: PredictionState): Scoreline | null {
  return phase.kind === "waiting" || phase.kind === "saving" || phase.kind === "failed"
    ? complete(draft)
    : null;
}

/** Both numbers, or null while one is missing. */
export function complete({ home, away }: Draft): Scoreline | null {
  return home === null || away === null ? null : { home, away };
}

function phaseFor(draft: Draft, saved: SavedPrediction | null): Phase {
  const prediction = complete(draft);
  if (!prediction) return { kind: "resting" };
  return saved && saved.home === prediction.home && saved.away === prediction.away
    ? { kind: "resting" }
    : { kind: "waiting" };
}

/** Keeps the message about an invalid entry that was typed during the request. */
function unlessInvalid({ phase }: PredictionState, outcome: Phase): Phase {
  return phase.kind === "invalid" ? phase : outcome;
}

function isChangedSinceSent({ draft, phase }: PredictionState): boolean {
  return phase.kind === "saving" && (draft.home !== phase.sent.home || draft.away !== phase.sent.away);
}

/** Whether the fields differ from what is saved. */
export function isTouched({ draft, saved }: PredictionState): boolean {
  return draft.home !== (saved?.home ?? null) || draft.away !== (saved?.away ?? null);
}

/** Whether a score was typed without the other one, or something that is not a score. */
export function isUnfinished({ draft, saved, phase }: PredictionState): boolean {
  if (phase.kind === "invalid") return true;
  if (complete(draft)) return false;
  return (
    (draft.home !== null && draft.home !== saved?.home) || (draft.away !== null && draft.away !== saved?.away)
  );
}
