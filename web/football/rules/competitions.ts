/** A competition with the key of its hue in the styles. */
export interface Competition {
  id: string;
  name: string;
  hue: "pl" | "fa" | "lc" | "cl" | "fc";
  /** Whether matches can have extra time. */
  isCup: boolean;
}

// not a text: names of competitions are not translated
export const competitions: readonly Competition[] = [
  { id: "premier_league", name: "Premier League", hue: "pl", isCup: false },
  { id: "fa_cup", name: "FA Cup", hue: "fa", isCup: true },
  { id: "league_cup", name: "League Cup", hue: "lc", isCup: true },
  { id: "champions_league", name: "Champions League", hue: "cl", isCup: true },
  { id: "friendly_club", name: "Friendly Club", hue: "fc", isCup: false },
];

export function competitionNamed(name: string): Competition | undefined {
  return competitions.find((competition) => competition.name === name);
}

/** The id of a competition, or `overall` for all together: what an address has. */
export function boardIdOf(league: string): string {
  return competitionNamed(league)?.id ?? "overall";
}

export function competitionWithId(id: string): Competition | undefined {
  return competitions.find((competition) => competition.id === id);
}

/** Whether matches can have extra time. Their cards say that predictions are for ninety minutes. */
export function isCup(league: string): boolean {
  return competitionNamed(league)?.isCup ?? false;
}
