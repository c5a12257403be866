/**
 * Rows of the tables and functions that players' screens read. Each type is derived from the generated one by the columns
 * whose values are a closed list and, for functions, by the columns that may be null.
 */
import type {
  CompositeRow,
  FunctionRow,
  Narrowed,
  NotNull,
  Nullable,
  TableInsert,
  TableRow,
} from "./derive.ts";

export type MatchStatus = "upcoming" | "live" | "completed" | "cancelled";

/**
 * `match_date` and `match_time` are in the club's time zone (`2026-11-21`, `20:00:00`); `kickoff_at` and `locks_at` are
 * instants. `league` is the competition's name, e.g. `Premier League`.
 */
export type MatchRow = Narrowed<TableRow<"matches">, { status: MatchStatus }>;

export type NewMatchRow = Pick<
  TableInsert<"matches">,
  | "home_team_name"
  | "away_team_name"
  | "match_date"
  | "match_time"
  | "league"
  | "round"
  | "season"
  | "kickoff_confirmed"
>;

/** One of the player's groups. `deleted_at` is null unless it can still be restored. */
export type GroupRow = Nullable<FunctionRow<"my_groups">, "deleted_at">;

/** The player's place in a group. `behind` and `above_name` are null for the first. */
export type GroupStandingRow = Nullable<FunctionRow<"my_group_standings">, "behind" | "above_name">;

/**
 * A member whom live matches may bring past the player or behind, on the overall leaderboard of the club (without
 * `group_id`) or of a group. `picks`: the member's predictions of live matches, `[home, away, 1 for a double]` by match id.
 */
export type LiveStandingRow = Narrowed<
  Nullable<FunctionRow<"live_standings">, "group_id" | "group_name" | "first_colour" | "second_colour">,
  { picks: Record<string, [home: number, away: number, isDouble: number]> }
>;

/** An open match of a group. `missing_names`: others who have not predicted it, at most 12 of them. */
export type GroupNextMatchRow = Nullable<
  FunctionRow<"group_next_matches">,
  "home_team_logo" | "away_team_logo"
>;

export type GroupMemberRow = FunctionRow<"members_of_group">;

/** A group of the player. `code`, of the player's own invite link: null for members who may not invite, and without a link. */
export type GroupDetailsRow = Nullable<FunctionRow<"group_details">, "code">;

/** What an invite link leads to. Without a group all other columns are null, but the wait after too many wrong codes. */
export type GroupPreviewRow = {
  outcome: "found" | "member" | "invalid" | "locked";
  group_id: string | null;
  name: string | null;
  first_colour: string | null;
  second_colour: string | null;
  inviter_id: string | null;
  inviter_name: string | null;
  members: number | null;
  counts_from_joining: boolean | null;
  leaders: InviteLeader[] | null;
  retry_after_seconds: number | null;
};

/** One of the first three of a group with a result. */
export type InviteLeader = { user_id: string; name: string; points: number };

export type JoinedGroupRow = {
  outcome: "joined" | "member" | "full" | "too_many" | "invalid" | "locked";
  group_id: string | null;
  retry_after_seconds: number | null;
};

/** A reopening of a match. `organiser` is null after the account was deleted. */
/** `reason` is null if an undo reopened the match. */
export type ReopeningRow = Nullable<FunctionRow<"match_reopenings">, "organiser" | "reason">;

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

/**
 * What the live-score provider adds to a match's score. `minute` is null where the provider does not report it. The goals of
 * extra time and of the shoot-out are counted separately. `is_provisional`: over, but not confirmed yet. `is_manual`: an admin
 * entered the score.
 */
export type LiveScoreRow = Narrowed<TableRow<"live_scores">, { state: ProviderState }>;

export type TeamRow = TableRow<"teams">;
export type PredictionRow = TableRow<"user_predictions">;

export type NewPredictionRow = Pick<
  TableInsert<"user_predictions">,
  "user_id" | "match_id" | "home_prediction" | "away_prediction"
>;

export type SubscriptionStatus = "active" | "inactive" | "expired";
export type SubscriptionRow = Narrowed<TableRow<"subscriptions">, { status: SubscriptionStatus }>;

export type PlanCodeRow = TableRow<"plan_codes">;

/** `full_name` is null for an account that was created without a name. */
export type ProfileRow = TableRow<"profiles">;

/** `type` is success, warning or error; any other is shown as info. `link` is a path of the site. */
export type NotificationRow = TableRow<"notifications">;

/** A kind of message, and the channels on which the player wants to receive it. */
export type MessageChoiceRow = FunctionRow<"my_message_choices">;

/** Formatting and position arrive as objects or as JSON strings; `ui/text/text-formatting.ts` reads both. */
export type NewsRow = TableRow<"news">;

/** `updated_by` is null for a visitor. */
export type SettingRow = TableRow<"admin_settings">;

export type LeaderboardArchiveRow = TableRow<"leaderboard_archives">;

/** A row of an archived leaderboard. `position` is unique; equal ranks are sorted by name. */
export type ArchivedLeaderboardRow = TableRow<"archived_leaderboard_rows">;

export type PredictionChangeRow = Narrowed<
  TableRow<"prediction_changes">,
  { change: "made" | "changed" | "deleted" }
>;

export type MatchPredictionRow = Nullable<FunctionRow<"match_predictions">, "points_earned" | "points">;
/** `per_match` is null without a match that the player could predict. */
export type PointsPerMatchRow = Nullable<FunctionRow<"points_per_match">, "per_match">;

