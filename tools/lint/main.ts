/** Part of `npm run check`: fails on a text of the page that is in the code instead of in `words/`. */
import { textsInCode } from "./texts-in-code.ts";
import { UNCONVERTED } from "./unconverted.ts";

const found = textsInCode("web").filter((text) => !UNCONVERTED.some((path) => text.startsWith(path)));
if (found.length > 0) {
  console.log(`Texts that are in no catalogue (words/README.md):\n${found.join("\n")}`);
  process.exit(1);
}
