import { describe, expect, it } from "vitest";
import { cleaned, problemWith } from "./team-rules.ts";

describe("a team", () => {
  it("requires a name and trims it", () => {
    expect(problemWith({ name: "   ", logo: "" })).toBe("Team name is required");
    expect(cleaned({ name: "  Leeds  ", logo: "" })).toEqual({ name: "Leeds", logo_url: null });
  });

  it("keeps the characters of its name, or says which it cannot keep", () => {
    expect(problemWith({ name: 'The "Reds"', logo: "" })).toBe("Please use no < > or double quotes");
    expect(problemWith({ name: "King's Lynn Town", logo: "" })).toBeNull();
  });

  it.each(["ftp://x.example/a.png", "javascript:alert(1)", "not an address", "//x.example/a.png"])(
    "refuses the logo URL %j",
    (logo) => expect(problemWith({ name: "Leeds", logo })).toBe("Logo URL must be a web address"),
  );

  it("accepts a web address as the logo URL", () => {
    expect(problemWith({ name: "Leeds", logo: " https://x.example/a.png " })).toBeNull();
  });
});
