import { useState } from "react";
import * as words from "#words/auth";
import { signInMessage } from "../../backend/accounts/account-errors.ts";
import { backend } from "../../backend/connection/client.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { type SignInFields, signInRule } from "../../session/accounts/account-rules.ts";
import { PasswordField } from "../../session/password/password-field.tsx";
import { BusyNotice } from "../../session/sign-in/busy-notice.tsx";
import { useTypedFields } from "../../session/typed-fields.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { FormError } from "../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../ui/forms/submit-button.tsx";
import { useFields } from "../../ui/forms/use-fields.ts";
import { type DemoAccount, signIn, signInToDemo, type Unconfirmed } from "./auth-actions.ts";
import { SendAgain } from "./send-again.tsx";

interface Props {
  /** Resolves when the page has decided what comes next. */
  onSignedIn: () => void | Promise<void>;
  /** Called with true before an attempt with a password, and with false after it. */
  onAttempt: (running: boolean) => void;
  /** The account can be confirmed: with the link that was sent again, or with a code. */
  onConfirm: (account: Unconfirmed) => void;
}

export function SignInForm({ onSignedIn, onAttempt, onConfirm }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const [unconfirmed, setUnconfirmed] = useState<Unconfirmed | null>(null);
  const typed = useTypedFields("sign-in", () => ({ identifier: values.identifier }));
  const { form, values, errors, input, submit } = useFields(signInRule, {
    identifier: typed.identifier ?? "",
    password: "",
  });
  const attempt = useAct({
    act: async ({ identifier, password }: SignInFields) => {
      setProblem(null);
      setUnconfirmed(null);
      onAttempt(true);
      const outcome = await signIn(identifier, password);
      if (outcome.kind === "signed in") return await onSignedIn();
      setUnconfirmed(outcome.account);
      throw outcome.error;
    },
    onError: (error) => setProblem(signInMessage(error)),
    onSettled: () => onAttempt(false),
  });

  return (
    <Form discards className="form" noValidate ref={form} onSubmit={() => submit(attempt.mutate)}>
      <FormError message={problem} />
      <BusyNotice />
      {unconfirmed && <SendAgain account={unconfirmed} onConfirm={onConfirm} onProblem={setProblem} />}
      <Field label={words.emailOrPhoneNumber} hint={words.numberHint} error={errors.identifier}>
        <input
          {...input("identifier")}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
      </Field>
      <PasswordField
        label={words.password}
        {...input("password")}
        error={errors.password}
        autoComplete="current-password"
      />
      <SubmitButton pending={attempt.isPending} className="btn full-width">
        {words.signIn}
      </SubmitButton>
      <p className="auth-link">
        <Link to={paths.resetPassword}>{words.forgottenYourPassword}</Link>
      </p>
      {backend().config.demo && (
        <DemoAccounts
          onChoose={async (account) => {
            setProblem(null);
            await signInToDemo(account);
            await onSignedIn();
          }}
          onError={(error) => setProblem(signInMessage(error))}
        />
      )}
    </Form>
  );
}

/** Buttons for the two accounts of a demo club. */
function DemoAccounts({
  onChoose,
  onError,
}: {
  onChoose: (account: DemoAccount) => Promise<void>;
  onError: (error: Error) => void;
}) {
  const choose = useAct({ act: onChoose, onError });
  return (
    <div className="demo-accounts">
      <p>{words.demoLead}</p>
      <div>
        <button type="button" className="btn secondary" onClick={() => choose.mutate("player")}>
          {words.demoPlayer}
        </button>
        <button type="button" className="btn secondary" onClick={() => choose.mutate("admin")}>
          {words.demoOrganiser}
        </button>
      </div>
    </div>
  );
}
