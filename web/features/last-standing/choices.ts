/** What an entry can choose, from what the database answered. */
import type {
  LastStandingRow,
  OwnChoice,
  OwnEntry,
  StandingMatch,
  StandingMatchday,
  StandingTeam,
} from "../../backend/types/last-standing-rows.ts";

/** A matchday that has not settled, for one entry. */
export interface OpenMatchday {
  day: StandingMatchday;
  choice: OwnChoice | null;
  matches: StandingMatch[];
  /** The choice can be made or changed. */
  isOpen: boolean;
}

export function openMatchdays({ matchdays, matches }: LastStandingRow, entry: OwnEntry): OpenMatchday[] {
  return matchdays
    .filter(({ state }) => state !== "settled" && state !== "dropped")
    .map((day) => {
      const choice = entry.choices.find(({ number }) => number === day.number) ?? null;
      const ofDay = matches.filter(({ number }) => number === day.number);
      const isOpen = !choice?.is_locked && ofDay.some(({ is_open }) => is_open);
      return { day, choice, matches: ofDay, isOpen };
    })
    .filter(({ day, choice, isOpen }) => isOpen || choice !== null || day.state !== "upcoming");
}

/** The round for which the entry has chosen the team already, other than the matchday; null if it can be chosen. */
export function usedOn(
  team: StandingTeam,
  day: StandingMatchday,
  entry: OwnEntry,
  matchdays: readonly StandingMatchday[],
): string | null {
  const used = entry.choices.find(({ number, team_id }) => number !== day.number && team_id === team.id);
  return used ? (matchdays.find(({ number }) => number === used.number)?.round ?? "") : null;
}
