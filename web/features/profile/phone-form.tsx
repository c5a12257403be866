import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import * as words from "#words/profile";
import { accountMessage } from "../../backend/accounts/account-errors.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { phoneRule } from "../../session/accounts/account-rules.ts";
import { CodeField } from "../../session/code-field.tsx";
import { PhoneField } from "../../session/phone/phone-field.tsx";
import { ResendButton } from "../../session/resend-button.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { Rich } from "../../ui/text/rich.tsx";
import { changePhone, confirmPhone, resendPhoneCode } from "./account-actions.ts";
import { ChangeForm, checked, FieldError } from "./change-form.tsx";

interface Props {
  /** The profile's unverified number, to which the code is sent at once; empty if there is none. */
  stored: string;
  close: () => void;
}

/** Adds, changes or verifies the phone number with a code by SMS. */
export function PhoneForm({ stored, close }: Props) {
  const queries = useQueryClient();
  const [isOther, setIsOther] = useState(stored === "");
  const [number, setNumber] = useState("");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const finish = () => {
    toast.success(words.phoneNumberVerifiedSuccessfully);
    void queries.invalidateQueries({ queryKey: [subject.profile] });
    close();
  };
  const send = async (to: string) => {
    const phone = checked(phoneRule, to);
    if ((await changePhone(phone)) === "changed") return finish();
    setSentTo(phone);
  };
  const another = (
    <button
      type="button"
      className="btn link"
      onClick={() => {
        setIsOther(true);
        setSentTo(null);
      }}
    >
      {words.useAnotherNumber}
    </button>
  );
  if (sentTo)
    return (
      <ConfirmForm sentTo={sentTo} onVerified={finish} onCancel={close}>
        {another}
      </ConfirmForm>
    );
  if (isOther)
    return (
      <ChangeForm save={words.sendCode} onSave={() => send(number)} onCancel={close}>
        <PhoneField label={words.newPhoneNumber} hint={words.newPhoneHint} onNumber={setNumber} />
      </ChangeForm>
    );
  return (
    <StoredNumber number={stored} send={() => send(stored)} onCancel={close}>
      {another}
    </StoredNumber>
  );
}

/** Sends the code when it appears. If that fails, it shows why and a button to try again. */
function StoredNumber(props: {
  number: string;
  send: () => Promise<void>;
  onCancel: () => void;
  children: ReactNode;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(true);
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void props
      .send()
      .catch((error: unknown) =>
        setProblem(error instanceof FieldError ? error.message : accountMessage(error)),
      )
      .finally(() => setSending(false));
  });
  if (sending)
    return (
      <p className="muted" role="status">
        {words.sendingACodeToNumber({ number: props.number })}
      </p>
    );
  return (
    <ChangeForm save={words.sendCode} onSave={props.send} onCancel={props.onCancel} firstProblem={problem}>
      <p>
        <Rich parts={words.weWillSendACode({ number: props.number, b: (text) => <b>{text}</b> })} />
      </p>
      {props.children}
    </ChangeForm>
  );
}

function ConfirmForm(props: {
  sentTo: string;
  onVerified: () => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  const [code, setCode] = useState("");
  const confirm = async () => {
    if (!/^\d{6}$/.test(code)) throw new FieldError(words.theCodeHasSixDigits);
    await confirmPhone(props.sentTo, code);
    props.onVerified();
  };
  return (
    <ChangeForm save={words.verify} onSave={confirm} onCancel={props.onCancel}>
      <CodeField sentTo={props.sentTo} value={code} onChange={setCode} />
      <ResendButton sent={words.codeSentAgain} send={() => resendPhoneCode(props.sentTo)}>
        {words.sendTheCodeAgain}
      </ResendButton>
      {props.children}
    </ChangeForm>
  );
}
