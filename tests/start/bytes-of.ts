/** The size of what an installation writes. */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The bytes of a file, or of all files in a folder. */
export function bytesOf(path: string): number {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}
