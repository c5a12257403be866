/** The built page in English. The files of the other languages are beside its own. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export const page = "build/web";
export const assets = join(page, "assets");

/** The script that starts the application; undefined before the page is built. */
export function entryFile(): string | undefined {
  const path = join(page, "index.html");
  return existsSync(path) ? /"script":"\/assets\/([^"]+)"/.exec(readFileSync(path, "utf8"))?.[1] : undefined;
}

/** The scripts and stylesheets that the page names, themselves or in other scripts. */
export function filesOfPage(): string[] {
  const found = new Set(namesIn(readFileSync(join(page, "index.html"), "utf8")));
  // A set also visits what is added on the way.
  for (const file of found)
    if (file.endsWith(".js"))
      for (const name of namesIn(readFileSync(join(assets, file), "utf8"))) found.add(name);
  return [...found];
}

function namesIn(code: string): string[] {
  const names = [...code.matchAll(/[\w.-]+-[\w-]{7}\.(?:js|css)\b/g)].map(([name]) => name);
  return names.filter((name) => existsSync(join(assets, name)));
}

/** A chunk with all its static imports. */
export function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const code = readFileSync(join(assets, file), "utf8");
  for (const [, imported = ""] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
    withImports(imported, found);
  return found;
}

/** Transferred bytes: the brotli copy, or the file itself if it is too small for one. */
export function weigh(file: string): number {
  const path = join(assets, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

export function chunk(name: string): string {
  const file = filesOfPage().find((entry) => new RegExp(`^${name}-[\\w-]{7}\\.js$`).test(entry));
  if (!file) throw new Error(`The built page has no chunk ${name}`);
  return file;
}

/** What Home needs before it is usable, for visitors and members. */
export function homeScripts(): Set<string> {
  return withImports(chunk("home-page"), withImports(entryFile() ?? ""));
}
