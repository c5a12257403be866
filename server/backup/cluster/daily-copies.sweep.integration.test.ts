import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { migrateClub } from "../../../tests/engines/migrate-club.ts";
import { reportBackup } from "../../club/reports.ts";
import { dataFolders } from "../../database/embedded/cluster.fixture.ts";
import { homeOf } from "../../database/embedded/home/home.ts";
import type { EmbeddedDatabase } from "../../database/embedded/open-embedded.ts";
import { migrate } from "../../database/migrations/migrate.ts";
import { openDiskStore } from "../../storage/stores/disk-store.ts";
import { openBackups } from "../backups.ts";
import { isDue, makeCopy } from "./daily-copies.ts";

const { folder, open } = dataFolders();
let dataDir = "";
let db: EmbeddedDatabase;
const backups = () => readdirSync(join(dataDir, "backups")).sort();
const backUp = (source = db) => makeCopy({ cluster: source.cluster, kept: 2 });
/** The backups of a host that keeps two. */
const ofHost = (source: EmbeddedDatabase, folder: string, backupsKept = 2) =>
  openBackups(
    {
      dataDir: folder,
      backupsKept,
      storage: { STORAGE_BACKEND: "file", STORAGE_S3_FORCE_PATH_STYLE: "false" },
      reportBackup,
      log: () => {},
    },
    source,
    openDiskStore(join(folder, "storage")),
  );

describe("a backup", () => {
  beforeEach(async () => {
    dataDir = await folder();
    db = await open(dataDir);
    await db.script("create table results (id int); insert into results values (1), (2)");
  });

  it("opens in place of the database with everything committed, while the original continues", async () => {
    await backUp();
    await db.query("insert into results values (3)");
    const [name = ""] = backups();
    expect(await db.query("select count(*) as n from results")).toEqual([{ n: 3 }]);
    await db.close();
    rmSync(join(dataDir, "database"), { recursive: true });
    cpSync(join(dataDir, "backups", name), join(dataDir, "database"), { recursive: true });
    const restored = await open(dataDir);
    expect(await restored.query("select count(*) as n from results")).toEqual([{ n: 2 }]);
  });

  it("contains a concurrent commit completely or not at all", async () => {
    const writing = (async () => {
      for (let n = 0; n < 50; n++) await db.query("insert into results select generate_series(1, 100)");
    })();
    await backUp();
    await writing;
    await db.close();
    rmSync(join(dataDir, "database"), { recursive: true });
    renameSync(join(dataDir, "backups", backups()[0] ?? ""), join(dataDir, "database"));
    const restored = await open(dataDir);
    const [{ n } = { n: 0 }] = await restored.query<{ n: number }>("select count(*) as n from results");
    expect((n - 2) % 100).toBe(0);
  });

  it("removes the oldest backup and interrupted ones", async () => {
    mkdirSync(join(dataDir, "backups", "2001-01-01.unread"), { recursive: true });
    await backUp();
    const [first] = backups();
    await backUp();
    await backUp();
    expect(backups()).toHaveLength(2);
    expect(backups()).not.toContain(first);
    expect(backups().join()).not.toContain("unread");
  });

  it("is made under the umask 077, in a folder that only root can enter", async () => {
    const umask = process.umask(0o077);
    onTestFinished(() => void process.umask(umask));
    mkdirSync(join(dataDir, "backups"));
    await backUp();
    expect(backups()).toHaveLength(1);
  });

  it("does not count if a page cannot be read", async () => {
    await db.query("insert into results select generate_series(1, 100000)");
    const [{ path } = { path: "" }] = await db.query<{ path: string }>(
      "select pg_relation_filepath('results') as path",
    );
    await db.script("checkpoint");
    await db.close();
    const file = join(dataDir, "database", path);
    const bytes = readFileSync(file);
    bytes.fill(0xff, 8192 * 100 + 4096, 8192 * 100 + 4160); // in the middle of block 100
    writeFileSync(file, bytes);
    const damaged = await open(dataDir);
    await expect(backUp(damaged)).rejects.toThrow(/invalid page in block 100/);
    expect(
      existsSync(join(dataDir, "backups")) ? backups().filter((n) => !n.endsWith(".unread")) : [],
    ).toEqual([]);
  });

  it("is made before migrations change a used database, and only then", async () => {
    const supabase = join(dataDir, "supabase");
    mkdirSync(join(supabase, "migrations"), { recursive: true });
    writeFileSync(join(supabase, "migrations", "20260101000000_one.sql"), "create table one (id int)");
    const settings = {
      migrations: true,
      schemas: [],
      seeds: [],
      backUp: (await ofHost(db, dataDir)).beforeUpgrade,
    };
    await migrate(db, supabase, settings);
    await migrate(db, supabase, settings);
    expect(existsSync(join(dataDir, "backups"))).toBe(false);
    writeFileSync(join(supabase, "migrations", "20260102000000_two.sql"), "create table two (id int)");
    await migrate(db, supabase, settings);
    expect(backups()).toEqual([expect.stringMatching(/\.upgrade$/)]);
    // A host that restarts again and again with a failing migration removes no daily backup.
    await backUp();
    const [first = "", daily = ""] = backups().sort((a, b) => b.length - a.length);
    writeFileSync(join(supabase, "migrations", "20260103000000_three.sql"), "select nonsense");
    await expect(migrate(db, supabase, settings)).rejects.toThrow(
      /The database is unchanged: .* A backup .*\.upgrade\.$/,
    );
    expect(backups()).toHaveLength(2);
    expect(backups()).toContain(daily);
    expect(backups()).not.toContain(first);
  });

  it("is not made if none are kept", async () => {
    const none = await ofHost(db, dataDir, 0);
    expect(await none.beforeUpgrade()).toBeNull();
    await none.makeDue();
    expect(existsSync(join(dataDir, "backups"))).toBe(false);
  });
});

it("a daily copy that fails is reported to the club's admins, and the next success to their dashboard", async () => {
  const dataDir = await folder();
  const db = await open(dataDir);
  await migrateClub(db);
  const daily = await ofHost(db, dataDir);
  await db.script(`
    insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000001', 'olga@example.com');
    insert into public.user_roles (user_id, role) values ('00000000-0000-4000-8000-000000000001', 'admin');`);
  writeFileSync(join(dataDir, "backups"), "a file where the folder belongs");
  await daily.makeDue();
  await daily.makeDue();
  expect(await db.query("select title, message from public.notifications")).toEqual([
    { title: "The daily copy failed", message: expect.stringMatching(/EEXIST.*None has succeeded yet\.$/) },
  ]);
  rmSync(join(dataDir, "backups"));
  await daily.makeDue();
  const state = "select error, last_success > now() - interval '1 hour' as fresh from private.backup_states";
  expect(await db.query(state)).toEqual([{ error: null, fresh: true }]);
});

describe("the next backup", () => {
  const DAY_MS = 86_400_000;
  const made = Date.UTC(2026, 0, 1);
  const due = async (now: number) => {
    const home = homeOf(await folder());
    const copy = join(home.backups, "2026-01-01T00-00-00.000Z");
    cpSync(home.cluster, copy, { recursive: true });
    return isDue(home.backups, now);
  };

  it("is due a day after the last one", async () => {
    expect(await due(made + DAY_MS - 1)).toBe(false);
    expect(await due(made + DAY_MS)).toBe(true);
  });

  it("is due if the last one is dated a day ahead, by a wrong clock", async () => {
    expect(await due(made - DAY_MS + 1)).toBe(false);
    expect(await due(made - DAY_MS)).toBe(true);
  });
});
