import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin";
import { backend } from "../../../../backend/connection/client.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { SubscriptionRow } from "../../../../backend/types/rows.ts";
import { CompetitionBadge } from "../../../../football/components/competition-badge.tsx";
import { competitionWithId } from "../../../../football/rules/competitions.ts";
import { dayInZone, lastDay } from "../../../../football/time/club-day.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useAdminMutation } from "../acts/use-admin-mutation.ts";
import { OptionalPayment } from "../payments/payment-fields.tsx";
import {
  emptyPayment,
  type PaymentValues,
  paymentArgument,
  problemWithPayment,
} from "../payments/payment-rules.ts";
import { latestUndo } from "../undo/undo.ts";
import { PlanOptions } from "./plan-options.tsx";
import { problemWith } from "./plan-rules.ts";
import { endSubscription, type GivenSubscription, giveSubscription } from "./subscription-mutations.ts";
import { subscriptionsOf } from "./subscription-queries.ts";
import { ValidUntilField } from "./valid-until-field.tsx";

const stale = [
  subject.dashboard,
  subject.codes,
  subject.subscriptions,
  subject.subscribers,
  subject.leaderboard,
] as const;

interface Member {
  id: string;
  name: string;
}

/** A member's subscriptions, with forms to give, extend and end them. */
export function SubscriptionsDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const list = useQuery(subscriptionsOf(member.id));
  return (
    <Dialog open onClose={onClose} title={words.subscriptionsOf({ name: member.name })}>
      <QueryView
        query={list}
        failed={words.failedToLoadSubscriptions}
        loading={{ count: 3, height: 48, label: words.loadingSubscriptions }}
      >
        {(data) => (
          <>
            {data.length === 0 && <p className="muted">{words.noSubscriptionsYet}</p>}
            <ul className="record-list">
              {data.map((subscription) => (
                <SubscriptionLine key={subscription.id} subscription={subscription} />
              ))}
            </ul>
            <GiveForm member={member} />
          </>
        )}
      </QueryView>
    </Dialog>
  );
}

function SubscriptionLine({ subscription }: { subscription: SubscriptionRow }) {
  const { user_id: userId, subscription_type: type } = subscription;
  const name = competitionWithId(type)?.name ?? type;
  const [ending, setEnding] = useState(false);
  const end = useAdminMutation(
    () => endSubscription(userId, type),
    { success: words.subscriptionOfNameEnded({ name }), failure: words.failedToEndTheSubscription },
    { stale, onDone: () => setEnding(false), undoId: () => latestUndo("end_subscription") },
  );
  const day = lastDay(subscription.expires_at, backend().config.time_zone);
  const active = subscription.status === "active" && Date.parse(subscription.expires_at) > serverNow();
  return (
    <li>
      <div>
        <CompetitionBadge name={name} />
        <span>
          {`${active ? words.activeUntil({ day }) : words.endedOn({ day })}${subscription.assigned_by_admin ? words.givenByAnOrganiser : ""}`}
        </span>
      </div>
      {active && (
        <button
          type="button"
          className="btn secondary small"
          aria-label={words.endSubscriptionOfName({ name })}
          onClick={() => setEnding(true)}
        >
          {words.end}
        </button>
      )}
      {ending && (
        <ConfirmDialog
          open
          title={words.endSubscriptionQuestion({ name })}
          keep={words.keepSubscription}
          confirm={words.endSubscription}
          pending={end.isPending}
          error={end.problem}
          onKeep={() => setEnding(false)}
          onConfirm={() => end.mutate(undefined)}
        >
          <p>{words.effectsOfEnding({ day, name })}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function GiveForm({ member }: { member: Member }) {
  const [type, setType] = useState("");
  const [until, setUntil] = useState("");
  const [invalid, setInvalid] = useState<string | null>(null);
  const [payment, setPayment] = useState<PaymentValues | null>(null);
  const today = dayInZone(backend().config.time_zone, serverNow());
  const give = useAdminMutation(
    (given: GivenSubscription, requestKey) => giveSubscription(member.id, given, requestKey),
    { success: words.subscriptionGiven, failure: words.failedToGiveTheSubscription },
    { stale },
  );
  const submit = () => {
    const problem = problemWith(type, until, today) ?? (payment && problemWithPayment(payment, today));
    setInvalid(problem);
    if (problem) return;
    give.mutate({ type, expiresOn: until, payment: payment && paymentArgument(payment, member) });
  };
  const problem = invalid ?? give.problem;
  return (
    <Form className="form" noValidate onSubmit={submit}>
      <Field label={words.subscriptionPlan}>
        <select value={type} onChange={(event) => setType(event.target.value)}>
          <option value="">{words.chooseAPlan}</option>
          <PlanOptions />
        </select>
      </Field>
      <ValidUntilField today={today} date={until} onDate={setUntil} hint={words.untilTheEndOfDay} />
      <OptionalPayment values={payment} empty={emptyPayment(today, member.name)} onChange={setPayment} />
      <FormError message={problem} />
      <div className="actions">
        <SubmitButton pending={give.isPending}>{words.giveSubscription}</SubmitButton>
      </div>
    </Form>
  );
}
