import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import * as words from "#words/auth";
import { useSingleRun } from "../../browser/use-single-run.ts";
import { addPasskey, passkeyMessage } from "../../session/sign-in/passkeys.ts";
import { FormError } from "../../ui/forms/form-error.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { rememberPasskeyOffer } from "./first-steps.ts";

/** Offers a passkey after a sign-in by password. The device remembers that it was shown. */
export function PasskeyOffer({ onDone }: { onDone: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(rememberPasskeyOffer, []);
  const { pending, run } = useSingleRun(async () => {
    setProblem(null);
    try {
      await addPasskey();
      toast.success(words.passkeyAdded);
      onDone();
    } catch (error) {
      setProblem(passkeyMessage(error));
    }
  });
  return (
    <div className="next-step">
      <KeyRound size={40} aria-hidden="true" />
      <h2 tabIndex={-1}>{words.signInFasterNextTime}</h2>
      <p className="muted">{words.passkeyOfferLead}</p>
      <FormError message={problem} />
      <div className="actions">
        <button type="button" className="btn" aria-disabled={pending} onClick={run}>
          {words.addAPasskey}
        </button>
        <button type="button" className="btn secondary" onClick={onDone}>
          {words.notNow}
        </button>
      </div>
    </div>
  );
}
