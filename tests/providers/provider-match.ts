/** A match as the tests speak of it; each server writes it the way its provider documents. */
export interface Game {
  id: number;
  competition: "premier_league" | "fa_cup" | "champions_league";
  home: string;
  away: string;
  /** An instant, ISO in UTC. */
  kickoff: string;
  /** A league's round. */
  matchday: number;
  phase: Phase;
  minute?: number;
  /** Of 90 minutes, or as it stands before them. */
  score?: Goals;
  /** Goals of extra time alone, and of the shoot-out alone. */
  extra?: Goals;
  penalties?: Goals;
}
export type Goals = readonly [number, number];
export type Phase =
  | "date only"
  | "scheduled"
  | "first half"
  | "half time"
  | "second half"
  | "extra time"
  | "shoot-out"
  | "over"
  | "over after extra time"
  | "over after penalties"
  | "postponed"
  | "suspended"
  | "abandoned"
  | "cancelled"
  | "awarded";
