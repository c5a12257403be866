import type { ReactNode } from "react";
import * as words from "#words/admin";
import { DateInput } from "../../../../ui/forms/date-input.tsx";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";

export interface PeriodFields {
  name: string;
  description: string;
  /** Dates such as `2026-11-21`. */
  start: string;
  end: string;
}

interface Props {
  fields: PeriodFields;
  onChange: (change: Partial<PeriodFields>) => void;
  onSubmit: () => unknown;
  namePlaceholder?: string;
  /** Which days the period includes. */
  endHint: string;
  problem: string | null;
  pending: boolean;
  submitLabel: string;
  /** Further fields, shown before the dates. */
  children?: ReactNode;
}

/** The name, the description and the first and last day of an archive. */
export function PeriodForm(props: Props) {
  const { fields, onChange } = props;
  return (
    <Form className="panel form" noValidate onSubmit={props.onSubmit}>
      <Field label={words.name}>
        <input
          value={fields.name}
          maxLength={100}
          placeholder={props.namePlaceholder}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field label={words.descriptionOptional}>
        <textarea
          rows={2}
          maxLength={1000}
          value={fields.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Field>
      {props.children}
      <Field label={words.startDate}>
        <DateInput value={fields.start} onChange={(event) => onChange({ start: event.target.value })} />
      </Field>
      <Field label={words.endDate} hint={props.endHint}>
        <DateInput value={fields.end} onChange={(event) => onChange({ end: event.target.value })} />
      </Field>
      <FormError message={props.problem} />
      <SubmitButton pending={props.pending} className="btn full-width">
        {props.submitLabel}
      </SubmitButton>
    </Form>
  );
}
