import { Ban, ChevronRight, Lock } from "lucide-react";
import { memo, Suspense, useState } from "react";
import * as words from "#words/matches";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import type { AfterNinetyRow } from "../../../backend/queries/after-ninety-minutes.ts";
import type { MatchRow, MatchSplitRow, PredictionRow } from "../../../backend/types/rows.ts";
import { PointsBadge } from "../../../football/components/points-badge.tsx";
import { OfficialScore, PredictionChip, PredictionTiles } from "../../../football/components/scoreboard.tsx";
import { SplitBar } from "../../../football/components/split-bar.tsx";
import { DoubleMark } from "../../../football/doubles/double-mark.tsx";
import { afterNinetyLabel } from "../../../football/rules/after-ninety.ts";
import { isAwaitingResult } from "../../../football/rules/awaiting-result.ts";
import { isCup } from "../../../football/rules/competitions.ts";
import { kindOfPoints, pointsFor } from "../../../football/rules/points.ts";
import { clockTime, isToday, kickOffInSentence } from "../../../football/time/kick-off.ts";
import { liveMinute } from "../../../football/time/match-time.ts";
import { useNow } from "../../../football/time/use-now.ts";
import { lazySection } from "../../../ui/loading/lazy-section.tsx";
import { Skeleton } from "../../../ui/loading/skeleton.tsx";
import { MatchFrame } from "./match-frame.tsx";

const PicksDialog = lazySection(async () => (await import("../predictions-dialog.tsx")).PredictionsDialog);

interface Props {
  match: MatchRow;
  /** The current time; only its day matters here. */
  now: number;
  prediction: PredictionRow | undefined;
  /** Undefined while it loads; null if nobody predicted. */
  split: MatchSplitRow | null | undefined;
  /** What came after 90 minutes, if anything did. */
  beyond?: AfterNinetyRow | undefined;
}

/** The card of a locked match, which may be live, completed or cancelled. Shows the player's prediction. */
export const LockedCard = memo(function LockedCard({ match, now, prediction, split, beyond }: Props) {
  const [listing, setListing] = useState(false);
  const guess = prediction && {
    home: prediction.home_prediction,
    away: prediction.away_prediction,
    isDouble: prediction.is_double,
  };
  const score =
    match.home_score !== null && match.away_score !== null
      ? { home: match.home_score, away: match.away_score }
      : null;
  const exact = Boolean(guess && score && kindOfPoints(pointsFor(guess, score)) === "exact");
  const official = match.status === "live" || match.status === "completed";

  const allPredictions = match.predictions_count > 0 && (
    <button type="button" className="btn link" onClick={() => setListing(true)}>
      {match.predictions_count === 1 ? words.seeThePick : words.allPicks({ count: match.predictions_count })}
    </button>
  );
  return (
    <>
      <MatchFrame
        match={match}
        now={now}
        className={exact ? "exact" : ""}
        ninety={whatCounts(match, beyond)}
        tag={match.status === "live" && <LiveTag match={match} />}
        split={
          match.predictions_count > 0 &&
          split !== null && <Split match={match} split={split} onOpen={() => setListing(true)} />
        }
        footer={
          official ? (
            <>
              {guess ? (
                <span className="own-prediction">
                  <span>{words.yourPick}</span> <PredictionChip {...guess} />
                </span>
              ) : (
                <span>{words.noPick}</span>
              )}
              {guess && score && (
                <PointsBadge
                  prediction={guess}
                  score={score}
                  earned={match.status === "completed" ? (prediction?.points_earned ?? 0) : undefined}
                />
              )}
              {!guess && allPredictions}
            </>
          ) : (
            <>
              <LockedNote match={match} now={now} />
              {guess?.isDouble && <DoubleMark />}
              {allPredictions}
            </>
          )
        }
      >
        {official ? (
          <OfficialScore home={match.home_score} away={match.away_score} />
        ) : (
          <PredictionTiles home={guess?.home ?? null} away={guess?.away ?? null} />
        )}
      </MatchFrame>
      {listing && (
        <Suspense fallback={null}>
          <PicksDialog match={match} onClose={() => setListing(false)} />
        </Suspense>
      )}
    </>
  );
});

function whatCounts(match: MatchRow, beyond: AfterNinetyRow | undefined): string {
  const label = afterNinetyLabel({ home: match.home_score, away: match.away_score }, beyond);
  if (label || match.status !== "completed" || !isCup(match.league)) return label;
  return words.resultAfterNinetyMinutes;
}

function LiveTag({ match }: { match: MatchRow }) {
  const now = useNow(30_000);
  if (isAwaitingResult(match, now)) return <span className="awaiting-tag">{words.awaitingResult}</span>;
  return (
    <span className="live-tag">{words.liveAtMinute({ minute: liveMinute(match.kickoff_at, now) })}</span>
  );
}

function LockedNote({ match, now }: { match: MatchRow; now: number }) {
  if (match.status === "cancelled")
    return (
      <span className="note">
        <Ban aria-hidden="true" />
        <span>{words.cancelledNoPoints}</span>
      </span>
    );
  return (
    <span className="note">
      <Lock aria-hidden="true" />
      <span>
        {isToday(match.locks_at, now)
          ? words.lockedAt({ time: clockTime(match.locks_at) })
          : words.lockedOn({ time: kickOffInSentence(match.locks_at, now) })}
      </span>
    </span>
  );
}

interface SplitProps {
  match: MatchRow;
  split: MatchSplitRow | undefined;
  onOpen: () => void;
}

/** The split, a button that opens everyone's predictions. A placeholder keeps its height while it loads. */
function Split({ match, split, onOpen }: SplitProps) {
  if (!split) return <Skeleton height={37} />;
  return (
    <button type="button" className="split-button" onClick={onOpen}>
      <SplitBar
        homeTeam={clubName(match.home_team_name)}
        awayTeam={clubName(match.away_team_name)}
        counts={split}
      />
      <ChevronRight size={20} aria-hidden="true" />
      <span className="visually-hidden">{words.seePicks({ count: match.predictions_count })}</span>
    </button>
  );
}
