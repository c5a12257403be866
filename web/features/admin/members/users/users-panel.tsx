import { UserPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import * as words from "#words/admin-members";
import * as footballWords from "#words/football";
import { PlayerName } from "../../../../football/components/player-name.tsx";
import { accuracyText } from "../../../../football/rules/ranking.ts";
import { type PlayerColumn, PlayersList } from "./players-list.tsx";

export { UsersPanel as Component };

/** With the numbering plans of all countries. */
const AddMembersDialog = lazy(async () => ({
  default: (await import("../new-members/add-members-dialog.tsx")).AddMembersDialog,
}));

const columns: readonly PlayerColumn[] = [
  { title: footballWords.rank, cell: (row) => row.rank ?? "–" },
  {
    title: words.user,
    sort: "name",
    cell: (row) => (
      <>
        <PlayerName
          player={row.user_id}
          name={row.full_name ?? row.email ?? footballWords.player}
          me={false}
        />
        <small className="second-line">
          {words.picksAndAccuracy({
            picks: row.predictions,
            accuracy: accuracyText(row.accuracy),
          })}
        </small>
      </>
    ),
  },
  { title: words.predictions, sort: "predictions", wide: true, end: true, cell: (row) => row.predictions },
  {
    title: footballWords.accuracy,
    sort: "accuracy",
    wide: true,
    end: true,
    cell: (row) => accuracyText(row.accuracy),
  },
  {
    title: footballWords.points,
    sort: "points",
    end: true,
    cell: (row) => <b className="number">{row.points}</b>,
  },
];

/** All users, by their rank in the overall leaderboard. */
function UsersPanel() {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <section aria-labelledby="users">
      <div className="section-head">
        <h2 id="users">{words.users}</h2>
      </div>
      <PlayersList
        columns={columns}
        tools={
          <button type="button" className="btn small" onClick={() => setIsAdding(true)}>
            <UserPlus size={18} aria-hidden="true" />
            <span>{words.addMembers}</span>
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
