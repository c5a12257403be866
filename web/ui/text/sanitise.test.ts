import { expect, it } from "vitest";
import { sanitise } from "./sanitise.ts";

it("removes angle brackets and double quotes, and keeps apostrophes", () => {
  expect(sanitise(` <b>"O'Neill"</b> `)).toBe("bO'Neill/b");
});
