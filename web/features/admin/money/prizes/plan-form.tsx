import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import * as words from "#words/admin-money";
import type { Loaded } from "../../../../backend/edits/save-edit.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { nameOfPrizes, rupees } from "../../../../football/prizes/prize-names.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { useEditForm } from "../../shared/settings/use-edit-form.ts";
import {
  type LineValues,
  lastPlace,
  nextLine,
  type PlanValues,
  planEditFields,
  prizeSubjects,
  problemWithPlan,
  type SeenPlan,
  sumsOf,
} from "./plan-rules.ts";
import { savePlan } from "./prizes-mutations.ts";
import { loadPlan } from "./prizes-queries.ts";

/** The plan as one form: a line for each paid place, with the sums. */
export function PlanForm({ saved }: { saved: Loaded<PlanValues, SeenPlan> }) {
  const { values, setValues, store, question } = useEditForm({
    saved,
    fields: planEditFields,
    save: savePlan,
    load: loadPlan,
  });
  const [invalid, setInvalid] = useState<string | null>(null);
  const save = useAdminMutation(
    store,
    { success: words.prizesSaved, failure: words.failedToSaveThePrizes },
    { stale: [subject.prizes, subject.clubPages] },
  );
  const submit = () => {
    const problem = problemWithPlan(values);
    setInvalid(problem);
    if (!problem) save.mutate(values);
  };
  const { fund, lines } = values;
  const replace = (at: number, change: Partial<LineValues>) =>
    setValues({ ...values, lines: lines.with(at, { ...(lines[at] as LineValues), ...change }) });
  return (
    <Form className="panel form plan-form" noValidate onSubmit={submit}>
      <Field label={words.fund} hint={words.whatTheFundIs} className="plan-fund">
        <input
          inputMode="numeric"
          value={Number.isNaN(fund) ? "" : fund}
          onChange={({ target }) => setValues({ ...values, fund: numberIn(target.value) })}
        />
      </Field>
      {lines.length === 0 && <p className="muted">{words.noLines}</p>}
      {lines.map((line, at) => (
        <PlanLine
          key={at}
          nth={at + 1}
          line={line}
          onChange={(change) => replace(at, change)}
          onRemove={() => setValues({ ...values, lines: lines.toSpliced(at, 1) })}
        />
      ))}
      <button
        type="button"
        className="btn secondary small"
        onClick={() => setValues({ ...values, lines: [...lines, nextLine(lines)] })}
      >
        <Plus size={18} aria-hidden="true" />
        <span>{words.addAPlace}</span>
      </button>
      <p aria-live="polite">{sumsInWords(values)}</p>
      {question}
      <FormError message={invalid ?? save.problem} />
      <SubmitButton pending={save.isPending}>{words.savePrizes}</SubmitButton>
    </Form>
  );
}

interface LineProps {
  nth: number;
  line: LineValues;
  onChange: (change: Partial<LineValues>) => void;
  onRemove: () => void;
}

function PlanLine({
  nth,
  line: { kind, competitionId, place, pays, isPercent },
  onChange,
  onRemove,
}: LineProps) {
  const chosen = prizeSubjects.findIndex((one) => one.kind === kind && one.competitionId === competitionId);
  const choose = (index: number) => {
    const next = prizeSubjects[index];
    if (next) onChange({ ...next, ...(next.kind === "matchday" && { isPercent: false }) });
  };
  return (
    <fieldset className="plan-line">
      <legend className="visually-hidden">{words.prizeNumbered({ number: nth })}</legend>
      <Field label={words.prizeFor}>
        <select value={chosen} onChange={({ target }) => choose(Number(target.value))}>
          {prizeSubjects.map((one, index) => (
            <option key={index} value={index}>
              {nameOfPrizes(one.kind, one.competitionId)}
            </option>
          ))}
        </select>
      </Field>
      <Field label={words.place}>
        <input
          type="number"
          min={1}
          max={lastPlace}
          inputMode="numeric"
          value={Number.isNaN(place) ? "" : place}
          onChange={({ target }) => onChange({ place: target.valueAsNumber })}
        />
      </Field>
      <Field label={words.pays}>
        <input
          inputMode="numeric"
          value={Number.isNaN(pays) ? "" : pays}
          onChange={({ target }) => onChange({ pays: numberIn(target.value) })}
        />
      </Field>
      <Field label={words.paysIn}>
        <select
          value={isPercent ? "percent" : "rupees"}
          disabled={kind === "matchday"}
          onChange={({ target }) => onChange({ isPercent: target.value === "percent" })}
        >
          <option value="rupees">{words.rs}</option>
          <option value="percent">{words.ofTheFund}</option>
        </select>
      </Field>
      <button
        type="button"
        className="btn secondary small"
        aria-label={words.removePrize({ number: nth })}
        onClick={onRemove}
      >
        <Trash2 size={18} aria-hidden="true" />
      </button>
    </fieldset>
  );
}

const numberIn = (typed: string) => Number.parseInt(typed.replace(/\D/g, ""), 10);

function sumsInWords(values: PlanValues): string {
  const { percent, once, eachMatchday } = sumsOf(values);
  const { fund } = values;
  return [
    percent > 0 &&
      words.sumOfPercentages({
        percent,
        amount: rupees(Number.isNaN(fund) ? 0 : Math.floor((fund * percent) / 100)),
      }),
    once > 0 && words.sumOnce({ amount: rupees(once) }),
    eachMatchday > 0 && words.sumOfMatchdays({ amount: rupees(eachMatchday) }),
  ]
    .filter(Boolean)
    .join(" ");
}
