import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import {
  isDraftOf,
  linkDurably,
  makeFolderDurably,
  storeDurably,
  syncTree,
  writeDurably,
} from "./durable-files.ts";

const parent = mkdtempSync(join(tmpdir(), "scoreline-durable-"));
afterAll(() => rmSync(parent, { recursive: true }));
const folder = (name: string): string => {
  const path = join(parent, name, "below");
  makeFolderDurably(path);
  return path;
};
const modeOf = (path: string): number => statSync(path).mode & 0o777;

it("syncs a small file, and then the folder that has its name", () => {
  const path = join(folder("synced"), "keys.json");
  const { fsyncSync } = fs;
  const synced: number[] = [];
  const listenWith = (next: typeof fsyncSync) => {
    fs.fsyncSync = next;
    syncBuiltinESMExports();
  };
  listenWith((file) => {
    fsyncSync(file);
    synced.push(fs.fstatSync(file).ino);
  });
  try {
    writeDurably(path, "one");
  } finally {
    listenWith(fsyncSync);
  }
  expect(synced).toEqual([path, join(path, "..")].map((one) => statSync(one).ino));
});

it("replaces a file unless it is told to keep it, and leaves no draft", () => {
  const path = join(folder("written"), "keys.json");
  writeDurably(path, "one");
  writeDurably(path, "two");
  writeDurably(path, "three", { replace: false });
  expect(readFileSync(path, "utf8")).toBe("two");
  expect(modeOf(path)).toBe(0o600);
  expect(readdirSync(join(path, ".."))).toEqual(["keys.json"]);
});

it("stores a stream in new folders, over the draft of an interrupted process", async () => {
  const path = join(folder("stored"), "a", "b", "backup.tar.gz");
  makeFolderDurably(join(path, ".."));
  writeFileSync(`${path}.partial`, "a longer text than the next one", { mode: 0o644 });
  await storeDurably(path, parts());
  expect(readFileSync(path, "utf8")).toBe("one two");
  expect([modeOf(path), modeOf(join(path, ".."))]).toEqual([0o600, 0o700]);
  await linkDurably(path, join(parent, "stored", "new", "copy"));
  await syncTree(parent);
  expect(readFileSync(join(parent, "stored", "new", "copy"), "utf8")).toBe("one two");
});

it("leaves the file as it was, and no draft, when the source fails", async () => {
  const path = join(folder("failed"), "backup.tar.gz");
  writeDurably(path, "whole");
  await expect(storeDurably(path, broken())).rejects.toThrow("no more");
  expect(readFileSync(path, "utf8")).toBe("whole");
  expect(readdirSync(join(path, ".."))).toEqual(["backup.tar.gz"]);
});

it("recognises the drafts of a file", () => {
  expect(isDraftOf("/data/restore.json", "restore.json.0123456789ab.tmp")).toBe(true);
  for (const name of ["restore.json", "restore.json.tmp", "other.json.0123456789ab.tmp"])
    expect(isDraftOf("/data/restore.json", name)).toBe(false);
});

async function* parts(): AsyncGenerator<Buffer> {
  yield Buffer.from("one ");
  yield Buffer.from("two");
}

async function* broken(): AsyncGenerator<Buffer> {
  yield Buffer.from("one");
  throw new Error("no more");
}
