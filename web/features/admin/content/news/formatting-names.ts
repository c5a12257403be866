import * as words from "#words/admin-content";
import type { TextFormatting } from "../../../../ui/text/text-formatting.ts";

export const fontNames: Readonly<Record<TextFormatting["fontFamily"], string>> = {
  sans: words.fontSans,
  serif: words.fontSerif,
  mono: words.fontMono,
  heading: words.fontHeading,
};

/** Other sizes are named as on clothes. */
export function nameOfSize(size: TextFormatting["fontSize"]): string {
  return size === "base" ? words.sizeBase : size;
}
