import { settingKeys } from "../../../../backend/queries/settings.ts";
import { type StoredSettings, saveSettings } from "../../shared/settings/save-setting.ts";
import type { HomeSettings } from "./home-settings-rules.ts";

/** Saves the settings that were changed, all or none; fails with SL016 if one of those has changed since it was seen. */
export function saveHomeSettings(settings: HomeSettings, seen: StoredSettings): Promise<void> {
  const values: Record<string, unknown> = {
    [settingKeys.countdowns]: settings.countdowns,
    [settingKeys.leaderboards]: settings.leaderboards,
    [settingKeys.matches]: settings.matches,
    [settingKeys.friendlyClubLeaderboard]: settings.friendlyClubLeaderboard,
    [settingKeys.jackpot]: settings.jackpot,
    [settingKeys.pointsPerMatch]: settings.pointsPerMatch,
  };
  return saveSettings(
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)])),
    seen,
  );
}
