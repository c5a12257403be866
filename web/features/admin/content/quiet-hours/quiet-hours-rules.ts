import * as words from "#words/admin-content";
import { field } from "../../../../backend/edits/save-edit.ts";

interface Hours {
  /** `23:00`, in the club's time zone. */
  from: string;
  to: string;
}

/** The form: whether there are quiet hours, and which. */
export interface QuietHoursValues extends Hours {
  isOn: boolean;
}

/** The field as the question about two edits shows it. */
export const quietHoursEditFields = [
  field<QuietHoursValues>(words.quietHours, ["isOn", "from", "to"], ({ isOn, from, to }) =>
    isOn ? words.fromTo({ from, to }) : words.off,
  ),
];

export function storedHours({ isOn, from, to }: QuietHoursValues): string {
  return isOn ? `${from}-${to}` : "00:00-00:00";
}

export function problemWith({ from, to }: Hours): string | null {
  if (from === "" || to === "") return words.fillInBothTimes;
  if (from === to) return words.quietHoursMustDiffer;
  return null;
}
