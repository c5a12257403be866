import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import * as words from "#words/auth";
import { signInMessage } from "../../backend/accounts/account-errors.ts";
import { useSingleRun } from "../../browser/use-single-run.ts";
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

  const { pending, run: attempt } = useSingleRun(
    async (signIn: () => Promise<void>, message: (error: unknown) => string) => {
      setProblem(null);
      try {
        await signIn();
      } catch (error) {
        setProblem(message(error));
      }
    },
  );
  const byPasskey = () =>
    attempt(async () => {
      await signInWithPasskey();
      onSignedIn();
    }, passkeyMessage);

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
          onClick={byPasskey}
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
          onClick={() =>
            attempt(
              () => goToProvider(id),
              (error) => signInMessage(error),
            )
          }
        >
          {words.continueWith({ name })}
        </button>
      ))}
    </div>
  );
}
