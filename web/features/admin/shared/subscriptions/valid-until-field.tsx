import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin";
import { DateInput } from "../../../../ui/forms/date-input.tsx";
import { Field } from "../../../../ui/forms/field.tsx";
import { lastDays } from "./plan-rules.ts";
import { lastMatchDate } from "./subscription-queries.ts";
import "./valid-until-field.css";

interface Props {
  /** The club's day. Dates are such as `2026-11-21`. */
  today: string;
  /** Empty at first. */
  date: string;
  onDate: (date: string) => void;
  hint?: string;
}

/** The last day of a code or a subscription: any date, or one on which they usually end. */
export function ValidUntilField({ today, date, onDate, hint }: Props) {
  const lastMatch = useQuery(lastMatchDate).data ?? null;
  return (
    <div className="valid-until">
      <Field label={words.validUntil} hint={hint}>
        <DateInput min={today} value={date} onChange={(event) => onDate(event.target.value)} />
      </Field>
      {lastDays(today, lastMatch).map((usual) => (
        <button
          key={usual.label}
          type="button"
          className="btn secondary small"
          aria-pressed={usual.date === date}
          onClick={() => onDate(usual.date)}
        >
          {usual.label}
        </button>
      ))}
    </div>
  );
}
