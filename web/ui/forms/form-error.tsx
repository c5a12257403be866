import { CircleAlert } from "lucide-react";

/** The reason why a form cannot be saved, announced to screen readers when it appears; nothing without a reason. */
export function FormError({ message, className = "" }: { message: string | null; className?: string }) {
  if (!message) return null;
  return (
    <p className={`notice error ${className}`} role="alert">
      <CircleAlert size={20} aria-hidden="true" />
      <span>{message}</span>
    </p>
  );
}
