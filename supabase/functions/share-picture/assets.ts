/** Fonts and the renderer's WebAssembly as bytes. Satori reads no woff2. Each font file has one range of letters. */

import barlowLatin from "@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff" with {
  type: "bytes",
};
import barlowLatinExt from "@fontsource/barlow-condensed/files/barlow-condensed-latin-ext-700-normal.woff" with {
  type: "bytes",
};
import interCyrillic from "@fontsource/inter/files/inter-cyrillic-400-normal.woff" with { type: "bytes" };
import interGreek from "@fontsource/inter/files/inter-greek-400-normal.woff" with { type: "bytes" };
import interLatin from "@fontsource/inter/files/inter-latin-400-normal.woff" with { type: "bytes" };
import interLatinExt from "@fontsource/inter/files/inter-latin-ext-400-normal.woff" with { type: "bytes" };
import resvg from "@resvg/resvg-wasm/index_bg.wasm" with { type: "bytes" };

/** Vite's types call these imports addresses; the runtimes of functions give bytes. */
const bytes = (asset: unknown) => asset as Uint8Array<ArrayBuffer>;

export const RESVG_WASM = bytes(resvg);

export const FONTS = [
  { name: "Barlow Condensed", weight: 700, data: bytes(barlowLatin) },
  { name: "Barlow Condensed Ext", weight: 700, data: bytes(barlowLatinExt) },
  { name: "Inter", weight: 400, data: bytes(interLatin) },
  { name: "Inter Ext", weight: 400, data: bytes(interLatinExt) },
  { name: "Inter Greek", weight: 400, data: bytes(interGreek) },
  { name: "Inter Cyrillic", weight: 400, data: bytes(interCyrillic) },
] as const;
