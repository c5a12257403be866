import { type ReactNode, useState } from "react";
import { useFocusOnChange } from "../../ui/use-focus-on-change.ts";

interface Props {
  label: string;
  value: ReactNode;
  /** What the button says: `Change`, `Add`. */
  act?: string;
  /** The form that takes the line's place; call `close` when it is done or given up. */
  children: (close: () => void) => ReactNode;
}

/** A fact of the account that opens into the form that changes it. */
export function AccountLine({ label, value, act = "Change", children }: Props) {
  const [open, setOpen] = useState(false);
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
            aria-label={`${act} ${label.toLowerCase()}`}
            onClick={() => setOpen(true)}
          >
            {act}
          </button>
        </dd>
      )}
    </div>
  );
}
