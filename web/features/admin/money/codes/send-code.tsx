import * as words from "#words/admin-money";
import { backend } from "../../../../backend/connection/client.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { ShareButton } from "../../../../ui/overlays/share-button.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { markCodeSent } from "../selling/selling-mutations.ts";
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
    { success: words.codeMarkedAsSent({ code: code.code }), failure: words.failedToMarkAsSent },
    { stale: [subject.codes], ...(onSent ? { onDone: onSent } : {}) },
  );
  return (
    <ShareButton
      text={codeMessage(code, backend().config.brand, window.location.origin)}
      title={words.sendNamed({ code: code.code })}
      label={isSent ? words.sendNamedAgain({ code: code.code }) : words.sendNamed({ code: code.code })}
      className={className}
      onShared={() => mark.mutate(undefined)}
    >
      {isCompact ? null : isSent ? words.sendAgain : words.send}
    </ShareButton>
  );
}
