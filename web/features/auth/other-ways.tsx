import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import * as words from "#words/auth";
import { signInMessage } from "../../backend/accounts/account-errors.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { passkeyMessage, signInWithPasskey } from "../../session/sign-in/passkeys.ts";
import { goToProvider } from "../../session/sign-in/provider-sign-in.ts";
import { authSettings, offersPasskeys, providersOf } from "../../session/sign-in/sign-in-methods.ts";
import { FormError } from "../../ui/forms/form-error.tsx";

interface Props {
  registering: boolean;
  /** An error of the provider's redirect. */
  firstProblem: string | null;
  onSignedIn: () => void;
}

/** Sign-in with a passkey and with each provider that the club has enabled. Shows nothing without any. */
export function OtherWays({ registering, firstProblem, onSignedIn }: Props) {
  const settings = useQuery(authSettings);
  const [problem, setProblem] = useState(firstProblem);
  const providers = providersOf(settings.data);
  const passkeys = !registering && offersPasskeys(settings.data);

  const start = () => setProblem(null);
  const passkey = useAct({
    act: async () => {
      start();
      await signInWithPasskey();
    },
    onSuccess: onSignedIn,
    onError: (error) => setProblem(passkeyMessage(error)),
  });
  const provider = useAct({
    act: (id: Parameters<typeof goToProvider>[0]) => {
      start();
      return goToProvider(id);
    },
    onError: (error) => setProblem(signInMessage(error)),
  });
  const pending = passkey.isPending || provider.isPending;

  if (!problem && !passkeys && providers.length === 0) return null;
  return (
    <div className="other-ways">
      <FormError message={problem} />
      {(passkeys || providers.length > 0) && <p className="other-ways-or">{words.or}</p>}
      {passkeys && (
        <button
          type="button"
          className="btn secondary full-width"
          aria-disabled={pending}
          onClick={() => passkey.mutate()}
        >
          <KeyRound size={20} aria-hidden="true" />
          <span>{words.signInWithAPasskey}</span>
        </button>
      )}
      {providers.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="btn secondary full-width"
          aria-disabled={pending}
          onClick={() => provider.mutate(id)}
        >
          {words.continueWith({ name })}
        </button>
      ))}
    </div>
  );
}
