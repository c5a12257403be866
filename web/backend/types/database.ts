import type * as admin from "./admin-rows.ts";
import type * as cups from "./cup-rows.ts";
import type { FunctionRow, GeneratedFunctions, GeneratedTables, Narrowed, Nullable } from "./derive.ts";
import type * as divisions from "./division-rows.ts";
import type * as imports from "./import-rows.ts";
import type * as standing from "./last-standing-rows.ts";
import type * as members from "./member-rows.ts";
import type * as texts from "./notices.ts";
import type * as prizes from "./prize-rows.ts";
import type * as questions from "./question-rows.ts";
import type * as rows from "./rows.ts";
import type * as screen from "./screen-rows.ts";
import type * as season from "./season-rows.ts";

/**
 * The database as the REST client sees it: the generated types, with the rows of this folder where one is narrower. The
 * names must exist in the database, so a renamed table, function or column is a compile error.
 */
export type Database = {
  public: {
    Tables: {
      [Name in keyof GeneratedTables]: {
        Row: RowOf<Name>;
        Insert: Name extends keyof NewRows ? NewRows[Name] : GeneratedTables[Name]["Insert"];
        Update: Partial<RowOf<Name>>;
        Relationships: [];
      };
    };
    Views: Record<never, never>;
    Functions: {
      [Name in keyof GeneratedFunctions]: {
        Args: ArgumentsOf<Name>;
        Returns: ResultOf<Name>;
      };
    };
  };
};

type RowOf<Name extends keyof GeneratedTables> = Name extends keyof TableRows
  ? TableRows[Name]
  : GeneratedTables[Name]["Row"];

type ArgumentsOf<Name extends keyof GeneratedFunctions> = Name extends keyof NullableArguments
  ? NullableArguments[Name]
  : GeneratedFunctions[Name]["Args"];

/** A function without a result answers null. */
type ResultOf<Name extends keyof GeneratedFunctions> = Name extends keyof FunctionRows
  ? GeneratedFunctions[Name]["Returns"] extends unknown[]
    ? FunctionRows[Name][]
    : FunctionRows[Name]
  : GeneratedFunctions[Name]["Returns"] extends undefined
    ? null
    : GeneratedFunctions[Name]["Returns"];

/** Rejects a name that the database does not have. */
type Known<
  Names extends PropertyKey,
  Named extends { [Name in keyof Named]: Name extends Names ? unknown : never },
> = Named;

type TableRows = Known<
  keyof GeneratedTables,
  {
    matches: rows.MatchRow;
    live_scores: rows.LiveScoreRow;
    subscriptions: rows.SubscriptionRow;
    prediction_changes: rows.PredictionChangeRow;
    archived_subscriptions: admin.ArchivedSubscriptionRow;
  }
>;

/** The columns that the page fills; triggers fill the others. */
type NewRows = Known<
  keyof GeneratedTables,
  {
    matches: rows.NewMatchRow;
    user_predictions: rows.NewPredictionRow;
  }
>;

