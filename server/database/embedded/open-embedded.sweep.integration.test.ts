import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { eventually } from "../../../tests/eventually.ts";
import { dataFolders } from "./cluster.fixture.ts";
import { readConnection } from "./connection-file.ts";
import { HOST_SETTING, isAlive, readLock } from "./postmaster-lock.ts";
import { runningSettings } from "./running-settings.ts";

const { folder, open } = dataFolders();
const message = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "no error",
    (error: Error) => error.message,
  );

describe("the server in a data folder", () => {
  it("listens on a socket that only its user can access, and on no port", async () => {
    const dataDir = await folder();
    const db = await open(dataDir);
    const [name = ""] = readdirSync(dataDir).filter((entry) => entry.startsWith("socket-"));
    expect(lstatSync(join(dataDir, name)).mode & 0o777).toBe(0o700);
    expect(await db.query("select current_setting('listen_addresses') as addresses")).toEqual([
      { addresses: "" },
    ]);
  });

  it("listens on a port with a password if the path is too long for a socket", async () => {
    const dataDir = await folder("x".repeat(120));
    const db = await open(dataDir);
    const [{ port } = { port: 0 }] = await db.query<{ port: number }>(
      "select inet_server_port() as port where inet_server_addr() = '127.0.0.1'",
    );
    expect(port).toBeGreaterThan(0);
    const stranger = new pg.Client({ host: "127.0.0.1", port, user: "postgres", password: "guess" });
    expect(await message(stranger.connect())).toContain("password authentication failed");
  });

  it.each(["with spaces, \"quotes\" and 'more'", "données du club"])(
    "works in a folder named %s",
    async (name) => {
      const db = await open(await folder(name));
      expect(await db.query("select 1 as one")).toEqual([{ one: 1 }]);
    },
  );

  it("removes what interrupted starts left in the folder", async () => {
    const dataDir = await folder();
    mkdirSync(join(dataDir, "database.new-0123456789ab", "base"), { recursive: true });
    mkdirSync(join(dataDir, "socket-0123ab"));
    await open(dataDir);
    expect(existsSync(join(dataDir, "database.new-0123456789ab"))).toBe(false);
    expect(existsSync(join(dataDir, "socket-0123ab"))).toBe(false);
  });
});

