/** The import rules find what they forbid: a checker that read no file would pass everything. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";

/** The rules that a small project with these files breaks, as "rule: importing file". */
function brokenRules(files: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), "scoreline-imports-"));
  try {
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
    for (const [path, text] of Object.entries({ "tsconfig.json": "{}", ...files })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const roots = [...new Set(Object.keys(files).map((path) => path.split("/")[0] ?? ""))];
    const args = ["--config", resolve(".dependency-cruiser.cjs"), "--output-type", "json", ...roots];
    const { stdout } = spawnSync(resolve("node_modules/.bin/depcruise"), args, {
      cwd: folder,
      encoding: "utf8",
    });
    const { summary } = JSON.parse(stdout) as {
      summary: { violations: { from: string; rule: { name: string } }[] };
    };
    return summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const NOTHING = "export const nothing = 0;\n";
const importing = (path: string): string => `export { nothing } from "${path}";\n`;

/** One file that breaks each rule, and what it imports. A file's name is its rule's: one run checks them all. */
const BREAKING: Readonly<Record<string, readonly [folder: string, specifier: string]>> = {
  "web-features-stand-alone": ["web/features/home", "../matches/target.ts"],
  "web-runs-one-way": ["web/features/home", "../../app/target.ts"],
  "web-foundations-know-nobody": ["web/ui", "../football/target.ts"],
  "web-ui-knows-no-backend": ["web/ui", "../backend/target.ts"],
  "web-backend-knows-no-ui": ["web/backend", "../ui/target.ts"],
  "football-fetches-nothing": ["web/football", "../backend/connection/client.ts"],
  "web-session-and-football-know-no-feature": ["web/session", "../features/matches/target.ts"],
  "server-services-stand-alone": ["server/rest", "../auth/target.ts"],
  "gateway-and-mail-know-no-service": ["server/gateway", "../rest/target.ts"],
  "database-knows-nobody": ["server/database", "../gateway/target.ts"],
  "server-and-web-are-apart": ["server", "../web/ui/target.ts"],
  "web-and-server-are-apart": ["web/ui", "../../server/target.ts"],
  "black-box-tests-know-a-url": ["tests/api", "../../server/target.ts"],
  "nothing-unresolvable": ["web/ui", "./missing.ts"],
};

describe("the import rules", () => {
  const files: Record<string, string> = {
    "web/ui/no-cycles.ts": importing("./no-cycles-either.ts"),
    "web/ui/no-cycles-either.ts": importing("./no-cycles.ts"),
  };
  for (const [rule, [folder, specifier]] of Object.entries(BREAKING)) {
    files[`${folder}/${rule}.ts`] = importing(specifier);
    if (!specifier.includes("missing")) files[posix.join(folder, specifier)] = NOTHING;
  }
  let broken: string[];
  beforeAll(() => {
    broken = brokenRules(files);
  });

  it.each(Object.entries(BREAKING))("%s", (rule, [folder]) => {
    expect(broken).toContain(`${rule}: ${folder}/${rule}.ts`);
  });

  it("no-cycles", () => {
    expect(broken).toContainEqual(expect.stringMatching(/^no-cycles: web\/ui\/no-cycles/));
  });

  it("allow what is downwards", () => {
    expect(
      brokenRules({
        "web/app/a.ts": importing("../features/home/b.ts"),
        "web/features/home/b.ts": importing("../../ui/c.ts"),
        "web/ui/c.ts": NOTHING,
      }),
    ).toEqual([]);
  });
});
