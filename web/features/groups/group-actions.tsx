import { DoorOpen, Palette, RefreshCw, Trash2, Unlink } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { backend } from "../../backend/connection/client.ts";
import { sharePicture } from "../../backend/pictures/share-pictures.ts";
import { saveEdit } from "../../backend/queries/save-edit.ts";
import type { GroupDetailsRow } from "../../backend/types/rows.ts";
import { paths } from "../../paths.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { useEditQuestion } from "../../ui/overlays/edit-question.tsx";
import { RowMenu } from "../../ui/overlays/row-menu.tsx";
import { ShareButton } from "../../ui/overlays/share-button.tsx";
import { GroupForm } from "./group-form.tsx";
import { groupPath, joinGroupPath } from "./group-paths.ts";
import {
  actOnGroup,
  type GroupAction,
  type GroupSettings,
  groupEditFields,
  loadGroup,
  openedGroup,
  updateGroup,
} from "./group-queries.ts";
import { useGroupMutation } from "./use-group-mutation.ts";

/** Invite and Share, and a menu: the owner changes and deletes the group, other members leave it. */
export function GroupActions({ group }: { group: GroupDetailsRow }) {
  const { brand } = backend().config;
  const link = group.code === null ? null : window.location.origin + joinGroupPath(group.code);
  return (
    <div className="group-actions">
      {link && (
        <ShareButton
          text={`Join my group “${group.name}” in ${brand}: ${link}`}
          title={`Invite to ${group.name}`}
          picture={sharePicture("invite", group.id)}
          className="btn on-dark"
        >
          Invite
        </ShareButton>
      )}
      <ShareButton
        text={`The leaderboard of ${group.name}: ${window.location.origin}${groupPath(group.id)}`}
        title={`Share ${group.name}`}
        picture={sharePicture("group", group.id)}
        className="btn secondary"
      >
        Share
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
    success: `${group.name} deleted`,
    onDone: () => void navigate(paths.groups),
  });
  const renew = useGroupMutation(act("renew_group_code"), { success: "New invite link made", onDone: close });
  const end = useGroupMutation(act("revoke_group_code"), { success: "Invite link ended", onDone: close });
  const hasLink = group.code !== null;
  return (
    <>
      <RowMenu
        label="Group actions"
        className="ghost"
        actions={[
          { label: "Settings", icon: Palette, onSelect: () => setOpen("settings") },
          {
            label: hasLink ? "Renew the invite link" : "Make an invite link",
            icon: RefreshCw,
            onSelect: () => setOpen("renew"),
          },
          ...(hasLink
            ? [{ label: "End the invite link", icon: Unlink, onSelect: () => setOpen("end") }]
            : []),
          {
            label: "Delete the group",
            icon: Trash2,
            destructive: true,
            onSelect: () => setOpen("delete"),
          },
        ]}
      />
      {open === "settings" && <SettingsForm group={group} onClose={close} />}
      <ConfirmDialog
        open={open === "delete"}
        title={`Delete ${group.name}?`}
        keep="Keep group"
        confirm="Delete group"
        pending={remove.isPending}
        onKeep={close}
        onConfirm={() => remove.mutate(undefined)}
      >
        <p>Its members no longer see it. You can undo this for ten minutes on the page of your groups.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={open === "renew"}
        title={hasLink ? "Replace the invite link?" : "Make an invite link?"}
        keep="Cancel"
        confirm={hasLink ? "Replace link" : "Make link"}
        pending={renew.isPending}
        onKeep={close}
        onConfirm={() => renew.mutate(undefined)}
      >
        <p>
          {hasLink
            ? "The present link stops working. Members stay in the group."
            : "Anyone with the link can join."}
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={open === "end"}
        title="End the invite link?"
        keep="Keep link"
        confirm="End link"
        pending={end.isPending}
        onKeep={close}
        onConfirm={() => end.mutate(undefined)}
      >
        <p>Nobody can join with the present link. Members stay in the group, and you can make a new link.</p>
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
      success: "Group saved",
      onDone: onClose,
    },
  );
  return (
    <GroupForm
      title={`Change ${group.name}`}
      first={opened.values}
      submit="Save"
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
    success: `You left ${group.name}`,
    onDone: () => void navigate(paths.groups),
  });
  return (
    <>
      <RowMenu
        label="Group actions"
        className="ghost"
        actions={[
          { label: "Leave the group", icon: DoorOpen, destructive: true, onSelect: () => setAsking(true) },
        ]}
      />
      <ConfirmDialog
        open={asking}
        title={`Leave ${group.name}?`}
        keep="Stay"
        confirm="Leave group"
        pending={leave.isPending}
        onKeep={() => setAsking(false)}
        onConfirm={() => leave.mutate(undefined)}
      >
        <p>To come back you need an invite link.</p>
      </ConfirmDialog>
    </>
  );
}
