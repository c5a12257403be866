import * as words from "#words/admin-content";
import * as footballWords from "#words/football";
import { type EditField, field, type Loaded, wordOf } from "../../../../backend/edits/save-edit.ts";
import { settingKeys } from "../../../../backend/queries/settings.ts";
import {
  type CompetitionCountdown,
  chosenIn,
  countdownsIn,
  defaultCountdowns,
  flagIn,
  homeCompetitions,
  type Jackpot,
  jackpotIn,
  maxMultiplier,
} from "../../../../football/rules/club-settings.ts";
import { formatNumber } from "../../../../ui/text/format-number.ts";
import { type StoredSettings, storedSettings } from "../../shared/settings/save-setting.ts";

/** The settings of Home. */
export interface HomeSettings {
  countdowns: CompetitionCountdown[];
  leaderboards: string[];
  matches: string[];
  friendlyClubLeaderboard: boolean;
  jackpot: Jackpot;
  pointsPerMatch: boolean;
}

/** Their keys in `admin_settings`. */
export const homeSettingKeys = [
  settingKeys.countdowns,
  settingKeys.leaderboards,
  settingKeys.matches,
  settingKeys.friendlyClubLeaderboard,
  settingKeys.jackpot,
  settingKeys.pointsPerMatch,
] as const;

export function homeSettingsIn(saved: ReadonlyMap<string, string>): HomeSettings {
  return {
    countdowns: countdownsIn(saved.get(settingKeys.countdowns)),
    leaderboards: chosenIn(saved.get(settingKeys.leaderboards)) ?? [],
    // Without a saved choice Home shows every competition.
    matches: chosenIn(saved.get(settingKeys.matches)) ?? homeCompetitions.map(({ id }) => id),
    friendlyClubLeaderboard: flagIn(saved.get(settingKeys.friendlyClubLeaderboard), true),
    jackpot: jackpotIn(saved.get(settingKeys.jackpot)),
    pointsPerMatch: flagIn(saved.get(settingKeys.pointsPerMatch), false),
  };
}

/** The settings as the form opens them. */
export function openedHomeSettings(saved: ReadonlyMap<string, string>): Loaded<HomeSettings, StoredSettings> {
  return { values: homeSettingsIn(saved), seen: storedSettings(homeSettingKeys, saved) };
}

/** The fields as the question about two edits shows them. A competition that is ticked is a field. */
export const homeEditFields: readonly EditField<HomeSettings>[] = [
  ...defaultCountdowns.flatMap(({ id, name }) => [
    countdownField(words.nameCountdown({ name }), id, ["enabled"]),
    countdownField(words.nameTarget({ name }), id, ["targetDate", "targetTime"]),
    countdownField(words.nameDescription({ name }), id, ["displayDescription"]),
  ]),
  ...homeCompetitions.map(({ id, name }) =>
    choiceField(words.nameLeaderboardOnHome({ name }), "leaderboards", id),
  ),
  field(words.friendlyClubLeaderboardTab, ["friendlyClubLeaderboard"]),
  field(footballWords.pointsPerMatchSinceJoining, ["pointsPerMatch"]),
  ...homeCompetitions.map(({ id, name }) => choiceField(words.nameMatchesOnHome({ name }), "matches", id)),
  jackpotField(words.subscribersAndJackpotShown, "enabled"),
  jackpotField(words.theJackpotCounts, "basis", ({ basis }) =>
    basis === "payments" ? words.paymentsReceived : words.subscribersTimesTheMultiplier,
  ),
  jackpotField(words.multiplier, "multiplier"),
  jackpotField(words.deduction, "deductionPercent"),
];

function countdownField(
  label: string,
  id: string,
  keys: readonly (keyof CompetitionCountdown)[],
): EditField<HomeSettings> {
  const one = field<CompetitionCountdown>(label, keys);
  const find = ({ countdowns }: HomeSettings) => countdowns.find((countdown) => countdown.id === id);
  return {
    label,
    of: (settings) => keys.map((key) => find(settings)?.[key]),
    take: (settings, other) => {
      const taken = find(other);
      const countdowns = settings.countdowns.map((countdown) =>
        countdown.id === id && taken ? one.take(countdown, taken) : countdown,
      );
      return { ...settings, countdowns };
    },
    text: (settings) => {
      const countdown = find(settings);
      return countdown ? one.text(countdown) : wordOf(null);
    },
  };
}

function choiceField(label: string, key: "leaderboards" | "matches", id: string): EditField<HomeSettings> {
  const of = (settings: HomeSettings) => settings[key].includes(id);
  return {
    label,
    of,
    take: (settings, other) => ({
      ...settings,
      [key]: homeCompetitions
        .map((competition) => competition.id)
        .filter((each) => (each === id ? of(other) : settings[key].includes(each))),
    }),
    text: (settings) => wordOf(of(settings)),
  };
}

function jackpotField(
  label: string,
  key: keyof Jackpot,
  text = (jackpot: Jackpot) => wordOf(jackpot[key]),
): EditField<HomeSettings> {
  return {
    label,
    of: ({ jackpot }) => jackpot[key] ?? null,
    take: (settings, { jackpot: { [key]: value } }) => {
      const { [key]: _, ...others } = settings.jackpot;
      const jackpot = value === undefined ? others : { ...others, [key]: value };
      return { ...settings, jackpot: jackpot as Jackpot };
    },
    text: ({ jackpot }) => text(jackpot),
  };
}

/** The labels and values of the summary below the form. */
export function summaryOf({ countdowns, leaderboards, matches, jackpot }: HomeSettings): [string, string][] {
  return [
    [words.countdownsEnabled, String(countdowns.filter(({ enabled }) => enabled).length)],
    [words.leaderboardsSelected, String(leaderboards.length)],
    [words.matchTypesSelected, String(matches.length)],
    [words.jackpot, jackpot.enabled ? words.enabled : words.disabled],
  ];
}

/** Why the settings cannot be saved, or null. */
export function problemWith({ jackpot }: HomeSettings): string | null {
  if (!(jackpot.multiplier >= 1 && jackpot.multiplier <= maxMultiplier))
    return words.multiplierMustBeBetween({ most: formatNumber(maxMultiplier) });
  if (!(jackpot.deductionPercent >= 0 && jackpot.deductionPercent <= 100))
    return words.deductionMustBeBetween;
  return null;
}
