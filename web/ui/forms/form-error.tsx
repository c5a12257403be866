import { CircleAlert } from "lucide-react";

/** What keeps a form from being saved, read out when it appears; nothing while there is nothing. */
export function FormError({ words, className = "" }: { words: string | null; className?: string }) {
  if (!words) return null;
  return (
    <p className={`notice bad ${className}`} role="alert">
      <CircleAlert size={20} aria-hidden="true" />
      {words}
    </p>
  );
}
