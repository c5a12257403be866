import * as words from "#words/admin-content";
import { field, type Loaded } from "../../../../backend/edits/save-edit.ts";
import { settingKeys } from "../../../../backend/queries/settings.ts";
import { type CustomCountdown, customCountdownIn } from "../../../../football/rules/club-settings.ts";
import { themeOf } from "../../../../football/rules/countdown-themes.ts";
import { type StoredSettings, storedSettings } from "../../shared/settings/save-setting.ts";

export const customCountdownKeys = [settingKeys.customCountdown];

/** The fields as the question about two edits shows them. */
export const customCountdownEditFields = [
  field<CustomCountdown>(words.title, ["title"]),
  field<CustomCountdown>(words.description, ["description"]),
  field<CustomCountdown>(words.target, ["targetDate", "targetTime"]),
  field<CustomCountdown>(words.colourTheme, ["color"], ({ color }) => themeOf(color).name),
  field<CustomCountdown>(words.shownOnHome, ["enabled"]),
];

export function openedCountdown(saved: ReadonlyMap<string, string>): Loaded<CustomCountdown, StoredSettings> {
  return {
    values: customCountdownIn(saved.get(settingKeys.customCountdown)),
    seen: storedSettings(customCountdownKeys, saved),
  };
}
