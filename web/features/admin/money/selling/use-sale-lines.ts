import { type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { PlanSalesRow } from "../../../../backend/types/admin-rows.ts";
import type { Payer } from "../../shared/payments/payer-field.tsx";
import { firstLine, maxSales, nextLine, type SaleLine, usualAmount } from "./sale-rules.ts";

interface SaleLines {
  lines: readonly SaleLine[];
  /** The key of the line that is open. */
  openKey: number;
  open: (key: number) => void;
  change: (key: number, changed: Partial<SaleLine>) => void;
  /** Sets for whom a line is. Among several, the last one opens a line for the next person. */
  choose: (key: number, person: Payer) => void;
  add: () => void;
  remove: (key: number) => void;
  /** The field for the person of the open line. */
  personRef: RefObject<HTMLInputElement | null>;
}

/** The lines of a sale, one for each person, of which one is open. `sales`: what plans cost; undefined until it is known. */
export function useSaleLines(sales: readonly PlanSalesRow[] | undefined): SaleLines {
  const [stored, setLines] = useState<readonly SaleLine[]>([firstLine(undefined)]);
  const [openKey, setOpenKey] = useState(1);
  const personRef = useRef<HTMLInputElement>(null);
  // The first line was made before the usual amounts were known.
  const lines = stored.map((line) =>
    Number.isNaN(line.amount) && !line.isAmountTyped
      ? { ...line, amount: usualAmount(line.plan, sales) }
      : line,
  );
  const addTo = (before: readonly SaleLine[]) => {
    const last = before.at(-1);
    if (!last || before.length >= maxSales) return setLines(before);
    const isEmpty = last.name.trim() === "";
    const added = isEmpty ? last : nextLine(last);
    // At once, because a phone shows its keyboard only for a field that gets the focus during the press.
    flushSync(() => {
      setLines(isEmpty ? before : [...before, added]);
      setOpenKey(added.key);
    });
    personRef.current?.focus();
  };
  const changed = (key: number, change: Partial<SaleLine>) =>
    lines.map((line) => (line.key === key ? { ...line, ...change } : line));
  return {
    lines,
    openKey,
    open: setOpenKey,
    change: (key, change) => setLines(changed(key, change)),
    choose: (key, { payer, payerId }) => {
      const chosen = changed(key, { name: payer, memberId: payerId });
      if (chosen.length > 1 && key === chosen.at(-1)?.key) addTo(chosen);
      else setLines(chosen);
    },
    add: () => addTo(lines),
    remove: (key) => {
      const rest = lines.filter((line) => line.key !== key);
      setLines(rest);
      if (key === openKey) setOpenKey(rest.at(-1)?.key ?? 1);
    },
    personRef,
  };
}
