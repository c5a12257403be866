import { useState } from "react";
import { useNavigate } from "react-router";
import { backend } from "../../backend/connection/client.ts";
import { sharePicture } from "../../backend/pictures/share-pictures.ts";
import { saveEdit } from "../../backend/queries/save-edit.ts";
import type { GroupDetailsRow } from "../../backend/types/rows.ts";
import { paths } from "../../paths.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { useEditQuestion } from "../../ui/overlays/edit-question.tsx";
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

/** What the owner can do with the group: invite, change and delete it. Other members can leave. */
export function GroupActions({ group }: { group: GroupDetailsRow }) {
  return (
    <div className="group-actions">
      <ShareButton
        text={`The leaderboard of ${group.name}: ${window.location.origin}${groupPath(group.id)}`}
        title={`Share ${group.name}`}
        picture={sharePicture("group", group.id)}
        className="btn secondary"
      >
        Share
      </ShareButton>
      {group.is_owner ? <OwnerActions group={group} /> : <Leave group={group} />}
    </div>
  );
}

function OwnerActions({ group }: { group: GroupDetailsRow }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<"settings" | "delete" | "renew" | null>(null);
  const close = () => setOpen(null);
  const act = (action: GroupAction) => () => actOnGroup(action, group.id);
  const remove = useGroupMutation(act("delete_group"), {
    success: `${group.name} deleted`,
    onDone: () => void navigate(paths.groups),
  });
  const renew = useGroupMutation(act("renew_group_code"), { success: "New invite link made", onDone: close });
  const revoke = useGroupMutation(act("revoke_group_code"), { success: "Invite link ended" });
  const { brand } = backend().config;
  const link = group.code === null ? null : window.location.origin + joinGroupPath(group.code);
  return (
    <>
      {link && (
        <ShareButton
          text={`Join my group “${group.name}” in ${brand}: ${link}`}
          title={`Invite to ${group.name}`}
          picture={sharePicture("invite", group.id)}
          className="btn"
        >
          Invite
        </ShareButton>
      )}
      <button type="button" className="btn secondary" onClick={() => setOpen("renew")}>
        {link ? "Renew link" : "Make an invite link"}
      </button>
      {link && (
        <button type="button" className="btn secondary" onClick={() => revoke.mutate(undefined)}>
          End link
        </button>
      )}
      <button type="button" className="btn secondary" onClick={() => setOpen("settings")}>
        Change
      </button>
      <button type="button" className="btn secondary" onClick={() => setOpen("delete")}>
        Delete
      </button>
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
        title={link ? "Replace the invite link?" : "Make an invite link?"}
        keep="Cancel"
        confirm={link ? "Replace link" : "Make link"}
        pending={renew.isPending}
        onKeep={close}
        onConfirm={() => renew.mutate(undefined)}
      >
        <p>
          {link
            ? "The present link stops working. Members stay in the group."
            : "Anyone with the link can join."}
        </p>
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

function Leave({ group }: { group: GroupDetailsRow }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const leave = useGroupMutation(() => actOnGroup("leave_group", group.id), {
    success: `You left ${group.name}`,
    onDone: () => void navigate(paths.groups),
  });
  return (
    <>
      <button type="button" className="btn secondary" onClick={() => setAsking(true)}>
        Leave group
      </button>
      <ConfirmDialog
        open={asking}
        title={`Leave ${group.name}?`}
        keep="Stay"
        confirm="Leave group"
        pending={leave.isPending}
        onKeep={() => setAsking(false)}
        onConfirm={() => leave.mutate(undefined)}
      >
        <p>To come back you need the owner's invite link.</p>
      </ConfirmDialog>
    </>
  );
}
