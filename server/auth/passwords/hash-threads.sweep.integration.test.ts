import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { hashSync } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHashThreads } from "./hash-threads.ts";

/** The real cost: tens of milliseconds of CPU time. */
const STRONG = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };
const COST = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

describe("hashing in threads", () => {
  test("returns each concurrent caller its own result", async () => {
    const hashing = createHashThreads(2);
    const passwords = Array.from({ length: 20 }, (_, index) => `password ${index}`);
    const stored = await Promise.all(passwords.map((password) => hashing.hash(password, COST)));
    expect(new Set(stored).size).toBe(20);
    const own = await Promise.all(stored.map((hash, index) => hashing.verify(hash, passwords[index] ?? "")));
    const other = await Promise.all(stored.map((hash) => hashing.verify(hash, "password 20")));
    expect([new Set(own), new Set(other)]).toEqual([new Set([true]), new Set([false])]);
  });

  test.each(["2a", "2b", "2y"])("verifies bcrypt hashes of other programs: $%s", async (version) => {
    const stored = `$${version}$10$abcdefghijklmnopqrstuuBHF.FLdkhQ5crnMGwEOSUSOwlB4GnUq`; // made by libxcrypt's crypt(3)
    const hashing = createHashThreads(1);
    const answers = ["Correct1Horse", "correct1horse", ""].map((password) =>
      hashing.verify(stored, password),
    );
    expect(await Promise.all(answers)).toEqual([true, false, false]);
  });

  test("refuses a malformed hash and continues", async () => {
    const hashing = createHashThreads(1);
    await expect(hashing.verify("$argon2id$nonsense", "x")).rejects.toThrow();
    expect(await hashing.hash("x", COST)).toMatch(/^\$argon2id\$/);
  });
});

describe("hashing beside programs that keep every core busy", () => {
  const busy: ChildProcess[] = [];
  beforeAll(() => {
    for (let core = 0; core < 2 * availableParallelism(); core++)
      busy.push(spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
  });
  afterAll(() => {
    for (const program of busy) program.kill("SIGKILL");
  });

  test("takes a small multiple of the time of hashing in the main thread", async () => {
    const hashing = createHashThreads(1);
    const timeOf = async (hash: (password: string, cost: typeof STRONG) => unknown) => {
      const started = performance.now();
      for (let time = 0; time < 3; time++) await hash("Correct1Horse", STRONG);
      return performance.now() - started;
    };
    // A thread of low priority would take fifty times as long.
    expect((await timeOf(hashing.hash)) / (await timeOf(hashSync))).toBeLessThan(15);
  });
});
