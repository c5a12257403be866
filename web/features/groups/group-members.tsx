import { useQuery } from "@tanstack/react-query";
import { Crown, UserMinus } from "lucide-react";
import { useState } from "react";
import type { GroupDetailsRow, GroupMemberRow } from "../../backend/types/rows.ts";
import { PlayerName } from "../../football/components/player-name.tsx";
import { clubDate } from "../../football/time/club-day.ts";
import { useSession } from "../../session/session-store.ts";
import { QueryView } from "../../ui/loading/query-view.tsx";
import { useIncrementalCount } from "../../ui/loading/use-incremental-count.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { RowMenu } from "../../ui/overlays/row-menu.tsx";
import { actOnMember, type MemberAction, membersOf } from "./group-queries.ts";
import { useGroupMutation } from "./use-group-mutation.ts";

interface Chosen {
  action: MemberAction;
  userId: string;
  name: string;
}

/** Who is in the group and since when. The owner can remove members and hand the group over. */
export function GroupMembers({ group }: { group: GroupDetailsRow }) {
  const members = useQuery(membersOf(group.id));
  const [chosen, setChosen] = useState<Chosen | null>(null);
  return (
    <section aria-labelledby="group-members">
      <div className="section-head">
        <h2 id="group-members">Members</h2>
      </div>
      <QueryView
        query={members}
        failed="Failed to load the members"
        loading={{ count: 4, height: 48, label: "Loading the members" }}
      >
        {(data) => <MemberRows group={group} members={data} onChoose={setChosen} />}
      </QueryView>
      {chosen && <MemberDialog group={group} chosen={chosen} onClose={() => setChosen(null)} />}
    </section>
  );
}

interface RowsProps {
  group: GroupDetailsRow;
  members: readonly GroupMemberRow[];
  onChoose: (chosen: Chosen) => void;
}

function MemberRows({ group, members, onChoose }: RowsProps) {
  const { user } = useSession();
  // A group has up to 500 members, each with a menu.
  const ready = useIncrementalCount(members.length, 20, 20);
  return (
    <ul className="group-members">
      {members
        .slice(0, ready)
        .map(({ user_id: userId, full_name: name, joined_on: joined, is_owner: isOwner }) => (
          <li key={userId}>
            <div>
              <PlayerName player={userId} name={name} me={userId === user?.id} />
              <p>{isOwner ? "Owner" : `Since ${clubDate(joined)}`}</p>
            </div>
            {group.is_owner && !isOwner && (
              <RowMenu
                label={`Actions for ${name}`}
                actions={[
                  {
                    label: "Make the owner",
                    icon: Crown,
                    onSelect: () => onChoose({ action: "hand_over_group", userId, name }),
                  },
                  {
                    label: "Remove from the group",
                    icon: UserMinus,
                    destructive: true,
                    onSelect: () => onChoose({ action: "remove_group_member", userId, name }),
                  },
                ]}
              />
            )}
          </li>
        ))}
    </ul>
  );
}

interface DialogProps {
  group: GroupDetailsRow;
  chosen: Chosen;
  onClose: () => void;
}

function MemberDialog({ group, chosen: { action, userId, name }, onClose }: DialogProps) {
  const isHandover = action === "hand_over_group";
  const act = useGroupMutation(() => actOnMember(action, group.id, userId), {
    success: isHandover ? `${name} owns ${group.name} now` : `${name} removed`,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      open
      title={isHandover ? `Make ${name} the owner?` : `Remove ${name}?`}
      keep="Cancel"
      confirm={isHandover ? "Hand over" : "Remove"}
      pending={act.isPending}
      onKeep={onClose}
      onConfirm={() => act.mutate(undefined)}
    >
      <p>
        {isHandover
          ? "You stay a member, and only the new owner can change the group."
          : "The invite link is replaced, so that the old one does not lead back."}
      </p>
    </ConfirmDialog>
  );
}
