import { useState } from "react";
import * as words from "#words/admin-money";
import { backend } from "../../../../backend/connection/client.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { PlanCodeRow } from "../../../../backend/types/rows.ts";
import { dayInZone } from "../../../../football/time/club-day.ts";
import { useSession } from "../../../../session/session-store.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { OptionalPayment } from "../../shared/payments/payment-fields.tsx";
import {
  emptyPayment,
  type PaymentValues,
  paymentArgument,
  problemWithPayment,
} from "../../shared/payments/payment-rules.ts";
import { PlanOptions } from "../../shared/subscriptions/plan-options.tsx";
import { maxCodes, planName, problemWith } from "../../shared/subscriptions/plan-rules.ts";
import { ValidUntilField } from "../../shared/subscriptions/valid-until-field.tsx";
import { PaymentsSection } from "../payments/payments-section.tsx";
import { SellSubscriptions } from "../selling/sell-subscriptions.tsx";
import { WhoOwes } from "../selling/who-owes.tsx";
import { CodeList } from "./code-list.tsx";
import { generateCodes } from "./code-mutations.ts";
import "./codes.css";
import { GeneratedCodes } from "./generated-codes.tsx";
import { MemberSearch } from "./member-search.tsx";

export { CodesPanel as Component };

/** Generates codes, each of which activates a plan for one player. */
function CodesPanel() {
  const { isAdmin } = useSession();
  const [plan, setPlan] = useState("");
  const [expiresOn, setExpiresOn] = useState("");
  const [invalid, setInvalid] = useState<string | null>(null);
  const [count, setCount] = useState(1);
  const [payment, setPayment] = useState<PaymentValues | null>(null);
  const [generated, setGenerated] = useState<readonly PlanCodeRow[]>([]);
  // Expiry dates are in the club's time zone, not the admin's.
  const today = dayInZone(backend().config.time_zone, serverNow());

  const generate = useAdminMutation(
    generateCodes,
    { success: wordsOf, failure: words.failedToGenerateCode },
    { stale: [subject.codes], onDone: setGenerated },
  );
  const submit = () => {
    const problem =
      problemWith(plan, expiresOn, today, count) ?? (payment && problemWithPayment(payment, today));
    if (problem) return setInvalid(problem);
    setInvalid(null);
    generate.mutate({ plan, expiresOn, count, payment: payment && paymentArgument(payment) });
  };

  return (
    <section aria-labelledby="codes">
      <div className="selling-and-owing">
        <SellSubscriptions />
        {isAdmin && <WhoOwes />}
      </div>
      <div className="section-head">
        <h2 id="codes">{words.codes}</h2>
        <p>{words.whatCodesGive}</p>
      </div>
      <div className="form-and-results">
        <Form className="panel form" noValidate onSubmit={submit}>
          <Field label={words.subscriptionPlan}>
            <select value={plan} onChange={(event) => setPlan(event.target.value)}>
              <option value="">{words.chooseAPlan}</option>
              <PlanOptions />
            </select>
          </Field>
          <ValidUntilField today={today} date={expiresOn} onDate={setExpiresOn} />
          <Field label={words.howMany}>
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
            {...(count > 1 ? { amountHint: words.forEachCode } : {})}
          />
          <FormError message={invalid ?? generate.problem} />
          <SubmitButton
            pending={generate.isPending}
            disabled={plan === "" || expiresOn === ""}
            className="btn full-width"
          >
            {count > 1 ? words.generateCount({ count }) : words.generateOneCode}
          </SubmitButton>
        </Form>
        <div className="stack close">
          <GeneratedCodes codes={generated} />
          <CodeList />
        </div>
      </div>
      {!isAdmin && <MemberSearch />}
      <PaymentsSection />
    </section>
  );
}

function wordsOf(codes: readonly PlanCodeRow[]): string {
  const [first] = codes;
  const name = planName(first?.plan_type ?? "");
  return codes.length === 1
    ? words.codeGenerated({ code: first?.code ?? "", plan: name })
    : words.codesGenerated({ count: codes.length, plan: name });
}
