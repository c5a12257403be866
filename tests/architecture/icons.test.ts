/** The icons are generated from a drawing and must be current. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { drawnFrom, ICONS, sourceOf } from "../../tools/generate/icons.ts";

describe("the icons", () => {
  it.each(ICONS.map((icon) => [icon.file, icon] as const))("%s is current (npm run generate)", (_, icon) =>
    expect(drawnFrom(icon)).toBe(sourceOf(icon)),
  );

  it("include an ICO file whose directory leads to a PNG", () => {
    const ico = readFileSync("web/public/favicon.ico");
    const [kind, pictures, size, start] = [
      ico.readUInt16LE(2),
      ico.readUInt16LE(4),
      ico.readUInt32LE(14),
      ico.readUInt32LE(18),
    ];
    expect([kind, pictures, start + size]).toEqual([1, 1, ico.length]);
    expect(ico.subarray(start, start + 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  });
});
