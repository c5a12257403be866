/** Each import rule finds a planted violation: a checker that reads no file would accept everything. */
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

/** For each rule, the folder of a file that breaks it and the file's import. The file is named after the rule, so one run checks all rules. */
const BREAKING: Readonly<Record<string, readonly [folder: string, specifier: string]>> = {
  "web-features-stand-alone": ["web/features/home", "../matches/target.ts"],
  "admin-groups-stand-alone": ["web/features/admin/members", "../money/target.ts"],
  "web-runs-one-way": ["web/features/home", "../../app/target.ts"],
  "web-foundations-know-nobody": ["web/ui", "../football/target.ts"],
  "web-ui-knows-no-backend": ["web/ui", "../backend/target.ts"],
  "web-backend-knows-no-ui": ["web/backend", "../ui/target.ts"],
  "football-fetches-nothing": ["web/football", "../backend/connection/client.ts"],
  "web-session-and-football-know-no-feature": ["web/session", "../features/matches/target.ts"],
  "server-services-stand-alone": ["server/rest", "../auth/target.ts"],
  "gateway-and-delivery-know-no-service": ["server/gateway", "../rest/target.ts"],
  "database-imports-only-itself": ["server/database", "../gateway/target.ts"],
  "config-knows-no-service": ["server/config", "../storage/target.ts"],
  "auth-external-imports-no-folder-above": ["server/auth/external", "../endpoints/target.ts"],
  "auth-mfa-imports-no-folder-above": ["server/auth/mfa", "../external/target.ts"],
  "auth-messages-imports-no-folder-above": ["server/auth/messages", "../mfa/target.ts"],
  "auth-verification-imports-no-folder-above": ["server/auth/verification", "../messages/target.ts"],
  "auth-sessions-imports-no-folder-above": ["server/auth/sessions", "../verification/target.ts"],
  "auth-accounts-imports-no-folder-above": ["server/auth/accounts", "../sessions/target.ts"],
  "auth-passwords-imports-no-folder-above": ["server/auth/passwords", "../accounts/target.ts"],
  "rest-response-imports-no-folder-above": ["server/rest/response", "../endpoints/target.ts"],
  "rest-query-imports-no-folder-above": ["server/rest/query", "../response/target.ts"],
  "rest-plan-imports-no-folder-above": ["server/rest/plan", "../query/target.ts"],
  "rest-request-imports-no-folder-above": ["server/rest/request", "../plan/target.ts"],
  "rest-schema-cache-imports-no-folder-above": ["server/rest/schema-cache", "../request/target.ts"],
  "realtime-broadcast-imports-no-folder-above": ["server/realtime/broadcast", "../connection/target.ts"],
  "realtime-presence-imports-no-folder-above": ["server/realtime/presence", "../broadcast/target.ts"],
  "realtime-channels-imports-no-folder-above": ["server/realtime/channels", "../presence/target.ts"],
  "realtime-changes-imports-no-folder-above": ["server/realtime/changes", "../channels/target.ts"],
  "storage-images-imports-no-folder-above": ["server/storage/images", "../endpoints/target.ts"],
  "storage-objects-imports-no-folder-above": ["server/storage/objects", "../images/target.ts"],
  "storage-stores-imports-no-folder-above": ["server/storage/stores", "../objects/target.ts"],
  "auth-shared-files-import-no-folder": ["server/auth", "./accounts/target.ts"],
  "rest-shared-files-import-no-folder": ["server/rest", "./query/target.ts"],
  "realtime-shared-files-import-no-folder": ["server/realtime", "./channels/target.ts"],
  "storage-shared-files-import-no-folder": ["server/storage", "./objects/target.ts"],
  "host-knows-no-application": ["server/auth", "../club/target.ts"],
  "server-and-web-are-apart": ["server", "../web/ui/target.ts"],
  "commands-know-no-screen": ["tools", "../web/app/target.ts"],
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

  it("allow imports of lower layers", () => {
    expect(
      brokenRules({
        "web/app/a.ts": importing("../features/home/b.ts"),
        "web/features/home/b.ts": importing("../../ui/c.ts"),
        "web/ui/c.ts": NOTHING,
      }),
    ).toEqual([]);
  });
});
