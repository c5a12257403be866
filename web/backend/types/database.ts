import type { Database as Generated, Json } from "../../../supabase/database.types.ts";
import type {
  ActivityRow,
  AdminCompletionRow,
  AdminOverviewRow,
  AdminPlanCodeRow,
  AdminPlayerRow,
  AdminPredictionRow,
  ArchivedSubscriptionRow,
  AuditRow,
  ClearingRow,
  ImportPlanRow,
  ImportResultRow,
  LivePointsRow,
  MissingPlayerRow,
  OpenPredictionsRow,
  PointsDayRow,
  PredictionsDayRow,
  ProviderIssueRow,
  ProviderStateRow,
  ProvisionalLeaderboardRow,
  QuietHoursRow,
  ScheduledJobRow,
  ScheduledRunRow,
  SnapshotPlayerRow,
  SnapshotRow,
  SubscriptionArchiveRow,
  TeamAliasRow,
} from "./admin-rows.ts";
import type {
  ArchivedLeaderboardRow,
  ComparisonRow,
  HomeLeaderboardRow,
  LastFiveRow,
  LeaderboardArchiveRow,
  LeaderboardRow,
  LeaderboardSummaryRow,
  LiveScoreRow,
  MatchPredictionRow,
  MatchRow,
  MatchSplitRow,
  MessageChoiceRow,
  NewMatchRow,
  NewPredictionRow,
  NewsRow,
  NotificationRow,
  PlanCodeRow,
  PlayableCompetitionRow,
  PlayerFiguresRow,
  PlayerPredictionRow,
  PlayerRankRow,
  PlayerRoundRow,
  PredictionChangeRow,
  PredictionRow,
  ProfileRow,
  RedemptionRow,
  SettingRow,
  SubscriberCountRow,
  SubscriptionRow,
  TeamRow,
} from "./rows.ts";

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

interface Call<Args extends Record<string, unknown>, Returns> {
  Args: Args;
  Returns: Returns;
}

type ImportArguments = {
  _league: string;
  _season: string;
  _time_zone: string;
  _matches: readonly object[];
};

