import { useState } from "react";
import * as footballWords from "#words/football";
import * as words from "#words/home";
import type { HomeLeaderboardRow } from "../../backend/types/rows.ts";
import { CompetitionShape, hueOf } from "../../football/components/competition-badge.tsx";
import { PlayerName } from "../../football/components/player-name.tsx";
import { boardIdOf } from "../../football/rules/competitions.ts";
import { leaderboardPath } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { useSession } from "../../session/session-store.ts";

/** The first places of the chosen leaderboards, one leaderboard at a time. */
export function HomeLeaderboards({
  leaderboards,
}: {
  leaderboards: readonly (readonly [string, readonly HomeLeaderboardRow[]])[];
}) {
  const { user } = useSession();
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = leaderboards.find(([league]) => league === chosen) ?? leaderboards[0];
  if (!shown) return null;
  const [league, rows] = shown;
  return (
    <section aria-labelledby="home-tables">
      <div className="section-head">
        <h2 id="home-tables">{leaderboards.length === 1 ? league : words.tables}</h2>
        {user && <Link to={pathOf(league)}>{words.fullLeaderboard}</Link>}
      </div>
      {leaderboards.length > 1 && (
        <fieldset className="competition-switch">
          <legend className="visually-hidden">{words.competition}</legend>
          {leaderboards.map(([name]) => (
            <button
              type="button"
              key={name}
              aria-pressed={name === league}
              onClick={() => setChosen(name)}
              {...hueOf(name)}
            >
              <CompetitionShape name={name} />
              <span>{name}</span>
            </button>
          ))}
        </fieldset>
      )}
      <table className="table leaderboard-table compact">
        <caption className="visually-hidden">{words.firstPlaces({ competition: league })}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{footballWords.rank}</th>
            <th scope="col">{footballWords.player}</th>
            <th scope="col">{footballWords.points}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.user_id} className={row.user_id === user?.id ? "own-row" : ""}>
              <td className="rank">{row.rank}</td>
              <td>
                <PlayerName player={row.user_id} name={row.full_name} me={row.user_id === user?.id} />
              </td>
              <td className="align-end total">{row.points}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function pathOf(league: string): string {
  return leaderboardPath(boardIdOf(league));
}
