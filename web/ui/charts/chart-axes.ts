import { scaleBand, scaleLinear } from "d3-scale";

/** The positions of values and labels along the axes of a chart. All lengths are in pixels. */

const LABEL_GAP = 16;
/** Approximately the width of the widest character of a 13 px label. */
const CHARACTER_WIDTH = 7.5;

export interface ValueAxis {
  /** The distance of a value from the top. */
  at: (value: number) => number;
  /** Whole numbers, because points and ranks are whole. */
  ticks: readonly number[];
}

/** An axis from zero up to a round number. `downward`: from 1 at the top down to the largest value, for ranks. */
export function valueAxis(
  values: readonly number[],
  top: number,
  bottom: number,
  downward = false,
): ValueAxis {
  const largest = Math.max(1, ...values);
  const at = downward
    ? scaleLinear([1, Math.max(2, largest)], [top, bottom])
    : scaleLinear([0, largest], [bottom, top]).nice(4);
  const whole = at.ticks(4).filter(Number.isInteger);
  if (!downward) return { at, ticks: whole };
  const [first = 1, second = 2] = whole;
  return { at, ticks: [1, ...whole.filter((tick) => tick > 1 + (second - first) / 2)] };
}

export interface LabelAxis {
  /** The distance of a column's middle from the left. */
  at: (column: number) => number;
  columnWidth: number;
  /** The columns with a label, as many as fit without touching, and the middles of the labels. */
  labelled: readonly { column: number; middle: number }[];
}

export function labelAxis(labels: readonly string[], left: number, right: number): LabelAxis {
  const width = (label: string) => label.length * CHARACTER_WIDTH;
  const columns = scaleBand(labels.keys(), [left, right]).paddingInner(0.2).paddingOuter(0.1);
  const widest = Math.max(0, ...labels.map(width)) + LABEL_GAP;
  const every = Math.max(1, Math.ceil(widest / columns.step()));
  const at = (column: number) => (columns(column) ?? left) + columns.bandwidth() / 2;
  const labelled = labels.flatMap((label, column) =>
    column % every === 0 ? { column, middle: Math.min(at(column), right - width(label) / 2) } : [],
  );
  return { at, columnWidth: columns.bandwidth(), labelled };
}

/** The column nearest to a pointer position. */
export function columnAt(x: number, count: number, left: number, right: number): number {
  const column = Math.floor(((x - left) / (right - left)) * count);
  return Math.min(count - 1, Math.max(0, column));
}
