import { LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  pending: boolean;
  children: ReactNode;
  className?: string;
  disabled?: boolean;
}

/** Submits its form. While `pending` it shows a spinner and ignores presses, but keeps the focus. */
export function SubmitButton({ pending, children, className = "btn", disabled = false }: Props) {
  return (
    <button
      type="submit"
      className={className}
      disabled={disabled}
      aria-disabled={pending}
      onClick={(event) => {
        if (pending) event.preventDefault();
      }}
    >
      {pending && <LoaderCircle className="spin" size={20} aria-hidden="true" />}
      <span>{children}</span>
    </button>
  );
}
