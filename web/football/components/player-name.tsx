import { Link, type To } from "react-router";
import { Shirt } from "./shirt.tsx";
import "./leaderboard-table.css";

interface Props {
  player: string;
  name: string;
  me: boolean;
  /** Where the name leads, if anywhere. */
  to?: To;
}

/** A player in a line of a table: shirt, name, and whether it is oneself. */
export function PlayerName({ player, name, me, to }: Props) {
  return (
    <span className="player">
      <Shirt player={player} name={name} />
      <span>
        {to ? (
          <Link to={to} state={{ opened: true }} preventScrollReset>
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
      {me && <span className="you">You</span>}
    </span>
  );
}
