/** `npm run dev` forwards the paths of every route of the host. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { HOST_PATHS } from "../../tools/web/dev-proxy.ts";

/** The path below which a module has its routes, or the paths of its routes if it has no such path. */
function routesIn(code: string): string[] {
  const made = /new Hono(?:<\w+>)?\(\)(?:\.basePath\((?:"([^"]+)"|(\w+))\))?/.exec(code);
  if (!made) return [];
  const [, base, constant] = made;
  if (base !== undefined) return [base];
  if (constant !== undefined)
    return [new RegExp(`const ${constant} = "([^"]+)"`).exec(code)?.[1] ?? constant];
  return [...code.matchAll(/app\.(?:get|post|put|delete|all)\("(\/[^"]*)"/g)].map(([, path = ""]) => path);
}

describe("npm run dev", () => {
  const routes = readdirSync("server", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.(?:test|fixture)\.ts$/.test(file))
    .flatMap((file) => routesIn(readFileSync(join("server", file), "utf8")));

  it("forwards every path that the host serves", () => {
    expect(routes.length).toBeGreaterThan(9);
    expect(routes.filter((route) => !HOST_PATHS.some((path) => `${route}/`.startsWith(`${path}/`)))).toEqual(
      [],
    );
  });

  it("forwards no other path", () => {
    expect(HOST_PATHS.filter((path) => !routes.some((route) => `${route}/`.startsWith(`${path}/`)))).toEqual(
      [],
    );
  });

  it.each([
    ['const app = new Hono().basePath("/auth/v1");', ["/auth/v1"]],
    ['const PATH = "/functions/v1"; const app = new Hono().basePath(PATH);', ["/functions/v1"]],
    [
      'const app = new Hono(); app.get("/healthz", check); app.post("/demo/sign-in", sign);',
      ["/healthz", "/demo/sign-in"],
    ],
  ])("finds the routes of %s", (code, found) => expect(routesIn(code)).toEqual(found));
});
