/** The interface of a live-score provider. Each provider has a file in this folder. */

/** The states that both providers' codes are mapped to. */
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

/** A provider's match in the format of the database function apply_provider_answer. */
export interface ProviderMatch {
  /** The provider's id. */
  id: string;
  /** The club's competition id. */
  competition: string;
  home: string;
  away: string;
  /** `2026/27` and `Matchday 12`, as in imports, if known. */
  season: string | null;
  round: string | null;
  /** ISO 8601 with a time zone. */
  kickoff: string;
  /** False if only the day of the kick-off is known. */
  confirmed: boolean;
  state: State;
  minute: number | null;
  /** The 90-minute score, or the current score before; null if the provider does not state it. */
  home_score: number | null;
  away_score: number | null;
  /** Goals of extra time only, and of the shoot-out only. */
  extra_home: number | null;
  extra_away: number | null;
  penalties_home: number | null;
  penalties_away: number | null;
}

/** The remaining quota from the response headers; null without them. */
export interface Limits {
  minuteLeft: number | null;
  /** Seconds. */
  minuteEndsIn: number | null;
  dayLeft: number | null;
}

export interface Question {
  /** `scores`: near matches in as few requests as possible. `fixtures`: the next weeks. */
  purpose: "scores" | "fixtures";
  /** The club's competition ids; those that the provider lacks are skipped. */
  competitions: readonly string[];
  /** UTC dates YYYY-MM-DD, both inclusive. */
  from: string;
  to: string;
}

export interface Answer {
  matches: ProviderMatch[];
  /** The number of skipped matches that do not follow the documentation. */
  unreadable: number;
  limits: Limits;
}

export interface Provider {
  /** The display name: `football-data.org`. */
  name: string;
  /** Resolves to the requested matches or throws ProviderError. */
  matches(question: Question): Promise<Answer>;
  /** Resolves if the provider accepts the key; otherwise throws ProviderError with `refused`. */
  tryKey(): Promise<void>;
}
