import { memo, useState } from "react";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow, PredictionRow } from "../../../backend/types/rows.ts";
import { usePrediction } from "../saving/save-prediction.ts";
import type { Doubles } from "../saving/use-doubles.ts";
import { CardFold, CardFoldWithDouble } from "./card-fold.tsx";
import { MatchFrame } from "./match-frame.tsx";
import { LockNote, SaveNote } from "./save-note.tsx";
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
  const [isUnfolded, setUnfolded] = useState(false);
  const fold = { match, isOpen: isUnfolded, onOpen: setUnfolded };
  const { draft, phase } = state;
  const failed = phase.kind === "failed" || phase.kind === "refused" || phase.kind === "invalid";
  return (
    <MatchFrame
      match={match}
      now={now}
      className={failed ? "open-match is-error" : "open-match"}
      footer={
        <>
          <div className="pick-notes">
            {!failed && <LockNote locksAt={match.locks_at} />}
            <SaveNote state={state} now={now} onRetry={saver.sendNow} />
          </div>
          {doubles ? (
            <CardFoldWithDouble
              {...fold}
              userId={userId}
              doubles={doubles}
              saved={prediction?.is_double ?? null}
              isPredictionSaved={phase.kind === "resting"}
            />
          ) : (
            <CardFold {...fold} />
          )}
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
