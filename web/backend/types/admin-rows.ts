import type { Json } from "../../../supabase/database.types.ts";
import type { MatchStatus, ProviderState } from "./rows.ts";

/** Rows that admins' screens read besides those of rows.ts. */

/** A code as admins see it: what became of it, and through whom. */
export type AdminPlanCodeRow = {
  id: string;
  code: string;
  plan_type: string;
  code_state: "unused" | "used" | "expired";
  expires_at: string;
  created_at: string;
  created_by_name: string | null;
  used_by: string | null;
  used_by_name: string | null;
  used_at: string | null;
  /** Of all pages. */
  total_count: number;
};

export type AdminOverviewRow = {
  total_users: number;
  total_matches: number;
  completed_matches: number;
  predictions: number;
  /** Percent of all scored predictions that earned points; null before the first. */
  accuracy: number | null;
  top_user_id: string | null;
  top_name: string | null;
  top_points: number | null;
  /** Completed matches of all, percent. */
  completion_rate: number | null;
  /** Predictions per user. */
  engagement: number | null;
  open_matches: number;
};

/** Players who may predict open matches and did all, some, none of them. */
export type OpenPredictionsRow = {
  predicted_all: number;
  predicted_some: number;
  predicted_none: number;
};

export type AdminPlayerRow = {
  user_id: string;
  full_name: string | null;
  email: string | null;
  phone_number: string | null;
  joined_at: string;
  is_admin: boolean;
  /** Of the overall table; null for who is not on it. */
  rank: number | null;
  /** All that are in; `predictions_scored` of them count. */
  predictions: number;
  predictions_scored: number;
  points: number;
  perfect_scores: number;
  accuracy: number | null;
  total_count: number;
};

export type AdminCompletionRow = {
  user_id: string;
  full_name: string;
  predictions_made: number;
  total_upcoming: number;
  total_count: number;
};

export type MissingPlayerRow = {
  user_id: string;
  full_name: string;
  phone_number: string | null;
  missing: number;
  total_count: number;
};

export type ActivityRow = {
  kind: "joined" | "made" | "changed" | "deleted" | "redeemed" | "completed";
  user_id: string | null;
  full_name: string | null;
  /** The match, or the plan's competition. */
  subject: string | null;
  happened_at: string;
};

/** A day of the club's calendar. */
export type PointsDayRow = {
  day: string;
  matches: number;
  predictions_scored: number;
  points: number;
  perfect_scores: number;
};

export type PredictionsDayRow = { day: string; matches: number; predictions: number };

/** A player's prediction as admins see it: of an open match without the prediction. */
export type AdminPredictionRow = {
  id: string;
  match_id: string;
  home_team_name: string;
  away_team_name: string;
  match_league: string;
  kickoff_at: string;
  is_open: boolean;
  home_prediction: number | null;
  away_prediction: number | null;
  status: MatchStatus;
  home_score: number | null;
  away_score: number | null;
  points_earned: number | null;
  cleared_at: string | null;
  created_at: string;
  total_count: number;
};

export type SnapshotRow = {
  id: string;
  snapshot_name: string;
  description: string | null;
  created_by_admin: string | null;
  created_at: string;
  players: number;
  predictions: number;
};

export type SnapshotPlayerRow = {
  snapshot_id: string;
  position: number;
  user_id: string;
  user_name: string;
  total_points: number;
  predictions: NonNullable<Json>;
};

export type ClearingRow = {
  outcome: "cleared" | "no_pin" | "wrong_pin" | "locked";
  cleared: number | null;
  snapshot_id: string | null;
  attempts_left: number | null;
  retry_after_seconds: number | null;
};

export type SubscriptionArchiveRow = {
  id: string;
  name: string;
  description: string | null;
  start_date: string;
  end_date: string;
  created_by_admin: string | null;
  created_at: string;
};

