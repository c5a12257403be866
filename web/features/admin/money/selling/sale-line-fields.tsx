import { Check, X } from "lucide-react";
import { type Ref, useState } from "react";
import * as words from "#words/admin-money";
import type { PlanSalesRow } from "../../../../backend/types/admin-rows.ts";
import { CompetitionShape, hueOf } from "../../../../football/components/competition-badge.tsx";
import { Shirt } from "../../../../football/components/shirt.tsx";
import { paymentMethods } from "../../../../football/rules/payment-methods.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { formatNumber } from "../../../../ui/text/format-number.ts";
import { type Payer, PayerField } from "../../shared/payments/payer-field.tsx";
import { plans } from "../../shared/subscriptions/plan-rules.ts";
import { type SaleLine, usualAmount } from "./sale-rules.ts";

interface Props {
  line: SaleLine;
  sales: readonly PlanSalesRow[] | undefined;
  onChange: (change: Partial<SaleLine>) => void;
  /** Called when a member was chosen, or a name was typed and Enter pressed. */
  onPerson: (person: Payer) => void;
  personRef: Ref<HTMLInputElement>;
}

/** For whom, which plan, how much and how it was paid. */
export function SaleLineFields({ line, sales, onChange, onPerson, personRef }: Props) {
  const [hasRemark, setHasRemark] = useState(line.remark !== "");
  const choosePlan = (plan: string) =>
    onChange({ plan, ...(line.isAmountTyped ? {} : { amount: usualAmount(plan, sales) }) });
  return (
    <>
      <Person line={line} onChange={onChange} onPerson={onPerson} personRef={personRef} />
      <fieldset>
        <legend>{words.plan}</legend>
        <div className="plan-choices">
          {plans.map(({ id, name }) => (
            <label key={id} className="plan-choice" {...hueOf(name)}>
              <input
                type="radio"
                name={`plan-${line.key}`}
                checked={line.plan === id}
                onChange={() => choosePlan(id)}
              />
              <span>
                <CompetitionShape name={name} />
                <span>{name}</span>
                <b>{priceOf(id, sales)}</b>
                <Check className="chosen" size={18} aria-hidden="true" />
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="sale-payment">
        <Field label={words.paidInRupees}>
          <input
            inputMode="numeric"
            value={Number.isNaN(line.amount) ? "" : line.amount}
            onChange={(event) =>
              onChange({
                amount: Number.parseInt(event.target.value.replace(/\D/g, ""), 10),
                isAmountTyped: true,
              })
            }
          />
        </Field>
        <fieldset>
          <legend>{words.how}</legend>
          <div className="pay-choices">
            {paymentMethods.map(({ id, label }) => (
              <label key={id}>
                <input
                  type="radio"
                  name={`method-${line.key}`}
                  checked={line.method === id}
                  onChange={() => onChange({ method: id })}
                />
                <span>{label}</span>
              </label>
            ))}
          </div>
        </fieldset>
      </div>
      {hasRemark ? (
        <Field label={words.remark}>
          <input
            value={line.remark}
            maxLength={200}
            onChange={(event) => onChange({ remark: event.target.value })}
          />
        </Field>
      ) : (
        <button type="button" className="btn link small" onClick={() => setHasRemark(true)}>
          {words.addARemark}
        </button>
      )}
    </>
  );
}

function priceOf(plan: string, sales: readonly PlanSalesRow[] | undefined): string {
  const amount = usualAmount(plan, sales);
  return Number.isNaN(amount) ? "" : words.amountInRupees({ amount: formatNumber(amount) });
}

/** A search for the member, and the member when one is chosen. */
function Person({ line, onChange, onPerson, personRef }: Omit<Props, "sales">) {
  if (line.memberId !== null) {
    return (
      <div className="chosen-person">
        <Shirt player={line.memberId} name={line.name} />
        <b>{line.name}</b>
        <button
          type="button"
          className="btn link"
          aria-label={words.chooseAnother({ name: line.name })}
          // biome-ignore lint/a11y/noAutofocus: the field that was here had the focus
          autoFocus
          onClick={() => onChange({ name: "", memberId: null })}
        >
          <X size={20} aria-hidden="true" />
        </button>
      </div>
    );
  }
  return (
    <PayerField
      ref={personRef}
      label={words.memberOrName}
      hint={words.nameWithoutAccount}
      payer={line.name}
      payerId={null}
      onChange={(person) => {
        if (person.payerId === null) onChange({ name: person.payer });
        else onPerson(person);
      }}
      onEnter={(first) => {
        if (first) onPerson(first);
        else if (line.name.trim() !== "") onPerson({ payer: line.name, payerId: null });
      }}
    />
  );
}
