/** A backup that is damaged anywhere is refused in one line. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import { BackupError } from "./format.ts";
import { verifyBackup } from "./read-backup.ts";

const RELEASES = "tests/releases";
const sample = join(RELEASES, readdirSync(RELEASES).find((name) => name.endsWith(".tar.gz")) ?? "");
const folder = mkdtempSync(join(tmpdir(), "read-backup-test-"));
const file = join(folder, "club.tar.gz");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function refusal(bytes: Buffer): Promise<string> {
  writeFileSync(file, bytes);
  const error: unknown = await verifyBackup(file).then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(BackupError);
  const { message } = error as BackupError;
  expect(message).toMatch(/^.* is damaged.* Nothing was changed\.$/);
  return message;
}

/** A copy with one byte inverted, this far into it. */
function damaged(bytes: Buffer, share: number): Buffer {
  const copy = Buffer.from(bytes);
  const at = Math.floor(bytes.length * share);
  copy[at] = (copy[at] ?? 0) ^ 255;
  return copy;
}

it("accepts an undamaged file", async () => {
  expect((await verifyBackup(sample)).summary.tables.length).toBeGreaterThan(50);
});

it.each([0, 0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.999])(
  "refuses a file that is damaged or ends after a share of %f",
  async (share) => {
    const bytes = readFileSync(sample);
    await refusal(damaged(bytes, share));
    await refusal(bytes.subarray(0, Math.floor(bytes.length * share)));
  },
);

it("refuses a file whose rows were changed, although it was compressed again", async () => {
  const tar = gunzipSync(readFileSync(sample));
  const at = tar.indexOf("Olivia Marchand");
  expect(at).toBeGreaterThan(0);
  tar.write("Olivia Merchant", at);
  expect(await refusal(gzipSync(tar))).toMatch(/the rows of .* differ from their hash/);
});
