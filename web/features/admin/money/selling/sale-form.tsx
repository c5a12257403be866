import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useEffect, useState } from "react";
import * as words from "#words/admin-money";
import { backend } from "../../../../backend/connection/client.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { PlanSalesRow, SoldSubscriptionRow } from "../../../../backend/types/admin-rows.ts";
import { clubLongDate, dayInZone } from "../../../../football/time/club-day.ts";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { formatNumber } from "../../../../ui/text/format-number.ts";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { lastDays } from "../../shared/subscriptions/plan-rules.ts";
import { lastMatchDate } from "../../shared/subscriptions/subscription-queries.ts";
import { ValidUntilField } from "../../shared/subscriptions/valid-until-field.tsx";
import { SaleLineFields } from "./sale-line-fields.tsx";
import { SaleLineSummary } from "./sale-line-summary.tsx";
import {
  linesToSell,
  maxSales,
  problemWithSale,
  type SaleLine,
  saleArgument,
  totalOf,
} from "./sale-rules.ts";
import { sellSubscriptions } from "./selling-mutations.ts";
import { useSaleLines } from "./use-sale-lines.ts";

interface Props {
  /** What plans cost; undefined until it is known. */
  sales: readonly PlanSalesRow[] | undefined;
  /** True after the sale before: its button had the focus. */
  hasFocus: boolean;
  onSold: (sold: readonly SoldSubscriptionRow[]) => void;
}

/** The people to whom something is sold, until when, and the button that sells. */
export function SaleForm({ sales, hasFocus, onSold }: Props) {
  const today = dayInZone(backend().config.time_zone, serverNow());
  const [seasonEnd] = lastDays(today, useQuery(lastMatchDate).data ?? null);
  const [chosenUntil, setChosenUntil] = useState<string | null>(null);
  const [invalid, setInvalid] = useState<string | null>(null);
  const form = useSaleLines(sales);
  const { personRef } = form;
  useEffect(() => {
    if (hasFocus) personRef.current?.focus();
  }, [hasFocus, personRef]);
  const until = chosenUntil ?? seasonEnd?.date ?? "";
  const sell = useAdminMutation(
    (lines: readonly SaleLine[], requestKey) =>
      sellSubscriptions(
        lines.map((line) => saleArgument(line, until)),
        requestKey,
      ),
    { success: (sold) => words.sold({ count: sold.length }), failure: words.failedToSell },
    { stale: [subject.codes, subject.dashboard], onDone: onSold, undoId: () => null },
  );
  const selling = linesToSell(form.lines);
  const total = totalOf(selling);
  const submit = () => {
    const wrong = problemWithSale(selling, until, today);
    setInvalid(wrong?.problem ?? null);
    if (wrong) form.open(wrong.key);
    else sell.mutate(selling);
  };
  return (
    <Form className="panel form" noValidate onSubmit={submit}>
      <Lines form={form} sales={sales} />
      {form.lines.length < maxSales && (
        <button type="button" className="btn secondary" onClick={form.add}>
          <UserPlus size={20} aria-hidden="true" />
          <span>{words.anotherPerson}</span>
        </button>
      )}
      {chosenUntil === null ? (
        <p className="sale-until">
          <span>{words.untilEndOfSeason({ date: clubLongDate(until) })}</span>
          <button type="button" className="btn link small" onClick={() => setChosenUntil(until)}>
            {words.changeTheDate}
          </button>
        </p>
      ) : (
        <ValidUntilField today={today} date={until} onDate={setChosenUntil} />
      )}
      <FormError message={invalid ?? sell.problem} />
      <SubmitButton pending={sell.isPending} className="btn full-width">
        {total > 0
          ? words.takeAndMake({ amount: formatNumber(total), count: selling.length })
          : words.makeTheCode}
      </SubmitButton>
    </Form>
  );
}

function Lines({ form, sales }: { form: ReturnType<typeof useSaleLines>; sales: Props["sales"] }) {
  return (
    <ol className="sale-lines">
      {form.lines.map((line, at) => (
        <li key={line.key}>
          {line.key === form.openKey ? (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend, and one person needs no title
            <div role="group" className="sale-line" aria-label={words.person({ number: at + 1 })}>
              <SaleLineFields
                line={line}
                sales={sales}
                personRef={form.personRef}
                onChange={(changed) => form.change(line.key, changed)}
                onPerson={(chosen) => form.choose(line.key, chosen)}
              />
            </div>
          ) : (
            <SaleLineSummary
              line={line}
              onOpen={() => form.open(line.key)}
              onRemove={() => form.remove(line.key)}
            />
          )}
        </li>
      ))}
    </ol>
  );
}
