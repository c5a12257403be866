/** One way to speak to whoever sells live scores; a file beside this one for each. */

/** Words of football that both providers' codes are read as. */
export type State =
  | "scheduled"
  | "in_play"
  | "half_time"
  | "extra_time"
  | "penalties"
  | "finished"
  | "postponed"
  | "suspended"
  | "abandoned"
  | "cancelled"
  | "awarded";

/** A match as a provider has it, in the words of the database function take_feed. */
export interface FeedMatch {
  /** The provider's own. */
  id: string;
  /** A competition's id of ours. */
  competition: string;
  home: string;
  away: string;
  /** `2026/27` and `Matchday 12` where it is known: as imports name them. */
  season: string | null;
  round: string | null;
  /** An instant, with a zone. */
  kickoff: string;
  /** False: of the kick-off only the day is known. */
  confirmed: boolean;
  state: State;
  minute: number | null;
  /** After 90 minutes, or as it stands before them; null where the provider does not say. */
  home_score: number | null;
  away_score: number | null;
  /** Goals of extra time alone, and of the shoot-out alone. */
  extra_home: number | null;
  extra_away: number | null;
  penalties_home: number | null;
  penalties_away: number | null;
}

/** What the answer's headers said is left; null where they said nothing. */
export interface Limits {
  minuteLeft: number | null;
  /** Seconds. */
  minuteEndsIn: number | null;
  dayLeft: number | null;
}

export interface Question {
  /** `scores`: little and often, in as few requests as there can be. `fixtures`: a longer time ahead. */
  purpose: "scores" | "fixtures";
  /** Ids of ours; those that the provider has not are left out. */
  competitions: readonly string[];
  /** Dates in UTC, both included: YYYY-MM-DD. */
  from: string;
  to: string;
}

export interface Answer {
  matches: FeedMatch[];
  /** Matches in the answer that do not look like the documentation says, and were left out. */
  unreadable: number;
  limits: Limits;
}

export interface Provider {
  /** As people know it: `football-data.org`. */
  name: string;
  /** Resolves to all that was asked for, or throws ProviderError. */
  matches(question: Question): Promise<Answer>;
  /** Resolves when the provider takes the key; throws ProviderError, `refused` when it does not. */
  tryKey(): Promise<void>;
}

export type ProviderName = "football_data" | "api_football";
