import { CircleAlert } from "lucide-react";
import { type FormEvent, useState } from "react";
import { messageFor } from "../../backend/errors.ts";
import { Field } from "../../ui/field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { toast } from "../../ui/toast.ts";
import { resendCode, verifyPhone } from "./auth-actions.ts";

/** The code from the text message confirms the number and signs in. */
export function VerifyPhoneForm({ phone, onVerified }: { phone: string; onVerified: () => void }) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  const attempt = async (act: () => Promise<void>) => {
    setPending(true);
    setProblem(null);
    try {
      await act();
    } catch (error) {
      setProblem(messageFor(error, "sign-in"));
    } finally {
      setPending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!/^\d{6}$/.test(code)) return setProblem("The code has six digits");
    void attempt(async () => {
      await verifyPhone(phone, code);
      toast.success("Phone number verified successfully!");
      onVerified();
    });
  };

  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <p className="text-ink-2">
        We sent a six-digit code to <b>{phone}</b>.
      </p>
      {problem && (
        <p className="notice bad" role="alert">
          <CircleAlert size={20} aria-hidden="true" />
          {problem}
        </p>
      )}
      <Field label="Code">
        <input
          className="code-input"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          onChange={(event) => setCode(event.target.value.replace(/\D/g, ""))}
        />
      </Field>
      <SubmitButton pending={pending} className="btn w-full">
        Verify
      </SubmitButton>
      <button
        type="button"
        className="btn link"
        onClick={() =>
          void attempt(async () => {
            await resendCode(phone);
            toast.success("Code sent again");
          })
        }
      >
        Send the code again
      </button>
    </form>
  );
}
