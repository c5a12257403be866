import { Check, Minus, Star } from "lucide-react";
import { kindOfPoints, outcomeOf, type PointsKind, pointsFor, type Scoreline } from "../rules/points.ts";

const kindClasses = {
  exact: "points-badge exact-points",
  outcome: "points-badge outcome-points",
  miss: "points-badge no-points",
} as const;
const icons = { exact: Star, outcome: Check, miss: Minus } as const;

interface Props {
  prediction: Scoreline;
  score: Scoreline;
  /** Points as the database gave them; without them the badge is a preview of a live match. */
  earned?: number | null | undefined;
}

/** Why a prediction earned what it earned: shape, reason, number. */
export function PointsBadge({ prediction, score, earned }: Props) {
  const preview = earned === undefined;
  const points = earned ?? pointsFor(prediction, score);
  const kind = kindOfPoints(points);
  const Icon = icons[kind];
  return (
    <span className={kindClasses[kind]}>
      <span>
        <Icon aria-hidden="true" />
        {reason(kind, prediction, preview)}
      </span>
      <b>{points > 0 ? `+${points}` : "0"}</b>
    </span>
  );
}

function reason(kind: PointsKind, prediction: Scoreline, preview: boolean): string {
  if (kind === "exact") return preview ? "Exact now" : "Exact score";
  if (kind === "miss") return preview ? "Nothing yet" : "No points";
  const right = outcomeOf(prediction) === "draw" ? "Right draw" : "Right winner";
  return preview ? `${right} now` : right;
}
