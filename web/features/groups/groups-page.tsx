import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { groupStandings } from "../../backend/queries/player-queries.ts";
import type { GroupRow, GroupStandingRow } from "../../backend/types/rows.ts";
import { distanceAhead } from "../../football/rules/group-place.ts";
import { ordinal } from "../../football/rules/ranking.ts";
import { useSession } from "../../session/session-store.ts";
import { QueryView } from "../../ui/loading/query-view.tsx";
import { plural } from "../../ui/text/plural.ts";
import { GroupBadge } from "./group-badge.tsx";
import { firstColours } from "./group-colours.ts";
import { GroupForm } from "./group-form.tsx";
import { groupPath } from "./group-paths.ts";
import { actOnGroup, createGroup, type GroupSettings, myGroups } from "./group-queries.ts";
import { useGroupMutation } from "./use-group-mutation.ts";
import "./groups.css";

export { GroupsPage as Component };

const fresh: GroupSettings = {
  name: "",
  ...firstColours,
  countsFromJoining: false,
  membersInvite: true,
};

/** The player's groups, and the button that creates one. */
function GroupsPage() {
  const groups = useQuery(myGroups);
  const { user } = useSession();
  const standings = useQuery(groupStandings(user?.id ?? "")).data;
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const openForm = () => setCreating(true);
  const create = useGroupMutation(createGroup, {
    success: "Group created",
    onDone: (id) => void navigate(groupPath(id)),
  });
  return (
    <main className="page wrap" id="main" tabIndex={-1}>
      <div className="page-title">
        <div>
          <h1>Groups</h1>
          <p>A leaderboard for your family, friends or colleagues. Only its members see a group.</p>
        </div>
        {groups.data?.length !== 0 && (
          <CreateButton className={groups.isPending ? "btn invisible" : "btn"} onPress={openForm} />
        )}
      </div>
      <h2 className="visually-hidden">Your groups</h2>
      <QueryView
        query={groups}
        failed="Failed to load your groups"
        loading={{ count: 3, height: 72, label: "Loading your groups" }}
      >
        {(data) =>
          data.length === 0 ? (
            <div className="empty-state">
              <GroupBadge first="var(--inset)" second="var(--line)" name="?" />
              <h3>Beat someone you know</h3>
              <p>Name a group, pick two colours and send the link. Six people are enough for a title race.</p>
              <CreateButton className="btn" onPress={openForm} />
            </div>
          ) : (
            <ul className="group-list">
              {data.map((group) => (
                <GroupItem
                  key={group.id}
                  group={group}
                  standing={standings?.find(({ group_id: id }) => id === group.id)}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
      {creating && (
        <GroupForm
          title="Create a group"
          first={fresh}
          submit="Create group"
          pending={create.isPending}
          onSubmit={(settings) => create.mutate(settings)}
          onClose={() => setCreating(false)}
        />
      )}
    </main>
  );
}

function CreateButton({ className, onPress }: { className: string; onPress: () => void }) {
  return (
    <button type="button" className={className} onClick={onPress}>
      <Plus size={20} aria-hidden="true" />
      Create a group
    </button>
  );
}

function GroupItem({ group, standing }: { group: GroupRow; standing: GroupStandingRow | undefined }) {
  const restore = useGroupMutation(() => actOnGroup("restore_group", group.id), {
    success: "Group restored",
  });
  const members = plural(group.members, "member");
  return (
    <li>
      <GroupBadge first={group.first_colour} second={group.second_colour} name={group.name} />
      <div>
        <h3>{group.deleted_at ? group.name : <Link to={groupPath(group.id)}>{group.name}</Link>}</h3>
        <p>
          {group.deleted_at
            ? "Deleted. You can undo this for ten minutes."
            : group.is_owner
              ? `${members}, owned by you`
              : members}
        </p>
      </div>
      {standing && (
        <p className="group-place">
          <b>{ordinal(standing.rank)}</b>
          {distanceAhead(standing) ?? `of ${standing.members}`}
        </p>
      )}
      {group.deleted_at && (
        <button type="button" className="btn secondary small" onClick={() => restore.mutate(undefined)}>
          Undo
        </button>
      )}
    </li>
  );
}
