/** The texts of `web/` that should be in a catalogue of `words/`. */
import { readdirSync, readFileSync } from "node:fs";
import { textsIn } from "./words.ts";

/** `FILE:LINE: TEXT` for each text in the code of a folder or file. */
export function textsInCode(path: string): string[] {
  return sourcesOf(path).flatMap((file) =>
    textsIn(file, readFileSync(file, "utf8")).map(({ line, text }) => `${file}:${line}: ${text}`),
  );
}

/** The TypeScript files of a folder, without tests. */
export function sourcesOf(path: string): string[] {
  if (/\.tsx?$/.test(path)) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .map((file) => `${path}/${file.replaceAll("\\", "/")}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|fixture)\.tsx?$/.test(file));
}
