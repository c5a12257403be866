/** Part of `npm run check`: fails on a text of the page that is in the code instead of in `words/`, and on bare texts. */
import { bareTextsOf } from "./bare-texts.ts";
import { programOf } from "./program.ts";
import { sourcesOf, textsInCode } from "./texts-in-code.ts";

const pages = sourcesOf("web").filter((file) => file.endsWith(".tsx"));
const problems = {
  "Texts that are in no catalogue (words/README.md)": textsInCode("web"),
  "Texts beside other children. Put each in its own element (docs/decisions/0078-pages-that-the-browser-translates.md)":
    bareTextsOf(programOf(pages), pages),
};
for (const [problem, found] of Object.entries(problems)) {
  if (found.length === 0) continue;
  console.log(`${problem}:\n${found.join("\n")}`);
  process.exitCode = 1;
}
