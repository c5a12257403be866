import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
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
      toast.success("Passkey added");
      onDone();
    } catch (error) {
      setProblem(passkeyMessage(error));
    }
  });
  return (
    <div className="next-step">
      <KeyRound size={40} aria-hidden="true" />
      <h2 tabIndex={-1}>Sign in faster next time</h2>
      <p className="muted">
        With a passkey you sign in with the fingerprint, face or PIN of this device. You can remove it in your
        profile.
      </p>
      <FormError message={problem} />
      <div className="actions">
        <button type="button" className="btn" aria-disabled={pending} onClick={run}>
          Add a passkey
        </button>
        <button type="button" className="btn secondary" onClick={onDone}>
          Not now
        </button>
      </div>
    </div>
  );
}
