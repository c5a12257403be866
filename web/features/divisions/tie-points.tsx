import * as words from "#words/divisions";
import { Flaps } from "../../football/components/scoreboard.tsx";
import type { OwnTie } from "./ties.ts";

interface Props {
  points: readonly [number | null, number | null];
  state: OwnTie["state"];
  className: string;
}

/** Both points of a tie: on flaps when they count, and on paper until then. A tie that has not begun has none. */
export function TiePoints({ points: [first, second], state, className }: Props) {
  if (first === null || second === null) return <span className="tie-versus">{words.versus}</span>;
  // not a text: class names
  const flaps = state === "running" ? `${className} paper-flaps` : className;
  return (
    <>
      <span className="visually-hidden">{words.pointsToPoints({ first, second })}</span>
      <Flaps value={first} className={flaps} />
      <i aria-hidden="true">–</i>
      <Flaps value={second} className={flaps} />
    </>
  );
}
