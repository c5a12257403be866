import { useState } from "react";
import * as words from "#words/auth";
import { signInMessage } from "../../backend/accounts/account-errors.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { emailRule } from "../../session/accounts/account-rules.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { FormError } from "../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../ui/forms/submit-button.tsx";
import { resendConfirmation, resendEmailChange } from "./auth-actions.ts";
import { usedOrExpired } from "./email-link.ts";

const kinds = {
  signup: {
    send: resendConfirmation,
    hint: words.registeredAddressHint,
    sent: words.confirmationSent,
  },
  email_change: {
    send: resendEmailChange,
    hint: words.changedAddressHint,
    sent: words.changeSent,
  },
} as const;

/** Sends the email of a refused link again. The answer is the same whether or not the address has an account. */
export function NewLinkForm({ type }: { type: keyof typeof kinds }) {
  const { send: act, hint, sent } = kinds[type];
  const [email, setEmail] = useState("");
  const [invalid, setInvalid] = useState<string | null>(null);
  const send = useAct({ act: (address: string) => act(address) });
  const submit = () => {
    const address = emailRule.safeParse(email);
    setInvalid(address.error?.issues[0]?.message ?? null);
    if (address.success) send.mutate(address.data);
  };
  return (
    <Form discards className="form" noValidate onSubmit={submit}>
      <FormError message={send.isIdle ? usedOrExpired : send.error && signInMessage(send.error)} />
      <Field label={words.email} hint={hint} error={invalid ?? undefined}>
        <input
          type="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <SubmitButton pending={send.isPending} className="btn full-width">
        {words.sendANewLink}
      </SubmitButton>
      {send.isSuccess && (
        <p className="muted" role="status">
          {sent}
        </p>
      )}
    </Form>
  );
}
