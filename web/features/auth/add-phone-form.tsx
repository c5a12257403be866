import { useState } from "react";
import * as words from "#words/auth";
import { accountMessage } from "../../backend/accounts/account-errors.ts";
import { phoneRule } from "../../session/accounts/account-rules.ts";
import { PhoneField } from "../../session/phone/phone-field.tsx";
import { useSession } from "../../session/session-store.ts";
import { BusyNotice } from "../../session/sign-in/busy-notice.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { FormError } from "../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../ui/forms/submit-button.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { addPhone, rememberPhoneStep } from "./first-steps.ts";
import { VerifyPhoneForm } from "./verify-phone-form.tsx";

/** Asks an account that a provider created for a phone number, which registration asks for too. It can be skipped. */
export function AddPhoneForm({ onDone }: { onDone: () => void }) {
  const { user } = useSession();
  const [number, setNumber] = useState("");
  const [invalid, setInvalid] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const finish = () => {
    if (user) rememberPhoneStep(user.id);
    onDone();
  };
  if (sentTo) return <VerifyPhoneForm phone={sentTo} type="phone_change" onVerified={finish} />;

  const save = async () => {
    setProblem(null);
    const phone = phoneRule.safeParse(number);
    setInvalid(phone.success ? null : (phone.error.issues[0]?.message ?? null));
    if (!phone.success) return;
    setPending(true);
    try {
      if (await addPhone(phone.data)) return setSentTo(phone.data);
      toast.success(words.phoneNumberVerifiedSuccessfully);
      finish();
    } catch (error) {
      setProblem(accountMessage(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Form discards className="form" noValidate onSubmit={save}>
      <FormError message={problem} />
      <BusyNotice />
      <PhoneField
        label={words.phoneNumber}
        hint={words.phoneHintOptional}
        error={invalid ?? undefined}
        onNumber={setNumber}
      />
      <SubmitButton pending={pending} className="btn full-width">
        {words.savePhoneNumber}
      </SubmitButton>
      <button type="button" className="btn secondary full-width" onClick={finish}>
        {words.notNow}
      </button>
    </Form>
  );
}
