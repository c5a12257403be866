import { useQueryClient } from "@tanstack/react-query";
import { Check, CircleAlert } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Link } from "react-router";
import * as words from "#words/subscriptions";
import { backend } from "../../backend/connection/client.ts";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { loadAgainIfUnanswered } from "../../backend/queries/use-act.ts";
import { matchPath, nextMatch } from "../../paths.ts";
import { Form } from "../../ui/forms/form.tsx";
import { SubmitButton } from "../../ui/forms/submit-button.tsx";
import { digitsOf, codeLength as length, type Redemption, redemptionOf } from "./redemption.ts";
import { redeemCode } from "./subscription-queries.ts";

interface Props {
  /** The digits of the field at first. */
  firstCode: string;
  /** False on a page whose own heading asks for the code. */
  heading?: boolean;
  /** Replaces the link to the first match. */
  onRedeemed?: () => void;
}

/** A field of seven tiles for a code, and the result. A refused code stays in the field for correction. */
export function RedeemForm({ firstCode, heading = true, onRedeemed }: Props) {
  const id = useId();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState(firstCode);
  const [pending, setPending] = useState(false);
  const [result, setResult] = useState<Redemption | null>(null);

  const submit = async () => {
    if (code.length !== length) {
      setResult({ isActive: false, message: words.aCodeHasSevenDigits });
      input.current?.focus();
      return;
    }
    setPending(true);
    setResult(null);
    try {
      const redemption = redemptionOf(await redeemCode(code), backend().config.time_zone);
      setResult(redemption);
      if (redemption.isActive) {
        setCode((typed) => (typed === code ? "" : typed));
        await queries.invalidateQueries({ queryKey: [subject.subscriptions] });
        void queries.invalidateQueries({ queryKey: [subject.leaderboard] });
        onRedeemed?.();
      }
    } catch (error) {
      loadAgainIfUnanswered(queries, error);
      setResult({ isActive: false, message: messageFor(error) });
    } finally {
      setPending(false);
    }
  };

  return (
    <section className="redeem-form board" aria-label={words.redeemACode}>
      {heading && (
        <div>
          <h2>{words.redeemACode}</h2>
          <p>{words.redeemLead}</p>
        </div>
      )}
      <Form discards noValidate onSubmit={submit}>
        <div className="code-digits">
          {Array.from({ length }, (_, at) => at).map((at) => (
            <span
              key={at}
              className={at === code.length ? "digit-tile next-digit" : "digit-tile"}
              aria-hidden="true"
            >
              {code[at] ?? ""}
            </span>
          ))}
          <input
            ref={input}
            aria-label={words.sevenDigitCode}
            inputMode="numeric"
            autoComplete="off"
            maxLength={length + 4}
            value={code}
            aria-invalid={result?.isActive === false}
            aria-describedby={`${id}-result`}
            onChange={(event) => {
              setCode(digitsOf(event.target.value));
              setResult(null);
            }}
          />
        </div>
        <SubmitButton className="btn on-dark" pending={pending}>
          {words.redeem}
        </SubmitButton>
        <div id={`${id}-result`} role="status">
          {result && (
            <p className={result.isActive ? "notice success" : "notice error"}>
              {result.isActive ? (
                <Check size={20} aria-hidden="true" />
              ) : (
                <CircleAlert size={20} aria-hidden="true" />
              )}
              <span>{result.message}</span>
            </p>
          )}
          {result?.competition && !onRedeemed && (
            <Link className="btn on-dark" to={matchPath(nextMatch, result.competition)}>
              {words.predictTheFirstMatch}
            </Link>
          )}
        </div>
      </Form>
    </section>
  );
}
