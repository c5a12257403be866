/** The icons of an installed page are generated: they must follow their drawing. */
import { describe, expect, it } from "vitest";
import { drawnFrom, ICONS, sourceOf } from "../../tools/generate/icons.ts";

describe("the icons", () => {
  it.each(ICONS.map((icon) => [icon.file, icon] as const))(
    "%s is drawn from the drawing as it is now (npm run generate)",
    (_, icon) => expect(drawnFrom(icon)).toBe(sourceOf(icon)),
  );
});
