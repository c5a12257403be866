import { expect, it } from "vitest";
import { providerLabel } from "./providers.ts";

it("labels an unknown provider with its id", () => {
  expect([providerLabel("api_football"), providerLabel("other")]).toEqual(["API-Football", "other"]);
});
