import { Link } from "react-router";
import type { ChampionRow } from "../../backend/types/rows.ts";
import { CompetitionBadge } from "../../football/components/competition-badge.tsx";
import { Flaps } from "../../football/components/scoreboard.tsx";
import { grouped } from "../../football/honours/grouped.ts";
import { namesText } from "../../football/honours/names.ts";
import { HonouredShirt, PlayerNames } from "../../football/honours/player-names.tsx";
import { clubDate } from "../../football/time/club-day.ts";
import { pathOf, paths } from "../../paths.ts";
import { FirstOnly } from "../../ui/loading/first-only.tsx";
import { plural, wordFor } from "../../ui/text/plural.ts";
import { mostChampions } from "./honours-queries.ts";
import { ShareHonour } from "./share-honour.tsx";

/** Longer names have smaller letters. */
const longName = 30;

/** The champions of each archived leaderboard, on grass. */
export function Champions({ rows }: { rows: readonly ChampionRow[] }) {
  return (
    <section aria-labelledby="champions">
      <div className="section-head">
        <h2 id="champions">Champions</h2>
        <p>Every table the club has archived</p>
      </div>
      <ul className="champions">
        {grouped(rows, (row) => row.archive_id).map((players) => (
          <Champion key={players[0].archive_id} players={players} />
        ))}
      </ul>
      <FirstOnly shown={rows.length} most={mostChampions}>
        The archives have all tables.
      </FirstOnly>
    </section>
  );
}

function Champion({ players }: { players: readonly [ChampionRow, ...ChampionRow[]] }) {
  const [first] = players;
  const names = namesText(
    players.map((player) => player.full_name),
    players.length,
  );
  return (
    <li className="champion grass">
      <div>
        <CompetitionBadge name={first.league} />
        <h3 className={names.length > longName ? "long-champion" : ""}>
          <PlayerNames players={players} count={players.length} />
        </h3>
        <p>
          {first.name}, until {clubDate(first.end_date)}. First of {plural(first.players, "player")}.
        </p>
      </div>
      <HonouredShirt player={first} />
      <div className="champion-base">
        <Flaps value={first.points} className="flaps" />
        <span>
          <span className="visually-hidden">{first.points} </span>
          {wordFor(first.points, "point")}
        </span>
        <Link to={pathOf(paths.archive, first.archive_id)}>Final table</Link>
        <ShareHonour
          of={first.archive_id}
          winners={players}
          count={players.length}
          label={first.name}
          className="ghost"
        />
      </div>
    </li>
  );
}
