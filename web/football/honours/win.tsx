import type { ReactNode } from "react";
import * as words from "#words/football";
import { CompetitionShape, hueOf } from "../components/competition-badge.tsx";
import { Flaps } from "../components/scoreboard.tsx";
import { type Honoured, HonouredShirt, PlayerNames } from "./player-names.tsx";
import "./wins.css";

interface Props {
  /** Those of the players who share the win that are listed. */
  players: readonly [Winner, ...Winner[]];
  /** All of them. */
  count: number;
  isFinal: boolean;
  /** The competition of a matchday. */
  league: string | null;
  /** What was won. */
  period: ReactNode;
  /** A sentence about the reader. */
  own?: string | null;
  /** A control at the end of the row. */
  end?: ReactNode;
}

interface Winner extends Honoured {
  points: number;
  perfect_scores: number;
}

/** The winners of a matchday or a month. Their points are on flaps, of one that is not final on a pale tile. */
export function Win({ players, count, isFinal, league, period, own, end }: Props) {
  const [first] = players;
  return (
    <li className={isFinal ? "win" : "win provisional-win"} {...hueOf(league ?? "")}>
      <Flaps value={first.points} className="flaps" />
      <div>
        <p className="honour-names">
          <PlayerNames players={players} count={count} />
        </p>
        <p className="win-period">
          {league && <CompetitionShape name={league} />}
          <span>
            <span>{period}</span>
            <span>. </span>
            <span className="visually-hidden">{`${words.pointsWith({ count: first.points })} `}</span>
            <span>{`${words.countOfPerfectScores({ count: first.perfect_scores })}${count > 1 ? ` ${words.each}` : ""}. ${own ? `${own} ` : ""}`}</span>
            {!isFinal && <b>{words.provisional}</b>}
          </span>
        </p>
      </div>
      <div className="win-end">
        <span className="win-shirts">
          {players.map((player) => (
            <HonouredShirt key={player.user_id ?? player.full_name} player={player} />
          ))}
        </span>
        {end}
      </div>
    </li>
  );
}
