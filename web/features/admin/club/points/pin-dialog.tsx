import { useState } from "react";
import * as words from "#words/admin-club";
import * as sessionWords from "#words/session";
import * as uiWords from "#words/ui";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { PasswordField } from "../../../../session/password/password-field.tsx";
import { BusyNotice } from "../../../../session/sign-in/busy-notice.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { isPin } from "./is-pin.ts";
import { PinField } from "./pin-field.tsx";
import { setPin } from "./points-mutations.ts";

/** Sets the PIN for clearing all points. Needs the admin's own password. */
export function PinDialog({ onClose }: { onClose: () => void }) {
  const [typedPin, setTypedPin] = useState("");
  const [password, setPassword] = useState("");
  const [invalid, setInvalid] = useState<string | null>(null);
  const save = useAdminMutation(
    setPin,
    { success: words.pinSet, failure: words.failedToSetThePin },
    { stale: [subject.dashboard], onDone: onClose },
  );
  const submit = () => {
    const problem = problemWith(typedPin, password);
    setInvalid(problem);
    if (!problem) save.mutate({ password, pin: typedPin });
  };
  const problem = invalid ?? save.problem;
  return (
    <Dialog open onClose={onClose} title={words.setPin}>
      <Form className="form" noValidate onSubmit={submit}>
        <PasswordField
          label={words.yourPassword}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
        />
        <PinField label={words.newPin} hint={words.hintOfThePin} value={typedPin} onChange={setTypedPin} />
        <FormError message={problem} />
        <BusyNotice />
        <div className="actions">
          <button type="button" className="btn secondary" onClick={onClose}>
            {uiWords.close}
          </button>
          <SubmitButton pending={save.isPending}>{words.setPin}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

function problemWith(pin: string, password: string): string | null {
  if (password === "") return sessionWords.enterYourPassword;
  return isPin(pin) ? null : words.thePinIsFourDigits;
}
