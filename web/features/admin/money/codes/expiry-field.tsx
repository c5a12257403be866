import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DayPicker } from "react-day-picker";
import * as words from "#words/admin-money";
import { longDate, months, weekdays } from "../../../../football/time/kick-off.ts";
import { lastMatchDate } from "./code-queries.ts";
import { dateOf, dayOf, expiryPresets } from "./code-rules.ts";

const weekdayOf = (day: Date) => weekdays[day.getDay()] ?? "";
const monthOf = (day: Date) => months[day.getMonth()] ?? "";

/** The calendar's texts, which its library has in English. */
const FORMATTERS = {
  formatMonthDropdown: monthOf,
  formatWeekdayName: (day: Date) => weekdayOf(day).slice(0, 2),
};
const LABELS = {
  labelDayButton: (day: Date, { today }: { today?: boolean }) => {
    const text = `${weekdayOf(day)} ${longDate(day.getTime())}`;
    return today ? words.dayIsToday({ day: text }) : text;
  },
  labelGrid: (month: Date) => `${monthOf(month)} ${month.getFullYear()}`,
  labelMonthDropdown: () => words.chooseTheMonth,
  labelYearDropdown: () => words.chooseTheYear,
  labelNext: () => words.nextMonth,
  labelPrevious: () => words.previousMonth,
  labelWeekday: weekdayOf,
};

/** The last day of a code: a preset, or a day in the calendar. `today` and `date` are dates; `date` is empty at first. */
export function ExpiryField({
  today,
  date,
  onDate,
}: {
  today: string;
  date: string;
  onDate: (date: string) => void;
}) {
  const firstDay = dayOf(today);
  const [month, setMonth] = useState(firstDay);
  const lastMatch = useQuery(lastMatchDate);
  return (
    <fieldset className="expiry-date">
      <legend>{words.expiryDate}</legend>
      <div className="expiry-presets">
        {expiryPresets(today, lastMatch.data ?? null).map((preset) => (
          <button
            key={preset.label}
            type="button"
            className="btn secondary small"
            aria-pressed={preset.date === date}
            onClick={() => {
              onDate(preset.date);
              setMonth(dayOf(preset.date));
            }}
          >
            {preset.label}
          </button>
        ))}
      </div>
      <DayPicker
        mode="single"
        captionLayout="dropdown"
        selected={date === "" ? undefined : dayOf(date)}
        onSelect={(day) => onDate(day ? dateOf(day) : "")}
        month={month}
        onMonthChange={setMonth}
        disabled={{ before: firstDay }}
        today={firstDay}
        startMonth={firstDay}
        endMonth={new Date(firstDay.getFullYear() + 2, 11)}
        weekStartsOn={1}
        formatters={FORMATTERS}
        labels={LABELS}
      />
      <p className="muted" aria-live="polite">
        {date === "" ? words.chooseADate : words.validUntil({ date: longDate(`${date}T00:00`) })}
      </p>
    </fieldset>
  );
}
