import { type ReactNode, useState } from "react";
import * as words from "#words/profile";
import { useFocusOnChange } from "../../ui/use-focus-on-change.ts";

interface Props {
  label: string;
  value: ReactNode;
  /** `Change` by default. */
  buttonLabel?: string;
  /** Whether the form is shown at first. */
  opens?: boolean;
  /** The form that replaces the line. It calls `close` after saving or cancelling. */
  children: (close: () => void) => ReactNode;
}

/** A value of the account with a button that replaces the line by a form. */
export function AccountLine({ label, value, buttonLabel = words.change, opens = false, children }: Props) {
  const [open, setOpen] = useState(opens);
  const line = useFocusOnChange<HTMLDivElement>(open, open ? "input" : "button");
  return (
    <div className="account-line" ref={line}>
      <dt>{label}</dt>
      {open ? (
        <dd className="account-form">{children(() => setOpen(false))}</dd>
      ) : (
        <dd>
          <span>{value}</span>
          <button
            type="button"
            className="btn secondary small"
            aria-label={`${buttonLabel} ${label.toLowerCase()}`}
            onClick={() => setOpen(true)}
          >
            {buttonLabel}
          </button>
        </dd>
      )}
    </div>
  );
}
