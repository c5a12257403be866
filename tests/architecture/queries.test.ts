/**
 * Each query of a member's pages says in its `meta` whether its answer is kept on the device: one that is forgotten would be
 * missing without a connection, and nothing else would say so.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const beginning = /\b(?:infiniteQ|q)ueryOptions\(\{/g;
const withMeta = /\b(?:infiniteQ|q)ueryOptions\(\{\n(?: +(?!queryFn)\S.*\n)*? +meta: /g;

function queriesWithoutMeta(code: string): number {
  return [...code.matchAll(beginning)].length - [...code.matchAll(withMeta)].length;
}

it("finds a query without it, also between others", () => {
  const query = (meta: string) => `queryOptions({\n    queryKey: ["a"],\n${meta}    queryFn: load,\n  });\n`;
  const kept = "    meta: onDevice,\n";
  expect(queriesWithoutMeta(query(kept))).toBe(0);
  expect(queriesWithoutMeta(query("") + query(kept) + query(""))).toBe(2);
});

it("every query of a member's pages has it", () => {
  const files = ["web/backend", "web/features", "web/session"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
    )
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith("web/features/admin/"));
  const found = files.filter((path) => queriesWithoutMeta(readFileSync(path, "utf8")) > 0);
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
