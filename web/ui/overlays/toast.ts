/** A short message at the edge of the screen. */
export interface Toast {
  kind: "success" | "error" | "info";
  message: string;
  description?: string;
  /** Milliseconds on screen. */
  duration?: number;
  /** A button in the toast, which closes it. */
  action?: { label: string; onSelect: () => void };
}

/** The toaster loads after the first paint. Earlier toasts wait in this list. */
let toaster: ((toast: Toast) => void) | undefined;
const waiting: Toast[] = [];

export function showToast(toast: Toast): void {
  if (toaster) toaster(toast);
  else waiting.push(toast);
}

export const toast = {
  success: (message: string) => showToast({ kind: "success", message }),
  error: (message: string) => showToast({ kind: "error", message, duration: 6_000 }),
};

/** Connects the toaster that shows them. Returns the function that disconnects it. */
export function connectToaster(show: (toast: Toast) => void): () => void {
  toaster = show;
  for (const early of waiting.splice(0)) show(early);
  return () => {
    toaster = undefined;
  };
}
