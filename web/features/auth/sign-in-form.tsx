import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import * as words from "#words/auth";
import { signInMessage } from "../../backend/accounts/account-errors.ts";
import { backend } from "../../backend/connection/client.ts";
import { useSingleRun } from "../../browser/use-single-run.ts";
import { paths } from "../../paths.ts";
import { type SignInFields, signInRule } from "../../session/accounts/account-rules.ts";
import { PasswordField } from "../../session/password/password-field.tsx";
import { BusyNotice } from "../../session/sign-in/busy-notice.tsx";
import { useTypedFields } from "../../session/typed-fields.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { FormError } from "../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../ui/forms/submit-button.tsx";
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
  const typed = useTypedFields("sign-in", () => ({ identifier: form.getValues("identifier") }));
  const form = useForm<SignInFields>({
    resolver: zodResolver(signInRule),
    defaultValues: { identifier: typed.identifier ?? "", password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = async ({ identifier, password }: SignInFields) => {
    setProblem(null);
    setUnconfirmed(null);
    onAttempt(true);
    try {
      const outcome = await signIn(identifier, password);
      if (outcome.kind === "signed in") return await onSignedIn();
      setProblem(signInMessage(outcome.error));
      setUnconfirmed(outcome.account);
    } catch (error) {
      setProblem(signInMessage(error));
    } finally {
      onAttempt(false);
    }
  };

  return (
    <Form discards className="form" noValidate onSubmit={form.handleSubmit(submit)}>
      <FormError message={problem} />
      <BusyNotice />
      {unconfirmed && <SendAgain account={unconfirmed} onConfirm={onConfirm} onProblem={setProblem} />}
      <Field label={words.emailOrPhoneNumber} hint={words.numberHint} error={errors.identifier?.message}>
        <input
          {...form.register("identifier")}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
      </Field>
      <PasswordField
        label={words.password}
        field={form.register("password")}
        error={errors.password?.message}
        autoComplete="current-password"
      />
      <SubmitButton pending={isSubmitting} className="btn full-width">
        {words.signIn}
      </SubmitButton>
      <p className="auth-link">
        <Link to={paths.resetPassword}>{words.forgottenYourPassword}</Link>
      </p>
      {backend().config.demo && (
        <DemoAccounts
          onChoose={async (account) => {
            setProblem(null);
            try {
              await signInToDemo(account);
              await onSignedIn();
            } catch (error) {
              setProblem(signInMessage(error));
            }
          }}
        />
      )}
    </Form>
  );
}

/** Buttons for the two accounts of a demo club. */
function DemoAccounts({ onChoose }: { onChoose: (account: DemoAccount) => Promise<void> }) {
  const { run } = useSingleRun(onChoose);
  return (
    <div className="demo-accounts">
      <p>{words.demoLead}</p>
      <div>
        <button type="button" className="btn secondary" onClick={() => run("player")}>
          {words.demoPlayer}
        </button>
        <button type="button" className="btn secondary" onClick={() => run("admin")}>
          {words.demoOrganiser}
        </button>
      </div>
    </div>
  );
}
