/** The project's own words are spelled in the British way, with -ise. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const AMERICAN =
  /\b(?:(?:capital|categor|custom|final|general|initial|maxim|memor|minim|normal|optim|organ|prior|random|recogn|sanit|serial|special|standard|summar|synchron|token|util|visual)iz|analyz|favorite|neighbor|cancel(?:ed|ing)\b|labeled)\w*/gi;
/** Names of other programs and protocols, values in files of fixtures, and names in migrations that never change. */
const FOREIGN =
  /\.?normalize\(|\.finalize\(|\binitialized\b|\.initializer\b|\borganizations\||\bserializers?\b|\banalyze\b|"?canceled"?:|initialize_match|_are_initialized/gi;

/** The American spellings in a line, without those of other programs. */
function american(line: string): string[] {
  return [...line.replace(FOREIGN, " ").matchAll(AMERICAN)].map(([word]) => word);
}

const files = ["web", "server", "supabase/functions", "supabase/schemas", "tools", "docs", "bench"].flatMap(
  (folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
      .filter((file) => /\.(tsx?|mjs|sql|md)$/.test(file) && !file.endsWith(".test.ts"))
      // Words in every language, copied from words/.
      .filter((file) => !file.startsWith("supabase/functions/_words/")),
);

it("finds an American spelling, and leaves names of other programs as they are", () => {
  expect(american("// Normalizes and recognized")).toEqual(["Normalizes", "recognized"]);
  expect(american('text.normalize("NFC"); // Serializer 2 with authorization')).toEqual([]);
});

it("every file has British spelling", () => {
  const found = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, at) => american(line).map((word) => `${file}:${at + 1} ${word}`)),
  );
  expect(found).toEqual([]);
});
