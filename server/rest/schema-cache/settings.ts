/**
 * Settings that PostgREST reads from the database: `alter role authenticator set pgrst.db_tx_end = …; notify pgrst,
 * 'reload config'`. Source: https://postgrest.org/en/stable/references/configuration.html
 */
import type { CatalogSetting } from "./catalog.ts";
import type { ServiceSettings } from "./types.ts";

export function settingsOf(found: readonly CatalogSetting[]): ServiceSettings {
  const values = new Map(found.map(({ name, value }) => [name, value]));
  const isOn = (name: string) => /^(true|on|yes|1)$/i.test(values.get(name) ?? "");
  const end = values.get("db_tx_end") ?? "commit";
  const maxRows = values.get("db_max_rows");
  return {
    mayChooseEnd: end.endsWith("-allow-override"),
    end: end.startsWith("rollback") ? "rollback" : "commit",
    explains: isOn("db_plan_enabled"),
    timed: isOn("server_timing_enabled") || isOn("db_plan_enabled"),
    aggregates: isOn("db_aggregates_enabled"),
    preRequest: functionNamed(values.get("db_pre_request")),
    maxRows: maxRows !== undefined && /^\d{1,9}$/.test(maxRows) ? Number(maxRows) : null,
  };
}

function functionNamed(text: string | undefined): ServiceSettings["preRequest"] {
  const [first, second] = (text ?? "").split(".").filter(Boolean);
  if (first === undefined) return null;
  return second === undefined ? { schema: null, name: first } : { schema: first, name: second };
}
