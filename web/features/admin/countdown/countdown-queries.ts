import { dataOf, done } from "../../../backend/answer.ts";
import { backend } from "../../../backend/client.ts";
import { settingKeys } from "../../../backend/settings.ts";
import type { CustomCountdown } from "../../../football/club-settings.ts";

/** Changes the saved countdown; where there is none yet, adds it. */
export async function saveCustomCountdown(countdown: CustomCountdown): Promise<void> {
  const settings = backend().rest.from("admin_settings");
  const setting_value = JSON.stringify(countdown);
  const changed = await dataOf(
    settings.update({ setting_value }).eq("setting_key", settingKeys.customCountdown).select("setting_key"),
  );
  if (changed.length > 0) return;
  await done(settings.insert({ setting_key: settingKeys.customCountdown, setting_value }));
}
