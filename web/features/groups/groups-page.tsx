import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import * as words from "#words/groups";
import { groupStandings } from "../../backend/queries/player-queries.ts";
import type { GroupRow, GroupStandingRow } from "../../backend/types/rows.ts";
import { distanceAhead } from "../../football/rules/group-place.ts";
import { ordinal } from "../../football/rules/ranking.ts";
import { Link } from "../../routing/link.tsx";
import { useNavigate } from "../../routing/location.tsx";
import { Page } from "../../session/page.tsx";
import { useSession } from "../../session/session-store.ts";
import { QueryView } from "../../ui/loading/query-view.tsx";
import { GroupBadge } from "./group-badge.tsx";
import { firstColours } from "./group-colours.ts";
import { GroupForm } from "./group-form.tsx";
import { actOnGroup, createGroup, useGroupMutation } from "./group-mutations.ts";
import { groupPath } from "./group-paths.ts";
import { myGroups } from "./group-queries.ts";
import type { GroupSettings } from "./group-rules.ts";
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
    success: words.groupCreated,
    onDone: (id) => navigate(groupPath(id)),
  });
  return (
    <Page
      title={words.groups}
      lead={words.whatGroupsAre}
      action={
        groups.data?.length !== 0 && (
          <CreateButton className={groups.isPending ? "btn invisible" : "btn"} onPress={openForm} />
        )
      }
    >
      <h2 className="visually-hidden">{words.yourGroups}</h2>
      <QueryView
        query={groups}
        failed={words.failedToLoadYourGroups}
        loading={{ count: 3, height: 72, label: words.loadingYourGroups }}
      >
        {(data) =>
          data.length === 0 ? (
            <div className="empty-state">
              <GroupBadge first="var(--inset)" second="var(--line)" name="?" />
              <h3>{words.beatSomeoneYouKnow}</h3>
              <p>{words.howToStart}</p>
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
          title={words.createAGroup}
          first={fresh}
          submit={words.createGroup}
          pending={create.isPending}
          onSubmit={(settings) => create.mutate(settings)}
          onClose={() => setCreating(false)}
        />
      )}
    </Page>
  );
}

function CreateButton({ className, onPress }: { className: string; onPress: () => void }) {
  return (
    <button type="button" className={className} onClick={onPress}>
      <Plus size={20} aria-hidden="true" />
      <span>{words.createAGroup}</span>
    </button>
  );
}

function GroupItem({ group, standing }: { group: GroupRow; standing: GroupStandingRow | undefined }) {
  const restore = useGroupMutation(() => actOnGroup("restore_group", group.id), {
    success: words.groupRestored,
  });
  return (
    <li>
      <GroupBadge first={group.first_colour} second={group.second_colour} name={group.name} />
      <div>
        <h3>{group.deleted_at ? group.name : <Link to={groupPath(group.id)}>{group.name}</Link>}</h3>
        <p>
          {group.deleted_at
            ? words.deletedUntilUndone
            : group.is_owner
              ? words.membersOwnedByYou({ members: group.members })
              : words.countOfMembers({ members: group.members })}
        </p>
      </div>
      {standing && (
        <p className="group-place">
          <b>{ordinal(standing.rank)}</b>
          <span>{distanceAhead(standing) ?? words.ofMembers({ members: standing.members })}</span>
        </p>
      )}
      {group.deleted_at && (
        <button type="button" className="btn secondary small" onClick={() => restore.mutate(undefined)}>
          {words.undo}
        </button>
      )}
    </li>
  );
}
