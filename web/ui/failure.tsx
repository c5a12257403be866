import { CircleAlert } from "lucide-react";

/** A panel that could not load: what happened, and Retry. The rest of the page stays. */
export function Failure({ title, reason, onRetry }: { title: string; reason: string; onRetry: () => void }) {
  return (
    <div className="empty" role="alert">
      <CircleAlert size={28} className="text-error-ink" aria-hidden="true" />
      <h3>{title}</h3>
      <p>{reason}</p>
      <button type="button" className="btn quiet" onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}
