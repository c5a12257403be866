import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestDatabase } from "../../tests/engines/open-test-database.ts";
import type { Database } from "../database/database.ts";
import { keepHouse } from "./housekeeper.ts";

const dataDir = mkdtempSync(join(tmpdir(), "housekeeper-test-"));
const secondPlace = join(dataDir, "disk");
let database: Database;
let logged: unknown[];

beforeAll(async () => {
  database = await openTestDatabase("bootstrapped");
  for (const folder of [join(dataDir, "backups"), secondPlace]) mkdirSync(folder);
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  logged = [];
  await database.script(`
    delete from host.rate_limits; delete from auth.audit_log_entries; delete from auth.users;
    insert into auth.users (id, email) values ('00000000-0000-0000-0000-000000000001', 'ada@club.test');
    insert into host.rate_limits (name, key, hits, resets_at) values
      ('old', 'a', 1, now() - interval '61 minutes'), ('new', 'a', 1, now() - interval '59 minutes');
    insert into auth.audit_log_entries (id, payload, created_at, ip_address) values
      (gen_random_uuid(), '{"action": "old"}', now() - interval '91 days', ''),
      (gen_random_uuid(), '{"action": "new"}', now() - interval '89 days', '');
    insert into auth.sessions (id, user_id, not_after) values
      ('00000000-0000-0000-0000-00000000000a', '00000000-0000-0000-0000-000000000001', now() - interval '25 hours'),
      ('00000000-0000-0000-0000-00000000000b', '00000000-0000-0000-0000-000000000001', now() - interval '23 hours');`);
});

const keep = () =>
  keepHouse({ database, dataDir, backupTo: secondPlace, log: (_event, error) => logged.push(String(error)) });
const left = async () =>
  (
    await database.query<{ what: string }>(`
      select name as what from host.rate_limits union all select payload ->> 'action' from auth.audit_log_entries
      union all select right(id::text, 1) from auth.sessions order by 1`)
  ).map(({ what }) => what);

test("deletes expired rows only", async () => {
  expect(await left()).toEqual(["a", "b", "new", "new", "old", "old"]);
  await keep();
  expect(await left()).toEqual(["b", "new", "new"]);
  expect(logged).toEqual([]);
});

test("leaves a locked table for the next time, and deletes from the others", async () => {
  await database.transaction(null, async (tx) => {
    await tx.query("lock table auth.sessions");
    await keep();
    expect(logged).toEqual([expect.stringContaining("lock timeout")]);
  });
  expect(await left()).toEqual(["a", "b", "new", "new"]);
  await keep();
  expect(await left()).toEqual(["b", "new", "new"]);
});

test("removes files that interrupted backups have left, and no backup", async () => {
  const DAY_S = 86_400;
  const file = (folder: string, name: string, ageInDays: number) => {
    const path = join(folder, name);
    writeFileSync(path, "");
    const at = Date.now() / 1000 - ageInDays * DAY_S;
    utimesSync(path, at, at);
    return path;
  };
  const backups = join(dataDir, "backups");
  const old = [
    file(backups, "scoreline-2026-11-01T00-00-00.000Z.tar.gz.scheduled", 2),
    file(backups, "before-upgrade-2026-11-01T00-00-00.000Z.tar.gz.partial", 2),
    file(secondPlace, "scoreline-2026-11-01T00-00-00.000Z.tar.gz.partial", 2),
  ];
  const kept = [
    file(backups, "scoreline-2026-11-02T00-00-00.000Z.tar.gz", 2),
    file(backups, "scoreline-2026-11-03T00-00-00.000Z.tar.gz.scheduled", 0.5),
    file(secondPlace, "notes.txt", 2),
    file(secondPlace, "letter.tar.gz.partial", 2),
  ];
  await keep();
  expect([old.filter(existsSync), kept.filter(existsSync)]).toEqual([[], kept]);
});
