import { useEffect, useRef } from "react";
import { Field } from "../ui/forms/field.tsx";
import "./account-fields.css";

/**
 * The field for a six-digit code from a text message or an email. It appears after the code was sent, and takes the
 * focus.
 */
export function CodeField({
  label = "Code",
  sentTo,
  value,
  onChange,
  error,
}: {
  label?: string;
  sentTo?: string;
  value: string;
  onChange: (code: string) => void;
  error?: string | undefined;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const hint = sentTo && (
    <>
      We sent a six-digit code to <b>{sentTo}</b>.
    </>
  );
  return (
    <Field label={label} hint={hint} error={error}>
      <input
        ref={input}
        className="code-input"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, ""))}
      />
    </Field>
  );
}
