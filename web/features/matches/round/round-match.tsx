import { useQuery } from "@tanstack/react-query";
import { Check, CircleAlert, LoaderCircle, Lock } from "lucide-react";
import { useEffect, useState } from "react";
import * as words from "#words/matches";
import * as uiWords from "#words/ui";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow, PredictionRow } from "../../../backend/types/rows.ts";
import { ScoreStepper } from "../../../football/components/score-stepper.tsx";
import { PredictionTiles } from "../../../football/components/scoreboard.tsx";
import { SplitBar } from "../../../football/components/split-bar.tsx";
import type { Scoreline } from "../../../football/rules/points.ts";
import { clockTime } from "../../../football/time/kick-off.ts";
import { DoubleControl } from "../cards/double-control.tsx";
import { LockNote, savedWhen, signInAgain, whyFailed } from "../cards/save-note.tsx";
import { splitsOf } from "../match-queries.ts";
import type { PredictionSaver } from "../saving/prediction-saver.ts";
import type { PredictionState } from "../saving/prediction-state.ts";
import { useSaver, useSaverState } from "../saving/save-prediction.ts";
import type { Doubles } from "../saving/use-doubles.ts";
import { RoundFrame, type Steps } from "./round-frame.tsx";
import { type Action, actionOf } from "./round-states.ts";

interface Props {
  match: MatchRow;
  now: number;
  prediction: PredictionRow | undefined;
  steps: Steps;
}

/** A match that is open for predictions. */
export function OpenMatch({
  match,
  now,
  prediction,
  steps,
  userId,
  doubles,
}: Props & { userId: string; doubles: Doubles | null }) {
  const saver = useSaver(userId, match, prediction);
  const state = useSaverState(saver, (whole) => whole);
  const { draft, phase } = state;
  const action = actionOf(state);
  const { press, stay } = useSaveAndGo(saver, state, match.id, steps.onStep);
  const edit = (change: Partial<typeof draft>) => {
    stay();
    saver.edit({ ...saver.state.draft, ...change });
  };
  const stepper = (side: "home" | "away") => (
    <ScoreStepper
      className="stepper"
      team={clubName(side === "home" ? match.home_team_name : match.away_team_name)}
      goals={draft[side]}
      onGoals={(goals) => edit({ [side]: goals })}
      onProblem={(problem) => saver.mistype(problem)}
      onEnter={(input) => {
        const other = input.closest(".round-scores")?.querySelectorAll("input")[1];
        if (side === "home" && other?.value === "") other.focus();
        else press();
      }}
    />
  );
  return (
    <RoundFrame
      match={match}
      now={now}
      steps={steps}
      hasFailed={phase.kind === "refused" || phase.kind === "invalid" || action === "retry"}
      crowd={<Veil picks={match.predictions_count} />}
      message={messageOf(state)}
      notes={
        <>
          <LockNote locksAt={match.locks_at} />
          <PickNote state={state} now={now} />
        </>
      }
      action={
        <button
          type="button"
          className={action === "skip" ? "btn secondary" : "btn"}
          data-main=""
          aria-busy={action === "saving"}
          onClick={press}
        >
          {labelOf(action, state, steps.at + 1 === steps.count)}
        </button>
      }
    >
      {stepper("home")}
      <div className="round-middle">
        <i aria-hidden="true">–</i>
        {doubles && (
          <DoubleControl
            key={match.id}
            match={match}
            userId={userId}
            doubles={doubles}
            saved={prediction?.is_double ?? null}
            isPredictionSaved={phase.kind === "resting"}
          />
        )}
      </div>
      {stepper("away")}
    </RoundFrame>
  );
}

/** `press`: saves and goes on when the server has answered. `stay`: after a change the player is not taken away from it. */
function useSaveAndGo(
  saver: PredictionSaver,
  state: PredictionState,
  matchId: string,
  onStep: Steps["onStep"],
) {
  const [leaving, setLeaving] = useState<string | null>(null);
  const { kind } = state.phase;
  useEffect(() => {
    if (leaving !== matchId || kind === "waiting" || kind === "saving") return;
    setLeaving(null);
    if (kind === "resting") onStep(1);
  }, [leaving, matchId, kind, onStep]);
  const press = () => {
    const action = actionOf(saver.state);
    if (action === "sign-in") void signInAgain();
    else if (action === "skip" || action === "next") onStep(1);
    else {
      saver.sendNow();
      setLeaving(matchId);
    }
  };
  return { press, stay: () => setLeaving(null) };
}

