/**
 * What a function's thread may do with the machine: files in /tmp, as on Supabase, and nothing else of it. Node's permissions hold
 * for one thread. Sources: https://supabase.com/docs/guides/functions/ephemeral-storage, https://nodejs.org/api/permissions.html
 */
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The host's own folder of temporary files has the function's module. */
const TEMPORARY = [...new Set(["/tmp", tmpdir(), realpathSync(tmpdir())])].map((folder) => join(folder, "*"));
/** The thread looks up its own name there. */
const THREAD = "/proc/thread-self";

/** The flags of a thread. `ws`: the entry of the package that it loads from the disk. */
export function permissions(ws: string): string[] {
  const known = process.allowedNodeEnvironmentFlags;
  return [
    known.has("--permission") ? "--permission" : "--experimental-permission",
    "--disable-warning=ExperimentalWarning",
    ...(known.has("--allow-net") ? ["--allow-net"] : []), // since Node.js 25
    ...[...TEMPORARY, join(dirname(ws), "*"), THREAD].map((path) => `--allow-fs-read=${path}`),
    ...TEMPORARY.map((path) => `--allow-fs-write=${path}`),
  ];
}
