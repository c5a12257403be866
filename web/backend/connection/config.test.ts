import { describe, expect, it } from "vitest";
import { configIn } from "./config.ts";

const club = {
  url: "https://club.example/",
  publishable_key: "sb_publishable_x",
  brand: "Club",
  time_zone: "UTC",
};
const account = { email: "a@example.com", password: "x" };

describe("the club's settings", () => {
  it("are four words, and the demo's accounts where there is a demo", () => {
    expect(configIn(club)).toEqual({ ...club, url: "https://club.example" });
    expect(configIn({ ...club, demo: { admin: account, player: account } }).demo?.player).toEqual(account);
  });

  it("are refused by the name of what is missing", () => {
    expect(() => configIn({ ...club, brand: undefined })).toThrow("brand");
    expect(() => configIn(null)).toThrow("url");
  });
});
