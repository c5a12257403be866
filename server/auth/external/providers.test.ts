import { expect, it } from "vitest";
import type { AuthDeps } from "../deps.ts";
import { callbackUrl, type Provider } from "./providers.ts";

it("a provider's callback is at the API's address, unless the provider knows another one", () => {
  const deps = { siteUrl: "https://club.example", apiUrl: "https://api.club.example" } as AuthDeps;
  const provider = (redirect_uri: string) => ({ settings: { redirect_uri } }) as Provider;
  expect(callbackUrl(deps, provider(""))).toBe("https://api.club.example/auth/v1/callback");
  expect(callbackUrl(deps, provider("https://other.example/back"))).toBe("https://other.example/back");
});
