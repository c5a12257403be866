import { useQuery } from "@tanstack/react-query";
import { Crown, UserMinus } from "lucide-react";
import { useState } from "react";
import * as words from "#words/groups";
import type { GroupDetailsRow, GroupMemberRow } from "../../backend/types/rows.ts";
import { PlayerName } from "../../football/components/player-name.tsx";
import { clubDate } from "../../football/time/club-day.ts";
import { useSession } from "../../session/session-store.ts";
import { QueryView } from "../../ui/loading/query-view.tsx";
import { useIncrementalCount } from "../../ui/loading/use-incremental-count.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { RowMenu } from "../../ui/overlays/row-menu.tsx";
import { actOnMember, type MemberAction, useGroupMutation } from "./group-mutations.ts";
import { membersOf } from "./group-queries.ts";

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
        <h2 id="group-members">{words.members}</h2>
      </div>
      <QueryView
        query={members}
        failed={words.failedToLoadTheMembers}
        loading={{ count: 4, height: 48, label: words.loadingTheMembers }}
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
              <p>{isOwner ? words.owner : words.memberSince({ date: clubDate(joined) })}</p>
            </div>
            {group.is_owner && !isOwner && (
              <RowMenu
                label={words.actionsFor({ name })}
                actions={[
                  {
                    label: words.makeTheOwner,
                    icon: Crown,
                    onSelect: () => onChoose({ action: "hand_over_group", userId, name }),
                  },
                  {
                    label: words.removeFromTheGroup,
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
    success: isHandover ? words.ownsNow({ name, group: group.name }) : words.memberRemoved({ name }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      open
      title={isHandover ? words.makeOwnerQuestion({ name }) : words.removeQuestion({ name })}
      keep={words.cancel}
      confirm={isHandover ? words.handOver : words.remove}
      pending={act.isPending}
      onKeep={onClose}
      onConfirm={() => act.mutate(undefined)}
    >
      <p>{isHandover ? words.handOverEffects : words.removeEffects}</p>
    </ConfirmDialog>
  );
}
