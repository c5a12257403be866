import { describe, expect, it } from "vitest";
import { heraldryOf } from "./club-colours.ts";
import { clubLetters, clubName } from "./club-name.ts";

describe("club names", () => {
  it.each([
    ["Arsenal FC", "Arsenal"],
    ["AFC Bournemouth", "Bournemouth"],
    ["Wolverhampton Wanderers FC", "Wolves"],
    ["Sunderland AFC", "Sunderland"],
    ["Bologna FC 1909", "Bologna"],
    ["FC Bayern München", "Bayern"],
    ["PSV", "PSV"],
    ["FC", "FC"],
  ])("%s is said %s", (name, said) => {
    expect(clubName(name)).toBe(said);
  });

  it("give three letters", () => {
    expect(clubLetters("Girona FC")).toBe("GIR");
    expect(clubLetters("Plymouth Argyle")).toBe("PLY");
    expect(clubLetters("Real Sociedad San Sebastián")).toBe("RSS");
  });
});

describe("crests", () => {
  it("use a known club's colours however its name is written", () => {
    expect(heraldryOf("Chelsea")).toEqual(heraldryOf("Chelsea FC"));
    expect(heraldryOf("Chelsea").letters).toBe("CHE");
    expect(heraldryOf("Brighton").letters).toBe("BHA");
    expect(heraldryOf("Brighton and Hove Albion").letters).toBe("BHA");
    expect(heraldryOf("Wolves")).toEqual(heraldryOf("Wolverhampton Wanderers FC"));
  });

  it("of unknown clubs are always the same and rarely alike", () => {
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
