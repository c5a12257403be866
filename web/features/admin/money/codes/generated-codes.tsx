import { Copy } from "lucide-react";
import { useState } from "react";
import * as words from "#words/admin-money";
import { backend } from "../../../../backend/connection/client.ts";
import type { PlanCodeRow } from "../../../../backend/types/rows.ts";
import { lastDay } from "../../../../football/time/club-day.ts";
import { copyText } from "../../../../ui/overlays/copy-text.ts";
import { planName } from "../../shared/subscriptions/plan-rules.ts";
import { SendCode } from "./send-code.tsx";

/** The codes just generated, with their expiry date, and buttons that send and copy them. */
export function GeneratedCodes({ codes }: { codes: readonly PlanCodeRow[] }) {
  const [first] = codes;
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const copy = () =>
    copyText(codes.map(({ code }) => code).join("\n"), {
      copied: words.codesCopied({ count: codes.length }),
      failed: words.copyingFailedSelectCode,
    });
  return (
    <div className="generated-code board" role="status">
      {codes.length > 1 ? (
        <ol className="generated-code-list">
          {codes.map((made) => (
            <li key={made.id}>
              <span>{made.code}</span>
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
                <span className="visually-hidden">{`${words.codeSentence({ code: first.code })} `}</span>
                <span>
                  {words.whatOneCodeGives({
                    plan: planName(first.plan_type),
                    date: lastDay(first.expires_at, backend().config.time_zone),
                  })}
                </span>
              </>
            ) : (
              words.whatTheCodesGive({
                count: codes.length,
                plan: planName(first.plan_type),
                date: lastDay(first.expires_at, backend().config.time_zone),
              })
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
              <span>{codes.length === 1 ? words.copyCode : words.copyAll}</span>
            </button>
          </div>
        </>
      ) : (
        <p>{words.howToGenerate}</p>
      )}
    </div>
  );
}
