import { Fragment } from "react";
import { playerSheetPath } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { Shirt } from "../components/shirt.tsx";
import { mostNames, separators } from "./names.ts";

/** A player with an honour. `user_id` is null after the account was deleted. */
export interface Honoured {
  user_id: string | null;
  full_name: string;
}

/** The names of the players who share an honour, each a link to the player's sheet. `count`: all of these players. */
export function PlayerNames({ players, count }: { players: readonly Honoured[]; count: number }) {
  const after = separators(players.length, count);
  return players.slice(0, mostNames).map((player, at) => (
    <Fragment key={player.user_id ?? `${at} ${player.full_name}`}>
      <PlayerLink player={player} />
      <span>{after[at]}</span>
    </Fragment>
  ));
}

export function PlayerLink({ player }: { player: Honoured }) {
  if (player.user_id === null) return <span>{player.full_name}</span>;
  return (
    <Link to={playerSheetPath(player.user_id)} state={{ opened: true }}>
      {player.full_name}
    </Link>
  );
}

/** The shirt of a player with an honour. */
export function HonouredShirt({ player }: { player: Honoured }) {
  return <Shirt player={player.user_id ?? player.full_name} name={player.full_name} />;
}
