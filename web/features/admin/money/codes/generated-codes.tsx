import { Copy } from "lucide-react";
import { useState } from "react";
import { backend } from "../../../../backend/connection/client.ts";
import type { PlanCodeRow } from "../../../../backend/types/rows.ts";
import { lastDay } from "../../../../football/time/club-day.ts";
import { toast } from "../../../../ui/overlays/toast.ts";
import { plural, wordFor } from "../../../../ui/text/plural.ts";
import { planName } from "../../shared/plans/plan-rules.ts";
import { SendCode } from "./send-code.tsx";

/** The codes just generated, with their expiry date, and buttons that send and copy them. */
export function GeneratedCodes({ codes }: { codes: readonly PlanCodeRow[] }) {
  const [first] = codes;
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.map(({ code }) => code).join("\n"));
      toast.success(`${wordFor(codes.length, "Code")} copied to clipboard`);
    } catch {
      toast.error("Copying failed. Select the code and copy it by hand.");
    }
  };
  return (
    <div className="generated-code board" role="status">
      {codes.length > 1 ? (
        <ol className="generated-code-list">
          {codes.map((made) => (
            <li key={made.id}>
              {made.code}
              <SendCode
                code={made}
                isSent={sent.has(made.id)}
                className="btn on-dark small"
                onSent={() => setSent(new Set([...sent, made.id]))}
              />
            </li>
          ))}
        </ol>
      ) : (
        <div className="generated-code-digits" aria-hidden="true">
          {Array.from({ length: 7 }, (_, at) => at).map((at) => (
            <span className="digit-tile" key={at}>
              {first?.code[at] ?? "–"}
            </span>
          ))}
        </div>
      )}
      {first ? (
        <>
          <p>
            {codes.length === 1 ? (
              <>
                <span className="visually-hidden">Code {first.code}. </span>
                This code can be used once by any user to activate the {planName(first.plan_type)}{" "}
                subscription. It expires on {lastDay(first.expires_at, backend().config.time_zone)}.
              </>
            ) : (
              <>
                Each of these {plural(codes.length, "code")} can be used once by any user to activate the{" "}
                {planName(first.plan_type)} subscription. They expire on{" "}
                {lastDay(first.expires_at, backend().config.time_zone)}.
              </>
            )}
          </p>
          <div className="generated-code-actions">
            {codes.length === 1 && (
              <SendCode
                code={first}
                isSent={sent.has(first.id)}
                className="btn on-dark"
                onSent={() => setSent(new Set([...sent, first.id]))}
              />
            )}
            <button type="button" className="btn on-dark" onClick={() => void copy()}>
              <Copy size={20} aria-hidden="true" />
              {codes.length === 1 ? "Copy code" : "Copy all"}
            </button>
          </div>
        </>
      ) : (
        <p>Choose a plan and a date, and the code appears here.</p>
      )}
    </div>
  );
}
