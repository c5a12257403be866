import type { CSSProperties, ReactNode } from "react";

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

/** Sets the hue for an element and all inside it. */
export function hueOf(name: string): { "data-comp"?: Competition["hue"]; style?: CSSProperties } {
  const competition = competitionNamed(name);
  return competition ? { "data-comp": competition.hue } : {};
}

const shapes: Readonly<Record<Competition["hue"], ReactNode>> = {
  pl: <circle cx="7" cy="7" r="6.5" />,
  fa: <path d="M7 0l7 7-7 7-7-7z" />,
  lc: <path d="M7 .5 14 13H0z" />,
  cl: <path d="M7 0l2 4.7 5 .5-3.8 3.4L11.3 14 7 11.2 2.7 14l1.1-5.4L0 5.2l5-.5z" />,
  fc: <path d="M1 1h12v12H1z" />,
};

/** The competition's shape alone; decoration beside its word. */
export function CompetitionShape({ name }: { name: string }) {
  const competition = competitionNamed(name);
  if (!competition) return null;
  return (
    <svg viewBox="0 0 14 14" aria-hidden="true">
      {shapes[competition.hue]}
    </svg>
  );
}

/** Shape, word and hue. */
export function CompetitionBadge({ name }: { name: string }) {
  return (
    <span className="competition" {...hueOf(name)}>
      <CompetitionShape name={name} />
      {name}
    </span>
  );
}
