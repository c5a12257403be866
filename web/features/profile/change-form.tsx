import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import * as words from "#words/profile";
import { accountMessage } from "../../backend/accounts/account-errors.ts";
import { loadAgainIfUnanswered } from "../../backend/queries/use-act.ts";
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
  const queries = useQueryClient();
  const [problem, setProblem] = useState(firstProblem);
  const [pending, setPending] = useState(false);
  const submit = async () => {
    setProblem(null);
    setPending(true);
    try {
      await onSave();
      return true;
    } catch (error) {
      loadAgainIfUnanswered(queries, error);
      setProblem(error instanceof FieldError ? error.message : accountMessage(error));
      return false;
    } finally {
      setPending(false);
    }
  };
  return (
    <Form className="form" noValidate onSubmit={submit}>
      <FormError message={problem} />
      <BusyNotice />
      {children}
      <div className="actions">
        <button type="button" className="btn secondary" onClick={onCancel}>
          {words.cancel}
        </button>
        <SubmitButton pending={pending} className="btn">
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
