import type { Json } from "../../../supabase/database.types.ts";

/** Rows of the tables and functions that players' screens read. `database.ts` holds them against the database. */

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

export type ProviderState =
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

/** What the live-score provider adds to a match's score. */
export type LiveScoreRow = {
  match_id: string;
  source: string;
  state: ProviderState;
  /** As the provider counts it; null where it does not say. */
  minute: number | null;
  /** Goals of extra time alone, and of the shoot-out alone. */
  extra_home: number | null;
  extra_away: number | null;
  penalties_home: number | null;
  penalties_away: number | null;
  /** Over, and not confirmed yet. */
  is_provisional: boolean;
  /** The score is one that people set, not the provider's. */
  by_hand: boolean;
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

export type ProfileRow = {
  id: string;
  /** Null for an account that was made without one. */
  full_name: string | null;
  phone_number: string | null;
  created_at: string;
};

export type NotificationRow = {
  id: string;
  user_id: string;
  /** success, warning or error; anything else is shown as info. */
  type: string;
  title: string;
  message: string;
  read: boolean;
  created_at: string;
  /** A path of the site that it leads to. */
  link: string | null;
};

/** A kind of message, and where the player wants to get it. */
export type MessageChoiceRow = { kind: string; in_app: boolean; mail: boolean; push: boolean };

/** Formatting and position arrive as objects or as JSON strings; `ui/text/text-formatting.ts` reads both. */
export type NewsRow = {
  id: string;
  title: string;
  content: string;
  is_active: boolean;
  image_url: string | null;
  image_position: Json | null;
  title_formatting: Json | null;
  content_formatting: Json | null;
  created_by_admin: string | null;
  created_at: string;
};

/** A visitor is not told who saved it. */
export type SettingRow = {
  setting_key: string;
  setting_value: string;
  updated_at: string;
  updated_by: string | null;
};

export type LeaderboardArchiveRow = {
  id: string;
  name: string;
  description: string | null;
  league: string;
  start_date: string;
  end_date: string;
  created_by_admin: string | null;
  created_at: string;
};

/** A place of an archived table, with the archive's own copy of the name. */
export type ArchivedLeaderboardRow = {
  archive_id: string;
  /** 1 is the first row; equal ranks follow each other by name. */
  position: number;
  rank: number;
  user_id: string | null;
  full_name: string;
  predictions_scored: number;
  points: number;
  perfect_scores: number;
  accuracy: number | null;
};

export type PredictionChangeRow = {
  id: number;
  user_id: string;
  match_id: string | null;
  match_label: string;
  change: "made" | "changed" | "deleted";
  home_prediction: number;
  away_prediction: number;
  changed_at: string;
};

export type MatchPredictionRow = {
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

export type LeaderboardRow = {
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

/** A place of a table that stands on Home. */
export type HomeLeaderboardRow = LeaderboardRow & { league: string };

export type SubscriberCountRow = { subscription_type: string; subscribers: number };

/** One player on one table. */
export type PlayerFiguresRow = LeaderboardRow & {
  players: number;
  /** Scored predictions that earned points, exact ones included. */
  right_outcomes: number;
};

/** A round of a player's season; on the overall table `round` is null and a calendar week is one. */
export type PlayerRoundRow = {
  round: string | null;
  starts_on: string;
  predictions_scored: number;
  points: number;
  perfect_scores: number;
  right_outcomes: number;
};

/** Where a player stood at the end of a day with results. */
export type PlayerRankRow = { day: string; points: number; rank: number | null };

/** The signed-in player beside another, over the scored matches that both predicted. */
export type ComparisonRow = {
  matches: number;
  mine_ahead: number;
  theirs_ahead: number;
  level: number;
  same_pick: number;
  my_points: number;
  their_points: number;
};

/** A prediction with its match, and beside it the caller's own of the same match. */
export type PlayerPredictionRow = {
  match_id: string;
  home_team_name: string;
  away_team_name: string;
  match_league: string;
  round: string | null;
  kickoff_at: string;
  locks_at: string;
  status: MatchStatus;
  home_score: number | null;
  away_score: number | null;
  home_prediction: number;
  away_prediction: number;
  points_earned: number | null;
  updated_at: string;
  my_home_prediction: number | null;
  my_away_prediction: number | null;
  my_points_earned: number | null;
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
