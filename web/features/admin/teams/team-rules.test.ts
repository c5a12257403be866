import { describe, expect, it } from "vitest";
import { cleaned, problemWith } from "./team-rules.ts";

describe("a team", () => {
  it("needs a name, trimmed", () => {
    expect(problemWith({ name: "   ", logo: "" })).toBe("Team name is required");
    expect(cleaned({ name: "  Leeds  ", logo: "" })).toEqual({ name: "Leeds", logo_url: null });
  });

  it.each(["ftp://x.example/a.png", "javascript:alert(1)", "not an address", "//x.example/a.png"])(
    "has no logo at %j",
    (logo) => expect(problemWith({ name: "Leeds", logo })).toBe("Logo URL must be a web address"),
  );

  it("may have a logo at a web address", () => {
    expect(problemWith({ name: "Leeds", logo: " https://x.example/a.png " })).toBeNull();
  });
});
