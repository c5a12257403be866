/** Writes a running project to one file: rows of one snapshot, uploads and keys. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { HOST_SCHEMA } from "../../database/host-schema.ts";
import { PROGRAM } from "../../program.ts";
import type { ObjectStore } from "../../storage/stores/object-store.ts";
import { ArchiveWriter } from "./archive.ts";
import { PLAIN_TEXT, readCatalog } from "./catalog.ts";
import { readRows } from "./copy-rows.ts";
import { BackupError, CONTENTS, type Contents, DATA_FILES, FORMAT, SUMMARY, type Summary } from "./format.ts";
import { readUpload, type Upload, uploadsOf } from "./uploads.ts";

export interface BackupSource {
  /** A role that may read every row: a superuser, or the owner of all tables. */
  connection: pg.ClientConfig;
  dataDir: string;
  store: Pick<ObjectStore, "read">;
  /** The program's. */
  version: string;
  /** Ends the backup without a file. */
  signal?: AbortSignal | undefined;
}

export interface MadeBackup {
  bytes: number;
  contents: Contents;
  summary: Summary;
}

/** Writes the project to `path`, which appears when it is complete. Throws BackupError. */
export async function makeBackup(source: BackupSource, path: string): Promise<MadeBackup> {
  if (existsSync(path)) throw new BackupError(`${path} exists already.`);
  if (!existsSync(join(source.dataDir, "keys.json")))
    throw new BackupError(`There are no keys in ${source.dataDir}: set DATA_DIR to the folder of the host.`);
  return withClient(source.connection, async (client) => {
    await client.query("begin isolation level repeatable read read only");
    const archive = new ArchiveWriter(path, source.signal);
    try {
      const contents = await contentsOf(client, source.version);
      await archive.add(CONTENTS, json(contents));
      for (const name of DATA_FILES) {
        const file = join(source.dataDir, name);
        if (existsSync(file)) await archive.add(`data/${name}`, readFileSync(file));
      }
      const uploads = await addUploads(archive, client, source);
      const tables = await addTables(archive, client, contents, uploads.deleted);
      const summary = { tables, uploads: uploads.added, missing: uploads.missing };
      await archive.add(SUMMARY, json(summary));
      return { bytes: await archive.finish(), contents, summary };
    } catch (error) {
      await archive.discard();
      throw error;
    }
  });
}

/** Runs `work` with a connection whose settings do not change the text of values. */
export async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: `${PROGRAM} backup` });
  client.on("error", () => {}); // the running query rejects as well
  await client.connect();
  try {
    await client.query(PLAIN_TEXT);
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function contentsOf(client: pg.Client, version: string): Promise<Contents> {
  const { rows } = await client.query(
    `select from pg_class where oid = to_regclass('${HOST_SCHEMA}.bootstrap')`,
  );
  if (rows.length === 0) throw new BackupError("The database is empty: start the host once first.");
  return { format: FORMAT, version, created_at: new Date().toISOString(), ...(await readCatalog(client)) };
}

interface AddedUploads {
  added: Summary["uploads"];
  missing: string[];
  /** Versions whose rows were deleted during the backup. The backup leaves the rows out too. */
  deleted: string[];
}

/** Runs before the tables, so that rows of uploads that are deleted meanwhile can be left out. */
async function addUploads(
  archive: ArchiveWriter,
  client: pg.Client,
  { store, connection }: BackupSource,
): Promise<AddedUploads> {
  const result: AddedUploads = { added: [], missing: [], deleted: [] };
  const absent: Upload[] = [];
  for (const upload of await uploadsOf(client)) {
    let part = 0;
    const hash = await readUpload(store, upload, (bytes) =>
      archive.add(`uploads/${upload.version}/${++part}`, bytes),
    );
    if (hash === null) absent.push(upload);
    else result.added.push({ version: upload.version, bytes: upload.bytes, hash });
  }
  const left = absent.length === 0 ? new Set() : await withClient(connection, versionsNow);
  for (const { version, path } of absent) {
    if (left.has(version)) result.missing.push(path);
    else result.deleted.push(version);
  }
  return result;
}

async function versionsNow(client: pg.Client): Promise<Set<unknown>> {
  return new Set((await uploadsOf(client)).map(({ version }) => version));
}

async function addTables(
  archive: ArchiveWriter,
  client: pg.Client,
  { tables }: Contents,
  deleted: readonly string[],
): Promise<Summary["tables"]> {
  const left = `(version <> all (array[${deleted.map(pg.escapeLiteral).join(", ")}]::text[])) is not false`;
  const summaries: Summary["tables"] = [];
  for (const [place, table] of tables.entries()) {
    let part = 0;
    const isObjects = table.schema === "storage" && table.name === "objects";
    summaries.push(
      await readRows(
        client,
        table,
        (bytes) => archive.add(`tables/${place}/${++part}`, bytes),
        isObjects ? left : "true",
      ),
    );
  }
  return summaries;
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
}