/** The functions whose rows have nullable columns or closed lists of values. */
type FunctionRows = Known<
  keyof GeneratedFunctions,
  {
    add_archived_subscription: Narrowed<
      Nullable<FunctionRow<"add_archived_subscription">, "id">,
      { outcome: "added" | "user_not_found" }
    >;
    admin_export: admin.AdminExportRow;
    admin_overview: admin.AdminOverviewRow;
    club_set_up: admin.ClubSetUpRow;
    club_notices: texts.Notices | null;
    club_text_versions: texts.TextVersionRow;
    my_due_confirmation: texts.DueConfirmationRow;
    admin_plan_codes: admin.AdminPlanCodeRow;
    admin_players: admin.AdminPlayerRow;
    admin_recent_activity: admin.ActivityRow;
    admin_user_predictions: admin.AdminPredictionRow;
    clear_all_points: admin.ClearingRow[];
    clear_points_pin_state: Nullable<FunctionRow<"clear_points_pin_state">, "set_at">;
    end_subscription: rows.SubscriptionRow;
    find_members: Nullable<FunctionRow<"find_members">, "full_name" | "phone_number">;
    cancel_match: string | null;
    void_match: string | null;
    complete_matches: admin.CompletedMatchesRow;
    delete_match: string | null;
    duplicates: imports.Duplicates;
    match_reopenings: rows.ReopeningRow;
    open_undos: admin.UndoRow;
    claim_points: members.ClaimedRow;
    moved_in: members.MovedInRow;
    preview_move_in: members.MovePlanRow;
    preview_past_table: members.PastTableRow[];
    preview_merge_members: members.MergePlan;
    preview_new_members: members.NewMemberRow;
    provider_issues: admin.ProviderIssueRow;
    reopen_match: rows.MatchRow;
    give_subscription: rows.SubscriptionRow;
    home_leaderboards: rows.HomeLeaderboardRow;
    last_five: rows.LastFiveRow;
    leaderboard: rows.LeaderboardRow;
    leaderboard_form: rows.FormRow;
    player_above: rows.LeaderboardRow;
    admin_payments: admin.AdminPaymentRow;
    my_payments: rows.OwnPaymentRow;
    payments_received: number | null;
    leaderboard_periods: rows.LeaderboardPeriodRow;
    period_leaderboard: rows.PeriodRow;
    my_period_row: rows.PeriodRow;
    crowd: rows.CrowdRow;
    champions: rows.ChampionRow;
    cup: cups.CupRow;
    cup_rounds: cups.CupRoundRow;
    cup_ties: cups.CupTieRow;
    cup_tie: divisions.TieMatchRow;
    cup_draw: cups.CupDrawRow;
    preview_cup: cups.CupPlanRow;
    divisions: divisions.DivisionsRow;
    division_table: divisions.DivisionTableRow;
    division_fixtures: divisions.DivisionFixtureRow;
    division_tie: divisions.TieMatchRow;
    preview_divisions: divisions.DivisionPlanRow;
    career: rows.CareerRow;
    season_highlights: rows.SeasonHighlightsRow;
    last_standing: standing.LastStandingRow;
    enter_last_standing: standing.EntryResult;
    last_standing_codes: standing.StandingCodeRow;
    prizes: prizes.PrizesRow;
    admin_prizes: prizes.AdminPrizeRow;
    winner_counts: rows.WinnerCountRow;
    period_winners: rows.PeriodWinnerRow;
    club_records: rows.ClubRecordRow;
    head_to_head: rows.HeadToHeadRow;
    leaderboard_summary: rows.LeaderboardSummaryRow;
    provider_state: admin.ProviderStateRow;
    match_predictions: rows.MatchPredictionRow;
    close_group: string | null;
    group_details: rows.GroupDetailsRow;
    group_crowd: rows.CrowdRow;
    group_last_five: rows.LastFiveRow;
    group_leaderboard: rows.LeaderboardRow;
    group_winners: rows.GroupWinnerRow;
    group_match_predictions: Nullable<FunctionRow<"group_match_predictions">, "points_earned" | "points">;
    live_standings: rows.LiveStandingRow;
    round_reports: admin.RoundReportRow;
    join_group: rows.JoinedGroupRow[];
    my_groups: rows.GroupRow;
    my_group_standings: rows.GroupStandingRow;
    group_next_matches: rows.GroupNextMatchRow;
    my_leaderboard_row: rows.LeaderboardRow;
    my_competitions: rows.PlayableCompetitionRow;
    my_doubles: rows.SpentDoublesRow;
    leaderboard_per_match: rows.LeaderboardRow;
    points_per_match: rows.PointsPerMatchRow;
    club_messages: admin.ClubMessageRow;
    next_rounds: rows.MatchRow;
    player_figures: rows.PlayerFiguresRow;
    player_predictions: rows.PlayerPredictionRow;
    player_ranks: rows.PlayerRankRow;
    player_rounds: rows.PlayerRoundRow;
    season_plan: season.SeasonPlan;
    season_warnings: season.Sentence;
    undo_season: season.Sentence[];
    undo_season_step: season.Sentence[];
    take_season_step: season.SeasonStepResult;
    import_matches: imports.ImportResultRow;
    preview_import: imports.ImportPlan;
    preview_match: imports.MatchPreview;
    push_key: string | null;
    redeem_plan_code: rows.RedemptionRow[];
    results_to_enter: admin.RoundToEnterRow;
    set_running_score: rows.MatchRow;
    scheduled_jobs: admin.ScheduledJobRow;
    scheduled_runs: admin.ScheduledRunRow;
    preview_group: rows.GroupPreviewRow[];
    bar_screen: screen.BarScreen;
    search_leaderboard: rows.LeaderboardRow;
    my_season_questions: questions.SeasonQuestionRow;
    season_answer_counts: questions.AnswerCountRow;
    season_answers_of: questions.SeasonAnswerRow;
    player_season_answers: questions.PlayerAnswerRow;
    admin_season_questions: questions.AdminQuestionRow;
    settle_season_question: string | null;
    results_to_tell: admin.ResultsToTellRow;
    winners_to_tell: admin.WinnersToTellRow;
    players_missing_predictions: admin.MissingPlayerRow;
    sell_subscriptions: admin.SoldSubscriptionRow;
    plan_sales: admin.PlanSalesRow;
    members_who_owe: admin.OwingMemberRow;
    note_reminder: string | null;
    remind_in_app: string | null;
  }
>;

type Arguments<Name extends keyof GeneratedFunctions> = GeneratedFunctions[Name]["Args"];

/** The generator writes no argument as nullable. These functions take null. */
type NullableArguments = Known<
  keyof GeneratedFunctions,
  {
    admin_payments: Nullable<Arguments<"admin_payments">, "paid" | "plan" | "method" | "month">;
    admin_plan_codes: Nullable<Arguments<"admin_plan_codes">, "state">;
    clear_all_points: Nullable<Arguments<"clear_all_points">, "snapshot_name" | "description">;
    create_predictions_snapshot: Nullable<Arguments<"create_predictions_snapshot">, "description">;
    create_subscription_archive: Nullable<Arguments<"create_subscription_archive">, "description">;
    link_provider_match: Nullable<Arguments<"link_provider_match">, "_match_id">;
    save_prize_plan: Nullable<Arguments<"save_prize_plan">, "_fund_rs">;
    players_missing_predictions: Nullable<Arguments<"players_missing_predictions">, "_match_id">;
  }
>;