/** A match that locked while the round was open. `late`: the scores that did not arrive in time. */
export function LockedMatch({ match, now, prediction, steps, late }: Props & { late: Scoreline | null }) {
  const split = useQuery(splitsOf([match.id])).data?.get(match.id);
  return (
    <RoundFrame
      match={match}
      now={now}
      steps={steps}
      crowd={
        split && (
          <SplitBar
            homeTeam={clubName(match.home_team_name)}
            awayTeam={clubName(match.away_team_name)}
            counts={split}
          />
        )
      }
      message={
        late
          ? words.lockedBeforeItWasSaved({ home: late.home, away: late.away })
          : prediction || match.status === "cancelled"
            ? null
            : words.lockedWithoutAPick
      }
      notes={
        <>
          <span className="note">
            <Lock aria-hidden="true" />
            <span>
              {match.status === "cancelled"
                ? words.noLongerOpen
                : words.lockedAt({ time: clockTime(match.locks_at) })}
            </span>
          </span>
          <span>{prediction ? words.yourPick : words.noPick}</span>
        </>
      }
      action={
        <button type="button" className="btn" data-main="" onClick={() => steps.onStep(1)}>
          {steps.at + 1 === steps.count ? words.seeTheRound : words.nextMatch}
        </button>
      }
    >
      <PredictionTiles
        home={prediction?.home_prediction ?? null}
        away={prediction?.away_prediction ?? null}
      />
    </RoundFrame>
  );
}

/** Before the lock: how many have predicted the match, and nothing of what. */
function Veil({ picks }: { picks: number }) {
  return (
    <>
      <span className="round-veil" aria-hidden="true">
        <Lock />
      </span>
      <p>{words.picksShowAtTheLock({ count: picks })}</p>
    </>
  );
}

function messageOf({ draft, saved, phase }: PredictionState): string | null {
  const scores = { home: draft.home ?? "", away: draft.away ?? "" };
  if (phase.kind === "failed")
    return phase.why === "connection"
      ? words.keptWithoutConnection(scores)
      : words.notSavedYet({ reason: whyFailed[phase.why], ...scores });
  if (phase.kind === "refused")
    return saved ? `${phase.reason} ${words.yourPickStillCounts({ ...saved })}` : phase.reason;
  return phase.kind === "invalid" ? phase.problem : null;
}

/** What became of the pick, in a few words. */
function PickNote({ state, now }: { state: PredictionState; now: number }) {
  const { draft, saved, phase } = state;
  switch (phase.kind) {
    case "waiting":
      return <span>{words.notSavedSoFar}</span>;
    case "saving":
      return (
        <span className="note" role="status">
          <LoaderCircle className="spin" aria-hidden="true" />
          <span>{words.saving}</span>
        </span>
      );
    case "failed":
      return phase.why === "connection" ? (
        <span className="note">
          <i className="kept-mark" aria-hidden="true" />
          <span>{words.keptOnThisDevice}</span>
        </span>
      ) : (
        <NotSaved />
      );
    case "refused":
    case "invalid":
      return <NotSaved />;
    case "resting":
      if (draft.home === null && draft.away === null) return <span>{words.setBothScores}</span>;
      if (draft.home === null || draft.away === null) return <span>{words.oneScoreToGo}</span>;
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

function NotSaved() {
  return (
    <span className="note error">
      <CircleAlert aria-hidden="true" />
      <span>{words.notSaved}</span>
    </span>
  );
}

function labelOf(action: Action, { draft }: PredictionState, isLast: boolean): string {
  switch (action) {
    case "skip":
      return words.skipForNow;
    case "save":
      return isLast ? words.saveAndSeeAll : words.saveAndNext;
    case "saving":
      return words.savingPick({ home: draft.home ?? "", away: draft.away ?? "" });
    case "next":
      return isLast ? words.seeTheRound : words.nextMatch;
    case "retry":
      return uiWords.retry;
    case "sign-in":
      return words.signIn;
  }
}
