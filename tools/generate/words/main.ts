/** npm run words: writes the translators' files and the words as code, and names the translations that are due. */
import { writeModules } from "./generated-words.ts";
import { dueTranslations, writeTranslatorsFiles } from "./translators-files.ts";

writeTranslatorsFiles();
writeModules();
const due = dueTranslations();
console.log(
  due.length === 0 ? "Every message is translated." : `To translate (${due.length}):\n${due.join("\n")}`,
);
