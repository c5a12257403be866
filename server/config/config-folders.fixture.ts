import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** Returns a function that writes a `config.toml` into a new folder and returns the folder. Deleted after the file's tests. */
export function configFolders(): (toml: string) => string {
  const root = mkdtempSync(join(tmpdir(), "config-test-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  let folders = 0;
  return (toml) => {
    const dir = join(root, String(folders++));
    mkdirSync(dir);
    writeFileSync(join(dir, "config.toml"), toml);
    return dir;
  };
}
