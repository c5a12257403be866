import { LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  pending: boolean;
  children: ReactNode;
  className?: string;
  disabled?: boolean;
}

/** Sends the form it is in. While that is under way it says so and refuses a second press, but keeps the focus. */
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
      {children}
    </button>
  );
}
