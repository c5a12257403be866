import { Copy, MessageCircle, Share2 } from "lucide-react";
import { useState } from "react";
import * as words from "#words/admin-members";
import * as uiWords from "#words/ui";
import { backend } from "../../../../backend/connection/client.ts";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { copyText } from "../../../../ui/overlays/copy-text.ts";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { whatsAppLink } from "../../../../ui/text/whats-app.ts";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { memberName } from "../list/member-name.ts";
import { setTemporaryPassword } from "./account-mutations.ts";

interface Props {
  player: AdminPlayerRow;
  onClose: () => void;
}

/** Replaces a member's password with a temporary one and shows it once. */
export function TemporaryPasswordDialog({ player, onClose }: Props) {
  const [password, setPassword] = useState<string | null>(null);
  const name = memberName(player);
  const set = useAdminMutation(
    async () => setPassword(await setTemporaryPassword(player.user_id)),
    { success: words.temporaryPasswordSet({ name }), failure: words.failedToSetTemporaryPassword },
    { stale: [] },
  );
  if (password !== null) return <ShownOnce player={player} password={password} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      title={words.temporaryPasswordQuestion({ name })}
      keep={words.cancel}
      confirm={words.setPassword}
      pending={set.isPending}
      error={set.problem}
      onKeep={onClose}
      onConfirm={() => set.mutate(undefined)}
    >
      <p>{words.temporaryPasswordEffects({ name })}</p>
    </ConfirmDialog>
  );
}

function ShownOnce({ player, password, onClose }: Props & { password: string }) {
  const { brand } = backend().config;
  const name = memberName(player);
  const text = words.temporaryPasswordMessage({ brand, password, origin: window.location.origin });
  const copy = () =>
    copyText(password, {
      copied: words.passwordCopiedToClipboard,
      failed: words.copyingFailedSelectPassword,
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.temporaryPasswordOf({ name })}
      description={words.shownOnlyHere}
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
            <span>{words.share}</span>
          </button>
        )}
        <button
          type="button"
          className={`btn ${player.phone_number ? "secondary" : ""}`}
          onClick={() => void copy()}
        >
          <Copy size={20} aria-hidden="true" />
          <span>{uiWords.copy}</span>
        </button>
        {player.phone_number && (
          <a className="btn" href={whatsAppLink(text, player.phone_number)} target="_blank" rel="noreferrer">
            <MessageCircle size={20} aria-hidden="true" />
            <span>{uiWords.whatsApp}</span>
          </a>
        )}
      </div>
    </Dialog>
  );
}
