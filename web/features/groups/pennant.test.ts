import { describe, expect, it } from "vitest";
import { pennant } from "../../../supabase/functions/share-picture/parts.ts";
import { initialsOf, pennantShapes } from "./pennant.ts";

describe("a pennant", () => {
  it.each([
    ["Les Éléphants de Curepipe", "LÉ"],
    ["  Pub  ", "P"],
    ["the Office", "TO"],
    ["⚽ Sundays", "⚽S"],
  ])("of %s has the letters %s", (name, letters) => {
    expect(initialsOf(name)).toBe(letters);
  });

  it("has the shapes and the letters of the share pictures", () => {
    const picture = JSON.stringify(pennant("Old Boys", "first", "second", 64));
    for (const part of [...Object.values(pennantShapes), initialsOf("Old Boys")])
      expect(picture).toContain(`"${part}"`);
  });
});
