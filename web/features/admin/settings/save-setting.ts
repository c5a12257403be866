import { backend } from "../../../backend/connection/client.ts";
import { dataOf, ensureSuccess } from "../../../backend/connection/response.ts";

/** Updates a setting, or inserts it if it does not exist. Either way the admin's rate limit counts one action. */
export async function saveSetting(setting_key: string, setting_value: string): Promise<void> {
  const settings = backend().rest.from("admin_settings");
  const changed = await dataOf(
    settings.update({ setting_value }).eq("setting_key", setting_key).select("setting_key"),
  );
  if (changed.length > 0) return;
  await ensureSuccess(settings.insert({ setting_key, setting_value }));
}
