import { CircleAlert } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode, useId } from "react";
import "./ascii-digits.ts";

interface ControlProps {
  id?: string;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string | undefined;
}

interface Props {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** One input, select or textarea; it receives its id and its description. */
  children: ReactElement<ControlProps>;
  className?: string;
}

/** A label with its control, and below them the error or the hint. */
export function Field({ label, hint, error, children, className = "" }: Props) {
  const id = useId();
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      {cloneElement(children, { id, "aria-invalid": Boolean(error), "aria-describedby": describedBy })}
      {error && (
        <span className="error" id={`${id}-error`}>
          <CircleAlert size={16} aria-hidden="true" />
          <span>{error}</span>
        </span>
      )}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
