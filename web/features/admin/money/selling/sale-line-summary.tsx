import { X } from "lucide-react";
import * as words from "#words/admin-money";
import { methodLabel } from "../../../../football/rules/payment-methods.ts";
import { formatNumber } from "../../../../ui/text/format-number.ts";
import { planName } from "../../shared/subscriptions/plan-rules.ts";
import type { SaleLine } from "./sale-rules.ts";

interface Props {
  line: SaleLine;
  onOpen: () => void;
  onRemove: () => void;
}

/** A line of a sale that is not open. */
export function SaleLineSummary({ line, onOpen, onRemove }: Props) {
  const name = line.name.trim() || words.anotherPerson;
  return (
    <div className="sale-summary">
      <div>
        <b>{name}</b>
        <small>
          {words.lineInWords({
            plan: planName(line.plan),
            amount: Number.isNaN(line.amount) ? "–" : formatNumber(line.amount),
            method: methodLabel(line.method),
          })}
        </small>
      </div>
      <button
        type="button"
        className="btn link small"
        aria-label={words.changeLineOf({ name })}
        onClick={onOpen}
      >
        {words.change}
      </button>
      <button
        type="button"
        className="btn link small"
        aria-label={words.removeLineOf({ name })}
        onClick={onRemove}
      >
        <X size={18} aria-hidden="true" />
      </button>
    </div>
  );
}
