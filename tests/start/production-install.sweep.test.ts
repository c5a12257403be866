/** A built club runs with the packages of its host only, as the image and the commands of docs/deploy.md install them. */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../tools/host/spawn-host.ts";
import { bytesOf } from "./bytes-of.ts";
import { killLaunched, launch, serving, stopped } from "./launch.ts";

const MOST_BYTES = 200_000_000;
const BUILT = ["build", "words/generated", "supabase/functions/_words"];
const club = mkdtempSync(join(tmpdir(), "scoreline-production-"));

beforeAll(() => {
  chmodSync(club, 0o755); // PostgreSQL's user must enter it when the tests run as root
  const sources = execFileSync("git", ["ls-files"], { encoding: "utf8" })
    .split("\n")
    .filter((path) => path !== "" && !/^(bench|docs|tests)\//.test(path));
  for (const path of [...sources, ...BUILT]) cpSync(path, join(club, path), { recursive: true });
  execFileSync("npm", ["ci", "--omit=dev", "--workspace=host"], { cwd: club });
});
afterAll(async () => {
  await killLaunched();
  rmSync(club, { recursive: true, force: true });
});

it("a built club has less than 200 MB with its packages and sources", () => {
  expect(bytesOf(club)).toBeLessThan(MOST_BYTES);
});

it("a built club starts without an installation or a build, and serves its page and its functions", async () => {
  const PORT = String(await freePort());
  const child = launch(
    { PORT, DATA_DIR: join(club, "data"), WEB_DIR: "build/web" },
    { program: ["tools/start.mjs", "--empty"], cwd: club },
  );
  expect(await serving(child)).not.toMatch(/Installing|Building/);
  const page = await fetch(`http://127.0.0.1:${PORT}/`, { headers: { "accept-language": "fr" } });
  expect(await page.text()).toContain('lang="fr"');
  const found = await fetch(`http://127.0.0.1:${PORT}/functions/v1/phone-lookup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ phone: "+447700900000" }),
  });
  expect(found.status).toBe(200);
  expect(await stopped(child)).toBe(0);
});
