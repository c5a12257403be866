/** Restores a backup into an empty data folder and an empty database. */
import { join } from "node:path";
import pg from "pg";
import { DatabaseError, SEARCH_PATH } from "../../database/database.ts";
import { HOST_SCHEMA } from "../../database/host-schema.ts";
import { applyVersions } from "../../database/migrations/migrate.ts";
import { mergedVersions, migrationHashes, migrationsIn } from "../../database/migrations/migration-files.ts";
import { writeDurably } from "../../durable-files.ts";
import type { ObjectStore } from "../../storage/stores/object-store.ts";
import type { ProjectDatabase } from "../project-database.ts";
import {
  expectKnownNames,
  expectScheduledWork,
  isAllowedSetting,
  nameOfSetting,
  scheduledWork,
  settingStatement,
} from "./allowed-contents.ts";
import { objectsIn } from "./catalog.ts";
import { quoted, readRows, writeRows } from "./copy-rows.ts";
import { BackupError, type Contents, DATA_FILES, type RoleSetting, type Rows, type Table } from "./format.ts";
import { withClient } from "./make-backup.ts";
import { groupsOf, type VerifiedBackup, verifyBackup } from "./read-backup.ts";
import { emptyFolder, markRestore, unmarkRestore } from "./unfinished.ts";
import { differingUploads } from "./uploads.ts";

export interface RestoreTarget {
  dataDir: string;
  supabaseDir: string;
  store: ObjectStore;
  /** The program's. */
  version: string;
  /** Creates the data folder. */
  createFolder: () => void;
  /** Opens the database after the folder was found empty. Its role must be a superuser, or may set session_replication_role. */
  openDatabase: () => Promise<ProjectDatabase>;
}

export interface RestoredBackup extends VerifiedBackup {
  /** The rows of each table in the restored database, in the order of `contents.tables`. */
  restored: Rows[];
  /** The settings of the backup that were not set, each as printable text. */
  skippedSettings: string[];
}

type Restored = Pick<RestoredBackup, "restored" | "skippedSettings">;

/**
 * Restores everything or nothing: the rows and the schema are one transaction, which commits last, after every hash was
 * compared. Files are written when the database has accepted all rows. A restore that was killed can be repeated. Throws
 * BackupError.
 */
export async function restoreBackup(path: string, target: RestoreTarget): Promise<RestoredBackup> {
  const backup = await verifyBackup(path);
  expectKnownMigrations(backup.contents, target);
  const isRepeated = markRestore(target.dataDir, backup.id, target.createFolder);
  try {
    const database = await target.openDatabase();
    try {
      const restored = await withClient(database.connection, (client) =>
        restoreInto(client, backup, target, isRepeated),
      );
      unmarkRestore(target.dataDir);
      return { ...backup, ...restored };
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof UntouchedError && !isRepeated) emptyFolder(target.dataDir);
    throw error;
  }
}

/** The restore was refused before it wrote a file of the backup. */
class UntouchedError extends BackupError {}

function expectKnownMigrations({ version: made, migrations }: Contents, target: RestoreTarget): void {
  const known = migrationHashes(target.supabaseDir);
  const found = mergedVersions(
    migrations.map(({ version }) => version),
    migrationsIn(target.supabaseDir),
  );
  if (found.stray !== null)
    throw new BackupError(
      `The backup was made by a version between two releases: it has migration ${found.stray}, which was merged with others that it lacks. Restore it with the newest version that has this migration. Nothing was changed.`,
    );
  const merged = new Set(found.merged.map(({ version }) => version));
  for (const { version, hash } of migrations) {
    if (merged.has(version) || !found.versions.has(version)) continue;
    const own = known.get(version);
    if (own === undefined)
      throw new BackupError(
        `The backup was made by version ${made} and has migration ${version}, which this version (${target.version}) lacks. Update the program. Nothing was changed.`,
      );
    if (hash !== null && hash !== own)
      throw new BackupError(
        `Migration ${version} has other statements in this version (${target.version}) than in the backup, which version ${made} made. Restore it with that version. Nothing was changed.`,
      );
  }
}

