import { randomBytes } from "node:crypto";
import { chownSync, existsSync } from "node:fs";
import { join } from "node:path";
import { extensionFiles } from "../extensions.ts";
import { makeFolderForServer, writeForServer } from "./home/server-files.ts";
import type { RunAs } from "./run-as.ts";

/** `extension_control_path` is new in this version: https://www.postgresql.org/docs/18/release-18.html */
const SINCE = 18;
/** The key of the secrets in supabase_vault, which its SQL reads. */
const VAULT_KEY = "vault.key";

/** Writes the host's extensions and a key of its own beside the cluster. Returns the settings with which the server finds them. */
export function extensionSettings(home: string, major: number, runAs: RunAs): Record<string, string> {
  const files = extensionFiles();
  if (major < SINCE || files.size === 0) return {};
  const folder = join(home, "extensions");
  const inner = join(folder, "extension"); // the server adds this name
  for (const path of [folder, inner]) if (!existsSync(path)) makeFolderForServer(path, runAs);
  for (const [name, text] of files) writeForServer(join(inner, name), text, runAs);
  const key = join(folder, VAULT_KEY);
  if (!existsSync(key)) writeForServer(key, randomBytes(32).toString("hex"), runAs);
  // A data folder that was copied may have another owner.
  const { ids } = runAs;
  const paths = [folder, inner, key, ...[...files.keys()].map((name) => join(inner, name))];
  if ("uid" in ids) for (const path of paths) chownSync(path, ids.uid, ids.gid);
  return { extension_control_path: `$system:${folder}` };
}
