/**
 * tests/releases/frozen.sha256: the hashes of all migrations and of the clubs of releases, in the format of sha256sum. A club
 * that applied a migration refuses a changed one, so neither may change.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

export const FROZEN_LIST = "tests/releases/frozen.sha256";

/** The files that must not change, sorted by path. */
export function frozenFiles(): string[] {
  return ["supabase/migrations", "tests/releases"].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.(sql|tar\.gz)$/.test(name))
      .sort()
      .map((name) => `${folder}/${name}`),
  );
}

/** The recorded hashes by path. */
export function recordedHashes(): Map<string, string> {
  const lines = readFileSync(FROZEN_LIST, "utf8").trim().split("\n");
  return new Map(
    lines.map((line) => {
      const [hash = "", path = ""] = line.split("  ");
      return [path, hash];
    }),
  );
}

export function hashOf(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

/** Records files that are new. A recorded hash is never replaced. */
export function recordNewFiles(): void {
  const recorded = recordedHashes();
  for (const path of frozenFiles()) if (!recorded.has(path)) recorded.set(path, hashOf(path));
  const lines = [...recorded]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, hash]) => `${hash}  ${path}\n`);
  writeFileSync(FROZEN_LIST, lines.join(""));
}
