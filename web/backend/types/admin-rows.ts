/** Rows that only admins' screens read. They are derived as in rows.ts. */
import type { FunctionRow, Narrowed, Nullable, TableRow } from "./derive.ts";
import type { ProviderId } from "./providers.ts";
import type { MatchStatus, ProviderState, SubscriptionStatus } from "./rows.ts";

/** A plan code with its state and its user. `total_count` is the number of rows on all pages, here and below. */
export type AdminPlanCodeRow = Narrowed<
  Nullable<
    FunctionRow<"admin_plan_codes">,
    "created_by_name" | "used_by" | "used_by_name" | "used_at" | "sent_at" | "sold_to" | "sold_to_name"
  >,
  { code_state: "unused" | "used" | "expired" }
>;

/**
 * `accuracy`: percentage of all scored predictions that earned points. `completion_rate`: percentage of matches that are
 * completed. `engagement`: predictions for each user.
 */
export type AdminOverviewRow = Nullable<
  FunctionRow<"admin_overview">,
  "accuracy" | "top_user_id" | "top_name" | "top_points" | "completion_rate" | "engagement"
>;

/** What a new club has for each of its first steps. `test_email`: "sent", "outbox" or "failed". */
export type ClubSetUpRow = Nullable<
  FunctionRow<"club_set_up">,
  "test_email" | "tested_at" | "email" | "next_home" | "next_away" | "next_kickoff_at"
>;

/** How many players predicted all, some or none of the open matches that they may predict. */
export type OpenPredictionsRow = FunctionRow<"admin_open_predictions">;

/**
 * `rank` is null for a player who is not on the overall leaderboard. `predictions` counts unscored ones too.
 * `predictions_made` and `total_upcoming` are those of open matches, null unless `completion` asks for them.
 */
export type AdminPlayerRow = Nullable<
  FunctionRow<"admin_players">,
  "full_name" | "email" | "phone_number" | "rank" | "accuracy" | "predictions_made" | "total_upcoming"
>;

/** `place`: where the next page begins, in the last row only. `total_count`: all players, on the first page only. */
export type AdminExportRow = Nullable<
  FunctionRow<"admin_export">,
  "full_name" | "email" | "phone_number" | "rank" | "accuracy" | "place" | "total_count" | "points_per_match"
>;

/** `written_at`: when an organiser last reminded the player of these predictions, and `written_by` who; or null. */
export type MissingPlayerRow = Nullable<
  FunctionRow<"players_missing_predictions">,
  "phone_number" | "member_language" | "written_at" | "written_by"
>;

/** A subscription just sold. `member_id` is null for a name from paper. Helpers get no `phone_number`. */
export type SoldSubscriptionRow = Narrowed<
  Nullable<FunctionRow<"sell_subscriptions">, "member_id" | "phone_number" | "member_language">,
  { paid_by: "cash" | "juice" | "my_t_money" | "bank_transfer" | "other" }
>;

/** What a plan costs: the latest amount that was paid for it, or null. */
export type PlanSalesRow = Nullable<FunctionRow<"plan_sales">, "usual_amount_rs">;

/** A member who has not paid, and for which subscriptions. `ends_at`: also if it has ended. */
export type OwingMemberRow = Narrowed<
  Nullable<FunctionRow<"members_who_owe">, "phone_number" | "member_language" | "written_at" | "written_by">,
  { plans: { plan_type: string; ends_at: string; is_running: boolean }[] }
>;

/** `subject` is the match, or the competition of the plan. */
export type ActivityRow = Narrowed<
  Nullable<FunctionRow<"admin_recent_activity">, "user_id" | "full_name" | "subject">,
  { kind: "joined" | "made" | "changed" | "deleted" | "redeemed" | "completed" }
>;

/** A player's prediction. The scores are null while the match is open. */
export type AdminPredictionRow = Narrowed<
  Nullable<
    FunctionRow<"admin_user_predictions">,
    | "home_prediction"
    | "away_prediction"
    | "home_score"
    | "away_score"
    | "points_earned"
    | "cleared_at"
    | "is_double"
  >,
  { status: MatchStatus }
>;

/** A name that the club knows a team by. */
export type AliasRow = TableRow<"team_aliases">;
export type SnapshotRow = Omit<TableRow<"predictions_snapshots">, "data">;
export type SnapshotPlayerRow = TableRow<"snapshot_players">;

export type ClearingRow = {
  outcome: "cleared" | "no_pin" | "wrong_pin" | "locked";
  cleared: number | null;
  snapshot_id: string | null;
  attempts_left: number | null;
  retry_after_seconds: number | null;
};

export type SubscriptionArchiveRow = TableRow<"subscription_period_archives">;