async function restoreInto(
  client: pg.Client,
  backup: VerifiedBackup,
  target: RestoreTarget,
  isRepeated: boolean,
): Promise<Restored> {
  if (isRepeated && (await isRestored(client, backup.id))) {
    const restored = await compareRows(client, backup);
    expectNone(await differingUploads(target.store, backup.summary.uploads));
    return { restored, skippedSettings: [] };
  }
  const found = await objectsIn(client);
  if (found.length > 0)
    throw new UntouchedError(
      `The database is not empty: it has ${found.length} tables and functions, such as ${found[0]}. Nothing was changed.`,
    );
  await expectPermission(client);
  await client.query("begin");
  let hasWritten = false;
  try {
    const versions = new Set(backup.contents.migrations.map(({ version }) => version));
    await client.query(`set local search_path = ${SEARCH_PATH.join(",")}`);
    await applyVersions(asDatabase(client), target.supabaseDir, versions);
    await client.query("set local search_path = ''; set local session_replication_role = replica");
    await expectKnownNames(client, backup.contents);
    const work = await scheduledWork(client);
    await loadRows(client, backup);
    await expectScheduledWork(client, work);
    const skippedSettings = await finish(client, backup);
    const restored = await compareRows(client, backup);
    hasWritten = true;
    await writeFiles(backup, target);
    expectNone(await differingUploads(target.store, backup.summary.uploads));
    await client.query("commit");
    return { restored, skippedSettings };
  } catch (error) {
    await client.query("rollback").catch(() => {});
    const reason = error instanceof pg.DatabaseError ? new BackupError(inWords(error)) : error;
    throw reason instanceof BackupError && !hasWritten ? new UntouchedError(reason.message) : reason;
  }
}

function inWords({ message, where, code }: pg.DatabaseError): string {
  const line = `${message} (${code})${where ? `, ${where.split("\n", 1)[0]}` : ""}`.replace(/\p{Cc}+/gu, " ");
  return `The database refused the backup and is unchanged: ${line}.`;
}