describe("postgresql.conf", () => {
  const settings = async (change: (text: string) => string) => {
    const dataDir = await folder();
    const path = join(dataDir, "database", "postgresql.conf");
    writeFileSync(path, change(readFileSync(path, "utf8")));
    await open(dataDir);
    return { path, running: await runningSettings(readConnection(dataDir) ?? {}) };
  };

  it("may replace settings of the host, which doctor compares with the running ones", async () => {
    expect((await settings((text) => text)).running).toMatchObject({ isRead: true, others: [] });
    const { running } = await settings((text) => `${text}work_mem = '5MB'\nfsync = off\n`);
    expect(running.isRead).toBe(true);
    expect(running.others.map(({ name, value }) => `${name} ${value}`).sort()).toEqual([
      "fsync off",
      "work_mem 5MB",
    ]);
    const unread = await settings((text) => text.replace("\ninclude_if_exists", "\n#"));
    expect(unread.running).toMatchObject({ isRead: false, folder: dirname(unread.path) });
    expect(unread.running.others).toContainEqual({ name: "shared_buffers", value: "128MB", written: "64MB" });
  });

  it.each([
    ["is missing", (text: string) => text.slice(0, text.indexOf("\n# Written by the host"))],
    [
      "is NUL bytes",
      (text: string) => text.replace(/\n# Written by the host[\s\S]*/, (part) => "\0".repeat(part.length)),
    ],
  ])("gets the include again if a power failure left none: it %s", async (_how, change) => {
    const { path, running } = await settings(change);
    expect(running).toMatchObject({ isRead: true, others: [] });
    expect(readFileSync(path, "utf8")).toMatch(/^[^\0]*\ninclude_if_exists = 'scoreline.conf'\n$/);
  });
});

it("does not remove the socket of the next server when it stops", async () => {
  const dataDir = await folder();
  const db = await open(dataDir);
  const closed = db.close();
  mkdirSync(join(dataDir, "socket-0123ab"));
  await closed;
  expect(readdirSync(dataDir).filter((name) => name.startsWith("socket-"))).toEqual(["socket-0123ab"]);
});

describe("a data folder is refused with one line", () => {
  it("while another process serves it", async () => {
    const dataDir = await folder();
    await open(dataDir);
    expect(await message(open(dataDir))).toMatch(
      /^The database in .* is in use by another process \(\d+\): .*$/,
    );
  });

  it.each([
    [99, /PostgreSQL 99, and this program has PostgreSQL 18: update this program/],
    [9, /PostgreSQL 9, and this program has PostgreSQL 18: install PostgreSQL 9/],
  ])("when it was written by PostgreSQL %i", async (major, words) => {
    const dataDir = await folder();
    writeFileSync(join(dataDir, "database", "PG_VERSION"), `${major}\n`);
    expect(await message(open(dataDir))).toMatch(words);
  });

  it("when it was made with PGlite", async () => {
    const dataDir = await folder();
    rmSync(join(dataDir, "database", "scoreline.conf"));
    expect(await message(open(dataDir))).toMatch(/not made by this version.*PGlite/);
  });

  it("when it cannot be written", async () => {
    const dataDir = join(await folder(), "database", "PG_VERSION", "below");
    expect(await message(open(dataDir))).toContain("set DATA_DIR");
  });
});

describe("after a crash the server", () => {
  it("starts although another program has its process id now", async () => {
    const dataDir = await folder();
    const db = await open(dataDir);
    const text = readLock(join(dataDir, "database"))?.text ?? "";
    await db.close();
    const stranger = spawn("sleep", ["60"]);
    try {
      const lines = text.split("\n").with(0, String(stranger.pid));
      writeFileSync(join(dataDir, "database", "postmaster.pid"), lines.join("\n"));
      const next = await open(dataDir);
      expect(await next.query("select 1 as one")).toEqual([{ one: 1 }]);
    } finally {
      stranger.kill();
    }
  });

  it.each(["", "\0".repeat(90), "0\n"])(
    "starts although its lock is %j, and signals no process",
    async (lock) => {
      const dataDir = await folder();
      const cluster = join(dataDir, "database");
      await (await open(dataDir)).close();
      writeFileSync(join(cluster, "postmaster.pid"), lock);
      writeFileSync(
        join(cluster, "postmaster.opts"),
        `postgres "-c" "${HOST_SETTING}=${spawnSync("true").pid}"`,
      );
      const signals = vi.spyOn(process, "kill");
      onTestFinished(() => signals.mockRestore());
      const db = await open(dataDir);
      expect(await db.query("select 1 as one")).toEqual([{ one: 1 }]);
      expect(signals.mock.calls.filter(([pid]) => !(pid > 0))).toEqual([]);
    },
  );

  it("starts although its process was not reaped", async () => {
    const dataDir = await folder();
    const db = await open(dataDir);
    const text = readLock(join(dataDir, "database"))?.text ?? "";
    await db.close();
    const { uid, gid } = statSync(join(dataDir, "database"));
    // The child ends after `sleep` has replaced the shell, which would reap it. `sleep` never does.
    const child = "while ! grep -q sleep /proc/$$/comm; do :; done";
    const parent = spawn("sh", ["-c", `{ ${child}; } & echo $!; exec sleep 60`], { uid, gid });
    try {
      const [printed] = await once(parent.stdout, "data");
      const ended = Number.parseInt(String(printed), 10);
      await eventually(() => expect(readFileSync(`/proc/${ended}/status`, "utf8")).toMatch(/^State:\s+Z/m));
      const lines = text.split("\n").with(0, String(ended));
      writeFileSync(join(dataDir, "database", "postmaster.pid"), lines.join("\n"));
      const next = await open(dataDir);
      expect(await next.query("select 1 as one")).toEqual([{ one: 1 }]);
    } finally {
      parent.kill();
    }
  });

  it("is restarted after its guard was killed, without leaving a second server", async () => {
    const dataDir = await folder();
    const db = await open(dataDir);
    const pid = readLock(join(dataDir, "database"))?.pid ?? 0;
    const [, parent] = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    process.kill(Number(parent), "SIGKILL");
    await eventually(() => expect(isAlive(pid)).toBe(false));
    await eventually(async () => expect(await db.query("select 1 as one")).toEqual([{ one: 1 }]));
  });
});
