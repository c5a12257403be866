import { describe, expect, it } from "vitest";
import { countries, toInternational } from "./phone-numbers.ts";

describe("toInternational and countries", () => {
  it("treat a number without a country code as Mauritian", () => {
    expect(toInternational("5251 2345")).toBe("+23052512345");
    expect(toInternational("+230 5251 2345")).toBe("+23052512345");
    expect(toInternational("00230 5251 2345")).toBe("+23052512345");
  });

  it("use the chosen country", () => {
    expect(toInternational("07400 123456", "GB")).toBe("+447400123456");
  });

  it("list Mauritius first", () => {
    expect(countries()[0]).toMatchObject({ code: "MU", callingCode: "230" });
  });
});
