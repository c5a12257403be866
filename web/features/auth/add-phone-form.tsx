import { useState } from "react";
import * as words from "#words/auth";
import { accountMessage } from "../../backend/accounts/account-errors.ts";
import { useAct } from "../../backend/queries/use-act.ts";
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
  const [sentTo, setSentTo] = useState<string | null>(null);
  const finish = () => {
    if (user) rememberPhoneStep(user.id);
    onDone();
  };
  const save = useAct({
    act: addPhone,
    onSuccess: (needsCode, phone) => {
      if (needsCode) return setSentTo(phone);
      toast.success(words.phoneNumberVerifiedSuccessfully);
      finish();
    },
  });
  if (sentTo) return <VerifyPhoneForm phone={sentTo} type="phone_change" onVerified={finish} />;

  const submit = () => {
    const phone = phoneRule.safeParse(number);
    setInvalid(phone.error?.issues[0]?.message ?? null);
    if (phone.success) save.mutate(phone.data);
  };
  return (
    <Form discards className="form" noValidate onSubmit={submit}>
      <FormError message={save.error && accountMessage(save.error)} />
      <BusyNotice />
      <PhoneField
        label={words.phoneNumber}
        hint={words.phoneHintOptional}
        error={invalid ?? undefined}
        onNumber={setNumber}
      />
      <SubmitButton pending={save.isPending} className="btn full-width">
        {words.savePhoneNumber}
      </SubmitButton>
      <button type="button" className="btn secondary full-width" onClick={finish}>
        {words.notNow}
      </button>
    </Form>
  );
}
