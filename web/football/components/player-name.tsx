import * as words from "#words/football";
import { Link } from "../../routing/link.tsx";
import { Shirt } from "./shirt.tsx";
import "../leaderboard/leaderboard-table.css";

interface Props {
  player: string;
  name: string;
  me: boolean;
  /** The link of the name. */
  to?: string;
}

/** A player in a row of a leaderboard: shirt, name, and a mark on the viewer's own row. */
export function PlayerName({ player, name, me, to }: Props) {
  return (
    <span className="player">
      <Shirt player={player} name={name} />
      <span title={name}>
        {to ? (
          <Link to={to} state={{ opened: true }} keepsScroll>
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
      {me && <span className="you-badge">{words.you}</span>}
    </span>
  );
}
