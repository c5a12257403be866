import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import * as words from "#words/auth";
import { signUpMessage } from "../../../backend/accounts/account-errors.ts";
import { backend } from "../../../backend/connection/client.ts";
import { notices } from "../../../backend/queries/notices.ts";
import { useAct } from "../../../backend/queries/use-act.ts";
import { type RegisterFields, registerRule } from "../../../session/accounts/account-rules.ts";
import { PasswordField } from "../../../session/password/password-field.tsx";
import { PhoneField } from "../../../session/phone/phone-field.tsx";
import { BusyNotice } from "../../../session/sign-in/busy-notice.tsx";
import { useTypedFields } from "../../../session/typed-fields.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { FormError } from "../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../ui/forms/submit-button.tsx";
import { useFields } from "../../../ui/forms/use-fields.ts";
import { type RegisterOutcome, register } from "../auth-actions.ts";
import { AcceptedTexts, AgeBox } from "./accepted-texts.tsx";

export function RegisterForm({ onRegistered }: { onRegistered: (outcome: RegisterOutcome) => void }) {
  const typed = useTypedFields("register", () => {
    const { fullName, email } = fields.values;
    return { by, fullName, email };
  });
  const [by, setBy] = useState<"email" | "phone">(() =>
    typed.by === "email" || typed.by === "phone" ? typed.by : backend().config.sign_up,
  );
  const identifiers =
    backend().config.sign_up === "phone" ? (["phone", "email"] as const) : (["email", "phone"] as const);
  const club = useQuery(notices());
  const age = club.data?.minimum_age;
  const rule = useMemo(() => registerRule(by, age), [by, age]);
  const fields = useFields<RegisterFields>(rule, {
    fullName: typed.fullName ?? "",
    email: typed.email ?? "",
    phone: "",
    password: "",
    confirmedAge: "",
  });
  const { errors, input } = fields;
  // A visitor who came to register types at once. The tabs and a form that is being filled in keep the focus.
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) firstField.current?.focus();
  }, []);

  const send = useAct({
    act: (values: RegisterFields) => register(by, values, club.data?.terms),
    onSuccess: onRegistered,
    // The club may ask for an age since the page was opened.
    onError: () => void club.refetch(),
  });
  const change = (next: "email" | "phone") => {
    setBy(next);
    send.reset();
    fields.clearErrors();
  };

  return (
    <Form discards className="form" noValidate ref={fields.form} onSubmit={() => fields.submit(send.mutate)}>
      <FormError message={send.error && signUpMessage(send.error, by)} />
      <BusyNotice />
      <fieldset className="segmented-control">
        <legend className="visually-hidden">{words.registerWith}</legend>
        {identifiers.map((identifier) => (
          <label key={identifier}>
            <input type="radio" name="by" checked={by === identifier} onChange={() => change(identifier)} />
            <span>{identifier === "email" ? words.email : words.phone}</span>
          </label>
        ))}
      </fieldset>
      <Field label={words.fullName} error={errors.fullName}>
        <input {...input("fullName")} ref={firstField} autoComplete="name" maxLength={100} />
      </Field>
      {by === "email" && (
        <Field label={words.email} error={errors.email}>
          <input {...input("email")} type="email" autoComplete="email" maxLength={254} spellCheck={false} />
        </Field>
      )}
      <PhoneField
        label={by === "email" ? words.phoneNumberOptional : words.phoneNumber}
        hint={by === "email" ? words.phoneHintOptional : words.phoneHint}
        error={errors.phone}
        onNumber={(number) => fields.set("phone", number)}
      />
      <PasswordField
        label={words.password}
        {...input("password")}
        error={errors.password}
        autoComplete="new-password"
      />
      {age !== undefined && (
        <AgeBox
          age={age}
          error={errors.confirmedAge}
          onChange={(isConfirmed) => fields.set("confirmedAge", isConfirmed ? String(age) : "")}
        />
      )}
      <AcceptedTexts texts={club.data?.texts ?? []} />
      <SubmitButton pending={send.isPending} className="btn full-width">
        {words.register}
      </SubmitButton>
    </Form>
  );
}
