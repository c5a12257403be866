import * as words from "#words/auth";
import { signInMessage } from "../../backend/accounts/account-errors.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { resendCode, resendConfirmation, type Unconfirmed } from "./auth-actions.ts";

interface Props {
  account: Unconfirmed;
  onConfirm: (account: Unconfirmed) => void;
  onProblem: (message: string | null) => void;
}

/** Beside the error of a sign-in to an unconfirmed account: sends its link or code again, or opens the code's form. */
export function SendAgain({ account, onConfirm, onProblem }: Props) {
  const send = useAct({
    act: () => (account.by === "email" ? resendConfirmation(account.email) : resendCode(account.phone)),
    onSuccess: () => onConfirm(account),
    onError: (error) => onProblem(signInMessage(error)),
  });
  return (
    <div className="send-again">
      <button
        type="button"
        className="btn secondary"
        aria-disabled={send.isPending}
        onClick={() => send.mutate()}
      >
        {words.sendItAgain}
      </button>
      {account.by === "phone" && (
        <button type="button" className="btn secondary" onClick={() => onConfirm(account)}>
          {words.enterTheCode}
        </button>
      )}
    </div>
  );
}
