/** The rules for the chunks of the page: each takes modules of the built page and names what exists. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build, type Rolldown } from "vite";
import { afterAll, describe, expect, it } from "vitest";
import { Chunks, pageChunks, RULES, type Rule, unknownNames } from "../../tools/web/page-chunks.ts";
import { filesOfPage } from "./built-page.ts";

const ids = [
  "/club/web/main.tsx",
  "/club/web/ui/dialog.tsx",
  "/club/web/ui/field.tsx",
  "/club/web/ui/theme.css",
  "/club/node_modules/@base-ui/react/dialog/index.mjs",
];

describe("the rules for chunks", () => {
  it.each(RULES.map((rule) => [rule.chunk]))("built the chunk %s", (chunk) => {
    const built = filesOfPage().filter((file) => new RegExp(`^${chunk}-[\\w-]{7}\\.(?:js|css)$`).test(file));
    expect(built).toHaveLength(1);
  });

  it("name only folders of web/ and installed libraries", () => {
    const named = RULES.flatMap(({ folders, later, except, needing, without, libraries }) => [
      ...[folders, later, except].flatMap((paths) => paths ?? []).map((path) => join("web", path)),
      ...[needing, without].flatMap((name) => name ?? []).map((name) => join("node_modules", name)),
      ...(libraries === "all" ? [] : (libraries ?? [])).map((library) =>
        join("node_modules", typeof library === "string" ? library : library.name),
      ),
    ]);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each<[Rule, string[]]>([
    [{ chunk: "a", folders: ["ui"], except: ["old"] }, ["the folder web/old"]],
    [{ chunk: "b", later: ["ui", "gone"] }, ["the folder web/gone"]],
    [{ chunk: "c", folders: ["ui"], needing: "@base-ui/react", without: "d3" }, ["the library d3"]],
    [{ chunk: "d", libraries: ["@base-ui/react", "@base-ui"] }, []],
    [
      { chunk: "e", libraries: [{ name: "@base-ui/react", files: /menu/ }] },
      ["the library @base-ui/react (/menu/)"],
    ],
  ])("are refused if they name what the page does not have: %j", (rule, unknown) => {
    expect(unknownNames([rule], "/club/web", ids)).toEqual(unknown);
  });
});

describe("a rule", () => {
  const imports: Record<string, string[]> = {
    "/club/web/main.tsx": ["/club/web/ui/field.tsx"],
    "/club/web/list.tsx": ["/club/web/ui/dialog.tsx"],
    "/club/web/ui/dialog.tsx": ["/club/node_modules/@base-ui/react/dialog/index.mjs"],
  };
  const lazy: Record<string, string[]> = { "/club/web/main.tsx": ["/club/web/pages/late.tsx"] };
  imports["/club/web/pages/late.tsx"] = ["/club/web/list.tsx"];
  const chunks = new Chunks("/club/web", ["/club/web/main.tsx"], (id) => ({
    importedIds: imports[id] ?? [],
    dynamicallyImportedIds: lazy[id] ?? [],
    dynamicImporters: Object.keys(lazy).filter((importer) => lazy[importer]?.includes(id)),
  }));
  const all = [...ids, "/club/web/list.tsx", "/club/web/pages/late.tsx"];
  const taken = (rule: Omit<Rule, "chunk">) =>
    all.filter((id) => chunks.takes({ chunk: "any", ...rule }, id));

  it("takes the code of its folders, without stylesheets", () =>
    expect(taken({ folders: ["ui"] })).toEqual(["/club/web/ui/dialog.tsx", "/club/web/ui/field.tsx"]));

  it("tells modules that need a library from those that do not", () => {
    expect(taken({ folders: ["ui"], needing: "@base-ui/react" })).toEqual(["/club/web/ui/dialog.tsx"]);
    expect(taken({ folders: ["ui"], without: "@base-ui/react" })).toEqual(["/club/web/ui/field.tsx"]);
  });

  it("takes what the first page loads later, but no lazily loaded module itself", () =>
    expect(taken({ later: ["pages"] })).toEqual(["/club/web/ui/dialog.tsx", "/club/web/list.tsx"]));

  it("takes stylesheets if it is about styles", () =>
    expect(taken({ styles: true })).toEqual(["/club/web/ui/theme.css"]));
});

describe("the build", () => {
  const club = mkdtempSync(join(tmpdir(), "page-chunks-"));
  const files = {
    "index.html": '<script type="module" src="/main.ts"></script>',
    "main.ts":
      'import { title } from "./ui/title.ts"; title(); void import("./features/home/home-page.tsx");',
    "features/home/home-page.tsx":
      'import { title } from "../../ui/title.ts"; export const Component = title;',
    "ui/title.ts": "export const title = () => document.title;",
  };
  for (const [file, code] of Object.entries(files)) {
    mkdirSync(join(club, "web", dirname(file)), { recursive: true });
    writeFileSync(join(club, "web", file), code);
  }
  afterAll(() => rmSync(club, { recursive: true }));
  const built = async (...rules: Rule[]) => {
    const output = await build({
      root: join(club, "web"),
      configFile: false,
      logLevel: "silent",
      plugins: [pageChunks(rules)],
      build: { write: false },
    });
    return (output as Rolldown.RolldownOutput).output.map(({ name }) => name);
  };

  it("makes a chunk of what the entry and Home share", async () => {
    expect(await built({ chunk: "shell", first: true, sharedBy: 2 })).toContain("shell");
  });

  it("fails if a rule takes no module", async () => {
    await expect(built({ chunk: "titles", folders: ["ui"], sharedBy: 9 })).rejects.toThrow(
      "The rules for these chunks take no module: titles",
    );
  });

  it("fails if a rule names a folder that the page does not have", async () => {
    await expect(built({ chunk: "titles", folders: ["ui", "titles"] })).rejects.toThrow(
      "The rules for chunks name what the page does not have: the folder web/titles",
    );
  });
});
