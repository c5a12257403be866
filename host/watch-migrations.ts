import { existsSync, readdirSync } from "node:fs";

const LOOK_MS = 1000;

/** Calls `found` once for each SQL file that appears in the folder, which may be missing. The result ends that. */
export function watchMigrations(folder: string, found: (file: string) => void): () => void {
  const read = () => (existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".sql")) : []);
  const known = new Set(read());
  const timer = setInterval(() => {
    for (const file of read()) {
      if (known.has(file)) continue;
      known.add(file);
      found(file);
    }
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}
