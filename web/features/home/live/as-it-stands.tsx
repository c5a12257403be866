import { useState } from "react";
import * as footballWords from "#words/football";
import * as words from "#words/home";
import { MovementMark } from "../../../football/components/movement-mark.tsx";
import { PlayerName } from "../../../football/components/player-name.tsx";
import { movementOf } from "../../../football/rules/ranking.ts";
import { leaderboardPath, paths } from "../../../paths.ts";
import { Link } from "../../../routing/link.tsx";
import { around, type NearBoard, type Scores, standingsAt } from "./what-if.ts";

interface Props {
  boards: readonly NearBoard[];
  scores: Scores;
  player: string;
}

const rowsShown = 5;

/** The places around the player with live matches at their scores, on one board at a time. */
export function AsItStands({ boards, scores, player }: Props) {
  const [chosen, setChosen] = useState(boards[0]?.groupId ?? null);
  const board = boards.find(({ groupId }) => groupId === chosen) ?? boards[0];
  if (!board) return null;
  const before = new Map(standingsAt(board, new Map()).map(({ row, rank }) => [row.user_id, rank]));
  const standings = around(standingsAt(board, scores), player, rowsShown);
  const name = board.name ?? words.club;
  return (
    <section aria-labelledby="live-table">
      <div className="section-head">
        <h2 id="live-table">{words.asItStands}</h2>
        <Link to={board.groupId ? paths.group.replace(":id", board.groupId) : leaderboardPath("overall")}>
          {words.fullLeaderboard}
        </Link>
      </div>
      {boards.length > 1 && (
        <fieldset className="competition-switch">
          <legend className="visually-hidden">{words.leaderboard}</legend>
          {boards.map(({ groupId, name: group }) => (
            <button
              type="button"
              key={groupId ?? "club"}
              aria-pressed={groupId === board.groupId}
              onClick={() => setChosen(groupId)}
            >
              <span>{group ?? words.club}</span>
            </button>
          ))}
        </fieldset>
      )}
      <table className="table leaderboard-table compact live-table">
        <caption className="visually-hidden">{words.placesAroundYou({ name })}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{footballWords.rank}</th>
            <th scope="col">{footballWords.player}</th>
            <th scope="col">{words.now}</th>
            <th scope="col">{footballWords.points}</th>
          </tr>
        </thead>
        <tbody>
          {standings.map(({ row, rank, points, gained }) => (
            <tr key={row.user_id} className={row.user_id === player ? "own-row" : ""}>
              <td className="rank">
                <span>{rank}</span>{" "}
                <MovementMark
                  movement={movementOf({ rank, previous_rank: before.get(row.user_id) ?? null })}
                />
              </td>
              <td>
                <PlayerName player={row.user_id} name={row.full_name} me={row.user_id === player} />
              </td>
              <td className="align-end muted">{gained > 0 ? `+${gained}` : "0"}</td>
              <td className="align-end total">{points}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">{words.arrowsSinceKickOff}</p>
    </section>
  );
}
