import { describe, expect, it } from "vitest";
import { configIn } from "./config.ts";

const club = {
  url: "https://club.example/",
  publishable_key: "sb_publishable_x",
  brand: "Club",
  time_zone: "UTC",
};

describe("configIn", () => {
  it("accepts the four settings, what sign-up offers first, and whether the club is a demo", () => {
    expect(configIn(club)).toEqual({ ...club, url: "https://club.example", sign_up: "email" });
    expect(configIn({ ...club, sign_up: "phone" }).sign_up).toBe("phone");
    expect(configIn({ ...club, demo: true }).demo).toBe(true);
  });

  it("names a missing setting in its error", () => {
    expect(() => configIn({ ...club, brand: undefined })).toThrow("brand");
    expect(() => configIn(null)).toThrow("url");
  });
});
