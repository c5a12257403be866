import type { ReactNode } from "react";
import { Field } from "../../../../ui/forms/field.tsx";

interface Props {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  value: string;
  onChange: (pin: string) => void;
}

/** The field for the four-digit PIN that clearing all points needs. Ignores characters that are not digits. */
export function PinField({ value, onChange, ...field }: Props) {
  return (
    <Field {...field}>
      <input
        className="pin-input"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, ""))}
      />
    </Field>
  );
}
