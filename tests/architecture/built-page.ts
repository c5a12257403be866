/** The built page in English. The files of the other languages are beside its own. */
import { existsSync, readFileSync } from "node:fs";
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
