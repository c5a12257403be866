/** Bytes and rows together: bytes are noted as loose until a row names them, and again when none does any more. */
import { randomUUID } from "node:crypto";
import type { StorageDeps } from "../deps.ts";
import type { StoredBytes } from "../stores/object-store.ts";

/**
 * Stores the bytes under a new version, which `adopt` then gives a row; when either fails, nothing stays behind.
 * What a row named before is cleared away after it.
 */
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
 * Removes those of the versions that no row names. Failing is no harm to who asked: the note stays, and a later sweep
 * tries again.
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
    deps.log?.("storage could not clear files away", error);
  }
}

/** One write in so many sweeps: no timer, and no write pays often. */
const ONE_IN = 20;

/**
 * Removes bytes that have been loose for an hour: a crash left them, or a replaced version was cleared by nobody. Node
 * ends an upload that takes longer than five minutes, so none is under way.
 */
export async function occasionallySweep(deps: StorageDeps, chance = Math.random()): Promise<void> {
  if (chance * ONE_IN < 1) await sweep(deps, "1 hour");
}

/** The same at once where this process is the database's only one, so that no upload can be under way. */
export function sweepAtStart(deps: StorageDeps): Promise<void> {
  return sweep(deps, deps.database.shared ? "1 hour" : "0");
}

async function sweep(deps: StorageDeps, age: string): Promise<void> {
  try {
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
