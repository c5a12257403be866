import { CircleAlert, Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useId, useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import * as words from "#words/session";
import "../account-fields.css";
import { passwordStrength, strengthHint, strengthLabels } from "./password-strength.ts";

interface SharedProps {
  label: string;
  error?: string | undefined;
  autoComplete: "current-password" | "new-password";
}

/** A password field for react-hook-form. `strengthOf`: the current password, to show its strength. */
export function PasswordField({
  field,
  strengthOf,
  ...props
}: SharedProps & { field: UseFormRegisterReturn; strengthOf?: string }) {
  return <Password {...props} input={field} strengthOf={strengthOf} />;
}

/** A password field as a controlled input. */
export function PasswordInput({
  value,
  onChange,
  showStrength = false,
  ...props
}: SharedProps & { value: string; onChange: (password: string) => void; showStrength?: boolean }) {
  return (
    <Password
      {...props}
      input={{ value, onChange: (event) => onChange(event.target.value) }}
      strengthOf={showStrength ? value : undefined}
    />
  );
}

/** A password input with a button to show the text. A new password shows its strength and the unmet rules. */
function Password({
  label,
  error,
  autoComplete,
  input,
  strengthOf,
}: SharedProps & { input: ComponentProps<"input">; strengthOf: string | undefined }) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="password-input">
        <input
          {...input}
          id={id}
          type={shown ? "text" : "password"}
          autoComplete={autoComplete}
          aria-invalid={Boolean(error)}
          aria-describedby={[error && `${id}-error`, strengthOf !== undefined && `${id}-strength`]
            .filter(Boolean)
            .join(" ")}
        />
        <button
          type="button"
          className="ghost on-light"
          aria-label={shown ? words.hidePassword : words.showPassword}
          onClick={() => setShown(!shown)}
        >
          <Icon size={20} aria-hidden="true" />
        </button>
      </div>
      {error && (
        <span className="error" id={`${id}-error`}>
          <CircleAlert size={16} aria-hidden="true" />
          <span>{error}</span>
        </span>
      )}
      {strengthOf !== undefined && <StrengthMeter id={`${id}-strength`} password={strengthOf} />}
    </div>
  );
}

function StrengthMeter({ id, password }: { id: string; password: string }) {
  const strength = passwordStrength(password);
  const { score } = strength;
  return (
    <span className="password-strength" id={id}>
      <span className="password-strength-bar" aria-hidden="true">
        {[1, 2, 3, 4, 5].map((step) => (
          <i key={step} className={score >= step ? "filled" : ""} />
        ))}
      </span>
      <span className="hint">
        <span className="visually-hidden">{`${words.strengthOfFive({ score })} `}</span>
        <span>{`${password === "" ? "" : `${strengthLabels[score] ?? ""}. `}${strengthHint(strength)}`}</span>
      </span>
    </span>
  );
}
