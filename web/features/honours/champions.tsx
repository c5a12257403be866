import * as footballWords from "#words/football";
import * as words from "#words/honours";
import type { ChampionRow } from "../../backend/types/rows.ts";
import { CompetitionBadge } from "../../football/components/competition-badge.tsx";
import { Flaps } from "../../football/components/scoreboard.tsx";
import { grouped } from "../../football/honours/grouped.ts";
import { namesText } from "../../football/honours/names.ts";
import { HonouredShirt, PlayerNames } from "../../football/honours/player-names.tsx";
import { clubDate } from "../../football/time/club-day.ts";
import { pathOf, paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { FirstOnly } from "../../ui/loading/first-only.tsx";
import { mostChampions } from "./honours-queries.ts";
import { ShareHonour } from "./share-honour.tsx";

/** Longer names have smaller letters. */
const longName = 30;

/** The champions of each archived leaderboard, on grass. */
export function Champions({ rows }: { rows: readonly ChampionRow[] }) {
  return (
    <section aria-labelledby="champions">
      <div className="section-head">
        <h2 id="champions">{words.champions}</h2>
        <p>{words.everyTableClubHasArchived}</p>
      </div>
      <ul className="champions">
        {grouped(rows, (row) => row.archive_id).map((players) => (
          <Champion key={players[0].archive_id} players={players} />
        ))}
      </ul>
      <FirstOnly shown={rows.length} most={mostChampions}>
        {words.theArchivesHaveAllTables}
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
          {words.archiveOfChampions({
            name: first.name,
            date: clubDate(first.end_date),
            players: first.players,
          })}
        </p>
      </div>
      <HonouredShirt player={first} />
      <div className="champion-base">
        <Flaps value={first.points} className="flaps" />
        <span>
          <span className="visually-hidden">{`${first.points} `}</span>
          <span>{footballWords.labelOfPoints({ points: first.points })}</span>
        </span>
        <Link to={pathOf(paths.archive, first.archive_id)}>{words.finalTable}</Link>
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