/** Doubles that the player has spent in a competition and season, and a round while the rule is one per matchday. */
export type SpentDoublesRow = Nullable<FunctionRow<"my_doubles">, "season" | "round">;

export type MatchSplitRow = FunctionRow<"match_splits">;
export type PlayableCompetitionRow = Nullable<FunctionRow<"my_competitions">, "expires_at">;

/** One of the player's own payments. `paid_by` is one of `paymentMethods`. */
export type OwnPaymentRow = FunctionRow<"my_payments">;

export type RedemptionRow = {
  outcome: "redeemed" | "invalid" | "used" | "expired" | "locked";
  subscription_type: string | null;
  expires_at: string | null;
  retry_after_seconds: number | null;
};

/** `rank` is null before the first result. `accuracy` is a percentage with one decimal, null before the first scored prediction. */
export type LeaderboardRow = NotNull<
  CompositeRow<"leaderboard_row">,
  "user_id" | "full_name" | "predictions_scored" | "points" | "perfect_scores"
>;

type NullableFigures = "rank" | "previous_rank" | "accuracy";

/** A row of a matchday's or a month's leaderboard. `right_outcomes` includes the exact scores. */
export type PeriodRow = NotNull<
  CompositeRow<"period_row">,
  "rank" | "user_id" | "full_name" | "predictions_scored" | "points" | "perfect_scores" | "right_outcomes"
>;

/** A matchday (`season` and `round`) or a month (its first day) with a leaderboard. */
export type LeaderboardPeriodRow = Nullable<
  FunctionRow<"leaderboard_periods">,
  "season" | "round" | "month" | "points_counted" | "points_to_count"
>;

/** The most common prediction of each match, as a row of a leaderboard. */
export type CrowdRow = Nullable<FunctionRow<"crowd">, "accuracy">;

/** `user_id` is null after the account was deleted; the name remains. */
export type ChampionRow = Nullable<FunctionRow<"champions">, "user_id">;
export type WinnerCountRow = Nullable<FunctionRow<"winner_counts">, "user_id">;
/** `competition` is its id; of a month, `league`, `season` and `competition` are null. */
export type PeriodWinnerRow = Nullable<
  FunctionRow<"period_winners">,
  "user_id" | "league" | "season" | "last_day" | "competition"
>;
/**
 * A matchday or month of a group, with one of the members who have most points in it. `my_place` and `my_points` are null for a
 * member without a scored prediction in it.
 */
export type GroupWinnerRow = Nullable<
  FunctionRow<"group_winners">,
  "league" | "season" | "my_place" | "my_points"
>;
/** One of the holders of a record. `period_id` and `competition` are null without a leaderboard of the matchday. */
export type ClubRecordRow = Narrowed<
  Nullable<FunctionRow<"club_records">, "user_id" | "match_id" | "period_id" | "competition">,
  { kind: "best_matchday" | "exact_scores" | "scoring_run" | "climb" | "only_exact" }
>;

/** A season of a player. `name` and `end_date` are null while it runs. */
export type CareerRow = Nullable<FunctionRow<"career">, "name" | "end_date" | "rank" | "accuracy">;

/** What stood out in a season; null is what it does not have. */
export type SeasonHighlightsRow = Nullable<
  FunctionRow<"season_highlights">,
  keyof FunctionRow<"season_highlights">
>;

/** A locked match with two players' predictions; the points are null until it is completed. */
export type HeadToHeadRow = Nullable<
  FunctionRow<"head_to_head">,
  | "season"
  | "round"
  | "home_score"
  | "away_score"
  | "my_home"
  | "my_away"
  | "my_points"
  | "their_home"
  | "their_away"
  | "their_points"
>;

/** A row of a leaderboard on Home. */
export type HomeLeaderboardRow = Nullable<FunctionRow<"home_leaderboards">, NullableFigures>;

export type SubscriberCountRow = FunctionRow<"subscriber_count">;

/** One player on one leaderboard. `right_outcomes` includes the exact scores. */
export type PlayerFiguresRow = Nullable<FunctionRow<"player_figures">, NullableFigures>;

/** A round of a player's season. On the overall leaderboard `round` is null, and a calendar week counts as a round. */
export type PlayerRoundRow = Nullable<FunctionRow<"player_rounds">, "round">;

/** A player's rank at the end of a day with results. */
export type PlayerRankRow = Nullable<FunctionRow<"player_ranks">, "rank">;

/** A prediction with its match, and the caller's own prediction of the same match. */
export type PlayerPredictionRow = Narrowed<
  Nullable<
    FunctionRow<"player_predictions">,
    | "round"
    | "home_score"
    | "away_score"
    | "points_earned"
    | "my_home_prediction"
    | "my_away_prediction"
    | "my_points_earned"
    | "my_is_double"
  >,
  { status: MatchStatus }
>;

export type LeaderboardSummaryRow = Nullable<
  FunctionRow<"leaderboard_summary">,
  "compared_with" | "points_counted" | "points_to_count" | "carried_from"
>;

/** `position` 1 is the newest match, 5 the oldest. */
export type LastFiveRow = Nullable<FunctionRow<"last_five">, "points_earned">;

/** The same for a page of a leaderboard: the points of the last five matches, oldest first. */
export type FormRow = Pick<FunctionRow<"leaderboard_form">, "user_id"> & { points: (number | null)[] };
