import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { BackupError } from "./format.ts";
import { markRestore } from "./unfinished.ts";

function inFolder(work: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "scoreline-restore-"));
  try {
    work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const mark = (folder: string, id: string) => markRestore(folder, id, () => undefined);

it("a restore that was cut short is repeated with the same backup only", () =>
  inFolder((folder) => {
    expect(mark(folder, "one")).toBe(false);
    expect(mark(folder, "one")).toBe(true);
    expect(() => mark(folder, "two")).toThrow(BackupError);
  }));

it.each(["", '{ "backup"'])("restarts a restore that was killed when its mark was %j", (written) =>
  inFolder((folder) => {
    writeFileSync(join(folder, "restore.json"), written);
    expect(mark(folder, "two")).toBe(false);
    expect(mark(folder, "two")).toBe(true);
  }),
);

it("a folder with an unreadable mark and other files is refused", () =>
  inFolder((folder) => {
    writeFileSync(join(folder, "restore.json"), "");
    writeFileSync(join(folder, "keys.json"), "{}");
    expect(() => mark(folder, "two")).toThrow(BackupError);
  }));
