/** What the host writes outlasts a power failure: only durable-files.ts writes files. Biome refuses the imports of others. */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";

/** The files that Biome refuses because of the rule. */
function refused(files: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), "scoreline-lint-"));
  try {
    for (const path of ["biome.json", "tools/lint/one-clock.grit"]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      copyFileSync(path, join(folder, path));
    }
    mkdirSync(join(folder, "server"));
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    const args = [
      "lint",
      "--vcs-enabled=false",
      "--only=style/noRestrictedImports",
      "--reporter=github",
      "server",
    ];
    const { stdout } = spawnSync(resolve("node_modules/.bin/biome"), args, {
      cwd: folder,
      encoding: "utf8",
    });
    return Object.keys(files).filter((path) => stdout.includes(path));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const using = (name: string, module: string) =>
  `import { ${name} } from "${module}";\nexport const used = ${name};\n`;

it("Biome refuses other writers in the host, and accepts readers", () => {
  const writers = Object.fromEntries(
    [
      ["writeFileSync", "node:fs"],
      ["renameSync", "node:fs"],
      ["appendFileSync", "node:fs"],
      ["createWriteStream", "node:fs"],
      ["openSync", "node:fs"],
      ["writeFile", "node:fs/promises"],
      ["rename", "node:fs/promises"],
      ["copyFile", "node:fs/promises"],
    ].map(([name = "", module = ""]) => [`server/${name}.ts`, using(name, module)]),
  );
  const allowed = {
    "server/reader.ts": using("readFileSync", "node:fs"),
    "server/durable-files.ts": using("renameSync", "node:fs"),
    "server/planted.test.ts": using("renameSync", "node:fs"),
  };
  expect(refused({ ...writers, ...allowed })).toEqual(Object.keys(writers));
});

/** What Biome does not see. */
const OTHER_WRITERS =
  /\bopen\([^)]*,\s*[^)]|\bimport \* as \w+ from "(node:)?fs|from "fs[/"]|import\("(node:)?fs|\brequire\("(node:)?fs/;

it("the host opens no file for writing, and imports no whole module that writes files", () => {
  const files = readdirSync("server", { recursive: true, encoding: "utf8" })
    .map((path) => `server/${path}`)
    .filter((path) => path.endsWith(".ts") && !/\.(test|fixture)\.ts$|durable-files\.ts$/.test(path))
    .filter((path) => /from "(node:)?fs|import\("(node:)?fs/.test(readFileSync(path, "utf8")));
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((path) => OTHER_WRITERS.test(readFileSync(path, "utf8")))).toEqual([]);
  expect(OTHER_WRITERS.test('await open(path, "w")')).toBe(true);
});
