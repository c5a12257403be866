/**
 * Keeps files and rows consistent. A file is recorded in host.loose_files until a row references it, and again when no
 * row does.
 */
import { randomUUID } from "node:crypto";
import type { StorageDeps } from "../endpoint.ts";
import type { StoredBytes } from "../stores/object-store.ts";

/** Stores the bytes as a new version, which `adopt` then writes into a row. If either fails, the version is removed. */
export async function storeFile<Result>(
  deps: StorageDeps,
  store: (version: string) => Promise<StoredBytes>,
  adopt: (version: string, stored: StoredBytes) => Promise<Result>,
): Promise<Result> {
  const version = randomUUID();
  await deps.database.query("insert into host.loose_files (version) values ($1)", [version]);
  try {
    return await adopt(version, await store(version));
  } catch (error) {
    await removeUnreferenced(deps, [version]);
    throw error;
  }
}

/**
 * Removes those of the versions that no row references. Failures are logged only, because a later sweep tries again.
 */
export async function removeUnreferenced(deps: StorageDeps, versions: readonly string[]): Promise<void> {
  try {
    const loose = await deps.database.query<{ version: string }>(
      "select version from host.loose_files where version in (select jsonb_array_elements_text($1::jsonb))",
      [JSON.stringify(versions)],
    );
    await remove(
      deps,
      loose.map(({ version }) => version),
    );
  } catch (error) {
    deps.log?.("storage could not remove files", error);
  }
}

/** One write in this many sweeps, so that no timer is needed and few writes pay for it. */
const ONE_IN = 20;

/**
 * Removes files that have been unreferenced for an hour, after a crash for example. Node ends an upload after five
 * minutes, so none of them is still being uploaded.
 */
export async function occasionallySweep(deps: StorageDeps, chance = Math.random()): Promise<void> {
  if (chance * ONE_IN < 1) await sweep(deps, "1 hour");
}

/** Removes all unreferenced files if this process is the only one on the database, so that no upload can be running. */
export function sweepAtStart(deps: StorageDeps): Promise<void> {
  return sweep(deps, deps.database.shared ? "1 hour" : "0");
}

/** How long an unfinished upload can be continued, as in Supabase Storage. */
export const UPLOAD_EXPIRY_MS = 24 * 3600 * 1000;

async function sweep(deps: StorageDeps, age: string): Promise<void> {
  try {
    await deps.database.query(
      "delete from host.uploads where created_at <= clock_timestamp() - $1::interval",
      [`${UPLOAD_EXPIRY_MS} ms`],
    );
    const loose = await deps.database.query<{ version: string }>(
      "select version from host.loose_files where since <= clock_timestamp() - $1::interval limit 1000",
      [age],
    );
    await remove(
      deps,
      loose.map(({ version }) => version),
    );
  } catch (error) {
    deps.log?.("storage could not sweep", error);
  }
}

async function remove({ database, store }: StorageDeps, versions: readonly string[]): Promise<void> {
  if (versions.length === 0) return;
  await store.remove(versions);
  await database.query(
    "delete from host.loose_files where version in (select jsonb_array_elements_text($1::jsonb))",
    [JSON.stringify(versions)],
  );
}