/** `phone_number` is null after the account was deleted. */
export type ArchivedSubscriptionRow = Narrowed<
  TableRow<"archived_subscriptions">,
  { subscription_status: SubscriptionStatus }
>;

/** `admin_user_id` is null for the secret key. */
export type AuditRow = TableRow<"admin_audit_log">;

/** A scheduled job. `last_run_failed` is null before the first run has ended. */
export type ScheduledJobRow = Nullable<FunctionRow<"scheduled_jobs">, "last_run_at" | "last_run_failed">;

/** A matchday or month whose winners are not told yet. At most three of the `winner_count` winners are named. */
export type WinnersToTellRow = Nullable<FunctionRow<"winners_to_tell">, "league" | "season" | "points">;

/** A day whose results no message has told yet. `waits_for`: the last match of a round that is not over. */
export type ResultsToTellRow = Nullable<FunctionRow<"results_to_tell">, "waits_for">;

/** Whom a message reaches. */
export type Audience = "everyone" | "subscribers" | "group" | "missing_picks" | "member";

/** A message that an admin has scheduled (`sent_at` null) or sent. `recipients`: the competition or the group. */
export type ClubMessageRow = Narrowed<
  Nullable<FunctionRow<"club_messages">, "recipients" | "sent_at" | "players" | "withdrawn_at">,
  { audience: Audience }
>;

/** A run that changed something, failed or is still running. Runs without an effect are not stored. */
export type ScheduledRunRow = Nullable<FunctionRow<"scheduled_runs">, "finished_at" | "detail" | "facts">;

/**
 * The live-score provider; the key itself is never read. `answered_at` is the time of the last good answer. `failures` counts
 * the latest ones in a row. No request is sent before `paused_until`. `day_left` is null where the provider has no daily limit.
 */
export type ProviderStateRow = Narrowed<
  Nullable<
    FunctionRow<"provider_state">,
    | "key_set_at"
    | "polled_at"
    | "answered_at"
    | "failed_at"
    | "last_error"
    | "paused_until"
    | "day_left"
    | "error_facts"
  >,
  { provider: ProviderId }
>;

/**
 * A report of the provider that an admin must decide about. `provider_match_id` is null for `missing`, `match_id` for `unlinked`.
 * `candidates`: the club's matches that an unlinked one, or one whose link has a problem, may be.
 */
export type ProviderIssueRow = Narrowed<
  Nullable<
    FunctionRow<"provider_issues">,
    | "provider_match_id"
    | "match_id"
    | "state"
    | "since"
    | "provider_home"
    | "provider_away"
    | "club_home"
    | "club_away"
    | "provider_kickoff_at"
    | "club_kickoff_at"
    | "candidates"
    | "provider_home_name"
    | "provider_away_name"
    | "return_match_id"
  >,
  {
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
      | "exchanged"
      | "return_match"
      | "other_teams"
      | "rearranged"
      | "other_date"
      | "unlinked"
      | "missing";
    state: ProviderState | null;
  }
>;

/** What entering results did. `undo_id` is null if nothing changed. */
export type CompletedMatchesRow = Nullable<FunctionRow<"complete_matches">, "undo_id">;

/** An action of the admin that can be undone. `record_id` is null if it changed several records. */
export type UndoRow = Nullable<FunctionRow<"open_undos">, "record_id">;

/** A round with matches that await their result. `match_date` is set only for matches without a round. */
export type RoundToEnterRow = Nullable<FunctionRow<"results_to_enter">, "season" | "round" | "match_date">;

/** How many of a match's predictions would earn what, at the current score. */
export type LivePointsRow = FunctionRow<"live_points">;

/** A row of a leaderboard that includes live matches. */
export type ProvisionalLeaderboardRow = FunctionRow<"provisional_leaderboard">;

export type PaymentRow = TableRow<"payments">;

/** A payment (with `payment_id`), or a code that nobody paid for yet. */
export type AdminPaymentRow = Nullable<
  FunctionRow<"admin_payments">,
  | "payment_id"
  | "code_id"
  | "code"
  | "member_id"
  | "member_name"
  | "payer_id"
  | "payer_name"
  | "amount_rs"
  | "paid_by"
  | "paid_on"
  | "remark"
  | "receipt_no"
>;

/** The rupees paid for a competition in a month (its first day). */
export type PaymentTotalRow = FunctionRow<"payment_totals">;

/** What there is to tell about a finished matchday. `name` of an exact score is null where nobody had it. */
export type RoundReportRow = Narrowed<
  Nullable<FunctionRow<"round_reports">, "season" | "next_lock">,
  {
    places: { rank: number; name: string; points: number; perfect_scores: number }[];
    climbers: { name: string; places: number; rank: number }[];
    exact_scores: {
      home: string;
      away: string;
      home_score: number;
      away_score: number;
      name: string | null;
    }[];
  }
>;
