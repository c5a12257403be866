/** Reads a backup: once to verify all of it, then its entries. */
import { createHash, hash } from "node:crypto";
import { type Entry, entriesOf, oneLine } from "./archive.ts";
import {
  BackupError,
  CONTENTS,
  type Contents,
  contentsSchema,
  FORMAT,
  formatSchema,
  SUMMARY,
  type Summary,
  summarySchema,
} from "./format.ts";
import { RowHash } from "./row-hash.ts";

/** The names of entries. Nothing is ever written to the path of an entry. */
const ENTRY =
  /^(backup\.json|end\.json|data\/(keys|demo)\.json|uploads\/[0-9a-f-]{36}\/\d{1,9}|tables\/\d{1,6}\/\d{1,9})$/;

export interface VerifiedBackup {
  path: string;
  /** Differs between any two backups. */
  id: string;
  contents: Contents;
  summary: Summary;
}

/** Reads the whole file and compares every hash. Throws BackupError if it is damaged, truncated or of a newer format. */
export async function verifyBackup(path: string): Promise<VerifiedBackup> {
  try {
    return await readWhole(path);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw damaged(path, oneLine(error)); // damage can be anywhere
  }
}

async function readWhole(path: string): Promise<VerifiedBackup> {
  let contents: Contents | undefined;
  let end: Buffer | undefined;
  const tables: RowHash[] = [];
  const uploads = new Map<string, { bytes: number; hash: ReturnType<typeof createHash> }>();
  for await (const { name, bytes } of entriesOf(path)) {
    if (!ENTRY.test(name)) throw damaged(path, "it has an entry that no backup has");
    if (end !== undefined) throw damaged(path, `it continues after ${SUMMARY}`);
    const [kind = "", which = ""] = name.split("/");
    if (name === CONTENTS) {
      if (contents !== undefined) throw damaged(path, `it has ${CONTENTS} twice`);
      contents = readContents(path, bytes);
      for (const _ of contents.tables) tables.push(new RowHash());
    } else if (contents === undefined) throw damaged(path, `it begins with ${name}`);
    else if (name === SUMMARY) end = bytes;
    else if (kind === "tables") {
      const table = tables[Number(which)];
      if (table === undefined) throw damaged(path, "it has rows of a table that it does not name");
      table.add(bytes);
    } else if (kind === "uploads") {
      const upload = uploads.get(which) ?? { bytes: 0, hash: createHash("sha256") };
      upload.hash.update(bytes);
      uploads.set(which, { ...upload, bytes: upload.bytes + bytes.length });
    }
  }
  if (contents === undefined || end === undefined) throw damaged(path, "its end is missing");
  const summary = summarySchema.parse(JSON.parse(end.toString()));
  for (const [place, { schema, name }] of contents.tables.entries())
    if (JSON.stringify(tables[place]?.rows) !== JSON.stringify(summary.tables[place]))
      throw damaged(path, `the rows of ${schema}.${name} differ from their hash`);
  for (const { version, bytes, hash: expected } of summary.uploads) {
    const found = uploads.get(version) ?? { bytes: 0, hash: createHash("sha256") };
    if (found.bytes !== bytes || found.hash.digest("hex") !== expected)
      throw damaged(path, `the upload ${version} differs from its hash`);
  }
  return { path, id: hash("sha256", end), contents, summary };
}

/** The entries of a verified backup, grouped: those with the same kind and second part of the name follow each other. */
export async function* groupsOf(
  path: string,
): AsyncGenerator<{ kind: string; which: string; parts: AsyncGenerator<Buffer> }> {
  const entries = entriesOf(path);
  let next = await entries.next();
  while (!next.done) {
    const key = keyOf(next.value);
    async function* parts(): AsyncGenerator<Buffer> {
      while (!next.done && keyOf(next.value) === key) {
        yield next.value.bytes;
        next = await entries.next();
      }
    }
    const rest = parts();
    const [kind = "", which = ""] = key.split("/");
    yield { kind, which, parts: rest };
    for await (const _ of rest); // what the caller did not read
  }
}

function keyOf({ name }: Entry): string {
  return name.split("/", 2).join("/");
}

function readContents(path: string, bytes: Buffer): Contents {
  const parsed: unknown = JSON.parse(bytes.toString());
  const { format, version } = formatSchema.parse(parsed);
  if (format > FORMAT)
    throw new BackupError(
      `${path} was made by version ${version}, whose format this version cannot read. Update the program. Nothing was changed.`,
    );
  return contentsSchema.parse(parsed);
}

function damaged(path: string, reason: string): BackupError {
  return new BackupError(`${path} is damaged: ${reason}. Nothing was changed.`);
}
