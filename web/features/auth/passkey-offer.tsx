import { KeyRound } from "lucide-react";
import { useEffect } from "react";
import * as words from "#words/auth";
import { useAct } from "../../backend/queries/use-act.ts";
import { addPasskey, passkeyMessage } from "../../session/sign-in/passkeys.ts";
import { FormError } from "../../ui/forms/form-error.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { rememberPasskeyOffer } from "./first-steps.ts";

/** Offers a passkey after a sign-in by password. The device remembers that it was shown. */
export function PasskeyOffer({ onDone }: { onDone: () => void }) {
  useEffect(rememberPasskeyOffer, []);
  const add = useAct({
    act: () => addPasskey(),
    onSuccess: () => {
      toast.success(words.passkeyAdded);
      onDone();
    },
  });
  return (
    <div className="next-step">
      <KeyRound size={40} aria-hidden="true" />
      <h2 tabIndex={-1}>{words.signInFasterNextTime}</h2>
      <p className="muted">{words.passkeyOfferLead}</p>
      <FormError message={add.error && passkeyMessage(add.error)} />
      <div className="actions">
        <button type="button" className="btn" aria-disabled={add.isPending} onClick={() => add.mutate()}>
          {words.addAPasskey}
        </button>
        <button type="button" className="btn secondary" onClick={onDone}>
          {words.notNow}
        </button>
      </div>
    </div>
  );
}
