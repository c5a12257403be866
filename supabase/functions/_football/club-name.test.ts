import { describe, expect, it } from "vitest";
import { heraldryOf } from "./club-colours.ts";
import { clubLetters, clubName } from "./club-name.ts";

describe("clubName and clubLetters", () => {
  it.each([
    ["Arsenal FC", "Arsenal"],
    ["AFC Bournemouth", "Bournemouth"],
    ["Wolverhampton Wanderers FC", "Wolves"],
    ["Sunderland AFC", "Sunderland"],
    ["Bologna FC 1909", "Bologna"],
    ["FC Bayern München", "Bayern"],
    ["PSV", "PSV"],
    ["FC", "FC"],
  ])("shortens %s to %s", (name, short) => {
    expect(clubName(name)).toBe(short);
  });

  it("return three letters", () => {
    expect(clubLetters("Girona FC")).toBe("GIR");
    expect(clubLetters("Plymouth Argyle")).toBe("PLY");
    expect(clubLetters("Real Sociedad San Sebastián")).toBe("RSS");
  });
});

describe("heraldryOf", () => {
  it("uses a known club's colours for every spelling of its name", () => {
    expect(heraldryOf("Chelsea")).toEqual(heraldryOf("Chelsea FC"));
    expect(heraldryOf("Chelsea").letters).toBe("CHE");
    expect(heraldryOf("Brighton").letters).toBe("BHA");
    expect(heraldryOf("Brighton and Hove Albion").letters).toBe("BHA");
    expect(heraldryOf("Wolves")).toEqual(heraldryOf("Wolverhampton Wanderers FC"));
  });

  it("derives the same shield for the same unknown name, and mostly different shields for different names", () => {
    expect(heraldryOf("Plymouth Argyle")).toEqual(heraldryOf("Plymouth Argyle"));
    const names = [
      "Girona FC",
      "PSV",
      "Celtic FC",
      "RB Leipzig",
      "Juventus FC",
      "Lille OSC",
      "VfB Stuttgart",
      "Real Madrid CF",
    ];
    const looks = new Set(names.map((name) => `${heraldryOf(name).field} ${heraldryOf(name).pattern}`));
    expect(looks.size).toBeGreaterThan(6);
  });
});
