/** A competition as screens know it: its id, its name, and the short key of its hue. */
export interface Competition {
  id: string;
  name: string;
  hue: "pl" | "fa" | "lc" | "cl" | "fc";
}

export const competitions: readonly Competition[] = [
  { id: "premier_league", name: "Premier League", hue: "pl" },
  { id: "fa_cup", name: "FA Cup", hue: "fa" },
  { id: "league_cup", name: "League Cup", hue: "lc" },
  { id: "champions_league", name: "Champions League", hue: "cl" },
  { id: "friendly_club", name: "Friendly Club", hue: "fc" },
];

export function competitionNamed(name: string): Competition | undefined {
  return competitions.find((competition) => competition.name === name);
}

export function competitionWithId(id: string): Competition | undefined {
  return competitions.find((competition) => competition.id === id);
}

/** Cups can go to extra time; predictions are about ninety minutes, and a cup card says so. */
export function isCup(league: string): boolean {
  return league === "FA Cup" || league === "League Cup" || league === "Champions League";
}
