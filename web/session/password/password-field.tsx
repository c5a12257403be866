import { CircleAlert, Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useId, useState } from "react";
import * as words from "#words/session";
import "../account-fields.css";
import { passwordStrength, strengthHint, strengthLabels } from "./password-strength.ts";

interface Props extends Pick<ComponentProps<"input">, "name" | "onChange"> {
  label: string;
  value?: string;
  /** The text of an uncontrolled field (`useFields`). */
  defaultValue?: string;
  error?: string | undefined;
  autoComplete: "current-password" | "new-password";
}

/** A password input with a button to show the text. A new password shows its strength and the unmet rules. */
export function PasswordField({ label, error, ...input }: Props) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const isNew = input.autoComplete === "new-password";
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="password-input">
        <input
          {...input}
          id={id}
          type={shown ? "text" : "password"}
          aria-invalid={Boolean(error)}
          aria-describedby={[error && `${id}-error`, isNew && `${id}-strength`].filter(Boolean).join(" ")}
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
      {isNew && <StrengthMeter id={`${id}-strength`} password={input.value ?? input.defaultValue ?? ""} />}
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
