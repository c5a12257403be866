import * as words from "#words/admin";
import { paymentMethods } from "../../../../football/rules/payment-methods.ts";
import { DateInput } from "../../../../ui/forms/date-input.tsx";
import { Field } from "../../../../ui/forms/field.tsx";
import { PayerField } from "./payer-field.tsx";
import type { PaymentValues } from "./payment-rules.ts";

interface Props {
  values: PaymentValues;
  onChange: (values: PaymentValues) => void;
  /** Shown below the amount, for example that each code has it. */
  amountHint?: string;
}

/** Who paid, how much, how, when, and a remark. */
export function PaymentFields({ values, onChange, amountHint }: Props) {
  const set = (change: Partial<PaymentValues>) => onChange({ ...values, ...change });
  return (
    <>
      <PayerField payer={values.payer} payerId={values.payerId} onChange={set} />
      <Field label={words.amountRs} hint={amountHint}>
        <input
          inputMode="numeric"
          value={Number.isNaN(values.amount) ? "" : values.amount}
          onChange={(event) => set({ amount: Number.parseInt(event.target.value.replace(/\D/g, ""), 10) })}
        />
      </Field>
      <Field label={words.how}>
        <select value={values.method} onChange={(event) => set({ method: event.target.value })}>
          <MethodOptions />
        </select>
      </Field>
      <Field label={words.when}>
        <DateInput value={values.paidOn} onChange={(event) => set({ paidOn: event.target.value })} />
      </Field>
      <Field label={words.remarkOptional}>
        <input
          value={values.remark}
          maxLength={200}
          onChange={(event) => set({ remark: event.target.value })}
        />
      </Field>
    </>
  );
}

/** A checkbox that shows the fields; null while nothing is recorded. */
export function OptionalPayment({
  values,
  empty,
  onChange,
  amountHint,
}: {
  values: PaymentValues | null;
  empty: PaymentValues;
  onChange: (values: PaymentValues | null) => void;
  amountHint?: string;
}) {
  return (
    <>
      <label className="checkbox-field">
        <input
          type="checkbox"
          checked={values !== null}
          onChange={(event) => onChange(event.target.checked ? empty : null)}
        />
        <span>{words.recordThePayment}</span>
      </label>
      {values && (
        <PaymentFields
          values={values}
          onChange={onChange}
          {...(amountHint === undefined ? {} : { amountHint })}
        />
      )}
    </>
  );
}

/** The ways to pay as options of a select. */
export function MethodOptions() {
  return paymentMethods.map(({ id, label }) => (
    <option key={id} value={id}>
      {label}
    </option>
  ));
}
