import { Field } from "../ui/field.tsx";
import "./account-fields.css";

/** The six digits of a text or a mail. */
export function CodeField({
  label = "Code",
  value,
  onChange,
  error,
}: {
  label?: string;
  value: string;
  onChange: (code: string) => void;
  error?: string | undefined;
}) {
  return (
    <Field label={label} error={error}>
      <input
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
