import { describe, expect, it } from "vitest";
import { configIn } from "./config.ts";

const club = {
  url: "https://club.example/",
  publishable_key: "sb_publishable_x",
  brand: "Club",
  time_zone: "UTC",
};
const account = { email: "a@example.com", password: "x" };

describe("configIn", () => {
  it("accepts the four settings, and the accounts of a demo club", () => {
    expect(configIn(club)).toEqual({ ...club, url: "https://club.example" });
    expect(configIn({ ...club, demo: { admin: account, player: account } }).demo?.player).toEqual(account);
  });

  it("names a missing setting in its error", () => {
    expect(() => configIn({ ...club, brand: undefined })).toThrow("brand");
    expect(() => configIn(null)).toThrow("url");
  });
});
