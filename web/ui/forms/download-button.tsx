import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";

/** A button that downloads a file with `save`, which must not throw. Ignores presses while it runs. */
export function DownloadButton({ save, children }: { save: () => Promise<void>; children: ReactNode }) {
  const [pending, setPending] = useState(false);
  const press = async () => {
    if (pending) return;
    setPending(true);
    await save();
    setPending(false);
  };
  return (
    <button type="button" className="btn secondary" aria-disabled={pending} onClick={() => void press()}>
      <Download size={18} aria-hidden="true" />
      {children}
    </button>
  );
}
