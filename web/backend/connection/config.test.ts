import { describe, expect, it } from "vitest";
import { configIn } from "./config.ts";

const club = {
  url: "https://club.example/",
  publishable_key: "sb_publishable_x",
  brand: "Club",
  time_zone: "UTC",
};

describe("the club's settings", () => {
  it("are four words, and whether the club is a demo", () => {
    expect(configIn(club)).toEqual({ ...club, url: "https://club.example" });
    expect(configIn({ ...club, demo: true }).demo).toBe(true);
  });

  it("are refused by the name of what is missing", () => {
    expect(() => configIn({ ...club, brand: undefined })).toThrow("brand");
    expect(() => configIn(null)).toThrow("url");
  });
});
