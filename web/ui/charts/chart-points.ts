/** A value beside its label along a chart; null is a gap. */
export interface Point {
  label: string;
  value: number | null;
}

/** A part of a whole. */
export interface Share {
  label: string;
  value: number;
  /** A custom property, `var(--pitch)`. */
  colour: string;
}
