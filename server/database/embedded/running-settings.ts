/** Compares the settings of the running server with those that the host wrote for it. */
import pg from "pg";
import { SETTINGS_FILE, settingsFor } from "./settings.ts";

export interface RunningSettings {
  /** The folder of postgresql.conf. */
  folder: string;
  /** False if the server does not read the host's settings. */
  isRead: boolean;
  /** The settings with another value than the host's. */
  others: { name: string; value: string; written: string }[];
}

/** `connection`: of a superuser. */
export async function runningSettings(connection: pg.ClientConfig): Promise<RunningSettings> {
  const client = new pg.Client(connection);
  client.on("error", () => {}); // the running query rejects as well
  await client.connect();
  try {
    const { rows } = await client.query<{ folder: string; major: number; is_read: boolean }>(
      `select current_setting('data_directory') as folder, current_setting('server_version_num')::integer / 10000 as major,
              exists (select from pg_file_settings where sourcefile like '%/' || $1) as is_read`,
      [SETTINGS_FILE],
    );
    const [{ folder, major, is_read: isRead } = { folder: "", major: 0, is_read: false }] = rows;
    const written = settingsFor(major);
    const { rows: running } = await client.query<{ name: string; value: string }>(
      "select name, current_setting(name) as value from unnest($1::text[]) name",
      [Object.keys(written)],
    );
    const others = running.map((setting) => ({ ...setting, written: written[setting.name] ?? "" }));
    return { folder, isRead, others: others.filter(({ value, written }) => value !== written) };
  } finally {
    await client.end();
  }
}
