import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod/mini";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { emailRule } from "../../session/account-rules.ts";
import { Field } from "../../ui/forms/field.tsx";
import { FormError } from "../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../ui/forms/submit-button.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { requestPasswordReset } from "./auth-actions.ts";

const rule = z.object({ email: emailRule });

export function RequestResetForm({ linkError }: { linkError: string | null }) {
  const [problem, setProblem] = useState(linkError);
  const form = useForm<z.infer<typeof rule>>({ resolver: zodResolver(rule), defaultValues: { email: "" } });
  const send = async ({ email }: z.infer<typeof rule>) => {
    setProblem(null);
    try {
      await requestPasswordReset(email);
      toast.success("Password reset email sent!");
    } catch (error) {
      setProblem(messageFor(error, "sign-in"));
    }
  };
  return (
    <form className="form" noValidate onSubmit={form.handleSubmit(send)}>
      <FormError message={problem} />
      <Field
        label="Email"
        hint="We will email you a link. It expires after 24 hours."
        error={form.formState.errors.email?.message}
      >
        <input
          {...form.register("email")}
          type="email"
          autoComplete="email"
          maxLength={254}
          spellCheck={false}
        />
      </Field>
      <SubmitButton pending={form.formState.isSubmitting} className="btn full-width">
        Send reset link
      </SubmitButton>
    </form>
  );
}
