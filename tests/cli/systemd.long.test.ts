/** The service file, as systemd reads it. Only `npm run test:long` runs this file and installs systemd. */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const UNIT = "deploy/scoreline.service";

describe("the service file", () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "scoreline-unit-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const complaints = (unit: string) =>
    spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" }).stderr.match(
      /scoreline\.service.*/g,
    );

  it("has no setting that systemd does not know", () => {
    const copy = join(folder, "scoreline.service");
    copyFileSync(UNIT, copy);
    expect(complaints(copy)).toBeNull();
    writeFileSync(copy, "[Service]\nExecStart=/bin/true\nProtectEverything=yes\n");
    expect(complaints(copy)?.join()).toContain("ProtectEverything");
  });

  it("exposes the machine with less than 2 of 10", () => {
    const rating = execFileSync("systemd-analyze", ["security", "--offline=true", UNIT], {
      encoding: "utf8",
    });
    const exposure = Number(/Overall exposure level for scoreline\.service: ([\d.]+)/.exec(rating)?.[1]);
    expect(exposure).toBeLessThan(2);
  });
});
