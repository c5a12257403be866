import * as words from "#words/football";
import { Flaps } from "../components/scoreboard.tsx";
import type { TieState } from "./tie-state.ts";
import "./ties.css";

interface Props {
  points: readonly [number | null, number | null];
  state: TieState;
  size: "large" | "small";
}

// not a text: class names
const flapClasses = { large: "duel-flaps", small: "tie-flaps" } as const;
// not a text: class names
const paperClasses = { large: "duel-flaps paper-flaps", small: "tie-flaps paper-flaps" } as const;

/** Both points of a tie: on flaps when they count, and on paper until then. A tie that has not begun has none. */
export function TiePoints({ points: [first, second], state, size }: Props) {
  if (first === null || second === null) return <span className="tie-versus">{words.versus}</span>;
  const className = state === "running" ? paperClasses[size] : flapClasses[size];
  return (
    <>
      <span className="visually-hidden">{words.pointsToPoints({ first, second })}</span>
      <Flaps value={first} className={className} />
      <i aria-hidden="true">–</i>
      <Flaps value={second} className={className} />
    </>
  );
}
