import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-club";
import { draftOf, titleOfStep } from "../../../../backend/sentences/season-sentences.ts";
import type { SeasonPlan, SeasonStep } from "../../../../backend/types/season-rows.ts";
import { dashboardTabPath, paths } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { Rich } from "../../../../ui/text/rich.tsx";
import { LongOperation } from "../../shared/acts/long-operation.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { isPin } from "../points/is-pin.ts";
import { PinField } from "../points/pin-field.tsx";
import { warningsBeforeClearing } from "../points/season-warnings.ts";
import { WarningList } from "../points/warning-list.tsx";
import { MatchesStep } from "./matches-step.tsx";
import { skipStep, takeStep } from "./season-end-mutations.ts";
import { staleAfterSeasonStep } from "./season-end-queries.ts";
import type { StepProps } from "./step-props.ts";

const labels: Partial<Record<SeasonStep["step"], string>> = {
  import: words.itIsImported,
};

/** The form of the step that is next, with Skip where nothing is lost without the step. */
export function NextStep({ row, plan, onTaken }: { row: SeasonStep; plan: SeasonPlan; onTaken: () => void }) {
  const take = useAdminMutation(
    takeStep,
    // The list shows what the step did.
    { success: null, failure: words.thisStepFailedNothing },
    { stale: staleAfterSeasonStep, onDone: onTaken },
  );
  const skip = useAdminMutation(
    skipStep,
    { success: null, failure: words.failedToSkipTheStep },
    { stale: staleAfterSeasonStep, onDone: onTaken },
  );
  const problem = take.problem ?? skip.problem;
  const actions = (label: string) => (
    <>
      <FormError message={problem} />
      {take.isPending && <LongOperation work={`${titleOfStep(row.step)}.`} />}
      <div className="row-actions">
        <SubmitButton pending={take.isPending}>{label}</SubmitButton>
        {row.is_skippable && (
          <button
            type="button"
            className="btn secondary"
            aria-disabled={skip.isPending}
            onClick={() => skip.mutate(row.step)}
          >
            {words.skip}
          </button>
        )}
      </div>
    </>
  );
  const props = { row, actions, onTake: (choices = {}) => take.mutate({ step: row.step, ...choices }) };
  switch (row.step) {
    case "matches":
      return <MatchesStep {...props} />;
    case "access":
      return <AccessStep {...props} lasting={plan.lasting ?? 0} />;
    case "points":
      return <PointsStep {...props} />;
    case "members":
      return <MembersStep {...props} draft={plan.draft} />;
    default:
      return (
        <Form className="season-form" onSubmit={() => props.onTake({})}>
          {row.step === "import" && (
            <p>
              <Rich
                parts={words.importFixturesFirst({
                  link: (text) => <Link to={paths.manageMatches}>{text}</Link>,
                })}
              />
            </p>
          )}
          {actions(labels[row.step] ?? titleOfStep(row.step))}
        </Form>
      );
  }
}

function AccessStep({ row, onTake, actions, lasting }: StepProps & { lasting: number }) {
  const [all, setAll] = useState(false);
  const { subscriptions = 0, codes = 0 } = (row.facts ?? {}) as { subscriptions?: number; codes?: number };
  const ending = subscriptions + codes + (all ? lasting : 0);
  return (
    <Form className="season-form" onSubmit={() => onTake({ all })}>
      {lasting > 0 && (
        <label className="checkbox-field">
          <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
          <span>{words.alsoEndLongSubscriptions({ count: lasting })}</span>
        </label>
      )}
      {actions(ending > 0 ? words.endThem : words.continueLabel)}
    </Form>
  );
}

function PointsStep({ row, onTake, actions }: StepProps) {
  const [pin, setPin] = useState("");
  const [invalid, setInvalid] = useState<string | null>(null);
  const warnings = useQuery(warningsBeforeClearing).data ?? [];
  const submit = () => {
    const problem = isPin(pin) ? null : words.invalidPin;
    setInvalid(problem);
    if (problem === null) onTake({ pin });
  };
  return (
    <Form className="season-form" noValidate discards onSubmit={submit}>
      <WarningList warnings={warnings} />
      <PinField
        label={words.pin}
        error={invalid ?? undefined}
        hint={<Link to={dashboardTabPath("management")}>{words.setThePinUnderManagement}</Link>}
        value={pin}
        onChange={setPin}
      />
      {actions(titleOfStep(row.step))}
    </Form>
  );
}

function MembersStep({ onTake, actions, draft }: StepProps & { draft: SeasonPlan["draft"] }) {
  const [text, setText] = useState(draft ? draftOf(draft.facts) : { title: "", message: "" });
  return (
    <Form className="season-form" noValidate onSubmit={() => onTake(text)}>
      <Field label={words.title}>
        <input
          value={text.title}
          maxLength={200}
          onChange={(event) => setText({ ...text, title: event.target.value })}
        />
      </Field>
      <Field label={words.message}>
        <textarea
          rows={5}
          maxLength={2000}
          value={text.message}
          onChange={(event) => setText({ ...text, message: event.target.value })}
        />
      </Field>
      {actions(words.sendToEveryone)}
    </Form>
  );
}
