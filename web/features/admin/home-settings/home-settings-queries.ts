import { backend } from "../../../backend/connection/client.ts";
import { ensureSuccess } from "../../../backend/connection/response.ts";
import { settingKeys } from "../../../backend/queries/settings.ts";
import {
  type CompetitionCountdown,
  chosenIn,
  countdownsIn,
  flagIn,
  homeCompetitions,
  type Jackpot,
  jackpotIn,
} from "../../../football/rules/club-settings.ts";

/** The five settings of Home. */
export interface HomeSettings {
  countdowns: CompetitionCountdown[];
  leaderboards: string[];
  matches: string[];
  friendlyClubLeaderboard: boolean;
  jackpot: Jackpot;
}

/** The keys of the five settings in `admin_settings`. */
export const homeSettingKeys = [
  settingKeys.countdowns,
  settingKeys.leaderboards,
  settingKeys.matches,
  settingKeys.friendlyClubLeaderboard,
  settingKeys.jackpot,
] as const;

export function homeSettingsIn(saved: ReadonlyMap<string, string>): HomeSettings {
  return {
    countdowns: countdownsIn(saved.get(settingKeys.countdowns)),
    leaderboards: chosenIn(saved.get(settingKeys.leaderboards)) ?? [],
    // Without a saved choice Home shows every competition.
    matches: chosenIn(saved.get(settingKeys.matches)) ?? homeCompetitions.map(({ id }) => id),
    friendlyClubLeaderboard: flagIn(saved.get(settingKeys.friendlyClubLeaderboard), true),
    jackpot: jackpotIn(saved.get(settingKeys.jackpot)),
  };
}

/** Saves all five settings in one statement, so that all are saved or none. */
export function saveHomeSettings(settings: HomeSettings): Promise<void> {
  const values: Record<string, unknown> = {
    [settingKeys.countdowns]: settings.countdowns,
    [settingKeys.leaderboards]: settings.leaderboards,
    [settingKeys.matches]: settings.matches,
    [settingKeys.friendlyClubLeaderboard]: settings.friendlyClubLeaderboard,
    [settingKeys.jackpot]: settings.jackpot,
  };
  return ensureSuccess(
    backend()
      .rest.from("admin_settings")
      .upsert(
        Object.entries(values).map(([setting_key, value]) => ({
          setting_key,
          setting_value: JSON.stringify(value),
          updated_at: new Date().toISOString(),
        })),
        { onConflict: "setting_key" },
      ),
  );
}

/** The labels and values of the summary below the form. */
export function summaryOf({ countdowns, leaderboards, matches, jackpot }: HomeSettings): [string, string][] {
  return [
    ["Countdowns enabled", String(countdowns.filter(({ enabled }) => enabled).length)],
    ["Leaderboards selected", String(leaderboards.length)],
    ["Match types selected", String(matches.length)],
    ["Jackpot", jackpot.enabled ? "Enabled" : "Disabled"],
  ];
}

/** Why the settings cannot be saved, or null. */
export function problemWith({ jackpot }: HomeSettings): string | null {
  if (!(jackpot.multiplier >= 1)) return "The multiplier must be at least 1";
  if (!(jackpot.deductionPercent >= 0 && jackpot.deductionPercent <= 100))
    return "The deduction must be between 0 and 100 per cent";
  return null;
}
