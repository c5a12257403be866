import { memo, useState } from "react";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow, PredictionRow } from "../../../backend/types/rows.ts";
import { ScoreStepper } from "../../../football/components/score-stepper.tsx";
import type { PredictionSaver } from "../saving/prediction-saver.ts";
import type { PredictionState } from "../saving/prediction-state.ts";
import { useSaver, useSaverState } from "../saving/save-prediction.ts";
import type { Doubles } from "../saving/use-doubles.ts";
import { CardFold, CardFoldWithDouble } from "./card-fold.tsx";
import { focusNextGoals } from "./focus-next-goals.ts";
import { MatchFrame } from "./match-frame.tsx";
import { LockNote, SaveNote } from "./save-note.tsx";

interface Props {
  match: MatchRow;
  /** The current time; only its day matters here. */
  now: number;
  prediction: PredictionRow | undefined;
  userId: string;
  /** The player's doubles; null in a club without doubles. */
  doubles: Doubles | null;
}

/**
 * The card of a match that is open for predictions. Changes are saved automatically. A tap renders the score and the notes,
 * not the card.
 */
export const OpenCard = memo(function OpenCard({ match, now, prediction, userId, doubles }: Props) {
  const saver = useSaver(userId, match, prediction);
  const hasProblem = useSaverState(saver, isProblem);
  return (
    <MatchFrame
      match={match}
      now={now}
      className={hasProblem ? "open-match is-error" : "open-match"}
      footer={
        <>
          <div className="pick-notes">
            {!hasProblem && <LockNote locksAt={match.locks_at} />}
            <Saved saver={saver} now={now} />
          </div>
          <Fold match={match} userId={userId} doubles={doubles} prediction={prediction} saver={saver} />
        </>
      }
    >
      <div className="scoreline">
        <Goals saver={saver} side="home" team={match.home_team_name} />
        <i aria-hidden="true">–</i>
        <Goals saver={saver} side="away" team={match.away_team_name} />
      </div>
    </MatchFrame>
  );
});

function Saved({ saver, now }: { saver: PredictionSaver; now: number }) {
  return <SaveNote state={useSaverState(saver, (whole) => whole)} now={now} onRetry={saver.sendNow} />;
}

function Goals({ saver, side, team }: { saver: PredictionSaver; side: "home" | "away"; team: string }) {
  return (
    <ScoreStepper
      className="stepper"
      team={clubName(team)}
      goals={useSaverState(saver, ({ draft }) => draft[side])}
      onGoals={(goals) => saver.edit({ ...saver.state.draft, [side]: goals })}
      onProblem={(problem) => saver.mistype(problem)}
      onEnter={focusNextGoals}
    />
  );
}

function Fold({
  match,
  prediction,
  userId,
  doubles,
  saver,
}: Omit<Props, "now"> & { saver: PredictionSaver }) {
  const isPredictionSaved = useSaverState(saver, ({ phase }) => phase.kind === "resting");
  const [isOpen, setOpen] = useState(false);
  const fold = { match, isOpen, onOpen: setOpen };
  if (!doubles) return <CardFold {...fold} />;
  const saved = prediction?.is_double ?? null;
  return <CardFoldWithDouble {...fold} {...{ userId, doubles, saved, isPredictionSaved }} />;
}

function isProblem({ phase: { kind } }: PredictionState): boolean {
  return kind === "failed" || kind === "refused" || kind === "invalid";
}
