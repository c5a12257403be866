/** docs/performance.md: the table of the benches' aims, below its heading. The rest of the page is written by hand. */
import { readFileSync } from "node:fs";
import { aimsTable } from "../../bench/aims.ts";

export const PERFORMANCE_PAGE = "docs/performance.md";

/** The text of docs/performance.md with the current table. */
export function performancePage(): string {
  return readFileSync(PERFORMANCE_PAGE, "utf8").replace(
    /(?<=\n## Aims\n\n(?:[^|\n].*\n)*\n)\|(?:.*\n)+?(?=\n)/,
    () => `${aimsTable()}\n`,
  );
}
