import * as words from "#words/admin-content";
import { DateInput } from "../../../../ui/forms/date-input.tsx";
import { Field } from "../../../../ui/forms/field.tsx";

interface Time {
  date: string;
  time: string;
}

/** When a message is sent, in the club's time zone. */
export function TimeFields({ date, time, onChange }: Time & { onChange: (change: Partial<Time>) => void }) {
  return (
    <div className="time-fields">
      <Field label={words.date}>
        <DateInput value={date} onChange={(event) => onChange({ date: event.target.value })} />
      </Field>
      <Field label={words.time} hint={words.clubTime}>
        <input type="time" value={time} onChange={(event) => onChange({ time: event.target.value })} />
      </Field>
    </div>
  );
}
