/** npm run words: writes words/generated and the translators' files, and names the translations that are due. */
import { dueTranslations, writeWords } from "./generated-words.ts";

writeWords();
const due = dueTranslations();
console.log(
  due.length === 0 ? "Every message is translated." : `To translate (${due.length}):\n${due.join("\n")}`,
);
