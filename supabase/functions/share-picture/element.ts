/** Builds the elements that satori lays out: flex boxes, text and drawings. */

export type Style = Readonly<Record<string, string | number>>;

export interface Element {
  type: string;
  key: null;
  props: Readonly<Record<string, unknown>>;
}

/** Each file of a font has its own name, because satori looks in one file for each name. */
export const HEADINGS =
  "Barlow Condensed, Barlow Condensed Ext, Inter, Inter Ext, Inter Greek, Inter Cyrillic";
const TEXT = "Inter, Inter Ext, Inter Greek, Inter Cyrillic";

export type Child = Element | string | null;

/** A flex box. */
export function box(style: Style, ...children: readonly Child[]): Element {
  const shown = children.filter((child) => child !== null && child !== "");
  return {
    type: "div",
    key: null,
    props: { style: { display: "flex", ...style }, ...(shown.length > 0 ? { children: shown } : {}) },
  };
}

/** An SVG drawing. Satori embeds it as a picture, so it has no text. */
export function drawing(width: number, height: number, viewBox: string, ...children: Element[]): Element {
  return shape("svg", { width, height, viewBox }, ...children);
}

/** An element of a drawing. */
export function shape(
  type: string,
  props: Readonly<Record<string, unknown>>,
  ...children: Element[]
): Element {
  return { type, key: null, props: children.length > 0 ? { ...props, children } : props };
}

/** Explanatory text. */
export function note(text: string, size: number, style: Style = {}): Element {
  return box(
    { fontFamily: TEXT, fontWeight: 400, fontSize: size, lineHeight: 1.3, color: "#d8e6d6", ...style },
    text,
  );
}
