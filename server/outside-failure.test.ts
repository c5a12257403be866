import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ConnectionError, DatabaseError } from "./database/database.ts";
import { StartError } from "./database/start-error.ts";
import { outsideFailure } from "./outside-failure.ts";

/** The error of a call that fails. */
async function errorOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("the call did not fail");
}

describe("a failure that the owner can mend is one line that says what to do:", () => {
  it("files of the operating system", async () => {
    const folder = mkdtempSync(join(tmpdir(), "failure-"));
    const missing = join(folder, "none");
    expect(outsideFailure(await errorOf(() => readFileSync(missing)))).toContain(
      `'${missing}': it is missing`,
    );
    expect(outsideFailure(await errorOf(() => readFileSync(folder)))).toContain("a folder has the place");
    rmSync(folder, { recursive: true });
    for (const [code, words] of Object.entries({
      ENOSPC: "free space",
      EMFILE: "ulimit -n",
      EROFS: "file system writable",
      EACCES: "let this user",
    }))
      expect(outsideFailure(Object.assign(new Error("x"), { code, syscall: "open" }))).toContain(words);
  });

  it("a server that does not answer, also inside another error", () => {
    const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED", syscall: "connect" });
    expect(outsideFailure(new AggregateError([refused]))).toContain("that the server runs");
    expect(outsideFailure(new TypeError("fetch failed", { cause: refused }))).toContain(
      "that the server runs",
    );
  });

  it("PostgreSQL's resources, connections and permissions", () => {
    expect(outsideFailure(new DatabaseError("too many connections", "53300"))).toContain(
      "too many connections",
    );
    expect(outsideFailure(new ConnectionError("lost", "08006"))).toContain("lost (08006)");
    const denied = Object.assign(new Error("permission denied"), { code: "42501", severity: "ERROR" });
    expect(outsideFailure(denied)).toContain("permission denied (42501)");
    expect(outsideFailure(new StartError("Set PORT."))).toBe("Set PORT.");
  });
});

it("a fault of the program keeps its stack", () => {
  expect(outsideFailure(new TypeError("x is not a function"))).toBeNull();
  expect(outsideFailure(new DatabaseError("syntax error", "42601"))).toBeNull();
  expect(outsideFailure("text")).toBeNull();
});
