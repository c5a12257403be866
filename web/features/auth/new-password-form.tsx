import { z } from "zod/mini";
import * as words from "#words/auth";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { paths } from "../../paths.ts";
import { useNavigate } from "../../routing/location.tsx";
import { passwordRule } from "../../session/accounts/account-rules.ts";
import { PasswordField } from "../../session/password/password-field.tsx";
import { clearRecovery } from "../../session/recovery.ts";
import { BusyNotice } from "../../session/sign-in/busy-notice.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { FormError } from "../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../ui/forms/submit-button.tsx";
import { useFields } from "../../ui/forms/use-fields.ts";
import { toast } from "../../ui/overlays/toast.ts";
import { chooseNewPassword } from "./auth-actions.ts";

const rule = z.object({ password: passwordRule });

export function NewPasswordForm() {
  const navigate = useNavigate();
  const { form, errors, input, submit } = useFields(rule, { password: "" });
  const save = useAct({
    act: ({ password }: z.infer<typeof rule>) => chooseNewPassword(password),
    onSuccess: () => {
      clearRecovery();
      toast.success(words.passwordUpdatedSuccessfully);
      navigate(paths.home, { replace: true });
    },
  });
  return (
    <Form discards className="form" noValidate ref={form} onSubmit={() => submit(save.mutate)}>
      <FormError message={save.error && messageFor(save.error)} />
      <BusyNotice />
      <PasswordField
        label={words.newPassword}
        {...input("password")}
        error={errors.password}
        autoComplete="new-password"
      />
      <SubmitButton pending={save.isPending} className="btn full-width">
        {words.updatePassword}
      </SubmitButton>
    </Form>
  );
}
