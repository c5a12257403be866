import { UserPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { PlayerName } from "../../../../football/components/player-name.tsx";
import { accuracyText } from "../../../../football/rules/ranking.ts";
import { plural } from "../../../../ui/text/plural.ts";
import { type PlayerColumn, PlayersList } from "./players-list.tsx";

export { UsersPanel as Component };

/** With the numbering plans of all countries. */
const AddMembersDialog = lazy(async () => ({
  default: (await import("../new-members/add-members-dialog.tsx")).AddMembersDialog,
}));

const columns: readonly PlayerColumn[] = [
  { title: "Rank", cell: (row) => row.rank ?? "–" },
  {
    title: "User",
    sort: "name",
    cell: (row) => (
      <>
        <PlayerName player={row.user_id} name={row.full_name ?? row.email ?? "Player"} me={false} />
        <small className="second-line">
          {plural(row.predictions, "pick")}, {accuracyText(row.accuracy)} right
        </small>
      </>
    ),
  },
  { title: "Predictions", sort: "predictions", wide: true, end: true, cell: (row) => row.predictions },
  { title: "Accuracy", sort: "accuracy", wide: true, end: true, cell: (row) => accuracyText(row.accuracy) },
  { title: "Points", sort: "points", end: true, cell: (row) => <b className="number">{row.points}</b> },
];

/** All users, by their rank in the overall leaderboard. */
function UsersPanel() {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <section aria-labelledby="users">
      <div className="section-head">
        <h2 id="users">Users</h2>
      </div>
      <PlayersList
        columns={columns}
        tools={
          <button type="button" className="btn small" onClick={() => setIsAdding(true)}>
            <UserPlus size={18} aria-hidden="true" />
            Add members
          </button>
        }
      />
      {isAdding && (
        <Suspense fallback={null}>
          <AddMembersDialog onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </section>
  );
}
