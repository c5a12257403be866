/** The icons of the installed app are generated from a drawing and must be current. */
import { describe, expect, it } from "vitest";
import { drawnFrom, ICONS, sourceOf } from "../../tools/generate/icons.ts";

describe("the icons", () => {
  it.each(ICONS.map((icon) => [icon.file, icon] as const))("%s is current (npm run generate)", (_, icon) =>
    expect(drawnFrom(icon)).toBe(sourceOf(icon)),
  );
});
