import type { ReactNode } from "react";
import { Shirt } from "../components/shirt.tsx";
import "./duel.css";

/** Longer names have smaller letters. */
const longName = 30;

/** `name` is that of the shirt, `shown` what the page calls the player. */
export interface DuelSide {
  id: string;
  name: string;
  shown: string;
}

interface Props {
  /** What is above both players: the link back, the heading. */
  children: ReactNode;
  sides: readonly [DuelSide, DuelSide];
  /** Between both, and below them; the room is kept until they have loaded. */
  score: ReactNode;
  verdict: ReactNode;
}

/** Two players on grass with their points and who leads. */
export function DuelBoard({ children, sides: [first, second], score, verdict }: Props) {
  return (
    <div className="duel-head grass">
      <svg
        className="pitch-lines"
        viewBox="0 0 1440 400"
        preserveAspectRatio="xMaxYMid slice"
        aria-hidden="true"
      >
        <circle cx="1080" cy="200" r="150" />
        <path d="M1080-40v480M1440 40h-150v320h150M1440 130h-56v140h56" />
      </svg>
      <div className="wrap">
        {children}
        <div className="duel-sides">
          <Side side={first} />
          <div className="duel-score">{score}</div>
          <Side side={second} />
        </div>
        <p className="duel-verdict">{verdict}</p>
      </div>
    </div>
  );
}

function Side({ side: { id, name, shown } }: { side: DuelSide }) {
  return (
    <div className={shown.length > longName ? "duel-side long-side-name" : "duel-side"}>
      <Shirt player={id} name={name} />
      <span>{shown || "\u00a0"}</span>
    </div>
  );
}
