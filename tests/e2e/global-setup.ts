/** Makes and migrates one empty club; the clubs of the tests start from a copy. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnHost } from "../../tools/host/spawn-host.ts";

export default async function setup(): Promise<() => void> {
  const migrated = mkdtempSync(join(tmpdir(), "scoreline-migrated-"));
  const host = await spawnHost({ DATA_DIR: migrated, WEB_DIR: "none" });
  await host.stop();
  process.env.MIGRATED_CLUB = migrated;
  return () => rmSync(migrated, { recursive: true, force: true });
}
