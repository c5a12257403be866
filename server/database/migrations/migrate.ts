/** Applies SUPABASE_DIR/migrations and the seeds, recorded as Supabase's own command line records them. */
import { readFileSync } from "node:fs";
import { bootstrap, bootstrapIsDue } from "../bootstrap.ts";
import type { Database } from "../database.ts";
import { ConnectionError } from "../database.ts";
import { StartError } from "../start-error.ts";
import {
  applyCode,
  codeIsDue,
  createFromSchemas,
  dropDependentCode,
  dropStepsAfterUpgrade,
  objectsToReplace,
  readSchemas,
  type Schemas,
} from "./code.ts";
import {
  APPLIED_CODE,
  areTheSame,
  fileOf,
  type Migration,
  mergedVersions,
  migrationsIn,
} from "./migration-files.ts";
import { withMigrationLock } from "./migration-lock.ts";
import { SEED_DUE, seedIfDue } from "./seeds.ts";
import { isFaultOfSql, otherMissingExtensions, remedyOf } from "./sql-faults.ts";
import { asPostgres, splitStatements } from "./sql-statements.ts";
import { analyseFilledTables } from "./statistics.ts";

/** The statements of each applied version. */
type Recorded = ReadonlyMap<string, readonly string[] | null>;

/** Source: supabase/cli, pkg/migration/history.go. */
const HISTORY = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
  alter table supabase_migrations.schema_migrations add column if not exists statements text[];
  alter table supabase_migrations.schema_migrations add column if not exists name text;`;

/** `[db.migrations]` and `[db.seed]` of config.toml. */
export interface MigrateSettings {
  /** False: no migration is applied. */
  migrations: boolean;
  /** The patterns of the schema files, relative to the folder. Empty: the migrations have everything. */
  schemas: readonly string[];
  /** The patterns of the seed files, relative to the folder. */
  seeds: readonly string[];
  /** Backs up the database before an upgrade. Returns where the backup is, or null. */
  backUp?: () => Promise<string | null>;
}

/** Of a folder without config.toml and schemas. */
const STANDARD: MigrateSettings = { migrations: true, schemas: [], seeds: ["./seed.sql"] };

/**
 * Applies the bootstrap, each migration that is not recorded, in order, then the code of the schemas if it has changed, and at the
 * first start the seeds. A new database is made from the schemas, if the folder's config.toml says so, and has all migrations from
 * then on. Several processes may call this on one PostgreSQL. A database that is in use is backed up first, and everything that
 * is due is one transaction: it can be opened by the earlier version if it fails, and no migration continues on a server that
 * restarted without the one before it. Returns the versions that were applied now. Throws StartError when the folder's migrations
 * do not continue the recorded ones or an applied one has changed, before anything is changed, and when the backup, a
 * migration or the code fails.
 */
export async function migrate(
  db: Database,
  supabaseDir: string,
  settings: MigrateSettings = STANDARD,
): Promise<string[]> {
  return withMigrationLock(db, async () => {
    const found = settings.migrations ? migrationsIn(supabaseDir) : [];
    const schemas = settings.migrations ? readSchemas(supabaseDir, settings.schemas) : null;
    const { recorded, merged } = await recordedMigrations(db, found);
    if (settings.migrations) {
      expectContinuation(recorded, found, supabaseDir);
      expectUnchanged(recorded, found);
    }
    const due: Due = { migrations: found.filter(({ version }) => !recorded.has(version)), merged, schemas };
    const versions = due.migrations.map(({ version }) => version);
    if (recorded.size === 0)
      await fill(db, due).catch((error: unknown) => nameMissingExtensions(db, due, error));
    else if (
      versions.length + merged.length > 0 ||
      (await bootstrapIsDue(db)) ||
      (schemas && (await codeIsDue(db, schemas)))
    )
      await upgrade(db, due, settings);
    const seeded = await seedIfDue(db, supabaseDir, settings.seeds);
    if (versions.length > 0 || seeded) await analyseFilledTables(db);
    return versions;
  });
}

/** Throws the error, with all missing extensions if one is the cause. */
async function nameMissingExtensions(db: Database, { migrations }: Due, error: unknown): Promise<never> {
  if (!(error instanceof MigrationError)) throw error;
  const statements = migrations.flatMap(({ path }) => splitStatements(readFileSync(path, "utf8")));
  throw new StartError(error.message + (await otherMissingExtensions(db, statements, error)));
}

interface Due {
  migrations: readonly Migration[];
  /** Those that the database has under the versions that they replace. */
  merged: readonly Migration[];
  schemas: Schemas | null;
}

/** What migrations are applied to: a transaction, or the database, where each commits on its own. */
type Target = Pick<Database, "query" | "script">;

/**
 * Fills a new database. Migrations that cannot share a transaction, as those of another project may, are applied one by one
 * as the Supabase CLI does.
 */
async function fill(db: Database, { migrations, schemas }: Due): Promise<void> {
  const applyAll = async (target: Target) => {
    await bootstrap(target);
    await target.script(HISTORY);
    await target.query(SEED_DUE);
    if (schemas) await createFromSchemas(target, schemas);
    for (const migration of migrations)
      await (schemas ? target.script(recordOf(migration)) : apply(target, migration));
  };
  await db.transaction(null, applyAll).catch((error: unknown) => {
    if (schemas || error instanceof ConnectionError) throw error;
    return applyAll(db);
  });
}

/** A new value of an enum, and a table with deferred triggers that wait, cannot be used in the same transaction. */
const NEEDS_ITS_OWN = ["55P04", "55006"];

/** Upgrades a database that is in use: everything in one transaction, or nothing. */
async function upgrade(
  db: Database,
  { migrations, merged, schemas }: Due,
  settings: MigrateSettings,
): Promise<void> {
  const backup = await settings.backUp?.();
  const applyAll = async (target: Target) => {
    await bootstrap(target);
    const names = schemas ? await objectsToReplace(target, schemas) : [];
    if (schemas) await dropDependentCode(target, names);
    for (const migration of merged) await target.script(mergeRecords(migration));
    for (const migration of migrations) await apply(target, migration);
    if (schemas) await applyCode(target, schemas, names);
  };
  try {
    await db.transaction(null, applyAll);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    // Such migrations were written to run one by one, as the Supabase CLI does.
    const needsItsOwn = error instanceof MigrationError && NEEDS_ITS_OWN.includes(error.code);
    if (needsItsOwn && migrations.length > 1) return applyAll(db);
    const where = backup ? ` A backup from before the upgrade is ${backup}.` : "";
    throw new StartError(
      `${error.message} The database is unchanged: start the version that ran before, until this one is corrected.${where}`,
    );
  }
}

/**
 * Applies the bootstrap and these of the folder's migrations to an empty database, without its code and its seeds. What they leave
 * to be computed by the code of their version is in the rows that the caller loads.
 */
export async function applyVersions(
  db: Target,
  supabaseDir: string,
  versions: ReadonlySet<string>,
): Promise<void> {
  await bootstrap(db);
  await db.script(HISTORY);
  const found = migrationsIn(supabaseDir);
  const present = mergedVersions(versions, found).versions;
  for (const migration of found) if (present.has(migration.version)) await apply(db, migration);
  await dropStepsAfterUpgrade(db);
}

/** Throws StartError unless the recorded versions are the first of the folder's migrations. */
function expectContinuation(recorded: Recorded, found: readonly Migration[], supabaseDir: string): void {
  const latest = [...recorded.keys()].sort().at(-1);
  if (latest === undefined) return;
  const [first] = found;
  const unknown = [...recorded.keys()].find(
    (version) => !found.some((migration) => migration.version === version),
  );
  if (unknown && first && !recorded.has(first.version)) {
    throw new StartError(
      `The database was made before ${fileOf(first)} replaced the migrations of that time (it has ${unknown}, which ${supabaseDir} lacks), so it cannot be upgraded. Nothing was changed. Use a new data folder or database.`,
    );
  }
  if (unknown) {
    throw new StartError(
      `The database is newer than ${supabaseDir}: it has migration ${unknown}, which that folder lacks. Update the program, or use another database.`,
    );
  }
  const late = found.find(({ version }) => !recorded.has(version) && version < latest);
  if (late) {
    throw new StartError(
      `Migration ${fileOf(late)} sorts before ${latest}, which the database has already. Nothing was changed. Rename it to a version after ${latest}.`,
    );
  }
}

/** Throws StartError if the file of an applied migration has other statements than the database recorded. */
function expectUnchanged(recorded: Recorded, found: readonly Migration[]): void {
  const changed = found.find(({ version, path }) => {
    const statements = recorded.get(version);
    return statements && !areTheSame(statements, splitStatements(readFileSync(path, "utf8")));
  });
  if (changed) {
    throw new StartError(
      `Migration ${fileOf(changed)} was changed after this database was made with it. Nothing was changed in the database. Use a new data folder or database, or the version of the program that made this one.`,
    );
  }
}

/**
 * The applied migrations with their statements; null for one whose statements were not recorded. Empty for a new database. Throws
 * StartError if it has only some of the versions that were merged into one.
 */
async function recordedMigrations(
  db: Database,
  found: readonly Migration[],
): Promise<{ recorded: Recorded; merged: Migration[] }> {
  const [history] = await db.query<{ there: boolean }>(
    "select to_regclass('supabase_migrations.schema_migrations') is not null as there",
  );
  if (!history?.there) return { recorded: new Map(), merged: [] };
  // Through jsonb, because an older history may lack the column `statements`.
  const all = await db.query<{ version: string; name: string | null; statements: string | null }>(
    `select version, to_jsonb(applied) ->> 'name' as name, (to_jsonb(applied) -> 'statements')::text as statements
       from supabase_migrations.schema_migrations applied`,
  );
  // A database from Supabase has the code as migrations, which no folder of a host has.
  const rows = all.filter(
    ({ name, version }) => name !== APPLIED_CODE || found.some((own) => own.version === version),
  );
  const recorded = new Map(rows.map(({ version, statements }) => [version, statementsOf(statements)]));
  const { versions, merged, stray } = mergedVersions(recorded.keys(), found);
  if (stray !== null)
    throw new StartError(
      `The database has migration ${stray}, which was merged with others that it lacks, because a version between two releases made it. Nothing was changed. Start the newest version that has this migration first.`,
    );
  const isMerged = new Set(merged.map(({ version }) => version));
  return {
    recorded: new Map(
      [...versions].map((version) => [
        version,
        isMerged.has(version) ? null : (recorded.get(version) ?? null),
      ]),
    ),
    merged,
  };
}

function statementsOf(recorded: string | null): string[] | null {
  const statements: unknown = recorded === null ? null : JSON.parse(recorded);
  return Array.isArray(statements) ? statements.map(String) : null;
}

class MigrationError extends StartError {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

async function apply(target: Target, migration: Migration): Promise<void> {
  const sql = readFileSync(migration.path, "utf8");
  try {
    await target.script(`${asPostgres(sql)};\n${recordOf(migration)}`);
  } catch (error) {
    // A lost connection leaves open whether the commit came: the next start finds out.
    if (!isFaultOfSql(error)) throw error;
    throw new MigrationError(
      `Migration ${fileOf(migration)} failed and was rolled back: ${error.message} (${error.code}).${remedyOf(error)}`,
      error.code,
    );
  }
}

function recordOf({ version, name, path }: Migration): string {
  const list = splitStatements(readFileSync(path, "utf8")).map(literal).join(", ");
  return `insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${literal(version)}, ${literal(name)}, array[${list}]::text[])`;
}

/** Replaces the records of the versions that were merged into one. */
function mergeRecords(migration: Migration): string {
  const versions = [migration.version, ...migration.replaces].map(literal).join(", ");
  return `delete from supabase_migrations.schema_migrations where version in (${versions});\n${recordOf(migration)}`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
