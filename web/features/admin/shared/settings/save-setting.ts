import { backend } from "../../../../backend/connection/client.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";

/** Settings as they are stored, by key; null for one that was never saved. */
export type StoredSettings = Readonly<Record<string, string | null>>;

/** What is stored for these keys, of the settings that a query has loaded. */
export function storedSettings(keys: readonly string[], saved: ReadonlyMap<string, string>): StoredSettings {
  return Object.fromEntries(keys.map((key) => [key, saved.get(key) ?? null]));
}

/** What is stored for these keys now. */
export async function loadSettings(keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await dataOf(
    backend().rest.from("admin_settings").select("setting_key, setting_value").in("setting_key", keys),
  );
  return new Map(rows.map(({ setting_key, setting_value }) => [setting_key, setting_value]));
}

/** Saves the settings that differ from what was seen, all or none; fails with SL016 if one of those has changed since. */
export async function saveSettings(
  values: Readonly<Record<string, string>>,
  seen: StoredSettings,
): Promise<void> {
  const changed = Object.entries(values).filter(([key, value]) => value !== seen[key]);
  if (changed.length === 0) return;
  const _values = Object.fromEntries(changed);
  await ensureSuccess(backend().rest.rpc("save_settings", { _values, _seen: { ...seen } }));
}
