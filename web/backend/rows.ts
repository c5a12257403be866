import type { Database as Generated } from "../../supabase/database.types.ts";

/**
 * The shapes of the tables and functions that the screens read. Written by hand because the generated types know neither
 * closed lists (a match's status) nor which columns of a function's rows may be null; the end of this file does not
 * compile when a table here and the generated one part ways.
 */

/** A closed row: what PostgREST needs to know of a table to type its answers. */
interface Table<Row extends Record<string, unknown>, Insert extends Record<string, unknown> = Partial<Row>> {
  Row: Row;
  Insert: Insert;
  Update: Partial<Row>;
  Relationships: [];
}

export type MatchStatus = "upcoming" | "live" | "completed" | "cancelled";

export type MatchRow = {
  id: string;
  home_team_name: string;
  away_team_name: string;
  home_team_logo: string | null;
  away_team_logo: string | null;
  /** Club-local date and time, `2026-11-21` and `20:00:00`. */
  match_date: string;
  match_time: string;
  /** The competition's name, e.g. `Premier League`. */
  league: string;
  season: string | null;
  round: string | null;
  status: MatchStatus;
  home_score: number | null;
  away_score: number | null;
  /** Instants, with a zone. */
  kickoff_at: string;
  locks_at: string;
  kickoff_confirmed: boolean;
  predictions_count: number;
  completed_at: string | null;
  created_at: string;
  updated_at: string;
};

export type NewMatchRow = {
  home_team_name: string;
  away_team_name: string;
  match_date: string;
  match_time: string;
  league: string;
  round?: string | null;
  season?: string | null;
  kickoff_confirmed?: boolean;
};

export type TeamRow = { id: string; name: string; logo_url: string | null; created_at: string };

export type PredictionRow = {
  id: string;
  user_id: string;
  match_id: string;
  home_prediction: number;
  away_prediction: number;
  points_earned: number | null;
  created_at: string;
  updated_at: string;
};

export type NewPredictionRow = Pick<
  PredictionRow,
  "user_id" | "match_id" | "home_prediction" | "away_prediction"
>;

export type SubscriptionRow = {
  id: string;
  user_id: string;
  subscription_type: string;
  status: "active" | "inactive" | "expired";
  started_at: string;
  expires_at: string;
  assigned_by_admin: boolean;
};

export type PlanCodeRow = {
  id: string;
  code: string;
  plan_type: string;
  is_used: boolean;
  expires_at: string;
  used_at: string | null;
  created_at: string;
};

export type ProfileRow = { id: string; full_name: string; phone_number: string | null; created_at: string };

export type MatchPickRow = {
  user_id: string;
  full_name: string;
  home_prediction: number;
  away_prediction: number;
  points_earned: number | null;
};

export type MatchSplitRow = { match_id: string; home: number; draw: number; away: number };

export type PlayableCompetitionRow = {
  competition_id: string;
  league: string;
  needs_subscription: boolean;
  may_play: boolean;
  expires_at: string | null;
};

export type RedemptionRow = {
  outcome: "redeemed" | "invalid" | "used" | "expired" | "locked";
  subscription_type: string | null;
  expires_at: string | null;
  retry_after_seconds: number | null;
};

export type StandingRow = {
  /** Null before the first result of the scope. */
  rank: number | null;
  previous_rank: number | null;
  user_id: string;
  full_name: string;
  predictions_scored: number;
  points: number;
  perfect_scores: number;
  /** Percent with one decimal; null before the first scored prediction. */
  accuracy: number | null;
};

export type LeaderboardSummaryRow = {
  players: number;
  matches_completed: number;
  compared_with: string | null;
};

export type LastFiveRow = {
  user_id: string;
  /** 1 is the newest match, 5 the oldest. */
  position: number;
  match_id: string;
  points_earned: number | null;
};

interface Call<Args extends Record<string, unknown>, Returns> {
  Args: Args;
  Returns: Returns;
}

export type Database = {
  public: {
    Tables: {
      matches: Table<MatchRow, NewMatchRow>;
      teams: Table<TeamRow, { name: string; logo_url?: string | null }>;
      user_predictions: Table<PredictionRow, NewPredictionRow>;
      subscriptions: Table<SubscriptionRow>;
      plan_codes: Table<PlanCodeRow>;
      profiles: Table<ProfileRow>;
    };
    Views: Record<never, never>;
    Functions: {
      has_role: Call<{ _user_id: string; _role: string }, boolean>;
      match_picks: Call<{ _match_id: string }, MatchPickRow[]>;
      match_splits: Call<{ _match_ids: string[] }, MatchSplitRow[]>;
      my_playable_competitions: Call<Record<never, never>, PlayableCompetitionRow[]>;
      redeem_plan_code: Call<{ code: string }, RedemptionRow[]>;
      generate_plan_code: Call<{ plan_type: string; expires_on: string }, PlanCodeRow>;
      leaderboard: Call<{ league: string; page_limit: number; page_offset: number }, StandingRow[]>;
      my_leaderboard_row: Call<{ league: string }, StandingRow[]>;
      leaderboard_summary: Call<{ league: string }, LeaderboardSummaryRow[]>;
      search_leaderboard: Call<{ league: string; query: string; page_limit: number }, StandingRow[]>;
      last_five: Call<{ league: string; user_ids: string[] }, LastFiveRow[]>;
    };
  };
};

type GeneratedTables = Generated["public"]["Tables"];

/** `Row`, which must have no column that the table lacks, and give none a type that the table's does not cover. */
type Conforms<
  Row extends Pick<Columns, keyof Row & keyof Columns> & Record<Exclude<keyof Row, keyof Columns>, never>,
  Name extends keyof GeneratedTables,
  Columns = GeneratedTables[Name]["Row"],
> = Row;

/** Every table above, held against the database. */
export type CheckedTables = {
  matches: Conforms<MatchRow, "matches">;
  teams: Conforms<TeamRow, "teams">;
  user_predictions: Conforms<PredictionRow, "user_predictions">;
  subscriptions: Conforms<SubscriptionRow, "subscriptions">;
  plan_codes: Conforms<PlanCodeRow, "plan_codes">;
  profiles: Conforms<ProfileRow, "profiles">;
};
