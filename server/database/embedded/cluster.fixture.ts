/** Data folders for tests of the embedded server. initdb runs once; every test starts from a copy. */
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach } from "vitest";
import { type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from "./open-embedded.ts";

export interface DataFolders {
  /** A data folder that was served and stopped before. `name` may be long or unusual. */
  folder(name?: string): Promise<string>;
  /** Opens the server in a data folder. Closed after the test. */
  open(dataDir: string, options?: Partial<EmbeddedOptions>): Promise<EmbeddedDatabase>;
}

export function dataFolders(): DataFolders {
  const parent = mkdtempSync(join(tmpdir(), "embedded-"));
  chmodSync(parent, 0o755); // PostgreSQL's user must be able to enter it when the tests run as root
  const opened: EmbeddedDatabase[] = [];
  let first: Promise<string> | undefined;
  let count = 0;
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
  });
  afterAll(() => rmSync(parent, { recursive: true, force: true }));
  const open: DataFolders["open"] = async (dataDir, options = {}) => {
    const database = await openEmbedded({
      dataDir,
      log: () => {},
      notice: () => {},
      ...options,
    });
    opened.push(database);
    return database;
  };
  return {
    open,
    async folder(name = `folder-${++count}`) {
      first ??= (async () => {
        const dataDir = join(parent, "first");
        const database = await openEmbedded({ dataDir, log: () => {}, notice: () => {} });
        await database.close();
        return dataDir;
      })();
      const dataDir = join(parent, name);
      cpSync(await first, dataDir, { recursive: true });
      return dataDir;
    },
  };
}
