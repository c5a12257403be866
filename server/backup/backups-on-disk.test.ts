import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { newestBackup } from "./backups-on-disk.ts";
import { verifyBackup } from "./rows/read-backup.ts";

const SAMPLE = "tests/releases/0.1.0.tar.gz";
let dataDir: string;
let backups: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "newest-backup-"));
  backups = join(dataDir, "backups");
  mkdirSync(backups);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const copy = (name: string) => {
  mkdirSync(join(backups, name));
  writeFileSync(join(backups, name, "PG_VERSION"), "18\n");
};

it("counts neither an unread copy nor other files", async () => {
  copy("2026-11-20T01-02-03.456Z.unread");
  for (const name of ["notes.txt", "club.tar.gz.partial", "2026-11-21T01-02-03.456Z"])
    writeFileSync(join(backups, name), "text");
  mkdirSync(join(backups, "2026-11-22T01-02-03.456Z"));
  expect(await newestBackup(dataDir, undefined)).toBeNull();
});

it("is none without a folder of backups", async () => {
  rmSync(backups, { recursive: true });
  expect(await newestBackup(dataDir, join(dataDir, "nowhere"))).toBeNull();
});

it.each(["", ".upgrade"])("is the newest copy%s by its name", async (suffix) => {
  copy("2026-11-19T23-59-59.999Z");
  copy(`2026-11-20T01-02-03.456Z${suffix}`);
  copy("2026-11-21T01-02-03.456Z.unread");
  expect(await newestBackup(dataDir, undefined)).toBe(Date.parse("2026-11-20T01:02:03.456Z"));
});

it("is a file of npm run backup by its contents, in the second place too, and no damaged one", async () => {
  const made = Date.parse((await verifyBackup(SAMPLE)).contents.created_at);
  const secondPlace = join(dataDir, "disk");
  mkdirSync(secondPlace);
  copy("2020-01-01T00-00-00.000Z");
  const whole = readFileSync(SAMPLE);
  writeFileSync(join(backups, "cut.tar.gz"), whole.subarray(0, whole.length - 1000));
  writeFileSync(join(backups, "empty.tar.gz"), "");
  expect(await newestBackup(dataDir, secondPlace)).toBe(Date.parse("2020-01-01T00:00:00Z"));
  const file = join(secondPlace, "club.tar.gz");
  copyFileSync(SAMPLE, file);
  utimesSync(file, new Date(), new Date());
  expect(await newestBackup(dataDir, secondPlace)).toBe(made);
});
