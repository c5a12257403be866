import { Copy } from "lucide-react";
import type { PlanCodeRow } from "../../../backend/rows.ts";
import { longDate } from "../../../football/kick-off.ts";
import { toast } from "../../../ui/toast.ts";
import { planName } from "./code-rules.ts";

/** The code that was just made, on the board, with all one needs to pass it on. */
export function GeneratedCode({ made }: { made: PlanCodeRow | null }) {
  const copy = async (code: string) => {
    try {
      await navigator.clipboard.writeText(code);
      toast.success("Code copied to clipboard");
    } catch {
      toast.error("Copying failed. Select the code and copy it by hand.");
    }
  };
  return (
    <div className="made-code board" role="status">
      <div className="digits" aria-hidden="true">
        {Array.from({ length: 7 }, (_, at) => at).map((at) => (
          <span className="flap" key={at}>
            {made?.code[at] ?? "–"}
          </span>
        ))}
      </div>
      {made ? (
        <>
          <p>
            <span className="sr-only">Code {made.code}. </span>
            This code can be used once by any user to activate the {planName(made.plan_type)} subscription. It
            expires on {longDate(made.expires_at)}.
          </p>
          <button type="button" className="btn chalk" onClick={() => void copy(made.code)}>
            <Copy size={20} aria-hidden="true" />
            Copy code
          </button>
        </>
      ) : (
        <p>Choose a plan and a date, and the code appears here.</p>
      )}
    </div>
  );
}
