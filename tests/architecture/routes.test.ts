/** Each route is written once, in web/paths.ts, and the dashboard's tabs are found by their addresses. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { paths } from "../../web/paths.ts";

const routes = Object.values(paths).filter((path) => path !== "/" && !path.includes(":"));
const literals = new RegExp(`["'\`](?:${routes.join("|")})(?=["'\`/?#])|(?:to=|navigate\\()\\{?"/"`, "g");

/** The route literals of a module, without its import paths. */
function routeLiterals(code: string): string[] {
  return code.replace(/(?:from|import)\s*\(?"[^"]+"/g, "").match(literals) ?? [];
}

describe("the routes", () => {
  it.each([
    '<Link to="/matches">',
    '<a href="/archives/7">',
    'navigate("/leaderboard?competition=fa_cup")',
    '<Navigate to="/" replace />',
    "'/auth'",
  ])("are found in %s", (code) => {
    expect(routeLiterals(code)).toHaveLength(1);
  });

  it("ignores modules whose path resembles a route", () => {
    expect(routeLiterals('import { Guard } from "/matches/guard.tsx"; const next = paths.matches;')).toEqual(
      [],
    );
  });

  it("are literals in web/paths.ts only", () => {
    const modules = readdirSync("web", { recursive: true, encoding: "utf8" })
      .map((file) => join("web", file))
      // The service worker is bundled separately, and its /auth is an API path of the host.
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^web.(?:service-worker.|paths\.ts$)/.test(file));
    expect(modules.length).toBeGreaterThan(100);
    const repeated = modules.flatMap((file) =>
      routeLiterals(readFileSync(file, "utf8")).map((literal) => `${file}: ${literal}`),
    );
    expect(repeated).toEqual([]);
  });
});

describe("the dashboard's tabs", () => {
  /** Those whose panel is named by what it is about. */
  const NAMED_BY_SUBJECT: Readonly<Record<string, string>> = {
    users: "members",
    predictions: "members",
    management: "members",
    "api-settings": "provider",
  };

  it("have the panel NAME/NAME-panel.tsx, where NAME is the last part of the address", () => {
    const list = readFileSync("web/features/admin/dashboard/dashboard-tabs.ts", "utf8");
    const tabs = [
      ...list.matchAll(/path: "([^"]+)"[^}]*?import\("\.\.?\/(?:[^/"]+\/)??([^/"]+\/[^/"]+)"\)/g),
    ];
    expect(tabs.length).toBe(list.match(/path: "/g)?.length);
    const names = tabs.map(([, path = ""]) => NAMED_BY_SUBJECT[path] ?? path);
    expect(tabs.map(([, , file]) => file)).toEqual(names.map((name) => `${name}/${name}-panel.tsx`));
  });
});
