import { PlayerName } from "../../../../football/components/player-name.tsx";
import { accuracyText } from "../../../../football/rules/ranking.ts";
import { plural } from "../../../../ui/text/plural.ts";
import { type Column, PlayersList } from "./players-list.tsx";

export { UsersPanel as Component };

const columns: readonly Column[] = [
  { key: "rank", title: "Rank", cell: (row) => row.rank ?? "–" },
  {
    key: "user",
    title: "User",
    sort: "name",
    cell: (row) => (
      <PlayerName player={row.user_id} name={row.full_name ?? row.email ?? "Player"} me={false} />
    ),
  },
  {
    key: "predictions",
    title: "Predictions",
    sort: "predictions",
    wide: true,
    end: true,
    cell: (row) => row.predictions,
  },
  {
    key: "accuracy",
    title: "Accuracy",
    sort: "accuracy",
    wide: true,
    end: true,
    cell: (row) => accuracyText(row.accuracy),
  },
  {
    key: "points",
    title: "Points",
    sort: "points",
    end: true,
    cell: (row) => <b className="number">{row.points}</b>,
  },
];

/** All users, by their rank in the overall leaderboard. */
function UsersPanel() {
  return (
    <section aria-labelledby="users">
      <div className="section-head">
        <h2 id="users">Users</h2>
      </div>
      <PlayersList
        columns={columns}
        summary={(row) => `${plural(row.predictions, "pick")}, ${accuracyText(row.accuracy)} right`}
      />
    </section>
  );
}
