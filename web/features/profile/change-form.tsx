import type { ReactNode } from "react";
import * as words from "#words/profile";
import { accountMessage } from "../../backend/accounts/account-errors.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { BusyNotice } from "../../session/sign-in/busy-notice.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { FormError } from "../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../ui/forms/submit-button.tsx";

interface Props {
  save: string;
  /** Throws the server's error. */
  onSave: () => Promise<void>;
  onCancel: () => void;
  /** An error that the form shows before its first save. */
  firstProblem?: string | null;
  children: ReactNode;
}

/** A form with Save and Cancel. Shows errors above the fields and keeps the input. */
export function ChangeForm({ save, onSave, onCancel, firstProblem = null, children }: Props) {
  const saving = useAct({ act: onSave });
  const { error } = saving;
  const problem = error instanceof FieldError ? error.message : error && accountMessage(error);
  return (
    <Form className="form" noValidate onSubmit={() => saving.mutate()}>
      <FormError message={saving.isIdle ? firstProblem : problem} />
      <BusyNotice />
      {children}
      <div className="actions">
        <button type="button" className="btn secondary" onClick={onCancel}>
          {words.cancel}
        </button>
        <SubmitButton pending={saving.isPending} className="btn">
          {save}
        </SubmitButton>
      </div>
    </Form>
  );
}

/** An error of a field, with a message for the form. */
export class FieldError extends Error {
  override readonly name = "FieldError";
}

interface Rule<Value> {
  safeParse: (
    value: unknown,
  ) => { success: true; data: Value } | { success: false; error: { issues: readonly { message: string }[] } };
}

/** The value after parsing by the rule. Throws FieldError with the rule's message. */
export function checked<Value>(rule: Rule<Value>, value: unknown): Value {
  const result = rule.safeParse(value);
  if (!result.success) throw new FieldError(result.error.issues[0]?.message ?? words.thisCannotBeSaved);
  return result.data;
}
