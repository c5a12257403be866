import { DoorOpen, Palette, RefreshCw, Trash2, Unlink } from "lucide-react";
import { useState } from "react";
import * as words from "#words/groups";
import { backend } from "../../backend/connection/client.ts";
import { saveEdit } from "../../backend/edits/save-edit.ts";
import { sharePicture } from "../../backend/pictures/share-pictures.ts";
import type { GroupDetailsRow } from "../../backend/types/rows.ts";
import { paths } from "../../paths.ts";
import { useNavigate } from "../../routing/location.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { useEditQuestion } from "../../ui/overlays/edit-question.tsx";
import { RowMenu } from "../../ui/overlays/row-menu.tsx";
import { ShareButton } from "../../ui/overlays/share-button.tsx";
import { GroupForm } from "./group-form.tsx";
import { actOnGroup, type GroupAction, updateGroup, useGroupMutation } from "./group-mutations.ts";
import { groupPath, joinGroupPath } from "./group-paths.ts";
import { loadGroup } from "./group-queries.ts";
import { type GroupSettings, groupEditFields, openedGroup } from "./group-rules.ts";

/** Invite and Share, and a menu: the owner changes and deletes the group, other members leave it. */
export function GroupActions({ group }: { group: GroupDetailsRow }) {
  const { brand } = backend().config;
  const link = group.code === null ? null : window.location.origin + joinGroupPath(group.code);
  return (
    <div className="group-actions">
      {link && (
        <ShareButton
          text={words.joinMyGroup({ name: group.name, club: brand, link })}
          title={words.inviteTo({ group: group.name })}
          picture={sharePicture("invite", group.id)}
          className="btn on-dark"
        >
          {words.invite}
        </ShareButton>
      )}
      <ShareButton
        text={words.shareLeaderboardOf({
          group: group.name,
          club: brand,
          origin: window.location.origin,
          path: groupPath(group.id),
        })}
        title={words.shareGroup({ group: group.name })}
        picture={sharePicture("group", group.id)}
        className="btn secondary"
      >
        {words.share}
      </ShareButton>
      {group.is_owner ? <OwnerMenu group={group} /> : <MemberMenu group={group} />}
    </div>
  );
}

function OwnerMenu({ group }: { group: GroupDetailsRow }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<"settings" | "delete" | "renew" | "end" | null>(null);
  const close = () => setOpen(null);
  const act = (action: GroupAction) => () => actOnGroup(action, group.id);
  const remove = useGroupMutation(act("delete_group"), {
    success: words.groupDeleted({ group: group.name }),
    onDone: () => navigate(paths.groups),
  });
  const renew = useGroupMutation(act("renew_group_code"), {
    success: words.newInviteLinkMade,
    onDone: close,
  });
  const end = useGroupMutation(act("revoke_group_code"), { success: words.inviteLinkEnded, onDone: close });
  const hasLink = group.code !== null;
  return (
    <>
      <RowMenu
        label={words.groupActions}
        className="ghost"
        actions={[
          { label: words.settings, icon: Palette, onSelect: () => setOpen("settings") },
          {
            label: hasLink ? words.renewTheInviteLink : words.makeAnInviteLink,
            icon: RefreshCw,
            onSelect: () => setOpen("renew"),
          },
          ...(hasLink
            ? [{ label: words.endTheInviteLink, icon: Unlink, onSelect: () => setOpen("end") }]
            : []),
          {
            label: words.deleteTheGroup,
            icon: Trash2,
            destructive: true,
            onSelect: () => setOpen("delete"),
          },
        ]}
      />
      {open === "settings" && <SettingsForm group={group} onClose={close} />}
      <ConfirmDialog
        open={open === "delete"}
        title={words.deleteQuestion({ group: group.name })}
        keep={words.keepGroup}
        confirm={words.deleteGroup}
        pending={remove.isPending}
        onKeep={close}
        onConfirm={() => remove.mutate(undefined)}
      >
        <p>{words.deleteEffects}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={open === "renew"}
        title={hasLink ? words.replaceTheInviteLink : words.makeAnInviteLinkQuestion}
        keep={words.cancel}
        confirm={hasLink ? words.replaceLink : words.makeLink}
        pending={renew.isPending}
        onKeep={close}
        onConfirm={() => renew.mutate(undefined)}
      >
        <p>{hasLink ? words.replaceEffects : words.makeLinkEffects}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={open === "end"}
        title={words.endTheInviteLinkQuestion}
        keep={words.keepLink}
        confirm={words.endLink}
        pending={end.isPending}
        onKeep={close}
        onConfirm={() => end.mutate(undefined)}
      >
        <p>{words.endEffects}</p>
      </ConfirmDialog>
    </>
  );
}

function SettingsForm({ group, onClose }: { group: GroupDetailsRow; onClose: () => void }) {
  const { ask, question } = useEditQuestion();
  // What the form was opened with: the group is loaded again while the form is open.
  const [opened] = useState(() => openedGroup(group));
  const update = useGroupMutation(
    (settings: GroupSettings) =>
      saveEdit({
        opened,
        mine: settings,
        fields: groupEditFields,
        save: (values, seen) => updateGroup(group.id, values, seen),
        load: () => loadGroup(group.id),
        ask,
        onTheirs: onClose,
      }),
    {
      success: words.groupSaved,
      onDone: onClose,
    },
  );
  return (
    <GroupForm
      title={words.changeGroup({ group: group.name })}
      first={opened.values}
      submit={words.save}
      pending={update.isPending}
      onSubmit={(settings) => update.mutate(settings)}
      onClose={onClose}
      asksWhoInvites
      question={question}
    />
  );
}

function MemberMenu({ group }: { group: GroupDetailsRow }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const leave = useGroupMutation(() => actOnGroup("leave_group", group.id), {
    success: words.youLeft({ group: group.name }),
    onDone: () => navigate(paths.groups),
  });
  return (
    <>
      <RowMenu
        label={words.groupActions}
        className="ghost"
        actions={[
          { label: words.leaveTheGroup, icon: DoorOpen, destructive: true, onSelect: () => setAsking(true) },
        ]}
      />
      <ConfirmDialog
        open={asking}
        title={words.leaveQuestion({ group: group.name })}
        keep={words.stay}
        confirm={words.leaveGroup}
        pending={leave.isPending}
        onKeep={() => setAsking(false)}
        onConfirm={() => leave.mutate(undefined)}
      >
        <p>{words.leaveEffects}</p>
      </ConfirmDialog>
    </>
  );
}
