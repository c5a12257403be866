/** The import rules find what they forbid: a checker that read no file would pass everything. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";

let folder = "";
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The names of the rules that a small project with these files breaks. */
function brokenRules(files: Record<string, string>): string[] {
  folder = mkdtempSync(join(tmpdir(), "scoreline-imports-"));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  for (const [path, text] of Object.entries({ "tsconfig.json": "{}", ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const roots = [...new Set(Object.keys(files).map((path) => path.split("/")[0] ?? ""))];
  const config = resolve(".dependency-cruiser.cjs");
  const done = spawnSync(
    resolve("node_modules/.bin/depcruise"),
    ["--config", config, "--output-type", "json", ...roots],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
  const { summary } = JSON.parse(done.stdout) as { summary: { violations: { rule: { name: string } }[] } };
  return [...new Set(summary.violations.map(({ rule }) => rule.name))];
}

const nothing = "export const nothing = 0;\n";
const importing = (path: string): string => `export { nothing } from "${path}";\n`;

describe("the import rules", () => {
  it.each([
    ["web-features-stand-alone", "web/features/home/a.ts", "../matches/b.ts", "web/features/matches/b.ts"],
    ["web-runs-one-way", "web/features/home/a.ts", "../../app/b.ts", "web/app/b.ts"],
    ["web-foundations-know-nobody", "web/ui/a.ts", "../football/b.ts", "web/football/b.ts"],
    [
      "web-session-and-football-know-no-feature",
      "web/session/a.ts",
      "../features/home/b.ts",
      "web/features/home/b.ts",
    ],
    ["server-services-stand-alone", "server/rest/a.ts", "../auth/b.ts", "server/auth/b.ts"],
    ["gateway-and-mail-know-no-service", "server/gateway/a.ts", "../rest/b.ts", "server/rest/b.ts"],
    ["database-knows-nobody", "server/database/a.ts", "../gateway/b.ts", "server/gateway/b.ts"],
    ["server-and-web-are-apart", "server/a.ts", "../web/ui/b.ts", "web/ui/b.ts"],
    ["web-and-server-are-apart", "web/ui/a.ts", "../../server/b.ts", "server/b.ts"],
    ["black-box-tests-know-a-url", "tests/api/a.ts", "../../server/b.ts", "server/b.ts"],
    ["nothing-unresolvable", "web/ui/a.ts", "./missing.ts", "web/ui/b.ts"],
  ])("%s", (rule, from, specifier, to) => {
    expect(brokenRules({ [from]: importing(specifier), [to]: nothing })).toContain(rule);
  });

  it("no-cycles", () => {
    expect(brokenRules({ "web/ui/a.ts": importing("./b.ts"), "web/ui/b.ts": importing("./a.ts") })).toContain(
      "no-cycles",
    );
  });

  it("say nothing of what is allowed", () => {
    expect(
      brokenRules({
        "web/app/a.ts": importing("../features/home/b.ts"),
        "web/features/home/b.ts": importing("../../ui/c.ts"),
        "web/ui/c.ts": nothing,
      }),
    ).toEqual([]);
  });
});
