import { useQueryClient } from "@tanstack/react-query";
import { Check, CircleAlert } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import * as words from "#words/subscriptions";
import { backend } from "../../backend/connection/client.ts";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { matchPath, nextMatch } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { useNavigate } from "../../routing/location.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { SubmitButton } from "../../ui/forms/submit-button.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { digitsOf, codeLength as length, type Redemption, redemptionOf } from "./redemption.ts";
import { redeemCode } from "./subscription-mutations.ts";

interface Props {
  /** The digits of the field at first. */
  firstCode: string;
  /** False on a page whose own heading asks for the code. */
  heading?: boolean;
  /** Whose account a code is for, which a link brought and which may have been meant for somebody else. */
  account?: string | null;
  /** Redeems without a press, after the sign-in of a visitor with a link, and opens the first match. */
  atOnce?: boolean;
  /** Replaces the link to the first match. */
  onRedeemed?: () => void;
}

/** A field of seven tiles for a code, and the result. A refused code stays in the field for correction. */
export function RedeemForm({ firstCode, heading = true, account = null, atOnce = false, onRedeemed }: Props) {
  const id = useId();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState(firstCode);
  const [result, setResult] = useState<Redemption | null>(null);

  const redeem = useAct({
    act: async (first: boolean) => {
      const redemption = redemptionOf(await redeemCode(code), backend().config.time_zone);
      setResult(redemption);
      if (!redemption.isActive) return;
      setCode((typed) => (typed === code ? "" : typed));
      await queries.invalidateQueries({ queryKey: [subject.subscriptions] });
      void queries.invalidateQueries({ queryKey: [subject.leaderboard] });
      onRedeemed?.();
      if (!first || !redemption.competition) return;
      toast.success(redemption.message);
      navigate(matchPath(nextMatch, redemption.competition), { replace: true });
    },
    onError: (error) => setResult({ isActive: false, message: messageFor(error) }),
  });
  const submit = (first = false) => {
    if (code.length !== length) {
      setResult({ isActive: false, message: words.aCodeHasSevenDigits });
      input.current?.focus();
      return;
    }
    setResult(null);
    redeem.mutate(first);
  };

  const started = useRef(false);
  useEffect(() => {
    if (!atOnce || started.current) return;
    started.current = true;
    submit(true);
  });

  return (
    <section className="redeem-form board" aria-label={words.redeemACode}>
      {heading && (
        <div>
          <h2>{words.redeemACode}</h2>
          <p>{account ? words.redeemForAccount({ name: account }) : words.redeemLead}</p>
        </div>
      )}
      <Form discards noValidate onSubmit={() => submit()}>
        <div className="code-digits">
          <CodeTiles code={code} />
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
        <SubmitButton className="btn on-dark" pending={redeem.isPending}>
          {words.redeem}
        </SubmitButton>
        <div id={`${id}-result`} role="status">
          {result && <Result result={result} />}
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

function CodeTiles({ code }: { code: string }) {
  return Array.from({ length }, (_, at) => at).map((at) => (
    <span key={at} className={at === code.length ? "digit-tile next-digit" : "digit-tile"} aria-hidden="true">
      {code[at] ?? ""}
    </span>
  ));
}

function Result({ result: { isActive, message } }: { result: Redemption }) {
  const Icon = isActive ? Check : CircleAlert;
  return (
    <p className={isActive ? "notice success" : "notice error"}>
      <Icon size={20} aria-hidden="true" />
      <span>{message}</span>
    </p>
  );
}
