import { expect, it } from "vitest";
import { namesText } from "./names.ts";

it.each([
  [["Ada"], 1, "Ada"],
  [["Ada", "Bert"], 2, "Ada and Bert"],
  [["Ada", "Bert", "Cleo"], 3, "Ada, Bert and Cleo"],
  [["Ada", "Bert", "Cleo"], 6, "Ada, Bert, Cleo and 3 more"],
  [["Ada", "Bert", "Cleo", "Dora"], 4, "Ada, Bert, Cleo and 1 more"],
])("%j of %i players are %s", (names, players, text) => {
  expect(namesText(names, players)).toBe(text);
});
