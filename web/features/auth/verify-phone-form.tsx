import { useState } from "react";
import * as words from "#words/auth";
import { signInMessage } from "../../backend/accounts/account-errors.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { CodeField } from "../../session/code-field.tsx";
import { ResendButton } from "../../session/resend-button.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { FormError } from "../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../ui/forms/submit-button.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { resendCode, verifyPhone } from "./auth-actions.ts";

interface Props {
  phone: string;
  /** The code signs in, or confirms the new number of the signed-in account. */
  type?: "sms" | "phone_change";
  onVerified: () => void;
}

/** Confirms the phone number with the code from the text message. */
export function VerifyPhoneForm({ phone, type = "sms", onVerified }: Props) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const verify = useAct({
    act: () => verifyPhone(phone, code, type),
    onSuccess: () => {
      toast.success(words.phoneNumberVerifiedSuccessfully);
      onVerified();
    },
    onError: (error) => setProblem(signInMessage(error)),
  });
  const submit = () => {
    const isCode = /^\d{6}$/.test(code);
    setProblem(isCode ? null : words.theCodeHasSixDigits);
    if (isCode) verify.mutate();
  };

  return (
    <Form discards className="form" noValidate onSubmit={submit}>
      <FormError message={problem} />
      <CodeField sentTo={phone} value={code} onChange={setCode} />
      <SubmitButton pending={verify.isPending} className="btn full-width">
        {words.verify}
      </SubmitButton>
      <ResendButton sent={words.codeSentAgain} send={() => resendCode(phone, type)}>
        {words.sendTheCodeAgain}
      </ResendButton>
    </Form>
  );
}
