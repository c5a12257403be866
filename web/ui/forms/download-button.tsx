import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { useSingleRun } from "../../browser/use-single-run.ts";

/** A button that downloads a file with `save`, which must not throw. Ignores presses while it runs. */
export function DownloadButton({ save, children }: { save: () => Promise<void>; children: ReactNode }) {
  const { pending, run } = useSingleRun(save);
  return (
    <button type="button" className="btn secondary" aria-disabled={pending} onClick={run}>
      <Download size={18} aria-hidden="true" />
      <span>{children}</span>
    </button>
  );
}
