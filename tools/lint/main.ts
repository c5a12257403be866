/**
 * Parts of `npm run check`. `texts`: fails on a text of the page that is in the code instead of in `words/`. `bare-texts`: fails on bare
 * texts, for which it needs the types of the whole page.
 */
import { bareTextsOf } from "./bare-texts.ts";
import { programOf } from "./program.ts";
import { sourcesOf, textsInCode } from "./texts-in-code.ts";

const lints = {
  texts: {
    problem: "Texts that are in no catalogue (words/README.md)",
    find: () => textsInCode("web"),
  },
  "bare-texts": {
    problem:
      "Texts beside other children. Put each in its own element (docs/decisions/0078-pages-that-the-browser-translates.md)",
    find: () => {
      const pages = sourcesOf("web").filter((file) => file.endsWith(".tsx"));
      return bareTextsOf(programOf(pages), pages);
    },
  },
};
const lint = Object.entries(lints).find(([name]) => name === process.argv[2])?.[1];
if (!lint) throw new Error(`Usage: main.ts ${Object.keys(lints).join(" | ")}`);
const found = lint.find();
if (found.length > 0) {
  console.log(`${lint.problem}:\n${found.join("\n")}`);
  process.exitCode = 1;
}
