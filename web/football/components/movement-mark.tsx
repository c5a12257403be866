import * as words from "#words/football";
import type { Movement } from "../rules/ranking.ts";
import "./movement-mark.css";

/** An arrow with the number of places that a player moved up or down, or a dash. */
export function MovementMark({ movement }: { movement: Movement }) {
  switch (movement.kind) {
    case "none":
      return <span className="visually-hidden">{words.noMovementYet}</span>;
    case "level":
      return (
        <span className="movement">
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d="M1 5h10v2.5H1z" />
          </svg>
          <span className="visually-hidden">{words.noChange}</span>
        </span>
      );
    case "up":
    case "down":
      return (
        <span className={movement.kind === "up" ? "movement up" : "movement down"}>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d={movement.kind === "up" ? "M6 1l5.5 10H.5z" : "M6 11 .5 1h11z"} />
          </svg>
          <span className="visually-hidden">{`${movement.kind === "up" ? words.up : words.down} `}</span>
          <span>{movement.places}</span>
        </span>
      );
  }
}
