import { useState } from "react";
import * as words from "#words/admin-members";
import * as sessionWords from "#words/session";
import { callFunction } from "../../../../backend/connection/edge-functions.ts";
import { codeOf } from "../../../../backend/connection/error-kinds.ts";
import { messageFor } from "../../../../backend/connection/error-messages.ts";
import { useAct } from "../../../../backend/queries/use-act.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { toast } from "../../../../ui/overlays/toast.ts";

/** Sends a member an email with a link to set a new password. */
export function ResetPasswordPanel() {
  const [email, setEmail] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const send = useAct({
    act: (address: string) =>
      callFunction("admin-reset-password", {
        email: address,
        redirectTo: `${window.location.origin}/reset-password`,
      }),
    onSuccess: (answer) => {
      const kept = notSent(answer);
      if (kept !== null) return setProblem(kept);
      toast.success(words.resetEmailSent);
      setEmail((typed) => (typed === email ? "" : typed));
    },
    onError: (error) => {
      const message = messageOf(error);
      setProblem(message);
      toast.error(message);
    },
  });
  const submit = () => {
    const address = email.trim().toLowerCase();
    const invalid = problemWith(address);
    setProblem(invalid);
    if (!invalid) send.mutate(address);
  };
  return (
    <section className="panel reset-password" aria-labelledby="reset-password">
      <h3 id="reset-password">{words.resetUserPassword}</h3>
      <Form className="form" noValidate onSubmit={submit}>
        <Field label={words.email} hint={words.whenTheLinkExpires}>
          <input
            type="email"
            autoComplete="off"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <FormError message={problem} />
        <SubmitButton pending={send.isPending}>{words.sendResetEmail}</SubmitButton>
      </Form>
    </section>
  );
}

function problemWith(email: string): string | null {
  if (email === "") return sessionWords.enterAnEmailAddress;
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? null : sessionWords.enterAValidEmail;
}

/** Why the email was not sent although it was written; null if it was sent. */
function notSent(answer: unknown): string | null {
  return Reflect.get(Object(answer), "is_sent") === false ? words.emailStaysInTheOutbox : null;
}

/** Why no email was written, for reasons that an admin can act on; otherwise the specified message. */
function messageOf(error: unknown): string {
  if (/^SL00[34]$/.test(codeOf(error))) return messageFor(error, "admin");
  switch (codeOf(error)) {
    case "over_email_send_rate_limit":
      return words.resetEmailSentJustNow;
    case "user_not_found":
      return words.noAccountHasThisEmail;
    default:
      return words.failedToSendResetEmail;
  }
}
