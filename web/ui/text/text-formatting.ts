import type { CSSProperties } from "react";

/** The formatting of a news text. It is stored as an object or as a JSON string. */
export interface TextFormatting {
  fontFamily: "sans" | "serif" | "mono" | "heading";
  fontSize: "xs" | "sm" | "base" | "lg" | "xl" | "2xl" | "3xl";
  isBold: boolean;
  isUnderline: boolean;
  isItalic: boolean;
}

/** The position of an image in its frame. Both axes are -100 to 100, the scale is 0.5 to 2. */
export interface ImagePosition {
  x: number;
  y: number;
  scale: number;
}

export const fontFamilies = ["sans", "serif", "mono", "heading"] as const;
export const titleSizes = ["sm", "base", "lg", "xl", "2xl", "3xl"] as const;
export const contentSizes = ["xs", "sm", "base", "lg", "xl"] as const;

// not a text: lists of fonts
const families: Readonly<Record<TextFormatting["fontFamily"], string>> = {
  sans: "var(--font-text)",
  serif: "ui-serif, Georgia, serif",
  mono: "ui-monospace, Consolas, monospace",
  heading: "var(--font-board)",
};

const sizes: Readonly<Record<TextFormatting["fontSize"], string>> = {
  xs: "0.875rem",
  sm: "0.9375rem",
  base: "1rem",
  lg: "1.125rem",
  xl: "1.3125rem",
  "2xl": "1.75rem",
  "3xl": "2.25rem",
};

/** Reads stored formatting. Missing or unknown values come from `fallback`. */
export function formattingOf(stored: unknown, fallback: TextFormatting): TextFormatting {
  const value = objectOf(stored);
  return {
    fontFamily: oneOf(fontFamilies, Reflect.get(value, "fontFamily")) ?? fallback.fontFamily,
    fontSize:
      oneOf([...contentSizes, "2xl", "3xl"] as const, Reflect.get(value, "fontSize")) ?? fallback.fontSize,
    isBold: flag(value, "isBold", fallback.isBold),
    isUnderline: flag(value, "isUnderline", fallback.isUnderline),
    isItalic: flag(value, "isItalic", fallback.isItalic),
  };
}

export function styleOf(formatting: TextFormatting): CSSProperties {
  return {
    fontFamily: families[formatting.fontFamily],
    fontSize: sizes[formatting.fontSize],
    fontWeight: formatting.isBold ? 700 : undefined,
    textDecoration: formatting.isUnderline ? "underline" : undefined,
    fontStyle: formatting.isItalic ? "italic" : undefined,
  };
}

/** Reads a stored position and limits it to the allowed range. */
export function positionOf(stored: unknown): ImagePosition {
  const value = objectOf(stored);
  return {
    x: clamp(number(value, "x", 0), -100, 100),
    y: clamp(number(value, "y", 0), -100, 100),
    scale: clamp(number(value, "scale", 1), 0.5, 2),
  };
}

/** The CSS transform of a position: a translation by half of it in per cent, and the scale. */
export function transformOf({ x, y, scale }: ImagePosition): string {
  return `translate(${x / 2}%, ${y / 2}%) scale(${scale})`;
}

function objectOf(stored: unknown): object {
  if (typeof stored !== "string") return typeof stored === "object" && stored !== null ? stored : {};
  try {
    const value: unknown = JSON.parse(stored);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

function oneOf<Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value);
}

function flag(value: object, field: string, fallback: boolean): boolean {
  const found: unknown = Reflect.get(value, field);
  return typeof found === "boolean" ? found : fallback;
}

function number(value: object, field: string, fallback: number): number {
  const found = Number(Reflect.get(value, field) ?? fallback);
  return Number.isFinite(found) ? found : fallback;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
