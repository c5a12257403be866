import { describe, expect, it } from "vitest";
import { formattingOf, positionOf, styleOf, type TextFormatting, transformOf } from "./text-formatting.ts";

const plain: TextFormatting = {
  fontFamily: "sans",
  fontSize: "base",
  isBold: false,
  isUnderline: false,
  isItalic: false,
};

describe("formattingOf", () => {
  it("reads an object or a JSON string", () => {
    const stored = { fontFamily: "serif", fontSize: "xl", isBold: true, isUnderline: true, isItalic: true };
    expect(formattingOf(stored, plain)).toEqual(stored);
    expect(formattingOf(JSON.stringify(stored), plain)).toEqual(stored);
  });

  it.each([
    null,
    undefined,
    "",
    "{",
    "7",
    "null",
    [],
    { fontFamily: "Comic Sans", fontSize: "900px", isBold: "yes" },
  ])("uses the fallback for %j", (stored) => expect(formattingOf(stored, plain)).toEqual(plain));

  it("never passes stored text into a style", () => {
    const hostile = { fontFamily: "red; background: url(//evil)", fontSize: "expression(alert(1))" };
    expect(JSON.stringify(styleOf(formattingOf(hostile, plain)))).not.toMatch(/evil|alert/);
  });
});

describe("positionOf and transformOf", () => {
  it("move by half the position and scale", () => {
    expect(transformOf(positionOf('{"x":-30,"y":50,"scale":1.4}'))).toBe("translate(-15%, 25%) scale(1.4)");
  });

  it("limit the position to -100 to 100 and the scale to 0.5 to 2", () => {
    expect(positionOf({ x: -101, y: 400, scale: 9 })).toEqual({ x: -100, y: 100, scale: 2 });
    expect(positionOf({ scale: 0.1 })).toEqual({ x: 0, y: 0, scale: 0.5 });
    expect(positionOf({ x: "left", y: null, scale: {} })).toEqual({ x: 0, y: 0, scale: 1 });
  });
});
