import { existsSync, readdirSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";

/**
 * The files that match the patterns of `[db.seed] sql_paths` or `[db.migrations] schema_paths`, relative to `folder`: in the order of
 * the patterns, each pattern's files by name, each file once. A pattern without a file is skipped. Source: supabase/cli,
 * pkg/config/config.go (Glob.Files), which uses Go's fs.Glob: `*`, `?` and `[a-z]` never match a slash.
 */
export function matchingFiles(folder: string, patterns: readonly string[]): string[] {
  return [...new Set(patterns.flatMap((pattern) => matchesOf(folder, pattern).sort()))];
}

function matchesOf(folder: string, pattern: string): string[] {
  const parts = pattern.split("/").filter((part) => part !== "" && part !== ".");
  let found = [isAbsolute(pattern) ? "/" : folder];
  for (const part of parts) found = found.flatMap((path) => entriesOf(path, part));
  return found.filter((path) => existsSync(path) && statSync(path).isFile());
}

function entriesOf(folder: string, part: string): string[] {
  if (!/[*?[]/.test(part)) return [join(folder, part)];
  const pattern = expressionOf(part);
  return list(folder)
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));
}

function expressionOf(part: string): RegExp {
  const source = part.replace(/\[[^\]]+\]|[*?]|[^*?[]+|\[/g, (piece) => {
    if (piece === "*") return ".*";
    if (piece === "?") return ".";
    if (piece.length > 2 && piece.startsWith("[")) return piece.replaceAll("\\", "\\\\");
    return piece.replace(/[\\^$.|+(){}[\]]/g, "\\$&");
  });
  return new RegExp(`^${source}$`, "s");
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // no such folder: nothing matches
  }
}
