/** The Dockerfiles, compose.yaml and the service file name what the host and the repository have. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

const read = (path: string) => readFileSync(path, "utf8");
const names = (lines: string) =>
  [...lines.replace(/\$\{[^}]*\}/g, "").matchAll(/\b([A-Z][A-Z_]+)(?:=|: )/g)].map(([, name]) => name);

/** The variables of the README's table, and Node's own. */
const known = [...read("README.md").matchAll(/^\| (`[A-Z_]+`[^|]*)\|/gm)].flatMap(([, cell]) =>
  [...(cell ?? "").matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
);
const settings = new Set([...known, "NODE_ENV"]);

/** The lines that set the host's variables in each file. */
const DOCKERFILES = ["Dockerfile", "host/Dockerfile"];
const variablesOf = (file: string) => (read(file).match(/^ENV .*$/gm) ?? []).join("\n");
const setters = {
  ...Object.fromEntries(DOCKERFILES.map((file) => [file, variablesOf(file)])),
  "compose.yaml": /(?<=^ {4}environment:\n)(?: {6}.*\n)+/m.exec(read("compose.yaml"))?.[0] ?? "",
  "deploy/scoreline.service":
    read("deploy/scoreline.service")
      .match(/^Environment=.*$/gm)
      ?.join("\n") ?? "",
};

describe("packaging", () => {
  it.each(Object.entries(setters))("%s sets only variables that the README names", (_file, lines) => {
    const set = names(lines);
    expect(set.length).toBeGreaterThan(1);
    expect(set.filter((name) => !settings.has(name ?? ""))).toEqual([]);
  });

  it.each(DOCKERFILES)("%s copies files that exist", (file) => {
    const copies = [...read(file).matchAll(/^COPY (?!--from)(.+) \S+$/gm)];
    const paths = copies.flatMap(([, found]) => found?.split(" ") ?? []);
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each(DOCKERFILES)("%s builds the image from a supported Node.js", (file) => {
    const image = Number(/node:(\d+)/.exec(read(file))?.[1]);
    const oldest = Number(/\d+/.exec(packageJson.engines.node)?.[0]);
    expect(image).toBeGreaterThanOrEqual(oldest);
  });

  it("keeps data, keys and packages of the machine out of the image", () => {
    const ignored = read(".dockerignore").split("\n");
    expect(ignored).toEqual(expect.arrayContaining(["data", ".git", "**/.env", "**/node_modules", "build"]));
  });

  it("runs the image and the service without root", () => {
    for (const file of DOCKERFILES) expect(read(file).match(/^USER .*$/gm)).toEqual(["USER node"]);
    expect(read("deploy/scoreline.service")).toContain("\nDynamicUser=yes\n");
  });
});
