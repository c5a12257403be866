import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { z } from "zod/mini";
import * as words from "#words/auth";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { paths } from "../../paths.ts";
import { passwordRule } from "../../session/accounts/account-rules.ts";
import { PasswordField } from "../../session/password/password-field.tsx";
import { clearRecovery } from "../../session/recovery.ts";
import { BusyNotice } from "../../session/sign-in/busy-notice.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { FormError } from "../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../ui/forms/submit-button.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { chooseNewPassword } from "./auth-actions.ts";

const rule = z.object({ password: passwordRule });

export function NewPasswordForm() {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<z.infer<typeof rule>>({
    resolver: zodResolver(rule),
    defaultValues: { password: "" },
  });
  const save = async ({ password }: z.infer<typeof rule>) => {
    setProblem(null);
    try {
      await chooseNewPassword(password);
      clearRecovery();
      toast.success(words.passwordUpdatedSuccessfully);
      void navigate(paths.home, { replace: true });
    } catch (error) {
      setProblem(messageFor(error));
    }
  };
  return (
    <Form discards className="form" noValidate onSubmit={form.handleSubmit(save)}>
      <FormError message={problem} />
      <BusyNotice />
      <PasswordField
        label={words.newPassword}
        field={form.register("password")}
        error={form.formState.errors.password?.message}
        autoComplete="new-password"
        strengthOf={form.watch("password")}
      />
      <SubmitButton pending={form.formState.isSubmitting} className="btn full-width">
        {words.updatePassword}
      </SubmitButton>
    </Form>
  );
}
