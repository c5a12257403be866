import * as words from "#words/auth";
import { signInMessage } from "../../backend/accounts/account-errors.ts";
import { useSingleRun } from "../../browser/use-single-run.ts";
import { resendCode, resendConfirmation, type Unconfirmed } from "./auth-actions.ts";

interface Props {
  account: Unconfirmed;
  onConfirm: (account: Unconfirmed) => void;
  onProblem: (message: string | null) => void;
}

/** Beside the error of a sign-in to an unconfirmed account: sends its link or code again, or opens the code's form. */
export function SendAgain({ account, onConfirm, onProblem }: Props) {
  const { pending, run } = useSingleRun(async () => {
    try {
      await (account.by === "email" ? resendConfirmation(account.email) : resendCode(account.phone));
      onConfirm(account);
    } catch (error) {
      onProblem(signInMessage(error));
    }
  });
  return (
    <div className="send-again">
      <button type="button" className="btn secondary" aria-disabled={pending} onClick={run}>
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
