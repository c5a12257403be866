import type { CSSProperties, ReactNode } from "react";
import { type Competition, competitionNamed } from "../rules/competitions.ts";

/** The attribute that sets the competition's hue for an element and its content. */
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

/** The competition's shape, a decoration beside its name. */
export function CompetitionShape({ name }: { name: string }) {
  const competition = competitionNamed(name);
  if (!competition) return null;
  return (
    <svg viewBox="0 0 14 14" aria-hidden="true">
      {shapes[competition.hue]}
    </svg>
  );
}

/** The competition's name with its shape and hue. */
export function CompetitionBadge({ name }: { name: string }) {
  return (
    <span className="competition" {...hueOf(name)}>
      <CompetitionShape name={name} />
      <span>{name}</span>
    </span>
  );
}
