import * as words from "#words/football";
import { areDoubled } from "../doubles/doubles-rule.ts";
import { kindOfPoints, type PointsKind } from "../rules/points.ts";

type MarkKind = PointsKind | "none";

const labels: Readonly<Record<MarkKind, string>> = {
  exact: words.perfectMark,
  outcome: words.outcomeMark,
  miss: words.missMark,
  none: words.noPick,
};

/**
 * A result as a shape: diamond for exact, disc for outcome, ring for miss, dotted ring for no prediction. Doubled points
 * have a dot in the shape.
 */
export function Mark({ kind, isDouble = false }: { kind: MarkKind; isDouble?: boolean }) {
  return (
    <svg className="form-mark" viewBox="0 0 14 14" aria-hidden="true">
      {kind === "exact" && <path className="form-mark-exact" d="M7 1l6 6-6 6-6-6z" />}
      {kind === "outcome" && <circle className="form-mark-outcome" cx="7" cy="7" r="5.5" />}
      {kind === "miss" && <circle className="form-mark-miss" cx="7" cy="7" r="4.5" />}
      {kind === "none" && <circle className="form-mark-none" cx="7" cy="7" r="4.5" />}
      {isDouble && <circle className="form-mark-double" cx="7" cy="7" r="2.2" />}
    </svg>
  );
}

/** Up to five last results, oldest first; null where there was no prediction. */
export function FormMarks({ points }: { points: readonly (number | null)[] }) {
  const marks = points.map((earned) => ({
    kind: earned === null ? ("none" as const) : kindOfPoints(earned),
    isDouble: earned !== null && areDoubled(earned),
  }));
  return (
    <span className="form-marks">
      <span className="visually-hidden">
        {marks
          .map(({ kind, isDouble }) => (isDouble ? `${labels[kind]} ${words.double}` : labels[kind]))
          .join(", ")}
      </span>
      {marks.map(({ kind, isDouble }, at) => (
        // A mark has no state, so the position can be the key of a list that may grow.
        <Mark key={at} kind={kind} isDouble={isDouble} />
      ))}
    </span>
  );
}
