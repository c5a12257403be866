import { Copy, Share2 } from "lucide-react";
import { useState } from "react";
import { backend } from "../../../../backend/connection/client.ts";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { toast } from "../../../../ui/overlays/toast.ts";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { setTemporaryPassword } from "./management-queries.ts";
import { nameOf } from "./player-dialogs.tsx";

interface Props {
  player: AdminPlayerRow;
  onClose: () => void;
}

/** Replaces a member's password with a temporary one and shows it once. */
export function TemporaryPasswordDialog({ player, onClose }: Props) {
  const [password, setPassword] = useState<string | null>(null);
  const name = nameOf(player);
  const set = useAdminMutation(
    async () => setPassword(await setTemporaryPassword(player.user_id)),
    { success: `${name} has a temporary password`, failure: "Failed to set a temporary password" },
    { stale: [] },
  );
  if (password !== null) return <ShownOnce name={name} password={password} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      title={`Set a temporary password for ${name}?`}
      keep="Cancel"
      confirm="Set password"
      pending={set.isPending}
      error={set.problem}
      onKeep={onClose}
      onConfirm={() => set.mutate(undefined)}
    >
      <p>
        The old password stops working and {name} is signed out on every device. You see the new password
        once, to give to {name}, who must choose another one at the next sign-in. The audit log records that
        you did this.
      </p>
    </ConfirmDialog>
  );
}

function ShownOnce({ name, password, onClose }: { name: string; password: string; onClose: () => void }) {
  const { brand } = backend().config;
  const text = `${brand}: your temporary password is ${password}\n${window.location.origin}/auth`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(password);
      toast.success("Password copied to clipboard");
    } catch {
      toast.error("Copying failed. Select the password and copy it by hand.");
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Temporary password of ${name}`}
      description="It is shown only here. Close this window after you have passed it on."
    >
      <p className="temporary-password">{password}</p>
      <div className="actions">
        {"share" in navigator && (
          <button
            type="button"
            className="btn secondary"
            // Rejects when the organiser closes the share sheet.
            onClick={() => void navigator.share({ text }).catch(() => undefined)}
          >
            <Share2 size={20} aria-hidden="true" />
            Share
          </button>
        )}
        <button type="button" className="btn" onClick={() => void copy()}>
          <Copy size={20} aria-hidden="true" />
          Copy
        </button>
      </div>
    </Dialog>
  );
}
