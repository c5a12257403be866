import { Check, CircleAlert, Clock, LoaderCircle } from "lucide-react";
import * as footballWords from "#words/football";
import * as words from "#words/matches";
import * as uiWords from "#words/ui";
import {
  clockTime,
  isLastHour,
  shortDate,
  timeLeft,
  timeLeftChanges,
} from "../../../football/time/kick-off.ts";
import { useNowUntil } from "../../../football/time/use-now.ts";
import type { PredictionState } from "../saving/prediction-state.ts";

/** The time until the lock. */
export function LockNote({ locksAt }: { locksAt: string }) {
  const now = useNowUntil((at) => timeLeftChanges(locksAt, at));
  return (
    <span className={isLastHour(locksAt, now) ? "note warning" : "note"}>
      <Clock aria-hidden="true" />
      <span>{words.locksIn}</span>{" "}
      <b>{timeLeft(locksAt, now) || footballWords.secondsLeft({ seconds: 0 })}</b>
    </span>
  );
}

export const whyFailed = {
  connection: words.noConnection,
  session: words.yourSessionHasEnded,
  server: words.theServerIsNotResponding,
} as const;

/** Loaded when it is pressed, because it shares code with the sign-in page. */
export const signInAgain = async () => (await import("../../../session/sign-in-again.ts")).signInAgain();

/** What became of the last change, and what to do if it was not saved. */
export function SaveNote({
  state,
  now,
  onRetry,
}: {
  state: PredictionState;
  now: number;
  onRetry: () => void;
}) {
  const { draft, saved, phase } = state;
  switch (phase.kind) {
    case "waiting":
    case "saving":
      return (
        <span className="note" role="status">
          <LoaderCircle className="spin" aria-hidden="true" />
          <span>{words.saving}</span>
        </span>
      );
    case "failed":
      return (
        <>
          <span className="note error" role="alert">
            <CircleAlert aria-hidden="true" />
            <span>
              {words.notSavedYet({
                reason: whyFailed[phase.why],
                home: draft.home ?? "",
                away: draft.away ?? "",
              })}
            </span>
          </span>
          {phase.why === "session" ? (
            <button type="button" className="btn link error" onClick={() => void signInAgain()}>
              {words.signIn}
            </button>
          ) : (
            <button type="button" className="btn link error" onClick={onRetry}>
              {uiWords.retry}
            </button>
          )}
        </>
      );
    case "refused":
      return (
        <span className="note error" role="alert">
          <CircleAlert aria-hidden="true" />
          <span>{`${phase.reason} ${saved ? words.yourPickStillCounts({ home: saved.home, away: saved.away }) : ""}`}</span>
        </span>
      );
    case "invalid":
      return (
        <span className="note error" role="alert">
          <CircleAlert aria-hidden="true" />
          <span>{phase.problem}</span>
        </span>
      );
    case "resting":
      if (draft.home === null && draft.away === null && !saved) return <span>{words.setBothScores}</span>;
      if (draft.home === null || draft.away === null)
        return (
          <span>
            {saved ? words.pickStillCounts({ home: saved.home, away: saved.away }) : words.oneScoreToGo}
          </span>
        );
      return (
        saved && (
          <span className="note saved" role="status">
            <Check aria-hidden="true" />
            <span>{words.savedAt({ time: savedWhen(saved.savedAt, now) })}</span>
          </span>
        )
      );
  }
}

/** When the server saved it: the time of day if today, else the date. */
export function savedWhen(savedAt: string, now: number): string {
  const today = new Date(now).toDateString() === new Date(savedAt).toDateString();
  return today ? clockTime(savedAt) : shortDate(savedAt);
}
