/** A full and a read-only disk, on a small file system in memory. Needs the right to mount one. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, expect, it } from "vitest";
import { freePort } from "../../tools/host/spawn-host.ts";
import { ended, expectOneLine, killLaunched, launch, serving, stopped } from "./launch.ts";

const MB = 2 ** 20;
const folder = mkdtempSync(join(tmpdir(), "scoreline-disk-"));
chmodSync(folder, 0o755);
const run = (...args: string[]) => spawnSync(args[0] ?? "", args.slice(1)).status === 0;
const mounted = run("mount", "-t", "tmpfs", "-o", "size=300m,mode=0755", "tmpfs", folder);
afterAll(() => {
  if (mounted) run("umount", "-l", folder);
  rmSync(folder, { recursive: true, force: true });
});

const DATA_DIR = join(folder, "data");
const CLUSTER = join(DATA_DIR, "database");
const FILL = join(folder, "fill");
afterEach(async () => {
  await killLaunched();
  rmSync(FILL, { force: true });
});

/** Writes a file that leaves so many bytes. The servers on the disk write meanwhile, so it may become full earlier. */
function fill(leave: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const file = openSync(FILL, "w");
  try {
    for (let rest = bavail * bsize - leave; rest > 0; rest -= MB)
      writeSync(file, Buffer.alloc(Math.min(rest, MB)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
}

function postmaster(): number {
  return Number.parseInt(readFileSync(join(CLUSTER, "postmaster.pid"), "utf8"), 10);
}

/** The server's processes for the host's connections. */
function connectionsOf(server: number): number[] {
  const children = readFileSync(`/proc/${server}/task/${server}/children`, "utf8").trim().split(" ");
  return children.map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("[local]");
    } catch {
      return false; // it has ended
    }
  });
}

async function club() {
  const child = launch({ PORT: String(await freePort()), DATA_DIR, BACKUPS: "0" });
  const [, url = ""] = /Serving (\S+)/.exec(await serving(child)) ?? [];
  const { secret_key: key } = JSON.parse(readFileSync(join(DATA_DIR, "keys.json"), "utf8")) as {
    secret_key: string;
  };
  const headers = { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" };
  return {
    child,
    write: (name: string) =>
      fetch(`${url}/rest/v1/teams`, { method: "POST", headers, body: JSON.stringify({ name }) }),
    signUp: (email: string) =>
      fetch(`${url}/auth/v1/signup`, {
        method: "POST",
        headers,
        body: JSON.stringify({ email, password: "Correct1Horse" }),
      }),
    addUser: (email: string) =>
      fetch(`${url}/auth/v1/admin/users`, { method: "POST", headers, body: JSON.stringify({ email }) }),
    names: async () => {
      const answer = await fetch(`${url}/rest/v1/teams?select=name&order=name`, { headers });
      return ((await answer.json()) as { name: string }[]).map(({ name }) => name);
    },
  };
}

if (mounted) {
  it("a full disk refuses writes with a clear message, answers reads, and accepts writes after space is freed", async () => {
    const { child, write, names, signUp, addUser } = await club();
    expect((await write("Arsenal")).status).toBe(201);
    fill(0);
    await expect.poll(async () => (await write("Barnsley")).status).toBe(503);
    const refused = await write("Chelsea");
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await refused.json()).toMatchObject({
      message: expect.stringContaining("disk of the server is full"),
    });
    for (const noAccount of [await signUp("ann@example.com"), await addUser("bob@example.com")])
      expect([noAccount.status, await noAccount.text()]).toEqual([
        503,
        expect.stringContaining("disk of the server is full"),
      ]);
    expect(await names()).toContain("Arsenal");
    expect(await names()).not.toContain("Chelsea");
    rmSync(FILL);
    await expect.poll(async () => (await write(`Dover ${performance.now()}`)).status).toBe(201);
    expect(await stopped(child)).toBe(0);
  });

  it("a PostgreSQL that ended on a full disk is restarted and answers reads", async () => {
    const { child, names } = await club();
    const reserve = () => statSync(join(DATA_DIR, "disk-reserve"), { throwIfNoEntry: false })?.size;
    await expect.poll(reserve).toBe(48 * MB);
    fill(0);
    process.kill(postmaster(), "SIGKILL");
    await expect.poll(() => names().catch(() => [])).toContain("Arsenal");
    rmSync(FILL);
    await expect.poll(reserve).toBe(48 * MB); // also if it was used up
    // A start deletes these files. Until the next connection writes them again, their space may be gone.
    for (const name of readdirSync(CLUSTER, { recursive: true, encoding: "utf8" }))
      if (name.endsWith("pg_internal.init")) rmSync(join(CLUSTER, name));
    fill(0);
    for (const pid of connectionsOf(postmaster())) process.kill(pid, "SIGTERM");
    await expect.poll(() => names().catch(() => [])).toContain("Arsenal");
    rmSync(FILL);
    await expect.poll(reserve).toBe(48 * MB);
    expect(await stopped(child)).toBe(0);
  });

  it("a disk without space for a backup prevents the upgrade and the message says what to do", async () => {
    fill(64 * MB + 100 * MB);
    const supabase = join(folder, "supabase");
    run("cp", "-r", "supabase", supabase);
    writeFileSync(
      join(supabase, "migrations/29990101000000_tomorrow.sql"),
      "create table public.tomorrow (id int);",
    );
    const upgraded = launch({ PORT: String(await freePort()), DATA_DIR, SUPABASE_DIR: supabase });
    expectOneLine(await ended(upgraded), /backup before the upgrade failed .*nothing was changed.*BACKUPS=0/);
    rmSync(FILL);
    const { child, names } = await club(); // the old version still serves the folder
    expect(await names()).toContain("Arsenal");
    expect(await stopped(child)).toBe(0);
  });

  it("a read-only folder is refused with one line", async () => {
    expect(run("mount", "-o", "remount,ro", folder)).toBe(true);
    expectOneLine(
      await ended(launch({ PORT: String(await freePort()), DATA_DIR })),
      /cannot be written \(EROFS\).*DATA_DIR/,
    );
  });
} else console.warn("Not tested: full and read-only disks, since this user may not mount a file system.");

it("a data folder that cannot be created is refused with one line", async () => {
  const file = fileURLToPath(import.meta.url);
  const refused = launch({ PORT: String(await freePort()), DATA_DIR: join(file, "data") });
  expectOneLine(await ended(refused), /cannot be written \(E[A-Z]+\).*DATA_DIR/);
});
