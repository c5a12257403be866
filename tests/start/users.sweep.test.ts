/** The users that a host is started as, and the folders they can enter: PostgreSQL does not run as root. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { dataFolderOf, prepareHome } from "../../server/database/embedded/home/home.ts";
import { removeDataFolder, unusedHomes } from "../../server/database/embedded/home/unused-homes.ts";
import { chooseRunAs, works } from "../../server/database/embedded/run-as.ts";
import { freePort } from "../../tools/host/spawn-host.ts";
import {
  ended,
  expectOneLine,
  killLaunched,
  type LaunchOptions,
  launch,
  serving,
  stopped,
} from "./launch.ts";

const NOBODY = { uid: 65_534, gid: 65_534 };
const folder = mkdtempSync(join(tmpdir(), "scoreline-users-"));
chmodSync(folder, 0o755);
afterAll(async () => {
  await killLaunched();
  rmSync(folder, { recursive: true, force: true });
});

/** Replaces itself by the program in its arguments. */
const RUN = `
const [program, ...args] = process.argv.slice(1);
const child = require("node:child_process").spawn(program, args, { stdio: "inherit" });
for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => child.kill(name));
child.once("exit", (code) => process.exit(code ?? 1));`;

/** Starts twice, because the second start finds the files of the first. Returns the output of the second. */
async function startsTwice(DATA_DIR: string, options: LaunchOptions = {}): Promise<string> {
  let printed = "";
  for (let start = 0; start < 2; start++) {
    const child = launch({ PORT: String(await freePort()), DATA_DIR, BACKUPS: "0" }, options);
    printed = await serving(child);
    expect(await stopped(child)).toBe(0);
  }
  return printed;
}

/** This checkout, or a copy of what a host needs if only root can enter the checkout's folder. */
function enterable(): string {
  if (works(["test", "-r", join(process.cwd(), "build/server/main.js")], NOBODY)) return process.cwd();
  const copy = join(folder, "checkout");
  if (!existsSync(copy)) {
    mkdirSync(copy);
    const parts = ["package.json", "club.json", "build", "node_modules", "supabase"];
    expect(spawnSync("cp", ["-a", ...parts, copy], { stdio: "inherit" }).status).toBe(0);
  }
  return copy;
}

if (process.getuid?.() === 0) {
  describe("root", () => {
    it("keeps the database in a folder that every user can enter, as PostgreSQL's user", async () => {
      const dataDir = join(folder, "open");
      expect(await startsTwice(dataDir)).not.toContain("/var/lib");
      expect(statSync(dataDir).mode & 0o777).toBe(0o710);
      expect(statSync(join(dataDir, "database")).uid).not.toBe(0);
      expect(statSync(join(dataDir, "keys.json"))).toMatchObject({ uid: 0 });
    });

    it("keeps it in /var/lib/scoreline when that user cannot enter the folder, and says so", async () => {
      const home = join(folder, "home");
      mkdirSync(home, { mode: 0o700 });
      const dataDir = join(home, "data");
      expect(await startsTwice(dataDir)).toMatch(
        /^The database is in \/var\/lib\/scoreline\/[0-9a-f]{12}: .*\n/m,
      );
      const target = readlinkSync(join(dataDir, "database"));
      expect(target).toMatch(/^\/var\/lib\/scoreline\/[0-9a-f]{12}\/database$/);
      expect(statSync(home).mode & 0o777).toBe(0o700);

      const isUnused = () => unusedHomes().find((unused) => unused.folder === dirname(target));
      expect(isUnused()).toBeUndefined();
      const renamed = join(home, "renamed");
      renameSync(dataDir, renamed);
      expect(isUnused()).toBeUndefined();
      const moved = join(folder, "moved");
      renameSync(renamed, moved);
      expect(isUnused()).toMatchObject({ dataFolder: dataDir });
      prepareHome(moved, chooseRunAs());
      expect(isUnused()).toBeUndefined();
      expect(dataFolderOf(dirname(target))).toBe(moved);
      cpSync(moved, dataDir, { recursive: true, verbatimSymlinks: true });
      await removeDataFolder(dataDir);
      expect(existsSync(target)).toBe(true);
      rmSync(join(dirname(target), "home.json")); // as earlier versions made it
      expect(isUnused()).toMatchObject({ dataFolder: null });
      await removeDataFolder(moved);
      expect([moved, dirname(target)].filter((path) => existsSync(path))).toEqual([]);
    });

    it("continues a start that was killed before it had made the folder there, and never replaces a lost one", () => {
      const home = join(folder, "killed");
      mkdirSync(home, { mode: 0o700 });
      const dataDir = join(home, "data");
      mkdirSync(dataDir, { mode: 0o700 });
      const target = "/var/lib/scoreline/0123456789ab";
      symlinkSync(join(target, "database"), join(dataDir, "database"));
      expect(prepareHome(dataDir, chooseRunAs())?.folder).toBe(target);
      rmSync(target, { recursive: true });
      writeFileSync(join(dataDir, "keys.json"), "{}");
      expect(() => prepareHome(dataDir, chooseRunAs())).toThrow(/its link leads to .*, which does not exist/);
    });

    it.each(["077", "027"])("starts under the umask %s of a hardened machine", async (umask) => {
      const program = ["--import", `data:text/javascript,process.umask(0o${umask})`, "build/server/main.js"];
      const dataDir = join(folder, `umask-${umask}`);
      await startsTwice(dataDir, { program });
      for (const name of ["scoreline.conf", "scoreline_hba.conf"])
        expect(statSync(join(dataDir, "database", name)).uid).toBe(statSync(join(dataDir, "database")).uid);
    });

    it("starts as a user id without a name, also with a password instead of a socket", async () => {
      const user = { uid: 12_345, gid: 12_345 };
      for (const name of ["nameless", "n".repeat(100)]) {
        const dataDir = join(folder, name);
        mkdirSync(dataDir, { mode: 0o700 });
        chownSync(dataDir, user.uid, user.gid);
        await startsTwice(dataDir, { user, cwd: enterable() });
        expect(statSync(join(dataDir, "database")).uid).toBe(user.uid);
      }
    });

    it("says what to do for such a user where there are no namespaces", async () => {
      const dataDir = join(folder, "no-namespaces");
      mkdirSync(dataDir);
      chownSync(dataDir, 12_345, 12_345);
      const tools = join(folder, "tools");
      mkdirSync(tools);
      symlinkSync("/usr/bin/id", join(tools, "id"));
      const env = { PORT: String(await freePort()), DATA_DIR: dataDir, PATH: tools };
      const child = launch(env, { user: { uid: 12_345, gid: 12_345 }, cwd: enterable() });
      expectOneLine(
        await ended(child),
        /user id 12345, which has no name.*\/etc\/passwd, or set DATABASE_URL/,
      );
    });

    it("uses a user namespace where it may not change its user", async () => {
      const dataDir = join(folder, "namespace");
      const capabilities = "-setuid,-setgid,-chown";
      const confined = ["--bounding-set", capabilities, "--inh-caps", capabilities, process.execPath];
      const program = ["-e", RUN, "setpriv", ...confined, "build/server/main.js"];
      await startsTwice(dataDir, { program });
      expect(lstatSync(join(dataDir, "database")).uid).toBe(0);
    });
  });
}

it("an ordinary user serves a folder that nobody else can enter", async () => {
  const dataDir = join(folder, "ordinary");
  mkdirSync(dataDir, { mode: 0o700 });
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(dataDir, NOBODY.uid, NOBODY.gid);
  await startsTwice(dataDir, isRoot ? { user: NOBODY, cwd: enterable() } : {});
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});
