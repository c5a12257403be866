import { Client } from "pg";
import type { Host } from "./host.ts";

/** Runs a script in the database of a host, with the triggers of the club, which a migration would not have. */
export async function runSql({ databaseUrl }: Pick<Host, "databaseUrl">, sql: string): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
