import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import type { Loaded } from "../../../../backend/edits/save-edit.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { loadSettings, type StoredSettings, storedSettings } from "../../shared/settings/save-setting.ts";
import type { QuietHoursValues } from "./quiet-hours-rules.ts";

const keys = ["quiet_hours"];
const usualHours = { from: "23:00", to: "07:00" };

/** The saved or default quiet hours. They are off if two equal times are stored. */
export async function loadQuietHours(): Promise<Loaded<QuietHoursValues, StoredSettings>> {
  // The stored text first: a save between both requests is then noticed.
  const seen = storedSettings(keys, await loadSettings(keys));
  const [row] = await dataOf(backend().rest.rpc("quiet_hours"));
  const isOn = row !== undefined && row.starts_at !== row.ends_at;
  const hours = isOn ? { from: row.starts_at.slice(0, 5), to: row.ends_at.slice(0, 5) } : usualHours;
  return { values: { isOn, ...hours }, seen };
}

export const quietHours = queryOptions({
  queryKey: [subject.settings, "quiet hours"],
  queryFn: loadQuietHours,
});
