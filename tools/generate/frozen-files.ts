/**
 * tests/releases/frozen.sha256: the hashes of the migrations and clubs of releases, in the format of sha256sum. A club that applied a
 * migration refuses a changed one, so neither may change. Migrations since the last release may.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

export const FROZEN_LIST = "tests/releases/frozen.sha256";

/** The files that a release freezes, sorted by path. */
export function filesToFreeze(): string[] {
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

/** Records the files that are new, when a version is released. A recorded hash is never replaced. */
export function recordNewFiles(): void {
  const recorded = recordedHashes();
  for (const path of filesToFreeze()) if (!recorded.has(path)) recorded.set(path, hashOf(path));
  const lines = [...recorded]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, hash]) => `${hash}  ${path}\n`);
  writeFileSync(FROZEN_LIST, lines.join(""));
}
