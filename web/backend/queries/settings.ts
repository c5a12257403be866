import { queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import type { SettingRow } from "../types/rows.ts";
import { subject } from "./query-keys.ts";
import { onDevice } from "./query-meta.ts";

/** The keys of the settings that screens use. */
export const settingKeys = {
  countdowns: "home_display_countdowns_config",
  leaderboards: "home_display_leaderboards",
  matches: "home_display_matches",
  friendlyClubLeaderboard: "show_friendly_club_leaderboard_page",
  jackpot: "jackpot_display_settings",
  doubles: "doubles",
  pointsPerMatch: "show_points_per_match",
  customCountdown: "custom_countdown_config",
} as const;

/** The saved settings by key, as text. Visitors do not get the jackpot's, so the query key contains the user. */
export const savedSettings = (userId: string | null) =>
  queryOptions({
    queryKey: [subject.settings, userId ?? "visitor"],
    meta: onDevice,
    queryFn: () =>
      dataOf(
        backend()
          .rest.from("admin_settings")
          .select("setting_key, setting_value")
          .in("setting_key", Object.values(settingKeys)),
      ),
    select: byKey,
    staleTime: 5 * 60_000,
  });

// Defined outside the query, because a new function in every render would count as a change.
function byKey(rows: readonly Pick<SettingRow, "setting_key" | "setting_value">[]): Map<string, string> {
  return new Map(rows.map(({ setting_key, setting_value }) => [setting_key, setting_value]));
}
