/** Part of `npm run check`: fails on a text of the page that is in the code instead of in `words/`. */
import { textsInCode } from "./texts-in-code.ts";

const found = textsInCode("web");
if (found.length > 0) {
  console.log(`Texts that are in no catalogue (words/README.md):\n${found.join("\n")}`);
  process.exit(1);
}
