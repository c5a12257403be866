import { type ChangeEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";

interface Rule<Values> {
  safeParse: (values: unknown) =>
    | { success: true; data: Values }
    | {
        success: false;
        error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] };
      };
}

/**
 * The texts of a form's fields. The first press shows what is wrong with each, and the messages follow the texts from then
 * on.
 */
export function useFields<Values extends Readonly<Record<string, string>>>(
  rule: Rule<Values>,
  initial: Values,
) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const [refused, setRefused] = useState<{ name: keyof Values; text: string; message: string } | null>(null);
  const result = rule.safeParse(values);
  const errors: { [Name in keyof Values]?: string } = {};
  if (isChecked && !result.success)
    for (const { path, message } of result.error.issues) errors[path[0] as keyof Values] ??= message;
  if (refused && values[refused.name] === refused.text) errors[refused.name] ??= refused.message;

  const set = (name: keyof Values, text: string) => setValues((before) => ({ ...before, [name]: text }));
  const show = (change: () => void) => {
    flushSync(change);
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  return {
    /** For the form, whose first wrong field gets the focus. */
    form,
    values,
    errors,
    set,
    /** Uncontrolled, because React would undo what a password manager filled in without an event when it renders. */
    input: (name: keyof Values & string) => ({
      name,
      defaultValue: values[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.target.value),
    }),
    /** Sends the parsed values, or shows why they cannot be sent. */
    submit: (send: (parsed: Values) => unknown) =>
      result.success ? send(result.data) : show(() => setChecked(true)),
    /** Shows the server's reason until the text changes. */
    refuse: (name: keyof Values, message: string) =>
      show(() => setRefused({ name, text: values[name] ?? "", message })),
    clearErrors: () => setChecked(false),
  };
}
