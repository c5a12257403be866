import * as words from "#words/admin-content";
import { field, type Loaded } from "../../../../backend/edits/save-edit.ts";
import { settingKeys } from "../../../../backend/queries/settings.ts";
import { doublesRuleIn, mostDoubles } from "../../../../football/doubles/doubles-rule.ts";
import { type StoredSettings, storedSettings } from "../../shared/settings/save-setting.ts";

/** The form. The number is kept while another rule is chosen. */
export interface DoublesValues {
  kind: "off" | "season" | "matchday";
  number: number;
}

export const doublesKeys = [settingKeys.doubles];
const usualNumber = 3;

export function openedDoubles(saved: ReadonlyMap<string, string>): Loaded<DoublesValues, StoredSettings> {
  const rule = doublesRuleIn(saved.get(settingKeys.doubles));
  const number = rule.kind === "season" ? rule.number : usualNumber;
  return { values: { kind: rule.kind, number }, seen: storedSettings(doublesKeys, saved) };
}

/** The fields as the question about two edits shows them. */
export const doublesEditFields = [
  field<DoublesValues>(words.doubles, ["kind", "number"], ({ kind, number }) =>
    kind === "off"
      ? words.off
      : kind === "matchday"
        ? words.onePerMatchday
        : words.countOfDoublesPerSeason({ count: number }),
  ),
];

/** Why the rule cannot be saved, or null. */
export function problemWith({ kind, number }: DoublesValues): string | null {
  if (kind !== "season" || (Number.isInteger(number) && number >= 1 && number <= mostDoubles)) return null;
  return words.doublesMustBeWhole({ most: mostDoubles });
}
