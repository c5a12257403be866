import { describe, expect, test } from "vitest";
import { createHashing } from "./hashing.ts";

const COST = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

describe("hashing in threads", () => {
  test("answers each of many at once its own", async () => {
    const hashing = createHashing(2);
    const passwords = Array.from({ length: 20 }, (_, index) => `password ${index}`);
    const stored = await Promise.all(passwords.map((password) => hashing.hash(password, COST)));
    expect(new Set(stored).size).toBe(20);
    const own = await Promise.all(stored.map((hash, index) => hashing.verify(hash, passwords[index] ?? "")));
    const other = await Promise.all(stored.map((hash) => hashing.verify(hash, "password 20")));
    expect([new Set(own), new Set(other)]).toEqual([new Set([true]), new Set([false])]);
  });

  test("refuses what is no hash, and goes on", async () => {
    const hashing = createHashing(1);
    await expect(hashing.verify("$argon2id$nonsense", "x")).rejects.toThrow();
    expect(await hashing.hash("x", COST)).toMatch(/^\$argon2id\$/);
  });
});
