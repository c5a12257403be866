/** A backup is data: files that were made to run commands, to write elsewhere or to fill the memory are refused in one line. */
import { createWriteStream, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { packTar, type TarEntry } from "modern-tar";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newDatabase } from "../../../tests/engines/new-database.ts";
import { VERSION } from "../../program.ts";
import { openDiskStore } from "../../storage/stores/disk-store.ts";
import type { ObjectStore } from "../../storage/stores/object-store.ts";
import { createFolder, openServer } from "../project-database.ts";
import { namesIn, settingStatement } from "./allowed-contents.ts";
import { ArchiveWriter, type Entry, entriesOf } from "./archive.ts";
import { BackupError, CONTENTS, type Contents, type RoleSetting, SUMMARY, type Summary } from "./format.ts";
import { restoreBackup } from "./restore-backup.ts";
import { RowHash } from "./row-hash.ts";

const RELEASES = "tests/releases";
const folder = mkdtempSync(join(tmpdir(), "hostile-backups-"));
const proof = join(folder, "commands-ran");
/** Statements that a superuser could use for anything. */
const SQL = `; create table public.injected (); copy (select 1) to program 'touch ${proof}'; --`;

let url: string;
let entries: Entry[];
let contents: Contents;
let summary: Summary;
let count = 0;

