import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { backend } from "../../../backend/connection/client.ts";
import { codeOf, messageFor } from "../../../backend/connection/error-messages.ts";
import { serverNow } from "../../../backend/connection/server-clock.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import type { PlanCodeRow } from "../../../backend/types/rows.ts";
import { dayInZone } from "../../../football/time/club-day.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { FormError } from "../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../ui/forms/submit-button.tsx";
import { toast } from "../../../ui/overlays/toast.ts";
import { plural } from "../../../ui/text/plural.ts";
import { OptionalPayment } from "../payments/payment-fields.tsx";
import {
  emptyPayment,
  type PaymentValues,
  paymentArgument,
  problemWithPayment,
} from "../payments/payment-rules.ts";
import { PaymentsSection } from "../payments/payments-section.tsx";
import { CodeList } from "./code-list.tsx";
import { generateCodes } from "./code-queries.ts";
import { maxCodes, planName, problemWith } from "./code-rules.ts";
import { PlanOptions } from "./plan-options.tsx";
// Before codes.css, which changes its colours.
import "react-day-picker/style.css";
import "./codes.css";
import { ExpiryField } from "./expiry-field.tsx";
import { GeneratedCodes } from "./generated-codes.tsx";

/** Generates codes, each of which activates a plan for one player. */
export function CodesPanel() {
  const queries = useQueryClient();
  const [plan, setPlan] = useState("");
  const [expiresOn, setExpiresOn] = useState("");
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [count, setCount] = useState(1);
  const [payment, setPayment] = useState<PaymentValues | null>(null);
  const [generated, setGenerated] = useState<readonly PlanCodeRow[]>([]);
  // Expiry dates are in the club's time zone, not the admin's.
  const today = dayInZone(backend().config.time_zone, serverNow());

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const invalid =
      problemWith(plan, expiresOn, today, count) ?? (payment && problemWithPayment(payment, today));
    if (invalid) return setProblem(invalid);
    setPending(true);
    setProblem(null);
    try {
      const codes = await generateCodes(plan, expiresOn, count, payment && paymentArgument(payment));
      setGenerated(codes);
      toast.success(
        codes.length === 1
          ? `Code ${codes[0]?.code} generated for ${planName(plan)}`
          : `${plural(codes.length, "code")} generated for ${planName(plan)}`,
      );
      void queries.invalidateQueries({ queryKey: [subject.codes] });
    } catch (error) {
      const message = /^SL00[34]$|^42501$/.test(codeOf(error))
        ? messageFor(error, "admin")
        : "Failed to generate code";
      setProblem(message);
      toast.error(message);
    } finally {
      setPending(false);
    }
  };

  return (
    <section aria-labelledby="codes">
      <div className="section-head">
        <h2 id="codes">Codes</h2>
        <p>Each code gives one player one subscription</p>
      </div>
      <div className="form-and-results">
        <form className="panel form" noValidate onSubmit={submit}>
          <Field label="Subscription plan">
            <select value={plan} onChange={(event) => setPlan(event.target.value)}>
              <option value="">Choose a plan</option>
              <PlanOptions />
            </select>
          </Field>
          <ExpiryField today={today} date={expiresOn} onDate={setExpiresOn} />
          <Field label="How many">
            <input
              type="number"
              min={1}
              max={maxCodes}
              inputMode="numeric"
              value={Number.isNaN(count) ? "" : count}
              onChange={(event) => setCount(event.target.valueAsNumber)}
            />
          </Field>
          <OptionalPayment
            values={payment}
            empty={emptyPayment(today)}
            onChange={setPayment}
            {...(count > 1 ? { amountHint: "For each code" } : {})}
          />
          <FormError message={problem} />
          <SubmitButton
            pending={pending}
            disabled={plan === "" || expiresOn === ""}
            className="btn full-width"
          >
            {count > 1 ? `Generate ${plural(count, "Code")}` : "Generate 7-Digit Code"}
          </SubmitButton>
        </form>
        <div className="stack close">
          <GeneratedCodes codes={generated} />
          <CodeList />
        </div>
      </div>
      <PaymentsSection />
    </section>
  );
}
