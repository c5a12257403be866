import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import * as words from "#words/auth";
import { signUpMessage } from "../../../backend/accounts/account-errors.ts";
import { backend } from "../../../backend/connection/client.ts";
import {
  type RegisterFields,
  registerByEmailRule,
  registerByPhoneRule,
} from "../../../session/accounts/account-rules.ts";
import { PasswordField } from "../../../session/password/password-field.tsx";
import { PhoneField } from "../../../session/phone/phone-field.tsx";
import { BusyNotice } from "../../../session/sign-in/busy-notice.tsx";
import { useTypedFields } from "../../../session/typed-fields.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { FormError } from "../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../ui/forms/submit-button.tsx";
import { type RegisterOutcome, register } from "../auth-actions.ts";

export function RegisterForm({ onRegistered }: { onRegistered: (outcome: RegisterOutcome) => void }) {
  const typed = useTypedFields("register", () => {
    const { fullName, email } = form.getValues();
    return { by, fullName, email };
  });
  const [by, setBy] = useState<"email" | "phone">(() =>
    typed.by === "email" || typed.by === "phone" ? typed.by : backend().config.sign_up,
  );
  const identifiers =
    backend().config.sign_up === "phone" ? (["phone", "email"] as const) : (["email", "phone"] as const);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<RegisterFields>({
    // useForm keeps its first resolver, so the rule is chosen when the form is submitted.
    resolver: (values, context, options) =>
      zodResolver(by === "email" ? registerByEmailRule : registerByPhoneRule)(values, context, options),
    defaultValues: { fullName: typed.fullName ?? "", email: typed.email ?? "", phone: "", password: "" },
  });
  const { errors, isSubmitting } = form.formState;
  // A visitor who came to register types at once. The tabs and a form that is being filled in keep the focus.
  const { setFocus } = form;
  useEffect(() => {
    if (document.activeElement === document.body) setFocus("fullName");
  }, [setFocus]);

  const send = async (fields: RegisterFields) => {
    setProblem(null);
    try {
      onRegistered(await register(by, fields));
    } catch (error) {
      // not a text: an occasion
      setProblem(signUpMessage(error, by));
    }
  };
  const change = (next: "email" | "phone") => {
    setBy(next);
    setProblem(null);
    form.clearErrors();
  };

  return (
    <Form discards className="form" noValidate onSubmit={form.handleSubmit(send)}>
      <FormError message={problem} />
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
      <Field label={words.fullName} error={errors.fullName?.message}>
        <input {...form.register("fullName")} autoComplete="name" maxLength={100} />
      </Field>
      {by === "email" && (
        <Field label={words.email} error={errors.email?.message}>
          <input
            {...form.register("email")}
            type="email"
            autoComplete="email"
            maxLength={254}
            spellCheck={false}
          />
        </Field>
      )}
      <Controller
        name="phone"
        control={form.control}
        render={({ field }) => (
          <PhoneField
            ref={field.ref}
            label={by === "email" ? words.phoneNumberOptional : words.phoneNumber}
            hint={by === "email" ? words.phoneHintOptional : words.phoneHint}
            error={errors.phone?.message}
            onNumber={field.onChange}
          />
        )}
      />
      <PasswordField
        label={words.password}
        field={form.register("password")}
        error={errors.password?.message}
        autoComplete="new-password"
        strengthOf={form.watch("password")}
      />
      <SubmitButton pending={isSubmitting} className="btn full-width">
        {words.register}
      </SubmitButton>
    </Form>
  );
}
