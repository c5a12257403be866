/** Does the work of the extensions that the embedded server finds (server/database/extensions). */
import { readConnection } from "../database/embedded/connection-file.ts";
import { extensionFiles } from "../database/extensions.ts";
import { PostgresDatabase } from "../database/postgres/postgres.ts";
import { startCron } from "./cron.ts";
import { type RequestDeps, startRequests } from "./requests.ts";

/** Does nothing in a build without the extensions, and with DATABASE_URL. The result stops the work. */
export function startExtensions(
  deps: RequestDeps & { dataDir: string; isEmbedded: boolean },
): () => Promise<void> {
  if (!deps.isEmbedded || extensionFiles().size === 0) return async () => {};
  const { database, dataDir, log } = deps;
  const runCommand = async (command: string) => {
    const connection = readConnection(dataDir);
    if (!connection) throw new Error("the database has stopped");
    const own = new PostgresDatabase({ connection, shared: false });
    try {
      await own.script(command);
    } finally {
      await own.close();
    }
  };
  const started = [startRequests(deps), startCron({ database, runCommand, log })];
  for (const one of started) one.catch((error: unknown) => log("an extension did not start", error));
  return async () => {
    const stops = await Promise.allSettled(started);
    await Promise.all(stops.map((stop) => (stop.status === "fulfilled" ? stop.value() : undefined)));
  };
}
