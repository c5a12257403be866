/** A match that the simulated providers serve. Each of them converts it to the format that its provider documents. */
export interface SimulatedMatch {
  id: number;
  competition: "premier_league" | "fa_cup" | "champions_league";
  home: string;
  away: string;
  /** The kick-off as an ISO instant in UTC. */
  kickoff: string;
  /** The round in a league. */
  matchday: number;
  /** The first year of the season; without it, that of the kick-off. */
  season?: number;
  phase: Phase;
  minute?: number;
  /** The 90-minute score, or the current score before. */
  score?: Goals;
  /** Goals of extra time only, and of the shoot-out only. */
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

/** The first year of the match's season, which begins in July. */
export function seasonOf({ season, kickoff }: SimulatedMatch): number {
  return season ?? Number(kickoff.slice(0, 4)) - (kickoff.slice(5, 7) < "07" ? 1 : 0);
}
