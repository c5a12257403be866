import { backend } from "../../../../backend/connection/client.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { ShareButton } from "../../../../ui/overlays/share-button.tsx";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { markCodeSent } from "./code-queries.ts";
import { codeMessage } from "./code-rules.ts";

interface Props {
  code: { id: string; code: string; plan_type: string };
  isSent: boolean;
  className: string;
  /** Without visible words. */
  isCompact?: boolean;
  onSent?: () => void;
}

/** Sends the code as a message with a link that redeems it, and records that it was sent. */
export function SendCode({ code, isSent, className, isCompact = false, onSent }: Props) {
  const mark = useAdminMutation(
    () => markCodeSent(code.id),
    { success: `Code ${code.code} marked as sent`, failure: "Failed to mark the code as sent" },
    { stale: [subject.codes], ...(onSent ? { onDone: onSent } : {}) },
  );
  const words = isSent ? "Send again" : "Send";
  return (
    <ShareButton
      text={codeMessage(code, backend().config.brand, window.location.origin)}
      title={`Send ${code.code}`}
      label={`${words} ${code.code}`}
      className={className}
      onShared={() => mark.mutate(undefined)}
    >
      {isCompact ? null : words}
    </ShareButton>
  );
}