export type ArchivedSubscriptionRow = {
  id: string;
  archive_id: string;
  user_id: string | null;
  full_name: string;
  /** Null once the account is gone. */
  phone_number: string | null;
  subscription_type: string;
  subscription_status: "active" | "inactive" | "expired";
  started_at: string;
  expires_at: string;
  was_admin_assigned: boolean;
};

export type AuditRow = {
  id: number;
  /** Null for the secret key. */
  admin_user_id: string | null;
  action: string;
  table_name: string;
  record_id: string | null;
  old_values: Json | null;
  new_values: Json | null;
  created_at: string;
};

/** What an import would do with one match of the file; dates and times are the club's. */
export type ImportPlanRow = {
  place: number;
  round: string | null;
  home: string | null;
  away: string | null;
  match_date: string | null;
  match_time: string | null;
  home_score: number | null;
  away_score: number | null;
  change: "added" | "moved" | "result" | "moved and result" | "unchanged" | "refused";
  /** Why it is refused. */
  reason: string | null;
};

export type ImportResultRow = {
  teams_added: number;
  matches_added: number;
  matches_changed: number;
  results_entered: number;
};

/** Work that is done again and again, without anybody asking. */
export type ScheduledJobRow = {
  name: string;
  every_seconds: number;
  is_running: boolean;
  last_run_at: string | null;
  /** Null until a first run has ended. */
  last_run_failed: boolean | null;
  next_run_at: string;
};

/** A run that did something, failed or has not ended; the others leave no line. */
export type ScheduledRunRow = {
  id: number;
  job: string;
  started_at: string;
  finished_at: string | null;
  has_failed: boolean;
  /** What it did: a number of things, or words. */
  detail: string | null;
};

/** The live-score provider as admins see it; the key itself is never read. */
export type ProviderStateRow = {
  provider: ProviderId;
  key_is_set: boolean;
  key_set_at: string | null;
  follows_scores: boolean;
  follows_fixtures: boolean;
  /** Ids of competitions. */
  competitions: string[];
  asked_at: string | null;
  /** When the last good answer came: the age of what is shown. */
  answered_at: string | null;
  /** In a row, up to now. */
  failures: number;
  failed_at: string | null;
  last_error: string | null;
  /** Nobody asks before then. */
  waits_until: string | null;
  minute_left: number;
  /** Null where the provider counts no days. */
  day_left: number | null;
  /** Matches that the provider is asked about every minute right now. */
  in_play: number;
};
export type ProviderId = "football_data" | "api_football";

/** Something of the feed's that waits for an admin. */
export type ProviderIssueRow = {
  kind:
    | "provisional"
    | "correction"
    | "contradiction"
    | "no_score"
    | "awarded"
    | "postponed"
    | "suspended"
    | "abandoned"
    | "cancelled"
    | "moved"
    | "unlinked"
    | "missing";
  /** Null for `missing`. */
  feed_match_id: string | null;
  /** Null for `unlinked`. */
  match_id: string | null;
  league: string;
  home: string;
  away: string;
  state: ProviderState | null;
  since: string | null;
  feed_home: number | null;
  feed_away: number | null;
  our_home: number | null;
  our_away: number | null;
  feed_kickoff_at: string | null;
  our_kickoff_at: string | null;
  /** For `unlinked`: matches of ours that it could be. */
  fits: string[] | null;
};

/** What a match's predictions would earn at its score as it stands. */
export type LivePointsRow = { match_id: string; exact: number; outcome: number; miss: number };

/** A place of a table with what live matches would add. */
export type ProvisionalLeaderboardRow = {
  rank: number;
  confirmed_rank: number;
  user_id: string;
  full_name: string;
  points: number;
  gained: number;
  perfect_scores: number;
};

/** Another name of a club. */
export type TeamAliasRow = {
  alias: string;
  club: string;
  created_at: string;
  /** Null for the names that came with the product. */
  created_by_admin: string | null;
};

/** Times in the club's zone, `23:00:00`; equal when there are no quiet hours. */
export type QuietHoursRow = { starts_at: string; ends_at: string };
