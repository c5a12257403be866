import { expect, it } from "vitest";
import { PROVIDER_NAMES } from "../../../supabase/functions/_providers/open-provider.ts";
import { providerLabel, providers } from "./providers.ts";

it("offers every provider of the edge functions", () => {
  expect(providers.map(({ id }) => id)).toEqual(PROVIDER_NAMES);
});

it("labels an unknown provider with its id", () => {
  expect([providerLabel("api_football"), providerLabel("other")]).toEqual(["API-Football", "other"]);
});