export type Database = {
  public: {
    Tables: {
      matches: Table<MatchRow, NewMatchRow>;
      teams: Table<TeamRow, { name: string; logo_url?: string | null }>;
      live_scores: Table<LiveScoreRow>;
      team_aliases: Table<TeamAliasRow, { alias: string; club: string }>;
      user_predictions: Table<PredictionRow, NewPredictionRow>;
      subscriptions: Table<SubscriptionRow>;
      plan_codes: Table<PlanCodeRow>;
      profiles: Table<ProfileRow>;
      notifications: Table<NotificationRow>;
      news: Table<NewsRow>;
      admin_settings: Table<SettingRow>;
      leaderboard_archives: Table<LeaderboardArchiveRow>;
      archived_standings: Table<ArchivedLeaderboardRow>;
      prediction_changes: Table<PredictionChangeRow>;
      predictions_snapshots: Table<SnapshotRow>;
      snapshot_players: Table<SnapshotPlayerRow>;
      subscription_period_archives: Table<SubscriptionArchiveRow>;
      archived_subscriptions: Table<ArchivedSubscriptionRow>;
      admin_audit_log: Table<AuditRow>;
    };
    Views: Record<never, never>;
    Functions: {
      has_role: Call<{ _user_id: string; _role: string }, boolean>;
      match_picks: Call<{ _match_id: string }, MatchPredictionRow[]>;
      match_splits: Call<{ _match_ids: string[] }, MatchSplitRow[]>;
      next_rounds: Call<Record<never, never>, MatchRow[]>;
      my_playable_competitions: Call<Record<never, never>, PlayableCompetitionRow[]>;
      redeem_plan_code: Call<{ code: string }, RedemptionRow[]>;
      generate_plan_code: Call<{ plan_type: string; expires_on: string }, PlanCodeRow>;
      leaderboard: Call<{ league: string; page_limit: number; page_offset: number }, LeaderboardRow[]>;
      my_leaderboard_row: Call<{ league: string }, LeaderboardRow[]>;
      leaderboard_summary: Call<{ league: string }, LeaderboardSummaryRow[]>;
      search_leaderboard: Call<{ league: string; query: string; page_limit: number }, LeaderboardRow[]>;
      home_leaderboards: Call<Record<never, never>, HomeLeaderboardRow[]>;
      subscriber_count: Call<Record<never, never>, SubscriberCountRow[]>;
      player_figures: Call<{ _user_id: string; league: string }, PlayerFiguresRow[]>;
      player_rounds: Call<{ _user_id: string; league: string }, PlayerRoundRow[]>;
      player_ranks: Call<{ _user_id: string; league: string }, PlayerRankRow[]>;
      compare_with: Call<{ _user_id: string; league: string }, ComparisonRow[]>;
      admin_overview: Call<Record<never, never>, AdminOverviewRow[]>;
      admin_open_predictions: Call<Record<never, never>, OpenPredictionsRow[]>;
      admin_players: Call<
        { search: string; sort: string; page_limit: number; page_offset: number },
        AdminPlayerRow[]
      >;
      admin_completion: Call<
        { search: string; page_limit: number; page_offset: number },
        AdminCompletionRow[]
      >;
      who_has_not_predicted: Call<
        { _match_id: string | null; page_limit: number; page_offset: number },
        MissingPlayerRow[]
      >;
      admin_recent_activity: Call<{ page_limit: number; page_offset: number }, ActivityRow[]>;
      points_over_time: Call<Record<never, never>, PointsDayRow[]>;
      predictions_over_time: Call<Record<never, never>, PredictionsDayRow[]>;
      admin_user_predictions: Call<
        { _user_id: string; page_limit: number; page_offset: number },
        AdminPredictionRow[]
      >;
      delete_user_prediction: Call<{ _prediction_id: string }, null>;
      clear_user_predictions: Call<{ _user_id: string }, number>;
      clear_player_points: Call<{ _user_id: string }, number>;
      set_admin_role: Call<{ _user_id: string; _is_admin: boolean }, boolean>;
      give_subscription: Call<{ _user_id: string; _type: string; _expires_on: string }, SubscriptionRow>;
      end_subscription: Call<{ _user_id: string; _type: string }, SubscriptionRow>;
      create_subscription_archive: Call<
        { name: string; description: string | null; start_date: string; end_date: string },
        { id: string; archived: number }[]
      >;
      add_archived_subscription: Call<
        {
          archive_id: string;
          phone_number: string;
          type: string;
          status: string;
          started_at: string;
          expires_at: string;
        },
        { outcome: "added" | "user_not_found"; id: string | null }[]
      >;
      preview_import: Call<ImportArguments, ImportPlanRow[]>;
      import_matches: Call<ImportArguments, ImportResultRow[]>;
      recalculate_all_points: Call<Record<never, never>, number>;
      create_predictions_snapshot: Call<{ name: string; description: string | null }, SnapshotRow>;
      set_clear_points_pin: Call<{ pin: string }, null>;
      clear_points_pin_state: Call<Record<never, never>, { is_set: boolean; set_at: string | null }[]>;
      clear_all_points: Call<
        { pin: string; snapshot_name: string | null; description: string | null },
        ClearingRow[]
      >;
      generate_plan_codes: Call<{ plan_type: string; expires_on: string; how_many: number }, PlanCodeRow[]>;
      revoke_plan_code: Call<{ code: string }, null>;
      admin_plan_codes: Call<
        { state: string | null; page_limit: number; page_offset: number },
        AdminPlanCodeRow[]
      >;
      notify_everyone: Call<{ title: string; message: string; type: string }, number>;
      live_feed_state: Call<Record<never, never>, ProviderStateRow[]>;
      set_live_feed: Call<
        { _follows_scores: boolean; _follows_fixtures: boolean; _competitions: string[] },
        null
      >;
      feed_matters: Call<Record<never, never>, ProviderIssueRow[]>;
      take_feed_score: Call<{ _feed_match_id: string }, null>;
      keep_own_score: Call<{ _feed_match_id: string }, null>;
      link_feed_match: Call<{ _feed_match_id: string; _match_id: string | null; _remember: boolean }, null>;
      ignore_feed_matches: Call<{ _feed_match_ids: string[] }, number>;
      live_points: Call<{ _match_ids: string[] }, LivePointsRow[]>;
      provisional_leaderboard: Call<
        { league: string; page_limit: number; page_offset: number },
        ProvisionalLeaderboardRow[]
      >;
      create_leaderboard_snapshot: Call<
        { archive_id: string; league: string; start_date: string; end_date: string },
        number
      >;
      player_picks: Call<
        { _user_id: string; league: string; page_limit: number; page_offset: number },
        PlayerPredictionRow[]
      >;
      scheduled_jobs: Call<Record<never, never>, ScheduledJobRow[]>;
      scheduled_runs: Call<{ _only_failed: boolean; _limit: number }, ScheduledRunRow[]>;
      run_job_now: Call<{ _name: string }, null>;
      my_message_choices: Call<Record<never, never>, MessageChoiceRow[]>;
      quiet_hours: Call<Record<never, never>, QuietHoursRow[]>;
      choose_messages: Call<{ _kind: string; _in_app: boolean; _mail: boolean; _push: boolean }, null>;
      push_key: Call<Record<never, never>, string | null>;
      save_push_subscription: Call<{ _endpoint: string; _p256dh: string; _auth: string }, null>;
      forget_push_subscription: Call<{ _endpoint: string }, null>;
      mail_choice: Call<{ _token: string; _kind: string }, { mail: boolean }[]>;
      unsubscribe: Call<{ _token: string; _kind: string }, boolean>;
      resubscribe: Call<{ _token: string; _kind: string }, boolean>;
      my_calendar_token: Call<Record<never, never>, string>;
      renew_calendar_token: Call<Record<never, never>, string>;
      my_data: Call<Record<never, never>, Json>;
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
  live_scores: Conforms<LiveScoreRow, "live_scores">;
  team_aliases: Conforms<TeamAliasRow, "team_aliases">;
  user_predictions: Conforms<PredictionRow, "user_predictions">;
  subscriptions: Conforms<SubscriptionRow, "subscriptions">;
  plan_codes: Conforms<PlanCodeRow, "plan_codes">;
  profiles: Conforms<ProfileRow, "profiles">;
  notifications: Conforms<NotificationRow, "notifications">;
  news: Conforms<NewsRow, "news">;
  admin_settings: Conforms<SettingRow, "admin_settings">;
  leaderboard_archives: Conforms<LeaderboardArchiveRow, "leaderboard_archives">;
  archived_standings: Conforms<ArchivedLeaderboardRow, "archived_standings">;
  prediction_changes: Conforms<PredictionChangeRow, "prediction_changes">;
  predictions_snapshots: Conforms<SnapshotRow, "predictions_snapshots">;
  snapshot_players: Conforms<SnapshotPlayerRow, "snapshot_players">;
  subscription_period_archives: Conforms<SubscriptionArchiveRow, "subscription_period_archives">;
  archived_subscriptions: Conforms<ArchivedSubscriptionRow, "archived_subscriptions">;
  admin_audit_log: Conforms<AuditRow, "admin_audit_log">;
};
