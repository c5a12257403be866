import * as words from "#words/admin";
import { DateInput } from "../../../../ui/forms/date-input.tsx";
import { Field } from "../../../../ui/forms/field.tsx";

/** A countdown's end, in the club's time zone. */
export interface Target {
  targetDate: string;
  targetTime: string;
}

export function TargetFields({
  target,
  onChange,
}: {
  target: Target;
  onChange: (change: Partial<Target>) => void;
}) {
  return (
    <>
      <Field label={words.targetDate}>
        <DateInput
          value={target.targetDate}
          onChange={(event) => onChange({ targetDate: event.target.value })}
        />
      </Field>
      <Field label={words.targetTime} hint={words.clubTime}>
        <input
          type="time"
          value={target.targetTime}
          onChange={(event) => onChange({ targetTime: event.target.value })}
        />
      </Field>
    </>
  );
}
