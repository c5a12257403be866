// A copy of words/messages/facts.ts, written by `npm run words`. Do not edit.
/** What the database stores of a message in `facts` (supabase/schemas/messages/subscriptions_and_news.sql and others). */

export interface Fixture {
  home: string;
  away: string;
}

/** A match that has moved or is cancelled. `day`: 2026-11-21, `time`: 15:00. */
export interface Change extends Fixture {
  change: "void" | "cancelled" | "undated" | "moved";
  day: string;
  time: string;
}

/** A matchday by its name, or a month by its first day. */
export interface Period {
  round: string | null;
  month: string | null;
}

/** `perfect`: the number of perfect scores if it decides who wins. */
export interface Score {
  points: number;
  perfect: number | null;
}

/** A winner, or a former one without a score if it is not known. */
export interface Winner {
  id: string | null;
  name: string;
  score?: Score | null;
}

/** A message by its kind. */
export type Facts =
  | {
      kind: "reminder";
      day: string;
      count: number;
      matches: readonly (Fixture & { time: string | null })[];
    }
  | (Change & { kind: "match_change"; points_taken_back: boolean })
  | { kind: "match_changes"; changes: readonly Change[] }
  | (Change & { kind: "reopened"; has_pick: boolean; points_taken_back: boolean; reason: string | null })
  | { kind: "subscription_ends"; competitions: readonly string[]; day: string }
  | { kind: "subscription_ended"; competitions: readonly string[]; day: string }
  | {
      kind: "results";
      points: number;
      matches: number;
      perfect: number;
      first_day: string;
      last_day: string;
      rank: number | null;
      players: number;
    }
  | (Period & {
      kind: "winner";
      points: number;
      competition: string | null;
      season: string | null;
      matches: number;
      others: number;
    })
  | (Period & {
      kind: "winners_corrected";
      reader: string;
      reason: { change: "points" | "result" | "results" } & Partial<Fixture>;
      score: Score | null;
      winners: readonly Winner[];
      former: readonly Winner[];
    })
  | { kind: "results_to_enter"; count: number }
  | (Fixture & {
      kind: "match_to_check";
      are_teams_wrong: boolean;
      reported_home: string;
      reported_away: string;
    })
  | (Fixture & { kind: "match_called_off"; state: string })
  | {
      kind: "backup_failed";
      backup: string;
      /** Why it failed; null if it is missing. */
      reason: string | null;
      /** Of the last one that succeeded; null if none has. */
      day: string | null;
      time: string | null;
    };

export type FactsOf<Kind extends Facts["kind"]> = Extract<Facts, { kind: Kind }>;
