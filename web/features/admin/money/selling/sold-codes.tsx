import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Copy, MessageCircle } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import * as words from "#words/admin-money";
import { backend } from "../../../../backend/connection/client.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { useAct } from "../../../../backend/queries/use-act.ts";
import type { SoldSubscriptionRow } from "../../../../backend/types/admin-rows.ts";
import { Flaps } from "../../../../football/components/scoreboard.tsx";
import { methodLabel } from "../../../../football/rules/payment-methods.ts";
import { clubLongDate, lastDay } from "../../../../football/time/club-day.ts";
import { copyText } from "../../../../ui/overlays/copy-text.ts";
import { formatNumber } from "../../../../ui/text/format-number.ts";
import { whatsAppLink } from "../../../../ui/text/whats-app.ts";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { planName } from "../../shared/subscriptions/plan-rules.ts";
import { openUndos, undo } from "../../shared/undo/undo.ts";
import { saleText } from "./sale-rules.ts";
import { markCodeSent } from "./selling-mutations.ts";
import "./sold-codes.css";

interface Props {
  sold: readonly SoldSubscriptionRow[];
  onAnother: () => void;
}

/** What was sold: each code with its receipt, to send. */
export function SoldCodes({ sold, onAnother }: Props) {
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const [first] = sold;
  const result = useRef<HTMLDivElement>(null);
  // The button that sold had the focus.
  useEffect(() => result.current?.focus(), []);
  const lines = sold.map((row) => (
    <SendSold
      key={row.code_id}
      row={row}
      isOnly={sold.length === 1}
      isSent={sent.has(row.code_id)}
      onSent={() => setSent((before) => new Set([...before, row.code_id]))}
    />
  ));
  return (
    <div className="sold-codes" role="status" tabIndex={-1} ref={result}>
      {first && sold.length === 1 ? (
        <>
          <div className="sold-code board">
            <h3>{words.codeFor({ name: first.sold_to })}</h3>
            <span className="visually-hidden">{words.codeNamed({ code: first.code })}</span>
            <Flaps value={first.code} className="sold-digits" />
            <p>
              {words.planUntil({
                plan: planName(first.plan_type),
                date: lastDay(first.expires_at, backend().config.time_zone),
              })}
            </p>
          </div>
          <Receipt row={first} />
          {lines}
        </>
      ) : (
        <ul className="sold-list">
          {sold.map((row, at) => (
            <li key={row.code_id}>
              <div>
                <b>{row.sold_to}</b>
                <span className="number sold-number">{row.code}</span>
                <small>
                  {`${planName(row.plan_type)}, ${words.amountBy({ amount: formatNumber(row.amount_rs), method: methodLabel(row.paid_by) })}. ${words.receiptNo({ number: row.receipt_no })}`}
                </small>
              </div>
              {lines[at]}
            </li>
          ))}
        </ul>
      )}
      <div className="sold-next">
        <button type="button" className="btn link" onClick={onAnother}>
          {words.sellAnother}
        </button>
        {sent.size === 0 && <UndoSale onUndone={onAnother} />}
      </div>
    </div>
  );
}

function Receipt({ row }: { row: SoldSubscriptionRow }) {
  return (
    <dl className="sold-receipt">
      <div>
        <dt>{words.received}</dt>
        <dd>{words.amountBy({ amount: formatNumber(row.amount_rs), method: methodLabel(row.paid_by) })}</dd>
      </div>
      <div>
        <dt>{words.from}</dt>
        <dd>{row.sold_to}</dd>
      </div>
      <div>
        <dt>{words.receipt}</dt>
        <dd>{words.receiptOn({ number: row.receipt_no, date: clubLongDate(row.paid_on) })}</dd>
      </div>
    </dl>
  );
}

interface SendProps {
  row: SoldSubscriptionRow;
  isOnly: boolean;
  isSent: boolean;
  onSent: () => void;
}

/** Opens WhatsApp with the code and the receipt, or copies them. Both note that the code was sent. */
function SendSold({ row, isOnly, isSent, onSent }: SendProps) {
  const name = row.sold_to;
  const { brand, time_zone: timeZone } = backend().config;
  const text = saleText(row, { brand, timeZone, origin: window.location.origin });
  const mark = useAdminMutation(
    () => markCodeSent(row.code_id),
    { success: null, failure: words.failedToNoteSent },
    { stale: [subject.codes] },
  );
  const note = () => {
    onSent();
    mark.mutate(undefined);
  };
  const copy = async () => {
    if (await copyText(text, { copied: words.textCopied, failed: words.copyingFailed })) note();
  };
  return (
    <span className="send-sold">
      {isSent && !isOnly && <Check className="sold-sent" size={18} role="img" aria-label={words.sent} />}
      <a
        className={isOnly ? "btn" : "btn secondary small"}
        href={whatsAppLink(text, row.phone_number ?? "")}
        target="_blank"
        rel="noreferrer"
        aria-label={words.sendTo({ name })}
        onClick={note}
      >
        <MessageCircle size={isOnly ? 20 : 16} aria-hidden="true" />
        <span>{isSent ? words.sendAgain : words.sendCodeAndReceipt}</span>
      </a>
      <button
        type="button"
        className={isOnly ? "btn secondary" : "btn secondary small"}
        aria-label={words.copyTextFor({ name })}
        onClick={() => void copy()}
      >
        <Copy size={isOnly ? 20 : 16} aria-hidden="true" />
        {isOnly && <span>{words.copyText}</span>}
      </button>
    </span>
  );
}

/** Undoes the sale while the database still allows it: shortly after it, and until a code is sent. */
function UndoSale({ onUndone }: { onUndone: () => void }) {
  const queries = useQueryClient();
  const open = useQuery(openUndos).data?.find(({ action }) => action === "sell_subscriptions");
  const undoing = useAct({
    act: async (id: string) => {
      if (await undo(queries, id)) onUndone();
    },
  });
  if (!open) return null;
  return (
    <button
      type="button"
      className="btn link"
      aria-disabled={undoing.isPending}
      onClick={() => undoing.mutate(open.id)}
    >
      {words.takeBackTheSale}
    </button>
  );
}
