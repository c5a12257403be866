import { expect, test } from "vitest";
import { addressesOf } from "./addresses.ts";
import type { Config } from "./config.ts";

const OWN = "http://127.0.0.1:3000";

function addresses(
  toml: { site_url?: string; external_url?: string },
  given: { siteUrl?: string; apiUrl?: string; servesPage?: boolean } = {},
) {
  const { site_url, external_url } = toml;
  const config = { auth: { site_url }, api: { external_url } } as Pick<Config, "auth" | "api">;
  return Object.values(addressesOf(config, { ownUrl: OWN, servesPage: false, ...given }));
}

test("both are the host's own address without settings", () => {
  expect(addresses({})).toEqual([OWN, OWN]);
});

test("config.toml names the application and the API separately", () => {
  const toml = { site_url: "https://app.test/", external_url: "https://api.test/" };
  expect(addresses(toml)).toEqual(["https://app.test", "https://api.test"]);
  expect(addresses({ site_url: "https://app.test" })).toEqual(["https://app.test", OWN]);
});

test("the environment precedes config.toml", () => {
  const toml = { site_url: "https://app.test", external_url: "https://api.test" };
  const environment = { siteUrl: "https://other.test/", apiUrl: "https://api.other.test" };
  expect(addresses(toml, environment)).toEqual(["https://other.test", "https://api.other.test"]);
});

test("SITE_URL is also the API's address if the host serves the page", () => {
  const siteUrl = "https://club.test";
  expect(addresses({}, { siteUrl, servesPage: true })).toEqual([siteUrl, siteUrl]);
  expect(addresses({}, { siteUrl })).toEqual([siteUrl, OWN]);
});
