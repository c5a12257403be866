import { expect, it } from "vitest";
import { problemWithCharacters, sanitise } from "./sanitise.ts";

it("removes angle brackets and double quotes, and keeps apostrophes", () => {
  expect(sanitise(` <b>"O'Neill"</b> `)).toBe("bO'Neill/b");
});

it("removes invisible characters of copied text: marks of direction, hard spaces, decomposed accents", () => {
  expect(sanitise("\u202aZoe\u0308\u00a0 Ngo\u200b\u202c")).toBe("Zoë Ngo");
});

it.each([
  [["O'Neill", "Matchday 1"], null],
  [['The "big" one'], "Please use no < > or double quotes"],
  [["Autumn", "a < b"], "Please use no < > or double quotes"],
])("says why %j cannot be saved as typed: %s", (texts, problem) => {
  expect(problemWithCharacters(...texts)).toBe(problem);
});