/** True if a restore of this backup has committed and was killed before it ended. */
async function isRestored(client: pg.Client, id: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('${HOST_SCHEMA}.bootstrap') is not null as there`,
  );
  if (!rows[0]?.there) return false;
  const recorded = await client.query(
    `select from ${HOST_SCHEMA}.bootstrap where file = 'restore' and hash = $1`,
    [id],
  );
  return recorded.rowCount === 1;
}

/** Triggers and foreign keys must not run while rows are loaded: the rows already have what triggers did. */
async function expectPermission(client: pg.Client): Promise<void> {
  try {
    await client.query("begin; set local session_replication_role = replica; rollback");
  } catch (error) {
    await client.query("rollback");
    if (!(error instanceof pg.DatabaseError && error.code === "42501")) throw error;
    throw new UntouchedError(
      'The role of DATABASE_URL may not load rows without triggers: use a superuser, or let one run "grant set on parameter session_replication_role to ROLE". Nothing was changed.',
    );
  }
}

/** Loads the rows of every table. */
async function loadRows(client: pg.Client, { path, contents }: VerifiedBackup): Promise<void> {
  await client.query(`truncate ${contents.tables.map(quoted).join(", ")}`);
  for await (const { kind, which, parts } of groupsOf(path)) {
    const table = kind === "tables" ? contents.tables[Number(which)] : undefined;
    if (table) await writeRows(client, table, parts);
  }
}

/** Writes the keys and uploads. It reads the file again, because they come before the rows, which may still be refused. */
async function writeFiles(
  { path, summary }: VerifiedBackup,
  { store, dataDir }: RestoreTarget,
): Promise<void> {
  const uploads = new Set(summary.uploads.map(({ version }) => version));
  for (const { version, bytes } of summary.uploads) if (bytes === 0) await store.write(version, nothing());
  for await (const { kind, which, parts } of groupsOf(path)) {
    if (kind === "tables") return; // the last kind
    if (kind === "uploads" && uploads.has(which)) await writeUpload(store, which, parts);
    if (kind === "data") for await (const bytes of parts) writeDataFile(dataDir, which, bytes);
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** A restore that was killed may have left a part of it. */
async function writeUpload(store: ObjectStore, version: string, parts: AsyncIterable<Buffer>): Promise<void> {
  await store.remove([version]);
  await store.write(version, parts);
}

function writeDataFile(dataDir: string, name: string, bytes: Buffer): void {
  if (DATA_FILES.some((known) => known === name)) writeDurably(join(dataDir, name), bytes);
}

/**
 * Sets sequences and settings, and writes the host's record of seeds and of this restore. Returns the settings that were
 * not set.
 */
async function finish(client: pg.Client, { id, contents }: VerifiedBackup): Promise<string[]> {
  for (const { last_value, is_called, ...sequence } of contents.sequences)
    await client.query("select pg_catalog.setval($1::regclass, $2, $3)", [
      quoted(sequence),
      last_value,
      is_called,
    ]);
  const skipped = await setSettings(client, contents.settings);
  const records = [["restore", id], ...(contents.seeds === null ? [] : [["seed.sql", contents.seeds]])];
  for (const record of records)
    await client.query(`insert into ${HOST_SCHEMA}.bootstrap (file, hash) values ($1, $2)`, record);
  return skipped;
}

/**
 * Sets what is allowed and what this database accepts: another version of PostgreSQL may not know a setting, and only a
 * superuser may set some. Returns the others.
 */
async function setSettings(client: pg.Client, settings: readonly RoleSetting[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>("select current_database() as name");
  const skipped: string[] = [];
  for (const setting of settings) {
    const isSet = (await isAllowedSetting(client, setting)) && (await accepts(setting));
    if (!isSet) skipped.push(nameOfSetting(setting));
  }
  return skipped;

  async function accepts(setting: RoleSetting): Promise<boolean> {
    await client.query("savepoint setting");
    try {
      await client.query(settingStatement(setting, rows[0]?.name ?? ""));
      return true;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      await client.query("rollback to savepoint setting");
      return false;
    }
  }
}

/** Returns the rows of each table. Throws BackupError unless they are those of the backup. */
async function compareRows(client: pg.Client, { contents, summary }: VerifiedBackup): Promise<Rows[]> {
  const restored: Rows[] = [];
  for (const table of contents.tables) restored.push(await readRows(client, table));
  expectNone(contents.tables.filter((_, at) => !isEqual(restored[at], summary.tables[at])).map(textOf));
  return restored;
}

function expectNone(differing: readonly string[]): void {
  if (differing.length === 0) return;
  throw new BackupError(
    `The restored database differs from the backup, so nothing was kept in the database: ${differing.join(", ")}.`,
  );
}

/** True for the same rows in any order. */
export function isEqual(a: Rows | undefined, b: Rows | undefined): boolean {
  return a !== undefined && b !== undefined && a.rows === b.rows && a.hash === b.hash;
}

function textOf({ schema, name }: Table): string {
  return `${schema}.${name}`;
}

/** The part of Database that migrations use, in the client's transaction. */
function asDatabase(client: pg.Client): Parameters<typeof applyVersions>[0] {
  const run = async (text: string, params?: readonly (string | null)[]) => {
    try {
      return await client.query(text, params ? [...params] : undefined);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      throw new DatabaseError(error.message, error.code ?? "");
    }
  };
  return {
    query: async <Row extends object>(text: string, params?: readonly (string | null)[]) =>
      (await run(text, params)).rows as Row[],
    script: async (sql) => void (await run(sql)),
  };
}
