import { Check, CircleAlert, Clock, LoaderCircle } from "lucide-react";
import { memo } from "react";
import * as footballWords from "#words/football";
import * as words from "#words/matches";
import * as uiWords from "#words/ui";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow, PredictionRow } from "../../../backend/types/rows.ts";
import {
  clockTime,
  isLastHour,
  shortDate,
  timeLeft,
  timeLeftChanges,
} from "../../../football/time/kick-off.ts";
import { useNowUntil } from "../../../football/time/use-now.ts";
import type { PredictionState } from "../saving/prediction-state.ts";
import { usePrediction } from "../saving/save-prediction.ts";
import type { Doubles } from "../saving/use-doubles.ts";
import { DoubleControl } from "./double-control.tsx";
import { MatchFrame } from "./match-frame.tsx";
import { MatchGuide } from "./match-guide.tsx";
import { focusNextGoals, Stepper } from "./stepper.tsx";

interface Props {
  match: MatchRow;
  /** The current time; only its day matters here. */
  now: number;
  prediction: PredictionRow | undefined;
  userId: string;
  /** The player's doubles; null in a club without doubles. */
  doubles: Doubles | null;
}

/** The card of a match that is open for predictions. Changes are saved automatically. */
export const OpenCard = memo(function OpenCard({ match, now, prediction, userId, doubles }: Props) {
  const { saver, state } = usePrediction(userId, match, prediction);
  const { draft, phase } = state;
  const failed = phase.kind === "failed" || phase.kind === "refused" || phase.kind === "invalid";
  return (
    <MatchFrame
      match={match}
      now={now}
      className={failed ? "is-error" : ""}
      guide={
        <>
          {doubles && (
            <DoubleControl
              match={match}
              userId={userId}
              doubles={doubles}
              saved={prediction?.is_double ?? null}
              isPredictionSaved={phase.kind === "resting"}
            />
          )}
          <MatchGuide match={match} />
        </>
      }
      footer={
        <>
          {!failed && <LockNote locksAt={match.locks_at} />}
          <SaveNote state={state} now={now} onRetry={saver.sendNow} />
        </>
      }
    >
      <div className="scoreline">
        <Stepper
          team={clubName(match.home_team_name)}
          goals={draft.home}
          onGoals={(home) => saver.edit({ ...saver.state.draft, home })}
          onProblem={(problem) => saver.mistype(problem)}
          onEnter={focusNextGoals}
        />
        <i aria-hidden="true">–</i>
        <Stepper
          team={clubName(match.away_team_name)}
          goals={draft.away}
          onGoals={(away) => saver.edit({ ...saver.state.draft, away })}
          onProblem={(problem) => saver.mistype(problem)}
          onEnter={focusNextGoals}
        />
      </div>
    </MatchFrame>
  );
});

function LockNote({ locksAt }: { locksAt: string }) {
  const now = useNowUntil((at) => timeLeftChanges(locksAt, at));
  return (
    <span className={isLastHour(locksAt, now) ? "note warning" : "note"}>
      <Clock aria-hidden="true" />
      <span>{words.locksIn}</span>{" "}
      <b>{timeLeft(locksAt, now) || footballWords.secondsLeft({ seconds: 0 })}</b>
    </span>
  );
}

const whyFailed = {
  connection: words.noConnection,
  session: words.yourSessionHasEnded,
  server: words.theServerIsNotResponding,
} as const;

/** Loaded when it is pressed, because it shares code with the sign-in page. */
const signInAgain = async () => (await import("../../../session/sign-in-again.ts")).signInAgain();

function SaveNote({ state, now, onRetry }: { state: PredictionState; now: number; onRetry: () => void }) {
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
function savedWhen(savedAt: string, now: number): string {
  const today = new Date(now).toDateString() === new Date(savedAt).toDateString();
  return today ? clockTime(savedAt) : shortDate(savedAt);
}
