import { competitions } from "./competitions.ts";

/**
 * Reads the settings of Home and the leaderboards from their stored text. Missing or invalid values are replaced by
 * defaults, so that a page never fails because of a setting.
 */

/** The four competitions of Home and its settings. */
export const homeCompetitions = competitions.filter(({ id }) => id !== "champions_league");

export interface CompetitionCountdown {
  /** A competition's id. */
  id: string;
  name: string;
  description: string;
  enabled: boolean;
  /** `2026-08-15` and `20:00`, in the club's time zone. */
  targetDate: string;
  targetTime: string;
  displayDescription: string;
}

export interface Jackpot {
  enabled: boolean;
  /** Rupees per subscriber, from 1 to `maxMultiplier`. */
  multiplier: number;
  /** Per cent, 0 to 100. */
  deductionPercent: number;
  /** What it counts: subscribers times the multiplier, or the payments received. Subscribers if it is missing. */
  basis?: "payments";
}

export interface CustomCountdown {
  title: string;
  description: string;
  targetDate: string;
  targetTime: string;
  enabled: boolean;
  /** The stored name of the colour theme. It looks like CSS classes, but is not used as such. */
  color: string;
}

// not a text: values of settings that an organiser saves
export const defaultCountdowns: readonly CompetitionCountdown[] = [
  countdown("premier_league", "2025-08-15", "23:00", "Premier League 2025/26 Season starts"),
  countdown("fa_cup", "2025-08-09", "15:00", "FA Cup 2025/26 First Round starts"),
  countdown("league_cup", "2025-08-12", "19:45", "League Cup 2025/26 First Round starts"),
];

/** The most rupees per subscriber, so that Home has room for the jackpot of a large club. */
export const maxMultiplier = 100_000;

export const defaultJackpot: Jackpot = { enabled: false, multiplier: 100, deductionPercent: 10 };

// not a text: the name of a theme, as it is stored
export const defaultColour = "from-primary/10 to-primary/5 border-primary/20";

/** The saved countdowns, and the default for each one that was never saved. */
export function countdownsIn(saved: string | undefined): CompetitionCountdown[] {
  const rows = arrayIn(saved);
  return defaultCountdowns.map((fallback) => {
    const row = rows.find((candidate) => textOf(candidate, "id", "") === fallback.id);
    return {
      id: fallback.id,
      name: textOf(row, "name", fallback.name),
      description: textOf(row, "description", fallback.description),
      enabled: flagOf(row, "enabled", fallback.enabled),
      targetDate: textOf(row, "targetDate", fallback.targetDate),
      targetTime: textOf(row, "targetTime", fallback.targetTime),
      displayDescription: textOf(row, "displayDescription", fallback.displayDescription),
    };
  });
}

/** The chosen ids; null if the setting was never saved. */
export function chosenIn(saved: string | undefined): string[] | null {
  if (saved === undefined) return null;
  return arrayIn(saved).filter((id) => typeof id === "string");
}

export function jackpotIn(saved: string | undefined): Jackpot {
  const value = jsonIn(saved);
  return {
    enabled: flagOf(value, "enabled", defaultJackpot.enabled),
    multiplier: Math.min(
      maxMultiplier,
      Math.max(1, numberOf(value, "multiplier", defaultJackpot.multiplier)),
    ),
    deductionPercent: Math.min(
      100,
      Math.max(0, numberOf(value, "deductionPercent", defaultJackpot.deductionPercent)),
    ),
    ...(textOf(value, "basis", "") === "payments" ? { basis: "payments" } : {}),
  };
}

export function customCountdownIn(saved: string | undefined): CustomCountdown {
  const value = jsonIn(saved);
  return {
    title: textOf(value, "title", ""),
    description: textOf(value, "description", ""),
    targetDate: textOf(value, "targetDate", ""),
    targetTime: textOf(value, "targetTime", ""),
    enabled: flagOf(value, "enabled", false),
    color: textOf(value, "color", defaultColour),
  };
}

/** The value of a boolean setting; `fallback` if it was never saved. */
export function flagIn(saved: string | undefined, fallback: boolean): boolean {
  return saved === undefined ? fallback : saved === "true";
}

/** The subscribers times the multiplier, less the deduction, in whole rupees. */
export function jackpotOf(subscribers: number, { multiplier, deductionPercent }: Jackpot): number {
  return Math.round(subscribers * multiplier * (1 - deductionPercent / 100));
}

function countdown(
  id: string,
  targetDate: string,
  targetTime: string,
  displayDescription: string,
): CompetitionCountdown {
  const name = competitions.find((competition) => competition.id === id)?.name ?? id;
  return {
    id,
    name,
    // not a text: a value of a setting that an organiser saves
    description: `${name} countdown`,
    enabled: false,
    targetDate,
    targetTime,
    displayDescription,
  };
}

function arrayIn(saved: string | undefined): unknown[] {
  const value = jsonIn(saved);
  return Array.isArray(value) ? value : [];
}

function jsonIn(saved: string | undefined): unknown {
  if (saved === undefined) return undefined;
  try {
    return JSON.parse(saved);
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, field) : undefined;
}

function textOf(value: unknown, field: string, fallback: string): string {
  const found = fieldOf(value, field);
  return typeof found === "string" ? found : fallback;
}

function flagOf(value: unknown, field: string, fallback: boolean): boolean {
  const found = fieldOf(value, field);
  return typeof found === "boolean" ? found : fallback;
}

function numberOf(value: unknown, field: string, fallback: number): number {
  const found = Number(fieldOf(value, field) ?? Number.NaN);
  return Number.isFinite(found) ? found : fallback;
}
