/** The host's daily backups: when one is made, which are kept, and who is told of a failure. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newDatabase } from "../../tests/engines/new-database.ts";
import { type S3Server, startS3Server } from "../../tests/engines/s3-server.ts";
import { reportBackup } from "../club/reports.ts";
import type { Database } from "../database/database.ts";
import { openDatabase } from "../database/open.ts";
import { openKeys } from "../gateway/keys.ts";
import { openDiskStore } from "../storage/stores/disk-store.ts";
import { type Backups, openBackups } from "./backups.ts";
import { verifyBackup } from "./rows/read-backup.ts";

const dataDir = mkdtempSync(join(tmpdir(), "scheduled-backups-test-"));
const target = join(dataDir, "second");
let database: Database;
let s3: S3Server;
let backups: Backups;
let at: (to: string) => Promise<Backups>;
const files = () => readdirSync(target).sort();
const notifications = () =>
  database.query<{ title: string; message: string }>(
    "select title, message from public.notifications order by created_at",
  );
/** Moves all attempts into the past. */
const later = (hours: number) =>
  database.query("update host.backups set started_at = started_at - make_interval(hours => $1::int)", [
    String(hours),
  ]);
beforeAll(async () => {
  const url = await newDatabase("migrated");
  [database, s3] = await Promise.all([openDatabase({ url, dataDir }), startS3Server(), openKeys(dataDir)]);
  const storage = {
    STORAGE_BACKEND: "file" as const,
    STORAGE_S3_ENDPOINT: s3.endpoint,
    STORAGE_S3_REGION: s3.keys.region,
    STORAGE_S3_FORCE_PATH_STYLE: "true" as const,
    AWS_ACCESS_KEY_ID: s3.keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.keys.secretAccessKey,
  };
  const settings = { databaseUrl: url, dataDir, backupsKept: 1, storage, reportBackup, log: () => {} };
  at = (backupTo) =>
    openBackups({ ...settings, backupTo }, database, openDiskStore(join(dataDir, "storage")));
  backups = await at(target);
  await database.script(`
    insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000001', 'olga@example.com');
    insert into public.user_roles (user_id, role) values ('00000000-0000-4000-8000-000000000001', 'admin');`);
});
afterAll(async () => {
  await database?.close();
  await s3?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it("are made once a day, by one of several hosts", async () => {
  await Promise.all([backups.makeDue(), backups.makeDue(), backups.makeDue()]);
  await backups.makeDue();
  await later(23);
  await backups.makeDue();
  expect(files()).toEqual([expect.stringMatching(/^scoreline-.*\.tar\.gz$/)]);
  expect((await verifyBackup(join(target, files()[0] ?? ""))).summary.tables.length).toBeGreaterThan(50);
  expect(readdirSync(join(dataDir, "backups"))).toEqual([]);
});

it("replace older ones of this club only", async () => {
  const [first] = files();
  writeFileSync(join(target, "scoreline-2020-01-01T00-00-00.tar.gz"), "of another club");
  await later(2);
  await backups.makeDue();
  expect(files()).toHaveLength(2);
  expect(files()).toContain("scoreline-2020-01-01T00-00-00.tar.gz");
  expect(files()).not.toContain(first);
});

it("that fail are tried again after an hour, and admins are told once", async () => {
  const broken = await at(join(dataDir, "keys.json", "folder"));
  await later(25);
  await broken.makeDue();
  await broken.makeDue();
  await database.query(
    "update host.backups set started_at = started_at - interval '1 hour' where error is not null",
  );
  await broken.makeDue();
  const attempts = await database.query<{ error: string | null }>(
    "select error from host.backups order by id",
  );
  expect(attempts.map(({ error }) => error)).toEqual([
    null,
    null,
    expect.stringContaining("ENOTDIR"),
    expect.stringContaining("ENOTDIR"),
  ]);
  expect(await notifications()).toEqual([
    {
      title: "The backup failed",
      message: expect.stringMatching(/ENOTDIR.* The last one that succeeded is from/),
    },
  ]);
});

it("can go to S3", async () => {
  const inS3 = await at("s3://club/daily");
  await later(25);
  await inS3.makeDue();
  await later(25);
  await inS3.makeDue();
  expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^daily\/scoreline-.*\.tar\.gz$/)]);
  const copy = join(dataDir, "copy.tar.gz");
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(copy, [...s3.objects.values()][0] ?? "");
  expect((await verifyBackup(copy)).contents.migrations).toHaveLength(
    readdirSync("supabase/migrations").length,
  );
  expect(files()).toHaveLength(2);
});

it("that are cut short by a stop are not failures", async () => {
  await later(25);
  await backups.makeDue(AbortSignal.abort(new Error("the host is stopping")));
  const unfinished = "select from host.backups where ended_at is null or error like '%stopping%'";
  expect(await database.query(unfinished)).toEqual([]);
  expect(await notifications()).toHaveLength(1);
  expect(readdirSync(join(dataDir, "backups"))).toEqual([]);
});
