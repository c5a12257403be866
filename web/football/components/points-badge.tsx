import { Check, Minus, Star } from "lucide-react";
import * as words from "#words/football";
import {
  kindOfPoints,
  outcomeOf,
  type PointsKind,
  type Prediction,
  pointsFor,
  type Scoreline,
} from "../rules/points.ts";

// not a text: class names
const kindClasses = {
  exact: "points-badge exact-points",
  outcome: "points-badge outcome-points",
  miss: "points-badge no-points",
} as const;
const icons = { exact: Star, outcome: Check, miss: Minus } as const;

interface Props {
  prediction: Prediction;
  score: Scoreline;
  /** The points in the database; undefined for a preview during a live match. */
  earned?: number | null | undefined;
}

/** The points of a prediction with the reason for them. */
export function PointsBadge({ prediction, score, earned }: Props) {
  const isPreview = earned === undefined;
  const points = earned ?? pointsFor(prediction, score);
  const kind = kindOfPoints(points);
  const Icon = icons[kind];
  return (
    <span className={kindClasses[kind]}>
      <span>
        <Icon aria-hidden="true" />
        <span>{`${reason(kind, prediction, isPreview)}${prediction.isDouble && points > 0 ? " ×2" : ""}`}</span>
      </span>
      <b>{points > 0 ? `+${points}` : "0"}</b>
    </span>
  );
}

function reason(kind: PointsKind, prediction: Scoreline, isPreview: boolean): string {
  if (kind === "exact") return isPreview ? words.perfectNow : words.perfectScore;
  if (kind === "miss") return isPreview ? words.nothingYet : words.noPoints;
  const right = outcomeOf(prediction) === "draw" ? words.rightDraw : words.rightWinner;
  return isPreview ? words.reasonNow({ reason: right }) : right;
}