beforeAll(async () => {
  url = await newDatabase("empty");
  const sample = readdirSync(RELEASES).find((name) => name.endsWith(".tar.gz")) ?? "";
  entries = [];
  for await (const entry of entriesOf(join(RELEASES, sample))) entries.push(entry);
  const parsed = (name: string) => JSON.parse(String(entries.find((entry) => entry.name === name)?.bytes));
  contents = parsed(CONTENTS);
  summary = parsed(SUMMARY);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Changes {
  contents?: Partial<Contents>;
  summary?: Partial<Summary>;
  /** Replaces the rows of tables, and their hashes. */
  rows?: Readonly<Record<string, (text: string) => string>>;
  more?: readonly Entry[];
}

const newFile = () => join(folder, `${++count}.tar.gz`);

/** The sample with changes; its hashes are right unless `summary` has others. */
async function backupWith({ rows = {}, more = [], ...changed }: Changes): Promise<string> {
  const path = newFile();
  const writer = new ArchiveWriter(path);
  const own = { ...contents, ...changed.contents };
  const hashes = own.tables.map((_, at) => summary.tables[at] ?? new RowHash().rows);
  await writer.add(CONTENTS, Buffer.from(JSON.stringify(own)));
  for (const { name, bytes } of [...more, ...entries]) {
    if (name === CONTENTS || name === SUMMARY) continue;
    const [kind, place] = name.split("/");
    const table = kind === "tables" ? contents.tables[Number(place)] : undefined;
    const change = table && rows[`${table.schema}.${table.name}`];
    const written = change ? Buffer.from(change(bytes.toString())) : bytes;
    if (change) {
      const hash = new RowHash();
      hash.add(written);
      hashes[Number(place)] = hash.rows;
    }
    await writer.add(name, written);
  }
  const end = { ...summary, tables: hashes, ...changed.summary };
  await writer.add(SUMMARY, Buffer.from(JSON.stringify(end)));
  await writer.finish();
  return path;
}

async function packed(list: TarEntry[]): Promise<string> {
  const path = newFile();
  await pipeline(Readable.from([Buffer.from(await packTar(list))]), createGzip(), createWriteStream(path));
  return path;
}

/** The header of a file in the ustar format (POSIX.1-1988). */
function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write("0000600\0", 100);
  header.write("0000000\x000000000\x00", 108, "latin1");
  header.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  header.write("00000000000\0", 136);
  header.write("        0", 148);
  header.write("ustar\x0000", 257, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

function restore(
  file: string,
  dataDir: string,
  store: ObjectStore = openDiskStore(join(dataDir, "storage")),
) {
  return restoreBackup(file, {
    dataDir,
    supabaseDir: "supabase",
    store,
    version: VERSION,
    createFolder: () => createFolder(url, dataDir),
    openDatabase: () => openServer(url, dataDir),
  });
}

/** The message of the refusal, after which neither the database, the data folder nor the machine has changed. */
async function refusal(file: string): Promise<string> {
  const dataDir = join(folder, `data-${count}`);
  const error: unknown = await restore(file, dataDir).then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(BackupError);
  const { message } = error as BackupError;
  expect(message).toMatch(/^[^\p{Cc}\u2028]{1,500}$/u);
  expect(existsSync(proof)).toBe(false);
  expect(existsSync(dataDir) ? readdirSync(dataDir) : []).toEqual([]);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "select to_regclass('public.injected') as injected, to_regclass('public.teams') as club",
  );
  await client.end();
  expect(rows).toEqual([{ injected: null, club: null }]);
  return message;
}

it.each([
  ["of PostgreSQL", { schema: "pg_catalog", name: "pg_proc", columns: ["proname"] }],
  ["that no migration creates", { schema: "cron", name: "job", columns: ["command"] }],
  ["of the host's own record", { schema: "scoreline_host", name: "bootstrap", columns: ["file", "hash"] }],
  ["whose name is SQL", { schema: "public", name: `teams"${SQL}`, columns: ["id"] }],
  [
    "with a column that is SQL",
    { schema: "public", name: "teams", columns: [`id) from program 'id'${SQL}`] },
  ],
])("refuses a table %s", async (_which, table) => {
  const others = contents.tables.filter(({ name }) => name !== table.name);
  const tables = [...others, table];
  const hashes = tables.map(() => new RowHash().rows);
  const file = await backupWith({ contents: { tables }, summary: { tables: hashes }, rows: noRows() });
  expect(await refusal(file)).toMatch(/the table|has the column|differ from their hash/);
});

function noRows(): Record<string, () => string> {
  return Object.fromEntries(contents.tables.map(({ schema, name }) => [`${schema}.${name}`, () => ""]));
}

it("refuses a table that it has twice", async () => {
  const tables = [...contents.tables, ...contents.tables.slice(0, 1)];
  expect(await refusal(await backupWith({ contents: { tables } }))).toContain("twice");
});

it.each(["pg_catalog.pg_class_oid", `public.x'); select 1${SQL}`])(
  "refuses the sequence %s",
  async (text) => {
    const [schema = "", name = ""] = text.split(".", 2);
    const sequences = [{ schema, name, last_value: "1", is_called: true }];
    expect(await refusal(await backupWith({ contents: { sequences } }))).toContain("the sequence");
  },
);

it("refuses jobs that run other SQL than the migrations' jobs", async () => {
  const change = (text: string) => text.replace("select public.start_due_matches()", "select pg_sleep(0)");
  const file = await backupWith({ rows: { "private.jobs": change } });
  expect(await refusal(file)).toContain("its scheduled jobs run");
});

it("refuses jobs that call another function", async () => {
  const change = (text: string) => text.replace("send-messages", "../../auth/v1/admin/users");
  expect(await refusal(await backupWith({ rows: { "private.jobs": change } }))).toContain(
    "its scheduled jobs run",
  );
});

it("refuses rows that end COPY early or have another number than the file says", async () => {
  const early = { "public.teams": (text: string) => `\\.\n${text}` };
  expect(await refusal(await backupWith({ rows: early }))).toMatch(/differs|refused/);
  const tables = summary.tables.map(({ rows, hash }) => ({ rows: rows + 1, hash }));
  expect(await refusal(await backupWith({ summary: { tables } }))).toContain("differ from their hash");
});

it.each([
  "../../outside",
  "/etc/outside",
  "data/../outside",
  "data/.env",
  "data/database",
  "tables/x/1",
  "tables/0",
  "uploads/../../x/1",
  "uploads/00000000-0000-0000-0000-000000000000",
])("refuses an entry with the name %s", async (name) => {
  const file = await backupWith({ more: [{ name, bytes: Buffer.from("{}") }] });
  expect(await refusal(file)).toContain("no backup has");
});

it.each(["symlink", "link", "character-device", "block-device", "fifo", "directory"] as const)(
  "refuses a %s",
  async (type) => {
    const header = { name: "data/keys.json", linkname: "/etc/passwd", size: 0, type };
    const first = { header: { name: CONTENTS, size: 2 }, body: "{}" };
    expect(await refusal(await packed([{ header }, first]))).toMatch(/is damaged/);
  },
);

it("refuses an entry that claims to be huge, before it is received", async () => {
  const path = newFile();
  const header = tarHeader(CONTENTS, 2 ** 32);
  await pipeline(Readable.from([header, Buffer.alloc(2 ** 20)]), createGzip(), createWriteStream(path));
  expect(await refusal(path)).toContain("4294967296 bytes");
});

it("stops reading a file that is far larger when decompressed", async () => {
  const path = newFile();
  // One row, because hashing many would take most of the time.
  const block = Buffer.alloc(2 ** 20, "1");
  block.write("\n", block.length - 1);
  const json = Buffer.from(JSON.stringify(contents));
  async function* endless() {
    yield tarHeader(CONTENTS, json.length);
    yield Buffer.concat([json, Buffer.alloc(-json.length & 511)]);
    for (let part = 1; part <= 300; part++)
      yield Buffer.concat([tarHeader(`tables/0/${part}`, block.length), block]);
  }
  await pipeline(Readable.from(endless()), createGzip({ level: 1 }), createWriteStream(path));
  const before = process.memoryUsage().rss;
  expect(await refusal(path)).toMatch(/contains more than \d+ bytes/);
  expect(process.memoryUsage().rss - before).toBeLessThan(128 * 2 ** 20);
});

it.each(["", "{", "[]", '{"format":1,"version":"1\\n2"}', '{"format":99,"version":"a b"}'])(
  "refuses the contents %j in one line",
  async (body) => {
    expect(await refusal(await packed([{ header: { name: CONTENTS, size: body.length }, body }]))).toContain(
      "damaged",
    );
  },
);

it("quotes lists of names as PostgreSQL stores them", () => {
  expect(namesIn('"$user", public, "a""b, c"')).toEqual(["$user", "public", 'a"b, c']);
  expect(settingStatement({ role: 'r"', name: "search_path", value: `"x'", y` }, 'd"')).toBe(
    `alter role "r""" in database "d""" set "search_path" to 'x''', 'y'`,
  );
});

/** Settings that a restore never sets, with values that would do harm if one was copied into SQL. */
const SKIPPED: readonly RoleSetting[] = [
  { role: "authenticator", name: "session_preload_libraries", value: "safeupdate" }, // as hosted Supabase
  ...(
    [
      ["search_path", `public${SQL}`],
      ["search_path", `"$user" public`],
      ["search_path", `"public`],
      ["SEARCH_PATH", `public${SQL}`],
      ["local_preload_libraries", SQL],
      ["session_preload_libraries", "/tmp/evil.so"],
      ["temp_tablespaces", SQL],
      ["dynamic_library_path", "/tmp"],
      ["session_replication_role", "replica"],
      ["plperl.on_init", "system('id')"],
      ["pgrst.db_max_rows to '1'; select 1; --", "1"],
      ["app", "1"],
      ["line\nbreak\u001b[2J\u2028", "1"],
      ["timezone", "Nowhere/Else"], // PostgreSQL refuses it
    ] as const
  ).map(([name, value]) => ({ role: null, name, value })),
  { role: "anon", name: "work_mem", value: SQL },
  ...["postgres", "pg_execute_server_program", "no_such_role", `x" set a = 1${SQL}`].map((role) => ({
    role,
    name: "work_mem",
    value: "64MB",
  })),
];

it("restores a backup with other settings, sets those of the list only, and names the others", async () => {
  const settings = [
    { role: null, name: "search_path", value: '"$user", public' },
    ...SKIPPED,
    { role: "authenticator", name: "pgrst.db_max_rows", value: "500" },
  ];
  const dataDir = join(folder, "restored");
  const file = await backupWith({ contents: { settings } });
  const store = openDiskStore(join(dataDir, "storage"));
  const full = { ...store, write: () => Promise.reject(new Error("The disk is full.")) };
  await expect(restore(file, dataDir, full)).rejects.toThrow("The disk is full.");
  // The folder has keys without rows: a host refuses to serve it, and the same restore can be repeated.
  expect(readdirSync(dataDir).sort()).toEqual(expect.arrayContaining(["keys.json", "restore.json"]));
  const { skippedSettings } = await restore(file, dataDir);
  expect(readdirSync(dataDir)).not.toContain("restore.json");
  expect(skippedSettings).toHaveLength(SKIPPED.length);
  expect(skippedSettings).toEqual(
    expect.arrayContaining(["session_preload_libraries of authenticator", "work_mem of postgres"]),
  );
  expect(skippedSettings.join()).toMatch(/^[^\p{Cc}\u2028]*$/u);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ setconfig: string[] }>(
    "select setconfig from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())",
  );
  await client.end();
  expect(rows.flatMap(({ setconfig }) => setconfig).sort()).toEqual([
    "pgrst.db_max_rows=500",
    'search_path="$user", public',
  ]);
  expect(existsSync(proof)).toBe(false);
});
