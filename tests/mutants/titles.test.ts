/** The test that a fault names has that title in its file. Otherwise a renamed test would leave the fault without a verdict. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FAULTS } from "./faults/faults.ts";

/** String and template literals, which contain the titles. */
const LITERAL = /"(?:[^"\\\n]|\\.)+"|`(?:[^`\\]|\\.)+`/g;
/** What a title fills in: `%s` of it.each, `$name` of objects, and expressions. */
const FILLED_IN = /%[sdifjo%]|\$\{[^}]*\}|\$\w+/;

/** True if the text is a part of the title, or of what the title becomes when values are filled in. */
function isPartOf(part: string, title: string): boolean {
  if (title.includes(part)) return true;
  if (!FILLED_IN.test(title)) return false;
  const pattern = title.split(FILLED_IN).map(escaped).join(".+");
  return new RegExp(`^${pattern}`).test(part);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

it("names titles that exist", () => {
  const unknown = Object.values(FAULTS)
    .flat()
    .flatMap(({ name, caughtBy, test }) => {
      if (test === undefined) return [];
      const titles = readFileSync(caughtBy, "utf8").match(LITERAL) ?? [];
      return titles.some((title) => isPartOf(test, title.slice(1, -1))) ? [] : [{ name, caughtBy, test }];
    });
  expect(unknown).toEqual([]);
});
