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

/** The five settings of Home, as the panel edits them. */
export interface HomeSettings {
  countdowns: CompetitionCountdown[];
  leaderboards: string[];
  matches: string[];
  friendlyClubTable: boolean;
  jackpot: Jackpot;
}

/** Where they are kept. */
export const homeSettingKeys = [
  settingKeys.countdowns,
  settingKeys.leaderboards,
  settingKeys.matches,
  settingKeys.friendlyClubTable,
  settingKeys.jackpot,
] as const;

export function homeSettingsIn(saved: ReadonlyMap<string, string>): HomeSettings {
  return {
    countdowns: countdownsIn(saved.get(settingKeys.countdowns)),
    leaderboards: chosenIn(saved.get(settingKeys.leaderboards)) ?? [],
    // Until somebody chooses, Home shows them all.
    matches: chosenIn(saved.get(settingKeys.matches)) ?? homeCompetitions.map(({ id }) => id),
    friendlyClubTable: flagIn(saved.get(settingKeys.friendlyClubTable), true),
    jackpot: jackpotIn(saved.get(settingKeys.jackpot)),
  };
}

/** All five in one statement: all are saved, or none. */
export function saveHomeSettings(settings: HomeSettings): Promise<void> {
  const values: Record<string, unknown> = {
    [settingKeys.countdowns]: settings.countdowns,
    [settingKeys.leaderboards]: settings.leaderboards,
    [settingKeys.matches]: settings.matches,
    [settingKeys.friendlyClubTable]: settings.friendlyClubTable,
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

/** The summary below the form: what is on. */
export function summaryOf({ countdowns, leaderboards, matches, jackpot }: HomeSettings): [string, string][] {
  return [
    ["Countdowns enabled", String(countdowns.filter(({ enabled }) => enabled).length)],
    ["Leaderboards selected", String(leaderboards.length)],
    ["Match types selected", String(matches.length)],
    ["Jackpot", jackpot.enabled ? "Enabled" : "Disabled"],
  ];
}

/** What keeps the settings from being saved, or null. */
export function problemWith({ jackpot }: HomeSettings): string | null {
  if (!(jackpot.multiplier >= 1)) return "The multiplier must be at least 1";
  if (!(jackpot.deductionPercent >= 0 && jackpot.deductionPercent <= 100))
    return "The deduction must be between 0 and 100 per cent";
  return null;
}
