import { useState } from "react";
import * as words from "#words/auth";
import { signInMessage } from "../../backend/accounts/account-errors.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { emailRule, isEmail, phoneRule } from "../../session/accounts/account-rules.ts";
import { CodeField } from "../../session/code-field.tsx";
import { ResendButton } from "../../session/resend-button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { FormError } from "../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../ui/forms/submit-button.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { Rich } from "../../ui/text/rich.tsx";
import { requestPasswordReset, requestPhoneReset, sendsCodes, startPhoneRecovery } from "./auth-actions.ts";

const askAnOrganiser = words.clubSendsNoTexts;

/** Starts a recovery by email or phone. */
export function RequestResetForm({ linkError }: { linkError: string | null }) {
  const [identifier, setIdentifier] = useState("");
  const [problem, setProblem] = useState(linkError);
  const [invalid, setInvalid] = useState<string | null>(null);
  const [linkSent, setLinkSent] = useState(false);
  const [codeSentTo, setCodeSentTo] = useState<string | null>(null);
  const request = async () => {
    setProblem(null);
    setInvalid(null);
    setLinkSent(false);
    if (identifier.trim() === "" || isEmail(identifier)) {
      const email = emailRule.safeParse(identifier);
      if (!email.success) return setInvalid(email.error.issues[0]?.message ?? null);
      await requestPasswordReset(email.data);
      toast.success(words.passwordResetEmailSent);
      setLinkSent(true);
      return;
    }
    const { toInternational } = await import("../../session/phone/phone-numbers.ts");
    const phone = phoneRule.safeParse(toInternational(identifier));
    if (!phone.success) return setInvalid(phone.error.issues[0]?.message ?? null);
    if (!(await sendsCodes())) return setProblem(askAnOrganiser);
    await requestPhoneReset(phone.data);
    setCodeSentTo(phone.data);
  };
  const send = useAct({ act: request, onError: (error) => setProblem(signInMessage(error)) });
  if (codeSentTo) return <RecoveryCodeForm phone={codeSentTo} />;
  return (
    <Form discards className="form" noValidate onSubmit={() => send.mutate()}>
      <FormError message={problem} />
      <Field label={words.emailOrPhoneNumber} hint={words.resetHint} error={invalid ?? undefined}>
        <input
          autoComplete="username"
          autoCapitalize="none"
          maxLength={254}
          spellCheck={false}
          value={identifier}
          onChange={(event) => setIdentifier(event.target.value)}
        />
      </Field>
      <SubmitButton pending={send.isPending} className="btn full-width">
        {/^[+\d\s()-]{3,}$/.test(identifier) ? words.sendCode : words.sendResetLink}
      </SubmitButton>
      {linkSent && (
        <p className="muted" role="status">
          {words.resetLinkSent}
        </p>
      )}
    </Form>
  );
}

/** Takes the code of the text message. After that the page asks for the new password. */
function RecoveryCodeForm({ phone }: { phone: string }) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const start = useAct({
    act: () => startPhoneRecovery(phone, code),
    onError: (error) => setProblem(signInMessage(error)),
  });
  const submit = () => {
    const isCode = /^\d{6}$/.test(code);
    setProblem(isCode ? null : words.theCodeHasSixDigits);
    if (isCode) start.mutate();
  };
  return (
    <Form discards className="form" noValidate onSubmit={submit}>
      <FormError message={problem} />
      <p>
        <Rich parts={words.resetCodeSent({ phone, b: (text) => <b>{text}</b> })} />
      </p>
      <CodeField smsFor={phone} value={code} onChange={setCode} />
      <SubmitButton pending={start.isPending || start.isSuccess} className="btn full-width">
        {words.continueButton}
      </SubmitButton>
      <ResendButton sent={words.codeSentAgain} send={() => requestPhoneReset(phone)}>
        {words.sendTheCodeAgain}
      </ResendButton>
    </Form>
  );
}
