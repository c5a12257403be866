/** Writes words/generated and supabase/functions/_words. The generator is TypeScript, which Node 20 does not run, so it is bundled. */
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const GENERATOR = "build/words/generator.js";

export async function buildWords() {
  const bundle = await rolldown({
    input: "tools/generate/words/generated-words.ts",
    platform: "node",
    external: ["@formatjs/icu-messageformat-parser", "gettext-parser"],
    logLevel: "warn",
  });
  await bundle.write({ file: GENERATOR, format: "esm" });
  await bundle.close();
  const { writeModules } = await import(pathToFileURL(GENERATOR).href);
  writeModules();
}
